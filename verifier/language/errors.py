"""The one error of this package: a claim that cannot be read, with the place and the reason in one line."""

from __future__ import annotations


def one_line(text: object, limit: int = 400) -> str:
    """`text` on a single printable line of at most `limit` characters."""
    clean = "".join(c if c.isprintable() else " " for c in str(text))
    return clean if len(clean) <= limit else clean[: limit - 3] + "..."


class ClaimError(ValueError):
    """A claim, a domain or a definition that cannot be read.

    `where` names the source (file, claim, field); `line` and `column` count from 1 inside its text.
    """

    def __init__(
        self, what: str, where: str = "", line: int | None = None, column: int | None = None
    ) -> None:
        self.what = one_line(what)
        self.where = one_line(where)
        self.line = line
        self.column = column
        place = [self.where] if where else []
        if line is not None and column is not None:
            place.append(f"line {line}, column {column}")
        super().__init__(f"{', '.join(place)}: {self.what}" if place else self.what)

    def inside(self, where: str) -> ClaimError:
        """The same error with the surroundings named in front of its place."""
        joined = f"{where}, {self.where}" if self.where else where
        return type(self)(self.what, joined, self.line, self.column)


class ClaimTypeError(ClaimError, TypeError):
    """A float, a truth value or another object where a statement or an exact number is expected."""
