"""Random positions: crowded boards with everything on them that the rules allow."""

from __future__ import annotations

from random import Random
from typing import Any

from game.engine import ParseError
from game.games.hansa_teutonica.rules.ruleset import RULESET
from game.games.hansa_teutonica.rules.state import HansaTeutonicaState
from tests.engine.hansa_teutonica.ht_board import LAST_LEVEL, MARKERS, TRACKS, side_for
from tests.engine.hansa_teutonica.ht_kit import at


def random_position(seats: int, options: dict[str, str], rng: Random) -> HansaTeutonicaState:
    """Return a turn in the middle of a game; impossible positions are drawn again."""
    while True:
        try:
            return at(seats, **_fields(seats, options, rng))
        except ParseError:
            continue


def _fields(seats: int, options: dict[str, str], rng: Random) -> dict[str, object]:
    board = side_for(seats)
    neutral = seats == 2 and options.get("two_players", "").startswith("neutral")
    levels = {(seat, track): rng.randint(1, LAST_LEVEL[track]) for seat in range(seats) for track in TRACKS}
    pieces = {seat: _pieces(levels, seat, rng) for seat in range(seats)}
    if neutral:
        pieces[seats] = ["t"] * 20
    defaults = {option.id: option.default for option in RULESET.options}
    named = [f"{name}:{value}" for name, value in options.items() if value != defaults[name]]
    turn = rng.randrange(seats)
    offices = _offices(board, pieces, rng)
    return {
        "options": "+".join(named) or "-",
        "turn": turn,
        "levels": "+".join(f"{s}:{t}:{n}" for (s, t), n in levels.items() if n > 1) or "-",
        "table": _table(pieces, seats, rng),
        "offices": _joined(offices),
        "extras": _joined(_extras(offices, pieces, rng)),
        "houses": _joined(_houses(board, pieces, turn, neutral, seats, rng)),
        "markers": _markers(turn, options, rng),
        "actions": rng.randint(0, 5),
        "points": ",".join(str(rng.randint(0, 19)) for _ in range(seats)),
        "bag": rng.randint(0, 8),
    }


def _pieces(levels: dict[tuple[int, str], int], seat: int, rng: Random) -> list[str]:
    """Return the pieces a seat can have on the board, shuffled; the others stay in stock and supply."""
    traders = 11 + sum(levels[seat, track] - 1 for track in TRACKS if track != "liber_sophiae")
    found = ["t"] * traders + ["m"] * levels[seat, "liber_sophiae"]
    rng.shuffle(found)
    return found[: rng.randint(len(found) // 2, len(found))]


def _take(pieces: dict[int, list[str]], rng: Random) -> str | None:
    """Take a piece of a random seat that has one left."""
    seats = [seat for seat, left in pieces.items() if left]
    if not seats:
        return None
    seat = rng.choice(seats)
    return f"{seat}{pieces[seat].pop()}"


def _offices(board: Any, pieces: Any, rng: Random) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    chain = ["arnheim", "muenster", "minden", "brunswiek", "stendal"] if rng.random() < 0.5 else []
    towns = dict.fromkeys([*chain, *rng.sample(list(board.towns), rng.randint(0, 12))])
    towns.pop(rng.choice(chain or ["halle"]), None)
    for town in towns:
        for _ in range(rng.randint(1, len(board.towns[town]))):
            piece = _take(pieces, rng)
            if piece:
                found.setdefault(town, []).append(piece)
    return found


def _extras(offices: Any, pieces: Any, rng: Random) -> dict[str, list[str]]:
    found = {}
    for town in list(offices)[: rng.randint(0, 2)]:
        piece = _take({seat: left for seat, left in pieces.items() if seat < 2}, rng)
        if piece:
            found[town] = [piece]
    return found


def _table(pieces: Any, seats: int, rng: Random) -> str:
    row = []
    for _ in range(4):
        seat = rng.randrange(seats)
        if rng.random() < 0.3 and "m" in pieces[seat]:
            pieces[seat].remove("m")
            row.append(str(seat))
        else:
            row.append(".")
    return ",".join(row)


def _houses(
    board: Any, pieces: Any, turn: int, neutral: bool, seats: int, rng: Random
) -> dict[str, list[str]]:
    """Return houses: some routes filled with the active player's pieces, the others mixed."""
    found: dict[str, list[str]] = {}
    for route in rng.sample(list(board.routes), rng.randint(3, len(board.routes))):
        size = board.routes[route][2]
        if rng.random() < 0.3 and len(pieces[turn]) >= size:
            rng.shuffle(pieces[turn])
            found[route] = [f"{turn}{pieces[turn].pop()}" for _ in range(size)]
            continue
        row = [(_take(pieces, rng) or ".") if rng.random() < 0.7 else "." for _ in range(size)]
        if neutral and {piece[0] for piece in row} == {str(seats)}:
            row[0] = "."
        found[route] = row
    return found


def _markers(turn: int, options: dict[str, str], rng: Random) -> str:
    """Return markers the active player can use; the three on the routes are the start markers."""
    absent = "remove_3" if options.get("remove_3") == "move" else "move_3"
    kinds = [kind for kind in MARKERS if kind != absent and rng.random() < 0.5]
    return "+".join(f"{turn}:{kind}" for kind in kinds) or "-"


def _joined(rows: dict[str, list[str]]) -> str:
    return "+".join(f"{name}:{','.join(row)}" for name, row in rows.items()) or "-"
