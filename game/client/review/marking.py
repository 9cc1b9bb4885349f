"""Texts and markers of errors, for charts and replays."""

from __future__ import annotations

from collections.abc import Sequence

from game.client.app import routes
from game.client.storage.save_store import SaveStore
from game.client.words.i18n import finished
from game.client.words.numbers import points
from game.match import Match, PlayerInfo
from game.match.analysis import Analysis, Mistake, kept
from game.match.statistics import Statistics, TurnStanding
from game.platform import StorageError


def in_words(mistake: Mistake, players: Sequence[PlayerInfo]) -> str:
    """Return a sentence on what a turn gave away."""
    name, cost = players[mistake.seat].name, points(mistake.verdict.given_away)
    return finished(f"mistake.{mistake.size}", name=name, cost=cost)


def marks(
    found: Analysis, standings: Sequence[TurnStanding], players: Sequence[PlayerInfo]
) -> tuple[routes.Mark, ...]:
    """Return the errors of a game as markers for a replay, each after the last step of its turn."""
    return tuple(
        routes.Mark(standings[one.at + 1].step, one.seat, one.size, in_words(one, players))
        for one in found.mistakes
    )


def marks_kept(saves: SaveStore, match: Match, numbers: Statistics) -> tuple[routes.Mark, ...]:
    """Return the errors as markers if a saved analysis of the game is complete; otherwise an empty tuple."""
    try:
        found = kept(match.record, numbers, saves.analysis(match.id))
    except StorageError:
        found = None
    return marks(found, numbers.standings, match.players) if found is not None else ()
