"""A sentence of the log."""

from __future__ import annotations


class Sentence(str):
    """What happened, in words, and whom it concerns."""

    __slots__ = ("begins", "plan", "seat", "undone")

    seat: int | None
    begins: bool
    """A turn begins with it."""
    plan: bool
    """It says what somebody means to do, and why: nothing has happened yet."""
    undone: bool
    """It was taken back later."""

    def __new__(
        cls, words: str, seat: int | None = None, begins: bool = False, plan: bool = False
    ) -> Sentence:
        sentence = super().__new__(cls, words)
        sentence.seat, sentence.begins, sentence.plan, sentence.undone = seat, begins, plan, False
        return sentence
