"""Invariants of rules section 13, which hold after every action."""

from __future__ import annotations

from game.games.hansa_teutonica.rules.board import (
    BOOK,
    END_POINTS,
    KINDS,
    LEVELS,
    MERCHANT,
    MERCHANTS_EACH,
    TRACK_PIECE,
    TRADER,
    TRADERS_EACH,
)
from game.games.hansa_teutonica.rules.codes import (
    PILES_OF,
    code,
    kind_name,
    kind_of,
    levels_of,
    owner,
    pile_at,
)
from game.games.hansa_teutonica.rules.position import Position

DESK_TRADERS = sum(
    len(values) - 1 for values, piece in zip(LEVELS, TRACK_PIECE, strict=True) if piece == TRADER
)
"""Number of traders on a player board at setup."""


def check_invariants(s: Position) -> None:
    """Check all invariants. Raises AssertionError naming the violated one."""
    check_pieces(s)
    check_offices(s)
    check_houses(s)
    check_markers(s)
    check_progress(s)
    check_left_over(s)
    check_turn(s)
    for hook in s.edition.check:
        hook(s)
    check_decision(s)


def on_desk(s: Position, seat: int, kind: int) -> int:
    """Return the number of pieces of a kind that still cover levels on a player's board."""
    levels = levels_of(s.levels, seat)
    if kind == MERCHANT:
        return len(LEVELS[BOOK]) - 1 - levels[BOOK]
    return DESK_TRADERS - sum(levels) + levels[BOOK]


def check_pieces(s: Position) -> None:
    """Check that each player has 27 traders (one on the prestige track) and 4 merchants (13.1)."""
    out = s.pieces_out() + b"".join(hook(s) for hook in s.edition.pieces_elsewhere)
    for seat in range(s.seats):
        for kind, all_of_them in enumerate((TRADERS_EACH - 1, MERCHANTS_EACH)):
            pile = pile_at(seat, kind)
            found = out.count(code(seat, kind)) + on_desk(s, seat, kind) + s.supply[pile] + s.stock[pile]
            assert found == all_of_them, f"13.1: seat {seat} has {found} {KINDS[kind]}s, not {all_of_them}"
    traders = out.count(code(s.seats, TRADER)) + s.stock[pile_at(s.seats, TRADER)]
    assert s.edition.has_neutrals or not traders, f"13.1: {traders} neutral traders; this game has none"
    merchants = out.count(code(s.seats, MERCHANT)) + s.stock[pile_at(s.seats, MERCHANT)]
    assert not merchants and not any(s.supply[PILES_OF[s.seats]]), "12.B.4: neutral merchants, or a supply"


def check_offices(s: Position) -> None:
    """Check that printed offices are filled from the left, and additional ones only next to a filled office
    (13.2)."""
    completed = 0
    presence = [0] * len(s.presence)
    for town, slots in enumerate(s.board.town_offices):
        row = s.offices[slots.start : slots.stop]
        if not s.extras[town] and not any(row):
            continue
        filled = len(row.rstrip(b"\0"))
        assert 0 not in row[:filled], f"13.2: {s.board.town_ids[town]} has a gap"
        assert filled or s.board.green[town] or not s.extras[town], (
            f"9.5: {s.board.town_ids[town]} has only additional offices"
        )
        completed += s.is_complete(town)
        for seat in {owner(piece) for piece in row[:filled] + s.extras[town]}:
            presence[seat] |= 1 << town
    assert completed == s.completed, f"13.6: {completed} towns are complete, {s.completed} counted"
    assert presence == s.presence, "`presence` does not agree with the offices"


def check_houses(s: Position) -> None:
    """Check that every piece is in a house open to it, and that the counts of missing pieces agree with the
    houses."""
    missing = bytearray(s.board.full_missing * (s.seats + 1))
    for house, (piece, route) in enumerate(zip(s.houses, s.board.house_route, strict=True)):
        if piece:
            assert s.stands(kind_of(piece), house), (
                f"a {kind_name(piece)} stands in {s.board.house_ids[house]}"
            )
            missing[s.board.missing_at(owner(piece), route)] -= 1
    assert missing == s.missing, "`missing` does not agree with the houses"


def check_markers(s: Position) -> None:
    """Check that three markers are on three routes before a turn, and that none is lost (13.4)."""
    found = list(s.bag[: s.bag_left]) + list(s.plate) + list(s.box) + [kind - 1 for kind in s.tavern if kind]
    for kind, count in enumerate(s.edition.mix):
        total = found.count(kind) + sum(row[kind] for row in (*s.unused, *s.used))
        assert total == count, f"9.1: {total} markers {s.edition.markers[kind]}, not {count}"
    lying, most = sum(map(bool, s.tavern)) + len(s.plate), len(s.board.taverns)
    assert lying <= most, f"13.4: {lying} markers lie on routes or wait for one"
    ended = s.ending and not s.bag_left
    # By the last marker, or by points scored in the same claim that found the bag empty.
    assert lying == most or s.box or ended, f"13.4: only {lying} markers on routes"


def check_progress(s: Position) -> None:
    """Check that points on the track exceed the end by at most one claim, and that east-west scores once
    (13.3)."""
    board = s.board.printed
    assert max(s.points) <= board.most_points, f"13.3: {max(s.points)} points on the track"
    assert len(set(s.linked)) == len(s.linked) <= len(board.link_points), "7.7: a second east-west bonus"
    for level, values in zip(s.levels, LEVELS * s.seats, strict=True):
        assert level < len(values), "3.3: a track is beyond its end"
    may_end = s.now is not None and s.edition.decisions[s.now.id].may_end
    assert (s.now is None) == bool(s.ending) or may_end, "10.2: the game is over, or it is not"
    reached = max(s.points) >= END_POINTS or s.completed >= board.end_completed
    assert s.ending or not reached, "10.1: 20 points or 10 completed towns end the game"
    reasons = {
        "points": max(s.points) >= END_POINTS,
        "completed": s.completed >= board.end_completed,
        "markers": not s.bag_left,
    }
    assert reasons.get(s.ending, True), f"10.1: nothing ends the game for {s.ending}"
    for seat in range(s.seats):
        joined = s.connected(seat, s.board.west) >> s.board.east & 1
        assert joined or seat not in s.linked, f"7.7: seat {seat} has no chain from west to east"
        assert not joined or seat in s.linked or len(s.linked) == len(board.link_points), (
            f"7.7: seat {seat} had no bonus"
        )


def check_turn(s: Position) -> None:
    """Check that the active seat follows from the start player (4.1). Before the first turn another decision
    is pending."""
    began = s.options["start_player"]
    assert began in ("random", str(s.start + 1)), f"start: by its options player {began} begins"
    opening = s.now is not None and s.edition.decisions[s.now.id].opening
    assert opening or (s.turns and (s.start + s.turns - 1) % s.seats == s.active), (
        f"number: turn {s.turns} is not that of seat {s.active} if seat {s.start} began"
    )


def check_left_over(s: Position) -> None:
    """Check that nothing is in hand or half done, except in decisions that use it."""
    in_use = s.now.uses if s.now else frozenset()
    half_done = {
        "hand": bool(s.hand),
        "origins": bool(s.origins),
        "allowance": bool(s.allowance),
        "route": s.route >= 0,
        "fresh": s.fresh >= 0,
        "revealed": s.revealed,
        "agenda": bool(s.agenda),
    }
    for name, busy in half_done.items():
        assert not busy or name in in_use, f"{name}: left over from an action"


def check_decision(s: Position) -> None:
    """Check that a running game has a decision with a legal action, and that no data is left
    between actions."""
    if s.now is None:
        return
    s.now.check(s)
    legal = s.now.legal(s)
    assert legal, f"nothing is legal in {s.now.id!r}"
    assert len(set(legal)) == len(legal), f"an action is listed twice in {s.now.id!r}"
    paths = {action.path for action in legal}
    assert len(paths) == len(legal), f"two actions of {s.now.id!r} have the same path"
    beginnings = {path[:length] for path in paths for length in range(1, len(path))}
    assert paths.isdisjoint(beginnings), f"a path of {s.now.id!r} goes on in another"
