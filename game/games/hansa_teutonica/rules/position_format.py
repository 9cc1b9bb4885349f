"""Writing position strings: the whole public state of a game in one line (docs/reference/notation.md)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

from game.engine.position_fields import NOTHING, join
from game.games.hansa_teutonica.rules.board import TRACKS
from game.games.hansa_teutonica.rules.codes import LEVELS_EACH, kind_name, owner
from game.games.hansa_teutonica.rules.edition import SecretModule
from game.games.hansa_teutonica.rules.position import Position
from game.games.hansa_teutonica.rules.tables import piece_counts

NAME = "hansa-teutonica"
"""First word of every position string."""

AGENDA = "agenda"
"""Last field, written only if the pending-effect queue is not empty."""

EMPTY = "."
"""An empty place."""

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
    "points",
    "linked",
    "markers",
    "used",
    "taverns",
    "bag",
    "plate",
    "box",
    "hand",
    "origins",
    "allowance",
    "route",
    "fresh",
)
"""Fields of every position string, in order. Modules insert fields between them."""


def format_position(s: Position, viewer: int | None = None) -> str:
    """Return the position string as a seat may know it. `position_parse.parse_position` is the inverse,
    except for hidden information."""
    fields = _game(s) | _pieces(s) | _markers(s) | _inside(s) | _modules(s, viewer)
    names = (*s.edition.fields, AGENDA) if s.agenda else s.edition.fields
    return " ".join([NAME, *(f"{name}={fields[name]}" for name in names)])


def _modules(s: Position, viewer: int | None) -> dict[str, str]:
    found = {name: field.default for name, field in s.edition.absent.items() if field.default is not None}
    for module in s.edition.modules:
        names = (field.name for field in module.fields)
        texts = module.write_for(s, viewer) if isinstance(module, SecretModule) else module.write(s)
        found.update(zip(names, texts, strict=True))
    return found


@cache
def piece_name(code: int) -> str:
    """Return a piece with its owner.

    >>> piece_name(0), piece_name(1), piece_name(4)
    ('.', '0t', '1m')
    """
    return f"{owner(code)}{kind_name(code)[0]}" if code else EMPTY


def _rows(names: Iterable[str], rows: Iterable[bytes | bytearray]) -> str:
    """Return `town:0t,1m+...` for the rows that have a piece."""
    return join(
        f"{name}:{','.join(map(piece_name, row))}" for name, row in zip(names, rows, strict=True) if any(row)
    )


def _counted(names: Sequence[str], counts: Sequence[bytes]) -> str:
    """Return a list such as `0:swap_offices+1:remove_3*2`."""
    return join(
        f"{seat}:{names[kind]}" + (f"*{count}" if count > 1 else "")
        for seat, row in enumerate(counts)
        for kind, count in enumerate(row)
        if count
    )


def _game(s: Position) -> dict[str, str]:
    options = {option.id: option.default for option in s.ruleset.options}
    changed = (f"{name}:{value}" for name, value in s.options.items() if value != options[name])
    return {
        "seats": str(s.seats),
        "options": join(changed),
        "start": str(s.start),
        "number": str(s.turns),
        "turn": str(s.active),
        "ask": "over" if s.now is None else s.now.id,
        "actor": str(s.decider),
        "actions": str(s.actions_left),
        "ending": s.ending or NOTHING,
        "points": ",".join(map(str, s.points)),
        "linked": join(map(str, s.linked)),
    }


def _pieces(s: Position) -> dict[str, str]:
    seats = range(s.seats)
    board = s.board
    routes = zip(board.first_house, board.route_size, strict=True)
    towns = board.town_ids
    return {
        "houses": _rows(board.route_ids, [s.houses[at : at + size] for at, size in routes]),
        "offices": _rows(
            towns, [s.offices[slots.start : slots.stop].rstrip(b"\0") for slots in board.town_offices]
        ),
        "extras": _rows(towns, s.extras),
        "table": ",".join(str(value - 1) if value else EMPTY for value in s.table),
        "supply": ",".join(piece_counts(*s.supply_of(seat)) for seat in seats),
        "stock": ",".join(piece_counts(*s.stock_of(seat)) for seat in seats),
        "levels": join(
            f"{at // LEVELS_EACH}:{TRACKS[at % LEVELS_EACH]}:{level + 1}"
            for at, level in enumerate(s.levels)
            if level
        ),
    }


def _markers(s: Position) -> dict[str, str]:
    names, routes = s.edition.markers, s.board.route_ids
    return {
        "markers": _counted(names, s.unused),
        "used": _counted(names, s.used),
        "taverns": join(f"{routes[at]}:{names[kind - 1]}" for at, kind in enumerate(s.tavern) if kind),
        "bag": str(s.bag_left),
        "plate": join(names[kind] for kind in s.plate) if s.revealed else str(len(s.plate)),
        "box": join(names[kind] for kind in sorted(s.box)),
    }


def _inside(s: Position) -> dict[str, str]:
    return {
        "hand": join(map(piece_name, s.hand)),
        "origins": join(f"{s.board.house_ids[house]}:{piece_name(code)}" for house, code in s.origins),
        "allowance": str(s.allowance),
        "route": s.board.route_ids[s.route] if s.route >= 0 else NOTHING,
        AGENDA: join(f"{step}:{argument}" for step, argument in s.agenda),
        "fresh": s.edition.markers[s.fresh] if s.fresh >= 0 else NOTHING,
    }
