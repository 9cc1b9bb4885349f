"""Texts of teaching games: sizes of mistakes, offers to take a turn back, and their outcomes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from game.client.words.clues import clue
from game.client.words.i18n import computers
from game.engine.core import Reason
from game.engine.record import Head, Record
from game.match.learning import TeachingStats
from game.match.mistake_sizes import SIZES, size_of
from game.match.teaching import OFF, TeachingTags


def sizes() -> list[tuple[str, str]]:
    """Return the minimum sizes of mistakes to comment on, each with its caption."""
    return [(size, computers(f"teaching.{size}")) for size in (OFF, *reversed(SIZES))]


def offered(
    ruleset_id: str,
    given_away: float,
    reason: Reason | None,
    fields: Mapping[str, Any],
    *,
    back: bool,
    unused: int = 0,
    danger: str = "",
) -> str:
    """Return the comment on a turn that missed something, with a clue.

    fields: the facts of the reason formatted for a sentence
    back: the turn can be taken back
    unused: number of actions left unused
    danger: a sentence that takes the place of the clue
    """
    said = [computers(f"teaching.{size_of(given_away)}.said")]
    if unused:
        said.append(computers("teaching.unused", n=unused))
    said.append(danger or clue(ruleset_id, reason, fields))
    if not back:
        said.append(computers("teaching.shown"))
    return " ".join(said)


def taught(record: Record | Head) -> str:
    """Summarise the outcomes of the comments in a game; empty if it was never a teaching game."""
    teaching = TeachingTags(record)
    counts = teaching.counts
    if teaching.size == OFF and not any(counts):
        return ""
    if not any(counts):
        return computers("teaching.none")
    told = list[str]()
    if counts.offered:
        told.append(computers("teaching.offers", n=counts.offered, taken=counts.taken, kept=counts.kept))
    if counts.told:
        told.append(computers("teaching.remarks", n=counts.told))
    return " ".join(told)


def all_taught(games: Sequence[TeachingStats]) -> str:
    """Summarise the outcomes of the offers in all finished teaching games; empty if there were no offers."""
    taken, kept = sum(one.taken for one in games), sum(one.kept for one in games)
    return computers("teaching.all", n=taken + kept, taken=taken, kept=kept) if taken + kept else ""
