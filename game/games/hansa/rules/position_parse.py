"""Reading position strings: every field is optional, and an impossible position is rejected."""

from __future__ import annotations

from random import Random

from game.engine.core import ParseError, Ruleset, shuffle
from game.engine.position_fields import NOTHING, PositionFields, index_of, pair, seat_of, split, times, whole
from game.games.hansa.rules import board
from game.games.hansa.rules.board import COLOURS, EMPTY, GOOD_COPIES, GOODS, TOWN_IDS, WAREHOUSES, Hand
from game.games.hansa.rules.position_format import ASKED, FIELDS, OVER
from game.games.hansa.rules.setup import bare_table, goods_of
from game.games.hansa.rules.state import HansaState

_MOST_TURNS = 10**9


def parse_position(ruleset: Ruleset, text: str) -> HansaState:
    """Return the state that a position string describes. Raises `ParseError` naming the field and the reason.

    Omitted fields are as at the beginning of a game, except that the first placement is over and a turn has
    begun. Goods not mentioned are in the stacks; those that the stacks cannot hold are out of the game.
    """
    fields = PositionFields(text, ruleset.id, FIELDS)
    seats = fields.number("seats", 3, range(2, 5))
    guard = fields.name("stall_guard", ("off", "on"), "off")
    colours = _colours(fields, len(COLOURS) - board.COLOURS_LEFT_OUT[seats])
    extra = fields.name("extra_card", ("off", "on"), "off")
    start = fields.number("first", 0, range(seats))
    given = {"stall_guard": guard, "extra_card": extra, "start_player": str(start + 1)}
    options = ruleset.full_options(seats, given)
    state = bare_table(seats, options, 0, colours, start)
    _read_turn(state, fields)
    _read_players(state, fields)
    _read_goods(state, fields)
    _read_sale(state, fields)
    _read_opener(state, fields)
    return state.checked()


def _colours(fields: PositionFields, number: int) -> list[int]:
    """Return the colours in play; by default those the position mentions, then the first of the others."""
    colours = [index_of(name, COLOURS, "colours") for name in fields.items("colours")]
    if "colours" not in fields:
        said = fields.given.values()
        mentioned = [colour for colour, name in enumerate(COLOURS) if any(name in text for text in said)]
        others = [colour for colour in range(len(COLOURS)) if colour not in mentioned]
        colours = (mentioned + others)[:number]
    if len(colours) != number or len(set(colours)) != number:
        raise ParseError(f"colours: so many players need {number} different ones")
    return colours


def _read_turn(state: HansaState, fields: PositionFields) -> None:
    """Read the active seat. Turn number and seat imply each other; one of them is enough."""
    seats = state.seats
    asked = fields.name("ask", ASKED, "turn")
    over, placing = asked == OVER, asked == "first-placement"
    if over:
        state.now = None
    else:
        state.ask(asked)
    state.active = fields.number("turn", state.start, range(seats))
    if placing:
        state.turns = fields.number("number", 0, range(1))
    else:
        step = (state.active - state.start) % seats
        state.turns = fields.number("number", seats if over else step + 1, range(1, _MOST_TURNS))
        if "turn" not in fields and not over:
            state.active = (state.start + state.turns - 1) % seats
        if state.active != (state.start + state.turns - (not over)) % seats:
            raise ParseError(f"number: turn {state.turns} is not a turn of seat {state.active}")
    state.ship = TOWN_IDS.index(fields.name("ship", TOWN_IDS, board.SHIP_START))
    state.acted = fields.flag("acted", asked == "sell-more")
    state.busy = fields.flag("busy", state.acted)
    if state.acted and not state.busy:
        raise ParseError("busy: an action has been taken in this visit, so it must be 'yes'")
    state.idle = fields.number("idle", 0, range(_MOST_TURNS))
    state.stalled = fields.flag("stalled")
    if state.stalled and not state.guard:
        raise ParseError("stalled: the stall guard is off")
    if state.guard and not state.stalled and state.idle >= board.STALL_ROUNDS * seats:
        raise ParseError(f"idle: after {state.idle} idle turns the game is stalled")


def _read_players(state: HansaState, fields: PositionFields) -> None:
    coins = fields.by_seat("coins", state.seats)
    if coins is not None:
        state.coins = [whole(part, "coins") for part in coins]
    state.bank = board.COINS - sum(state.coins)
    if state.bank < 0:
        raise ParseError(f"coins: {sum(state.coins)} of {board.COINS}")
    for seat, text in enumerate(fields.by_seat("markets", state.seats) or ()):
        for part in split(text):
            name, count = pair(part, "markets")
            town = index_of(name, TOWN_IDS, "markets")
            if state.market_at(town, seat):
                raise ParseError(f"markets: {name} is given twice for seat {seat}")
            state.add_markets(town, seat, whole(count, "markets"))
        if state.reserve[seat] < 0:
            raise ParseError(f"markets: seat {seat} has more than {board.MARKETS}")
    state.hands = _hands(fields, "unsold", state)
    state.sold = _hands(fields, "sold", state)


def _hands(fields: PositionFields, field: str, state: HansaState) -> list[Hand]:
    parts = fields.by_seat(field, state.seats)
    return [()] * state.seats if parts is None else [_goods(part, field) for part in parts]


def _goods(text: str, field: str) -> Hand:
    """Return the goods of a text such as `red.2*2+blue.1`."""
    found: list[int] = []
    for part in split(text):
        name, number = times(part, field)
        if number > max(board.COPIES):
            raise ParseError(f"{field}: there are not {number} of {name[:40]}")
        found += [index_of(name, GOODS, field)] * number
    return tuple(sorted(found))


def _read_goods(state: HansaState, fields: PositionFields) -> None:
    """Read warehouses, stacks, and goods out of the game. The order of the stacks is hidden, so they are
    shuffled."""
    for name, content in fields.pairs("warehouses"):
        place = index_of(name, WAREHOUSES, "warehouses")
        if state.shelf[place] != EMPTY:
            raise ParseError(f"warehouses: {name} is given twice")
        state.shelf[place] = index_of(content, GOODS, "warehouses")
    left = goods_of(state.colours)
    for good in (*(good for good in state.shelf if good != EMPTY), *sum((*state.hands, *state.sold), ())):
        _take(left, good)
    removed = _goods(fields.text("removed"), "removed")
    for good in removed:
        _take(left, good)
    full = [end - start for start, end in zip((0, *state.bounds), state.bounds, strict=False)]
    in_stacks = min(len(left), sum(full))
    if "stacks" in fields:
        in_stacks = _read_stacks(fields.text("stacks"), full)
    if in_stacks > len(left) or ("removed" in fields and in_stacks < len(left)):
        raise ParseError(f"stacks: {in_stacks} goods, but {len(left)} are in no other place")
    shuffle(left, Random(0))
    state.drawn = sum(full) - in_stacks
    state.goods = (EMPTY,) * state.drawn + tuple(left[:in_stacks])
    for good in (*removed, *left[in_stacks:]):
        state.removed[good] += 1


def _take(left: list[int], good: int) -> None:
    if good not in left:
        raise ParseError(f"more than {GOOD_COPIES[good]} of {GOODS[good]}, or its colour is left out")
    left.remove(good)


def _read_stacks(text: str, full: list[int]) -> int:
    sizes = [whole(part, "stacks") for part in text.split(",")]
    if len(sizes) != len(full):
        raise ParseError(f"stacks: {len(sizes)} of {len(full)}")
    begun = next((number for number, size in enumerate(sizes) if size), len(full) - 1)
    if sizes[begun] > full[begun] or sizes[begun + 1 :] != full[begun + 1 :]:
        raise ParseError(f"stacks: {text[:40]} cannot be; they are drawn in order from {full}")
    return sum(sizes)


def _read_sale(state: HansaState, fields: PositionFields) -> None:
    state.selling = tuple(index_of(name, COLOURS, "selling") for name in fields.items("selling"))
    state.losses = tuple(
        (seat_of(owner, "losses", state.seats), index_of(colour, COLOURS, "losses"))
        for owner, colour in fields.pairs("losses")
    )


def _read_opener(state: HansaState, fields: PositionFields) -> None:
    """Read the seat that began the last stack. If it is missing although the stack is begun, assume the
    active seat."""
    if "opener" in fields and not state.extra:
        raise ParseError("opener: there is no extra card in this game")
    opener = fields.text("opener")
    if opener != NOTHING:
        state.opener = seat_of(opener, "opener", state.seats)
    elif state.extra and "opener" not in fields and state.drawn > state.bounds[-2]:
        state.opener = state.active
