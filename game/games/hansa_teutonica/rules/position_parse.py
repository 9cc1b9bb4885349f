"""Reading position strings: every field is optional, and an impossible position is rejected
(docs/reference/notation.md)."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from game.engine.core import ParseError, shuffle
from game.engine.position_fields import NOTHING, PositionFields, index_of, seat_of, whole
from game.games.hansa_teutonica.rules.agenda import STEPS
from game.games.hansa_teutonica.rules.board import (
    ACTIONES,
    LEVELS,
    MERCHANT,
    MERCHANTS_EACH,
    TRACKS,
    TRADER,
    TRADERS_EACH,
)
from game.games.hansa_teutonica.rules.codes import changed, code, level_at, owner, pile_at
from game.games.hansa_teutonica.rules.editions import all_fields
from game.games.hansa_teutonica.rules.effects import put
from game.games.hansa_teutonica.rules.invariants import on_desk
from game.games.hansa_teutonica.rules.position_format import AGENDA, NAME
from game.games.hansa_teutonica.rules.position_words import counts_of, markers, piece_of, seat_markers
from game.games.hansa_teutonica.rules.setup import deal_pieces, empty_state
from game.games.hansa_teutonica.rules.state import HansaTeutonicaState

MOST_TURNS = 10**9
MOST_EXTRAS = 99
"""Maximum number of additional offices of a town in a position string."""

FullOptions = Callable[[int, dict[str, str]], dict[str, str]]


def parse_position(text: str, full_options: FullOptions) -> HansaTeutonicaState:
    """Return the state that a position string describes. Raises `ParseError` naming the field and the reason.

    Omitted fields are as after setup, at the start player's first turn. Pieces not mentioned are in the
    supply (up to the number at setup) and the stock, markers not mentioned in the bag.
    """
    fields = PositionFields(text, NAME, all_fields())
    seats = fields.number("seats", 4, range(2, 6))
    options = full_options(seats, dict(fields.pairs("options")))
    s = empty_state(seats, options, 0)
    s.start = fields.number("start", 0, range(seats))
    deal_pieces(s)
    _read_desks(s, fields)
    _read_board(s, fields)
    _read_hand(s, fields)
    _read_supplies(s, fields)
    _read_markers(s, fields)
    _read_turn(s, fields)
    _read_modules(s, fields)
    _read_agenda(s, fields)
    _read_actor(s, fields)
    return s.checked()


def _read_desks(s: HansaTeutonicaState, fields: PositionFields) -> None:
    for name, text in fields.pairs("levels"):
        track_name, _, level_text = text.partition(":")
        seat, track = seat_of(name, "levels", s.seats), index_of(track_name, TRACKS, "levels")
        level = whole(level_text, "levels")
        if not 1 <= level <= len(LEVELS[track]):
            raise ParseError(f"levels: {track_name} has levels 1 to {len(LEVELS[track])}, not {level}")
        s.levels = changed(s.levels, level_at(seat, track), level - 1)
    points = fields.by_seat("points", s.seats)
    if points is not None:
        s.points = [whole(text, "points") for text in points]
    s.linked = tuple(seat_of(text, "linked", s.seats) for text in fields.items("linked"))


def _row(s: HansaTeutonicaState, text: str, field: str, room: int) -> list[int]:
    codes = [piece_of(part, field, s.seats) for part in text.split(",")]
    if len(codes) > room:
        raise ParseError(f"{field}: {len(codes)} pieces where there is room for {room}")
    return codes


def _read_board(s: HansaTeutonicaState, fields: PositionFields) -> None:
    board = s.board
    for name, text in fields.pairs("houses"):
        houses = board.route_houses[index_of(name, board.route_ids, "houses")]
        if any(s.houses[house] for house in houses):
            raise ParseError(f"houses: {name} is given twice")
        for house, piece in zip(houses, _row(s, text, "houses", len(houses)), strict=False):
            if piece:
                put(s, house, piece)
    for name, text in fields.pairs("offices"):
        slots = board.town_offices[index_of(name, board.town_ids, "offices")]
        for slot, piece in zip(slots, _row(s, text, "offices", len(slots)), strict=False):
            s.offices = changed(s.offices, slot, piece)
    for name, text in fields.pairs("extras"):
        town = index_of(name, board.town_ids, "extras")
        row = bytes(_row(s, text, "extras", MOST_EXTRAS))
        s.extras = (*s.extras[:town], row, *s.extras[town + 1 :])
        if 0 in row:
            raise ParseError(f"extras: there is a gap between the additional offices of {name}")
    for town in range(len(board.towns)):
        s.completed += s.is_complete(town)
        for piece in s.row(town):
            if piece:
                s.presence[owner(piece)] |= 1 << town
    spaces = fields.by_seat("table", len(s.table)) or []
    for at, text in enumerate(spaces):
        s.table = changed(s.table, at, 0 if text == "." else 1 + seat_of(text, "table", s.seats))


def _read_hand(s: HansaTeutonicaState, fields: PositionFields) -> None:
    s.hand = tuple(piece_of(text, "hand", s.seats) for text in fields.items("hand"))
    origins = []
    for name, text in fields.pairs("origins"):
        house = index_of(name, s.board.house_ids, "origins")
        origins.append((house, piece_of(text, "origins", s.seats)))
    s.origins = tuple(origins)
    if 0 in s.hand or 0 in (piece for _, piece in origins):
        raise ParseError("hand, origins: a piece is missing")
    s.allowance = fields.number("allowance", 0, range(6))
    route = fields.name("route", (NOTHING, *s.board.route_ids), NOTHING)
    s.route = s.board.route_index.get(route, -1)
    kinds = s.edition.markers
    fresh = fields.name("fresh", (NOTHING, *kinds), NOTHING)
    s.fresh = kinds.index(fresh) if fresh != NOTHING else -1


def _read_supplies(s: HansaTeutonicaState, fields: PositionFields) -> None:
    """Read supply and stock. If one is omitted, it holds the rest of the 26 traders and 4 merchants."""
    out = s.pieces_out()
    supplies, stocks = fields.by_seat("supply", s.seats), fields.by_seat("stock", s.seats)
    for seat in range(s.seats):
        supply = counts_of(supplies[seat], "supply") if supplies else None
        stock = counts_of(stocks[seat], "stock") if stocks else None
        for kind, total in ((TRADER, TRADERS_EACH - 1), (MERCHANT, MERCHANTS_EACH)):
            at = pile_at(seat, kind)
            left = total - out.count(code(seat, kind)) - on_desk(s, seat, kind)
            if supply is not None:
                s.supply[at] = supply[kind]
            elif stock is not None:
                s.supply[at] = max(0, left - stock[kind])
            else:
                s.supply[at] = max(0, min(s.supply[at], left))
            s.stock[at] = stock[kind] if stock is not None else max(0, left - s.supply[at])


def _read_markers(s: HansaTeutonicaState, fields: PositionFields) -> None:
    kinds = s.edition.markers
    s.unused = seat_markers(fields, "markers", s.seats, kinds)
    s.used = seat_markers(fields, "used", s.seats, kinds)
    if "taverns" in fields:
        for name, kind in fields.pairs("taverns"):
            route = index_of(name, s.board.route_ids, "taverns")
            s.tavern = changed(s.tavern, route, 1 + index_of(kind, kinds, "taverns"))
    else:
        for route, start in zip(s.board.taverns, s.edition.start_markers, strict=True):
            s.tavern = changed(s.tavern, route, 1 + start)
    _read_hidden(s, fields)


def _read_hidden(s: HansaTeutonicaState, fields: PositionFields) -> None:
    """Read plate, bag and box, which share the markers not seen elsewhere.

    The bag is a number or, for puzzles, the kinds in drawing order. If it is too small for all the rest, the
    others are in the box.
    """
    left, kinds = list(s.edition.mix), s.edition.markers
    for row in (*s.unused, *s.used):
        left = [count - gone for count, gone in zip(left, row, strict=True)]
    for kind in s.tavern:
        if kind:
            left[kind - 1] -= 1
    plate = fields.text("plate", "0")
    face_down = whole(plate, "plate") if plate.isascii() and plate.isdigit() else 0
    known = [] if face_down or plate == "0" else markers(fields, "plate", kinds)
    bag = fields.text("bag")
    counted = bag.isascii() and bag.isdigit()
    named = [] if counted else markers(fields, "bag", kinds)
    for kind in (*known, *named, *markers(fields, "box", kinds)):
        left[kind] -= 1
    if min(left) < 0:
        raise ParseError(f"there are more markers {kinds[left.index(min(left))]} than the game has")
    unseen = [kind for kind, count in enumerate(left) for _ in range(count)]
    shuffle(unseen, Random(0))
    if face_down > len(unseen):
        raise ParseError(f"plate: {face_down} markers, but only {len(unseen)} are unseen")
    s.plate, unseen = tuple(known or unseen[:face_down]), unseen[face_down:]
    size = whole(bag, "bag") if counted else 0 if named or "bag" in fields else len(unseen)
    if size > len(unseen):
        raise ParseError(f"bag: {size} markers, but only {len(unseen)} are left for it")
    s.bag = tuple(named[::-1] or unseen[:size])
    s.bag_left = len(s.bag)
    s.box = (*markers(fields, "box", kinds), *unseen[size:])


def _read_turn(s: HansaTeutonicaState, fields: PositionFields) -> None:
    decisions = s.edition.decisions
    ask = fields.name("ask", (*decisions, "over"), "turn")
    rule = decisions.get(ask)
    s.active = fields.number("turn", s.start, range(s.seats))
    usual = 0 if rule and rule.opening else 1 + (s.active - s.start) % s.seats
    s.turns = fields.number("number", usual, range(MOST_TURNS))
    s.actions_left = fields.number("actions", s.worth(s.active, ACTIONES) if s.turns else 0, range(50))
    ending = fields.name("ending", (NOTHING, *s.edition.endings), NOTHING)
    s.ending = "" if ending == NOTHING else ending
    s.now, s.revealed = rule, rule is not None and "revealed" in rule.uses


def _read_actor(s: HansaTeutonicaState, fields: PositionFields) -> None:
    """Read the deciding seat. The default can follow from any other field, those of modules included."""
    must = s.edition.decisions[s.now.id].asked(s) if s.now else s.active
    s.decider = fields.number("actor", must, range(s.seats + 1))


def _read_agenda(s: HansaTeutonicaState, fields: PositionFields) -> None:
    """Read the pending-effect queue: `name:argument`."""
    known = (*STEPS, *s.edition.agenda_steps)
    for name, text in fields.pairs(AGENDA):
        if name not in known:
            raise ParseError(f"agenda: there is no step {name[:40]!r}")
        s.agenda += ((name, whole(text, AGENDA)),)


def _read_modules(s: HansaTeutonicaState, fields: PositionFields) -> None:
    """Read the fields of modules. Games without a module accept only the neutral values of its fields."""
    for name, absent in s.edition.absent.items():
        if name in fields and fields.text(name) != (absent.default or NOTHING):
            raise ParseError(f"{name}: {absent.error}")
    for module in s.edition.modules:
        module.read(s, fields)
