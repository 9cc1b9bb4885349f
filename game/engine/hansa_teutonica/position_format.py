"""Writing positions: the whole public state of a game in one line (docs/notation.md)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from game.engine.hansa_teutonica.board import KINDS, MARKERS, TRACKS
from game.engine.hansa_teutonica.tables import HOUSES, ROUTES, TOWNS, piece_counts

if TYPE_CHECKING:
    from game.engine.hansa_teutonica.state import HansaTeutonicaState

NAME = "hansa-teutonica"
"""The first word of every position."""

NOTHING, EMPTY = "-", "."

FIELDS = (
    "seats",
    "options",
    "start",
    "number",
    "turn",
    "ask",
    "actor",
    "actions",
    "ending",
    "houses",
    "offices",
    "extras",
    "table",
    "supply",
    "stock",
    "levels",
    "neutral",
    "points",
    "linked",
    "markers",
    "used",
    "taverns",
    "bag",
    "plate",
    "box",
    "pawn",
    "steps",
    "acted",
    "hand",
    "origins",
    "allowance",
    "route",
    "fresh",
)
"""The fields of a position, in the order they are written."""


def format_position(s: HansaTeutonicaState) -> str:
    """One line; `position_parse.parse_position` is the inverse for all but what is hidden."""
    fields = _game(s) | _pieces(s) | _markers(s) | _inside(s)
    return " ".join([NAME, *(f"{name}={fields[name]}" for name in FIELDS)])


def piece_name(code: int) -> str:
    """A piece with its owner.

    >>> piece_name(0), piece_name(1), piece_name(4)
    ('.', '0t', '1m')
    """
    return f"{code - 1 >> 1}{KINDS[code - 1 & 1][0]}" if code else EMPTY


def _join(items: Iterable[str]) -> str:
    return "+".join(items) or NOTHING


def _rows(names: Iterable[str], rows: Iterable[bytes | bytearray]) -> str:
    """`town:0t,1m+...` for the rows with a piece."""
    return _join(
        f"{name}:{','.join(map(piece_name, row))}" for name, row in zip(names, rows, strict=True) if any(row)
    )


def _counted(counts: bytearray) -> str:
    """`0:swap_offices+1:remove_3*2`"""
    return _join(
        f"{at // 6}:{MARKERS[at % 6]}" + (f"*{count}" if count > 1 else "")
        for at, count in enumerate(counts)
        if count
    )


def _game(s: HansaTeutonicaState) -> dict[str, str]:
    options = {option.id: option.default for option in s.ruleset.options}
    changed = (f"{name}:{value}" for name, value in s.options.items() if value != options[name])
    return {
        "seats": str(s.seats),
        "options": _join(changed),
        "start": str(s.start),
        "number": str(s.turns),
        "turn": str(s.active),
        "ask": "over" if s.now is None else s.now.id,
        "actor": str(s.decider),
        "actions": str(s.actions_left),
        "ending": s.ending or NOTHING,
        "points": ",".join(map(str, s.points)),
        "linked": _join(map(str, s.linked)),
    }


def _pieces(s: HansaTeutonicaState) -> dict[str, str]:
    seats = range(s.seats)
    board = s.board
    routes = zip(board.first_house, board.route_size, strict=True)
    towns = TOWNS[: len(board.towns)]
    return {
        "houses": _rows(ROUTES[: len(board.routes)], [s.houses[at : at + size] for at, size in routes]),
        "offices": _rows(
            towns, [s.offices[slots.start : slots.stop].rstrip(b"\0") for slots in board.town_offices]
        ),
        "extras": _rows(towns, s.extras),
        "table": ",".join(str(value - 1) if value else EMPTY for value in s.table),
        "supply": ",".join(piece_counts(*s.supply_of(seat)) for seat in seats),
        "stock": ",".join(piece_counts(*s.stock_of(seat)) for seat in seats),
        "levels": _join(
            f"{at // 5}:{TRACKS[at % 5]}:{level + 1}" for at, level in enumerate(s.levels) if level
        ),
        "neutral": f"{s.stock[2 * s.seats]},{s.neutral_reserve}" if s.rules.neutral else NOTHING,
    }


def _markers(s: HansaTeutonicaState) -> dict[str, str]:
    return {
        "markers": _counted(s.unused),
        "used": _counted(s.used),
        "taverns": _join(f"{ROUTES[at]}:{MARKERS[kind - 1]}" for at, kind in enumerate(s.tavern) if kind),
        "bag": str(s.bag_left),
        "plate": _join(MARKERS[kind] for kind in s.plate) if s.revealed else str(len(s.plate)),
        "box": _join(MARKERS[kind] for kind in sorted(s.box)),
    }


def _inside(s: HansaTeutonicaState) -> dict[str, str]:
    return {
        "pawn": s.pawn_province() or NOTHING,
        "steps": str(s.steps),
        "acted": "yes" if s.acted else "no",
        "hand": _join(map(piece_name, s.hand)),
        "origins": _join(f"{HOUSES[house]}:{piece_name(code)}" for house, code in s.origins),
        "allowance": str(s.allowance),
        "route": ROUTES[s.route] if s.route >= 0 else NOTHING,
        "fresh": MARKERS[s.fresh] if s.fresh >= 0 else NOTHING,
    }
