"""Final scoring and ranking (rules section 11)."""

from __future__ import annotations

from game.engine.core import Outcome, ScoreLine
from game.games.hansa_teutonica.rules.board import ACTIONES, FULL_TRACK_POINTS, KEYS, LEVELS, MARKER_POINTS
from game.games.hansa_teutonica.rules.codes import level_at, levels_of
from game.games.hansa_teutonica.rules.position import Position, controller_among


def score_lines(s: Position) -> tuple[ScoreLine, ...]:
    """Return the rows of section 11, as if the game ended now."""
    seats = range(s.seats)
    owners = [s.owners(town) for town in range(len(s.board.towns))]
    controllers = [controller_among(seats_of_town) for seats_of_town in owners if seats_of_town]
    rows = [
        ScoreLine("track", tuple(s.points[seat] for seat in seats)),
        ScoreLine("full_tracks", tuple(_full_tracks(s, seat) for seat in seats)),
        ScoreLine("markers", tuple(_markers(s, seat) for seat in seats)),
        ScoreLine("table", tuple(_table(s, seat) for seat in seats)),
        ScoreLine("towns", tuple(2 * controllers.count(seat) for seat in seats)),
        ScoreLine("network", tuple(_network(s, seat, owners) for seat in seats)),
    ]
    for hook in s.edition.score_rows:
        hook(s, rows)
    return tuple(rows)


def _full_tracks(s: Position, seat: int) -> int:
    levels = levels_of(s.levels, seat)
    rows = zip(levels, LEVELS, FULL_TRACK_POINTS, strict=True)
    return sum(points for level, values, points in rows if level == len(values) - 1)


def _markers(s: Position, seat: int) -> int:
    return MARKER_POINTS[min(sum(s.unused[seat]) + sum(s.used[seat]), 10)]


def _network(s: Position, seat: int, owners: list[list[int]]) -> int:
    return s.best_group(seat, owners)[0] * s.worth(seat, KEYS)


def _table(s: Position, seat: int) -> int:
    rows = zip(s.table, s.board.table_points, strict=True)
    return sum(points for owner, points in rows if owner == seat + 1)


def outcome(s: Position) -> Outcome:
    """Return the ranking of a finished game. Ties are broken by rules 11.6 and its option (A24)."""
    return Outcome.ranked(score_lines(s), tie_break_lines(s), s.ending)


def tie_break_lines(s: Position) -> tuple[ScoreLine, ScoreLine]:
    """Return the tie-break rows, in both of which higher is better.

    Portuguese rulebook: fewer actions per turn, then more offices. Big Box: lower Actions level, then more
    network points.
    """
    seats = range(s.seats)
    levels = [s.levels[level_at(seat, ACTIONES)] for seat in seats]
    if s.edition.variants.tie_bigbox:
        network = tuple(s.network(seat).points for seat in seats)
        return ScoreLine("actiones_level", tuple(-level - 1 for level in levels)), ScoreLine(
            "network", network
        )
    owners = [s.owners(town) for town in range(len(s.board.towns))]
    offices = tuple(sum(row.count(seat) for row in owners) for seat in seats)
    return ScoreLine("actions", tuple(-LEVELS[ACTIONES][level] for level in levels)), ScoreLine(
        "offices", offices
    )
