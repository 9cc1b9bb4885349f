"""What the modules of a game show: where the pawn is, and whether there are neutral traders."""

from __future__ import annotations

from game.engine.hansa_teutonica.neutral import Neutral
from game.engine.hansa_teutonica.pawn import Pawn
from game.engine.hansa_teutonica.state import HansaTeutonicaState


def pawn(s: HansaTeutonicaState) -> Pawn | None:
    """The pawn, in games that have it."""
    found = s.edition.part.get("pawn")
    return found if isinstance(found, Pawn) else None


def pawn_province(s: HansaTeutonicaState) -> str | None:
    """Where the pawn stands, once it has been placed."""
    found = pawn(s)
    return found.province(s) if found else None


def free_steps(s: HansaTeutonicaState) -> int:
    """The free steps that the pawn has left, once it has been placed."""
    found = pawn(s)
    return found.steps(s) if found and found.province(s) is not None else 0


def has_neutral_traders(s: HansaTeutonicaState) -> bool:
    """Whether they take part."""
    return isinstance(s.edition.part.get("neutral"), Neutral)
