"""The command `verifier`, also as ``python -m verifier``: it forgets the current folder before it imports anything."""

from verifier.machine.isolation import forget_current_folder


def main() -> None:
    """See `verifier.cli.main`."""
    forget_current_folder()
    from verifier.cli import main as command

    command()


if __name__ == "__main__":
    main()
