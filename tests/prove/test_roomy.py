"""A function with room for the frames of what it calls is the same function."""

import pytest

from verifier.machine.roomy import SLOTS, roomy


@roomy
def depth(n: int, *, more: int = 0) -> int:
    """How deep."""

    def down(k: int) -> int:
        return 0 if k == 0 else 1 + down(k - 1)

    return down(n) + more


def test_it_is_the_same_function():
    assert (depth(500), depth(3, more=2), depth.__name__, depth.__doc__) == (500, 5, "depth", "How deep.")
    with pytest.raises(TypeError):
        depth("x")


def test_recursion_still_has_its_limit():
    with pytest.raises(RecursionError):
        depth(10**6)


def test_its_frame_is_large_and_may_be_entered_again():
    assert depth.__code__.co_stacksize == SLOTS

    @roomy
    def nested(n: int) -> int:
        return n if n == 0 else 1 + nested(n - 1)

    assert nested(50) == 50
