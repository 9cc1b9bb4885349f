"""Sentences of the log."""

from __future__ import annotations


class Sentence(str):
    """A sentence about an event, with the seat it concerns."""

    __slots__ = ("begins", "plan", "seat", "undone")

    seat: int | None
    begins: bool
    """True for the first sentence of a turn."""
    plan: bool
    """True for a planned action with its reason, which has not happened yet."""
    undone: bool
    """True if the action was taken back later."""

    def __new__(
        cls, words: str, seat: int | None = None, begins: bool = False, plan: bool = False
    ) -> Sentence:
        sentence = super().__new__(cls, words)
        sentence.seat, sentence.begins, sentence.plan, sentence.undone = seat, begins, plan, False
        return sentence
