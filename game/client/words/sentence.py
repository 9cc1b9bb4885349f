"""Sentences of the log."""

from __future__ import annotations


class Sentence(str):
    """A sentence about an event, with the seat it concerns."""

    __slots__ = ("begins", "places", "plan", "seat", "undone")

    seat: int | None
    begins: bool
    """True for the first sentence of a turn."""
    plan: bool
    """True for a planned action with its reason, which has not happened yet."""
    undone: bool
    """True if the action was taken back later."""
    places: tuple[str, ...]
    """Elements where it happened, the most telling first."""

    def __new__(
        cls,
        words: str,
        seat: int | None = None,
        begins: bool = False,
        plan: bool = False,
        places: tuple[str, ...] = (),
    ) -> Sentence:
        sentence = super().__new__(cls, words)
        sentence.seat, sentence.begins, sentence.plan, sentence.undone = seat, begins, plan, False
        sentence.places = places
        return sentence
