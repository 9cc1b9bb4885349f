"""The result of a computer player's decision, and the aims of plans."""

from __future__ import annotations

from game.engine import Reason
from game.worker_messages import Alternative, Choice, ExpectedStage

__all__ = ["PLACES", "Alternative", "Choice", "ExpectedStage", "aim"]

PLACES = ("route", "town", "track", "colour")
"""Facts of a reason that tell places and improvements apart."""


def aim(reason: Reason | None) -> tuple[object, ...]:
    """Return the aim of a plan: the reason's id and place. Further facts do not make another aim."""
    return () if reason is None else (reason.id, *(reason.facts.get(place) for place in PLACES))
