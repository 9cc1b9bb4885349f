"""Reading positions: every field may be left out, and what cannot occur is refused (docs/notation.md)."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from game.engine.core import ParseError, shuffle
from game.engine.hansa_teutonica.board import (
    ACTIONES,
    BOOK,
    LEVELS,
    MARKER_MIXES,
    MARKERS,
    MERCHANT,
    MERCHANTS_EACH,
    START_MARKERS,
    TRACKS,
    TRADER,
    TRADERS_EACH,
)
from game.engine.hansa_teutonica.decisions import DECISIONS
from game.engine.hansa_teutonica.effects import put
from game.engine.hansa_teutonica.invariants import on_desk, pieces_out
from game.engine.hansa_teutonica.position_format import NOTHING
from game.engine.hansa_teutonica.position_words import (
    Fields,
    counts_of,
    index_of,
    piece_of,
    seat_of,
    whole,
)
from game.engine.hansa_teutonica.setup import NEUTRAL_COLOUR, deal_pieces, empty_state
from game.engine.hansa_teutonica.state import HansaTeutonicaState
from game.engine.hansa_teutonica.tables import HOUSES, ROUTES, TOWNS, code

ENDINGS = (NOTHING, "points", "markers", "completed")

FullOptions = Callable[[int, dict[str, str]], dict[str, str]]


def parse_position(text: str, full_options: FullOptions) -> HansaTeutonicaState:
    """The state a line describes; `ParseError` names the field and the reason.

    What is not said is as after the setup: the start player's first turn. Pieces nobody mentions are in
    supply (as many as at the setup) and stock, markers nobody mentions in the bag.
    """
    fields = Fields(text)
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
    try:
        s.check()
        _check_moment(s)
    except AssertionError as broken:
        raise ParseError(f"this position cannot occur: {broken}") from None
    return s


def _read_desks(s: HansaTeutonicaState, fields: Fields) -> None:
    for owner, text in fields.pairs("levels"):
        track_name, _, level_text = text.partition(":")
        seat, track = seat_of(owner, "levels", s.seats), index_of(track_name, TRACKS, "levels")
        level = whole(level_text, "levels")
        if not 1 <= level <= len(LEVELS[track]):
            raise ParseError(f"levels: {track_name} has levels 1 to {len(LEVELS[track])}, not {level}")
        s.levels[5 * seat + track] = level - 1
    points = fields.by_seat("points", s.seats)
    if points is not None:
        s.points = [whole(text, "points") for text in points]
    s.linked = tuple(seat_of(text, "linked", s.seats) for text in fields.items("linked"))


def _row(s: HansaTeutonicaState, text: str, field: str, room: int) -> list[int]:
    codes = [piece_of(part, field, s.seats) for part in text.split(",")]
    if len(codes) > room:
        raise ParseError(f"{field}: {len(codes)} pieces where there is room for {room}")
    return codes


def _read_board(s: HansaTeutonicaState, fields: Fields) -> None:
    board = s.board
    for name, text in fields.pairs("houses"):
        houses = board.route_houses[index_of(name, ROUTES[: len(board.routes)], "houses")]
        if any(s.houses[house] for house in houses):
            raise ParseError(f"houses: {name} is said twice")
        for house, piece in zip(houses, _row(s, text, "houses", len(houses)), strict=False):
            if piece:
                put(s, house, piece)
    for name, text in fields.pairs("offices"):
        slots = board.town_offices[index_of(name, TOWNS, "offices")]
        for slot, piece in zip(slots, _row(s, text, "offices", len(slots)), strict=False):
            s.offices[slot] = piece
    for name, text in fields.pairs("extras"):
        town = index_of(name, TOWNS, "extras")
        s.extras[town] = bytes(_row(s, text, "extras", 20))
        if 0 in s.extras[town]:
            raise ParseError(f"extras: there is a gap between the additional offices of {name}")
    for town in range(len(board.towns)):
        s.completed += s.next_office(town) < 0
        for piece in s.row(town):
            if piece:
                s.presence[piece - 1 >> 1] |= 1 << town
    spaces = fields.by_seat("table", len(s.table)) or []
    for at, text in enumerate(spaces):
        s.table[at] = 0 if text == "." else 1 + seat_of(text, "table", s.seats)


def _read_hand(s: HansaTeutonicaState, fields: Fields) -> None:
    s.hand = tuple(piece_of(text, "hand", s.seats) for text in fields.items("hand"))
    origins = []
    for name, text in fields.pairs("origins"):
        house = index_of(name, HOUSES[: len(s.houses)], "origins")
        origins.append((house, piece_of(text, "origins", s.seats)))
    s.origins = tuple(origins)
    if 0 in s.hand or 0 in (piece for _, piece in origins):
        raise ParseError("hand, origins: a piece is missing")
    s.allowance = fields.number("allowance", 0, range(6))
    route = fields.name("route", (NOTHING, *ROUTES[: len(s.board.routes)]), NOTHING)
    s.route = ROUTES.index(route) if route != NOTHING else -1
    fresh = fields.name("fresh", (NOTHING, *MARKERS), NOTHING)
    s.fresh = MARKERS.index(fresh) if fresh != NOTHING else -1


def _read_supplies(s: HansaTeutonicaState, fields: Fields) -> None:
    """Supply and stock; the one that is not said takes what is left of the 26 traders and 4 merchants."""
    out = pieces_out(s)
    supplies, stocks = fields.by_seat("supply", s.seats), fields.by_seat("stock", s.seats)
    for seat in range(s.seats):
        supply = counts_of(supplies[seat], "supply") if supplies else None
        stock = counts_of(stocks[seat], "stock") if stocks else None
        for kind, total in ((TRADER, TRADERS_EACH - 1), (MERCHANT, MERCHANTS_EACH)):
            at = 2 * seat + kind
            left = total - out.count(code(seat, kind)) - on_desk(s, seat, kind)
            if supply is not None:
                s.supply[at] = supply[kind]
            elif stock is not None:
                s.supply[at] = max(0, left - stock[kind])
            else:
                s.supply[at] = max(0, min(s.supply[at], left))
            s.stock[at] = stock[kind] if stock is not None else max(0, left - s.supply[at])
    _read_neutral(s, fields)


def _read_neutral(s: HansaTeutonicaState, fields: Fields) -> None:
    """The neutral stock and the second colour: `18,27`."""
    if not s.rules.neutral:
        if fields.items("neutral"):
            raise ParseError("neutral: there are no neutral traders in this game")
        return
    left = 2 * NEUTRAL_COLOUR - pieces_out(s).count(code(s.seats, TRADER))
    s.neutral_reserve = NEUTRAL_COLOUR if left >= NEUTRAL_COLOUR else 0
    s.stock[2 * s.seats] = max(0, left - s.neutral_reserve)
    pair = fields.by_seat("neutral", 2)
    if pair is not None:
        stock, s.neutral_reserve = (whole(text, "neutral") for text in pair)
        s.stock[2 * s.seats] = min(stock, 255)


def _read_markers(s: HansaTeutonicaState, fields: Fields) -> None:
    s.unused = fields.seat_markers("markers", s.seats)
    s.used = fields.seat_markers("used", s.seats)
    if "taverns" in fields:
        for name, kind in fields.pairs("taverns"):
            route = index_of(name, ROUTES[: len(s.board.routes)], "taverns")
            s.tavern[route] = 1 + index_of(kind, MARKERS, "taverns")
    else:
        for route, start in zip(s.board.taverns, START_MARKERS, strict=True):
            s.tavern[route] = 1 + start
    _read_hidden(s, fields)


def _read_hidden(s: HansaTeutonicaState, fields: Fields) -> None:
    """Plate, bag and box share what is not seen elsewhere. The bag is a number or, for puzzles, the kinds in
    the order they are drawn; of a bag that is too small for the rest, the rest is in the box."""
    left = list(MARKER_MIXES[s.options["marker_mix"]])
    for kind in (at % 6 for counts in (s.unused, s.used) for at, n in enumerate(counts) for _ in range(n)):
        left[kind] -= 1
    for kind in s.tavern:
        if kind:
            left[kind - 1] -= 1
    plate = fields.given.get("plate", "0")
    face_down = whole(plate, "plate") if plate.isascii() and plate.isdigit() else 0
    known = [] if face_down or plate == "0" else fields.markers("plate")
    bag = fields.given.get("bag", NOTHING)
    counted = bag.isascii() and bag.isdigit()
    named = [] if counted else fields.markers("bag")
    for kind in (*known, *named, *fields.markers("box")):
        left[kind] -= 1
    if min(left) < 0:
        raise ParseError(f"there are more markers {MARKERS[left.index(min(left))]} than the game has")
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
    s.box = (*fields.markers("box"), *unseen[size:])


def _read_turn(s: HansaTeutonicaState, fields: Fields) -> None:
    ask = fields.name("ask", (*DECISIONS, "over"), "turn")
    s.active = fields.number("turn", s.start, range(s.seats))
    s.turns = fields.number(
        "number", 0 if ask == "pawn" else 1 + (s.active - s.start) % s.seats, range(10000)
    )
    actiones = LEVELS[ACTIONES][s.levels[5 * s.active + ACTIONES]]
    s.actions_left = fields.number("actions", actiones if s.turns else 0, range(50))
    s.ending = "" if (ending := fields.name("ending", ENDINGS, NOTHING)) == NOTHING else ending
    if ask == "relocate" and s.hand:
        decider = s.hand[0] - 1 >> 1
    else:
        decider = (s.active + 1) % s.seats if ask in ("pawn", "relocate", "relocate-neutral") else s.active
    s.decider = fields.number("actor", decider, range(s.seats + 1))
    s.now = DECISIONS.get(ask)
    s.revealed = ask == "replace"
    _read_pawn(s, fields)


def _read_pawn(s: HansaTeutonicaState, fields: Fields) -> None:
    s.steps = fields.number("steps", 2, range(3))
    s.acted = fields.name("acted", ("yes", "no"), "no") == "yes"
    provinces = s.rules.provinces
    if provinces is None:
        if fields.items("pawn"):
            raise ParseError("pawn: there is no pawn in this game")
        return
    unplaced = s.now is DECISIONS["pawn"]
    name = fields.name("pawn", (NOTHING, *provinces.ids), NOTHING if unplaced else provinces.ids[0])
    s.pawn = provinces.index.get(name, -1)


def _check_moment(s: HansaTeutonicaState) -> None:
    """What must hold for the question that is asked now."""
    if s.now is not DECISIONS["pawn"]:
        assert s.turns and (s.start + s.turns - 1) % s.seats == s.active, (
            f"number: turn {s.turns} is not that of seat {s.active} if seat {s.start} began"
        )
    if s.now is None:
        return
    assert (s.pawn >= 0) == (s.rules.provinces is not None and s.now.id != "pawn"), "where is the pawn?"
    assert s.steps == 2 or s.pawn >= 0, "steps are for the pawn"
    check = _MOMENTS.get(s.now.id)
    if check is not None:
        check(s)
    if s.now.id not in ("relocate", "relocate-neutral", "pawn"):
        assert s.decider == s.active, f"{s.now.id!r} is asked of the player whose turn it is"


def _at_pawn(s: HansaTeutonicaState) -> None:
    assert s.rules.provinces is not None and s.decider != s.active and s.turns == 0, (
        "the pawn is placed first"
    )
    assert not any(s.houses) and not any(s.offices) and not s.hand, "the pawn is placed on an empty board"


def _at_pay(s: HansaTeutonicaState) -> None:
    assert len(s.hand) == 1 and s.hand[0] - 1 >> 1 != s.active, (
        "a rival's piece is in hand while its price is paid"
    )
    assert s.route >= 0 and not s.origins, (
        "a displacement has a route, and nothing is set down before the price"
    )
    assert 1 <= s.allowance <= 1 + (s.hand[0] - 1 & 1), "the price is 1 for a trader, 2 for a merchant"
    supply = s.supply_of(s.active)
    assert all(supply) and sum(supply) >= s.allowance, "the price is asked while there is a choice of kinds"


def _at_move(s: HansaTeutonicaState) -> None:
    book = LEVELS[BOOK][s.levels[5 * s.active + BOOK]]
    lifted = [piece for _, piece in s.origins]
    assert s.hand and len(s.origins) + s.allowance == book, f"allowance: the book lets {book} pieces be moved"
    assert tuple(lifted[-len(s.hand) :]) == s.hand, "the pieces in hand are the last of the origins"
    assert all(piece - 1 >> 1 == s.active for piece in lifted), "only own pieces are moved"
    assert len({house for house, _ in s.origins}) == len(lifted), "two pieces come from the same house"


def _at_relocate(s: HansaTeutonicaState) -> None:
    assert s.route >= 0 and s.decider < s.seats and s.decider != s.active, "a rival was displaced on a route"
    assert len(s.hand) <= 1 and s.allowance <= 2, "one piece is displaced, at most two are added"
    assert all(piece - 1 >> 1 == s.decider for piece in s.hand), "the piece in hand is the actor's"
    added, most = len(s.origins) + s.allowance, 1 + (s.hand[0] - 1 & 1) if s.hand else 3
    assert added <= most, "with a trader one piece is added, with a merchant two"
    there = [s.houses[house] - 1 >> 1 for house in s.board.route_houses[s.route]]
    assert s.active in there, f"the piece that displaced another stands on {ROUTES[s.route]}"
    for house, piece in s.origins:
        assert s.houses[house] == piece and piece - 1 >> 1 == s.decider, (
            "origins: these are the pieces set down"
        )
    assert s.hand or len(s.legal_actions()) > 1, "nothing is left to decide"


def _at_benefit(s: HansaTeutonicaState) -> None:
    assert s.route >= 0, "a claim has a route"
    own = all(s.houses[house] - 1 >> 1 == s.active for house in s.board.route_houses[s.route])
    assert own, f"the claimant fills {ROUTES[s.route]}"
    assert s.fresh < 0 or s.unused[6 * s.active + s.fresh], "fresh: the marker just taken is an unused one"
    assert len(s.legal_actions()) > 1, "there is no benefit to choose"


def _at_remove(s: HansaTeutonicaState) -> None:
    assert 1 <= s.allowance <= 2 and len(s.legal_actions()) > 1, "up to two more pieces can be removed"


def _at_replace(s: HansaTeutonicaState) -> None:
    assert len(s.legal_actions()) > 1, "there is no choice where to lay the markers of the plate"


def _at_step(s: HansaTeutonicaState) -> None:
    assert s.pawn >= 0 and s.acted, "the free steps after the actions come after an action"


def _at_neutral(s: HansaTeutonicaState) -> None:
    assert s.rules.neutral and s.decider != s.active and s.decider < 2, (
        "the other player moves neutral traders"
    )
    assert s.route >= 0 and s.hand == (code(2, TRADER),) and s.allowance <= 1, "one neutral trader is in hand"


def _at_neutral_claim(s: HansaTeutonicaState) -> None:
    assert s.rules.neutral and len(s.legal_actions()) > 1, "neutral traders have no choice of towns"


_MOMENTS: dict[str, Callable[[HansaTeutonicaState], None]] = {
    "pawn": _at_pawn,
    "pay": _at_pay,
    "move": _at_move,
    "relocate": _at_relocate,
    "benefit": _at_benefit,
    "remove": _at_remove,
    "replace": _at_replace,
    "step": _at_step,
    "relocate-neutral": _at_neutral,
    "neutral-claim": _at_neutral_claim,
}
