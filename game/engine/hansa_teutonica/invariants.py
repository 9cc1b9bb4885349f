"""The invariants of rules section 13: what must hold after every action."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.engine.hansa_teutonica.board import (
    BOOK,
    END_COMPLETED,
    END_POINTS,
    KINDS,
    LEVELS,
    MARKER_MIXES,
    MARKERS,
    MERCHANT,
    MERCHANTS_EACH,
    TRACK_PIECE,
    TRADER,
    TRADERS_EACH,
)
from game.engine.hansa_teutonica.tables import ROUTES, TOWNS

if TYPE_CHECKING:
    from game.engine.hansa_teutonica.state import HansaTeutonicaState

STRIDE = len(ROUTES)

DESK_TRADERS = sum(
    len(values) - 1 for values, piece in zip(LEVELS, TRACK_PIECE, strict=True) if piece == TRADER
)
"""Traders on a desk at the setup."""


def check_invariants(s: HansaTeutonicaState) -> None:
    """Raise AssertionError naming the broken invariant."""
    check_pieces(s)
    check_offices(s)
    check_houses(s)
    check_markers(s)
    check_progress(s)
    check_left_over(s)
    check_neutral_routes(s)
    check_decision(s)


def pieces_out(s: HansaTeutonicaState) -> bytearray:
    """The codes of all pieces in houses, offices, on the Coellen table and in hand, and zeros."""
    table = bytes(2 * owner for owner in s.table)
    return s.houses + s.offices + b"".join(s.extras) + table + bytes(s.hand)


def on_desk(s: HansaTeutonicaState, seat: int, kind: int) -> int:
    """How many pieces of a kind still cover levels of a player's tracks."""
    levels = s.levels[5 * seat : 5 * seat + 5]
    if kind == MERCHANT:
        return len(LEVELS[BOOK]) - 1 - levels[BOOK]
    return DESK_TRADERS - sum(levels) + levels[BOOK]


def check_pieces(s: HansaTeutonicaState) -> None:
    """13.1: 27 traders (one on the prestige track) and 4 merchants of each player, always."""
    out = pieces_out(s)
    for seat in range(s.seats):
        for kind, all_of_them in enumerate((TRADERS_EACH - 1, MERCHANTS_EACH)):
            code = 1 + 2 * seat + kind
            found = out.count(code) + on_desk(s, seat, kind) + s.supply[code - 1] + s.stock[code - 1]
            assert found == all_of_them, f"13.1: seat {seat} has {found} {KINDS[kind]}s, not {all_of_them}"
    neutral = 1 + 2 * s.seats
    found = out.count(neutral) + s.stock[neutral - 1] + s.neutral_reserve
    expected = 2 * TRADERS_EACH if s.rules.neutral else 0
    assert found == expected, f"13.1: {found} neutral traders, not {expected}"
    assert neutral + 1 not in out and not s.stock[neutral], "12.B.4: neutral merchants"


def check_offices(s: HansaTeutonicaState) -> None:
    """13.2: printed offices are filled from the left, additional ones beside one that is filled."""
    completed = 0
    presence = [0] * len(s.presence)
    for town, slots in enumerate(s.board.town_offices):
        row = s.offices[slots.start : slots.stop]
        if row[0] == 0 and not s.extras[town] and not any(row):
            continue
        filled = len(row.rstrip(b"\0"))
        assert 0 not in row[:filled], f"13.2: {TOWNS[town]} has a gap"
        assert filled or not s.extras[town], f"9.5: {TOWNS[town]} has only additional offices"
        completed += filled == len(slots)
        for seat in {code - 1 >> 1 for code in row[:filled] + s.extras[town]}:
            presence[seat] |= 1 << town
    assert completed == s.completed, f"13.6: {completed} towns are complete, {s.completed} counted"
    assert presence == s.presence, "the towns where seats have offices are not those noted"


def check_houses(s: HansaTeutonicaState) -> None:
    """The count of missing pieces agrees with the houses."""
    missing = bytearray(s.board.full_missing * (s.seats + 1))
    for code, route in zip(s.houses, s.board.house_route, strict=True):
        if code:
            missing[(code - 1 >> 1) * STRIDE + route] -= 1
    assert missing == s.missing, "the pieces missing on routes are not those noted"


def check_markers(s: HansaTeutonicaState) -> None:
    """13.4: three markers on three routes before a turn, and none gets lost."""
    found = list(s.bag[: s.bag_left]) + list(s.plate) + list(s.box) + [kind - 1 for kind in s.tavern if kind]
    for kind, count in enumerate(MARKER_MIXES[s.options["marker_mix"]]):
        total = found.count(kind) + sum(s.unused[kind::6]) + sum(s.used[kind::6])
        assert total == count, f"9.1: {total} markers {MARKERS[kind]}, not {count}"
    on_routes = sum(map(bool, s.tavern))
    lying = on_routes + len(s.plate)
    assert lying <= 3, f"13.4: {lying} markers lie on routes or wait for one"
    assert lying == 3 or s.box or s.ending == "markers", f"13.4: only {lying} markers on routes"


def check_progress(s: HansaTeutonicaState) -> None:
    """13.3: at most 27 points on the track, three more with the claims of neutral traders; east-west once."""
    limit = 27 + 4 * s.rules.neutral
    assert max(s.points) <= limit, f"13.3: {max(s.points)} points on the track"
    assert len(set(s.linked)) == len(s.linked) <= 3, "7.7: a second east-west bonus"
    for level, values in zip(s.levels, LEVELS * s.seats, strict=True):
        assert level < len(values), "3.3: a track is beyond its end"
    inside = s.now is not None and s.now.id in ("benefit", "neutral-claim", "relocate-neutral")
    assert (s.now is None) == bool(s.ending) or inside, "10.2: the game is over, or it is not"
    reached = max(s.points) >= END_POINTS or s.completed >= END_COMPLETED
    assert s.ending or not reached, "10.1: 20 points or 10 completed towns end the game"
    reasons = {
        "points": max(s.points) >= END_POINTS,
        "completed": s.completed >= END_COMPLETED,
        "markers": not s.bag_left,
    }
    assert reasons.get(s.ending, True), f"10.1: nothing ends the game for {s.ending}"
    for seat in range(s.seats):
        joined = s.connected(seat, s.board.west) >> s.board.east & 1
        assert joined or seat not in s.linked, f"7.7: seat {seat} has no chain from west to east"
        assert not joined or seat in s.linked or len(s.linked) == 3, f"7.7: seat {seat} had no bonus"


IN_USE = {
    "pay": {"hand", "allowance", "route"},
    "move": {"hand", "origins", "allowance"},
    "relocate": {"hand", "origins", "allowance", "route"},
    "relocate-neutral": {"hand", "allowance", "route"},
    "benefit": {"route", "fresh"},
    "remove": {"allowance"},
    "replace": {"revealed"},
}
"""What the decisions inside an action use; everything else is at rest."""


def check_left_over(s: HansaTeutonicaState) -> None:
    """Between actions, and in decisions that have no use for it, nothing is in hand or half done."""
    in_use = IN_USE.get(s.now.id if s.now else "", set())
    half_done = {
        "hand": bool(s.hand),
        "origins": bool(s.origins),
        "allowance": bool(s.allowance),
        "route": s.route >= 0,
        "fresh": s.fresh >= 0,
        "revealed": s.revealed,
    }
    for name, busy in half_done.items():
        assert not busy or name in in_use, f"{name}: left over from an action"


def check_neutral_routes(s: HansaTeutonicaState) -> None:
    """12.B.3: a route full of neutral traders is claimed before anything else is done."""
    if s.rules.neutral and (s.now is None or s.now.id not in ("neutral-claim", "relocate-neutral")):
        full = s.missing[s.seats * STRIDE :].find(0)
        assert full < 0, f"12.B.3: {ROUTES[full]} is full of neutral traders"


def check_decision(s: HansaTeutonicaState) -> None:
    """A running game always asks something that can be answered, and nothing is left over between actions."""
    if s.now is None:
        assert not s.legal_actions(), "a finished game has legal actions"
        return
    legal = s.legal_actions()
    assert legal, f"nothing is legal in {s.now.id!r}"
    assert len(set(legal)) == len(legal), f"an action is listed twice in {s.now.id!r}"
    paths = {action.path for action in legal}
    assert len(paths) == len(legal), f"two actions of {s.now.id!r} have the same path"
    beginnings = {path[:length] for path in paths for length in range(1, len(path))}
    assert paths.isdisjoint(beginnings), f"a path of {s.now.id!r} goes on in another"
