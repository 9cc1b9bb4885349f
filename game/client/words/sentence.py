"""A sentence of the log."""

from __future__ import annotations


class Sentence(str):
    """What happened, in words, and whom it concerns."""

    __slots__ = ("begins", "seat")

    seat: int | None
    begins: bool
    """A turn begins with it."""

    def __new__(cls, words: str, seat: int | None = None, begins: bool = False) -> Sentence:
        sentence = super().__new__(cls, words)
        sentence.seat, sentence.begins = seat, begins
        return sentence
