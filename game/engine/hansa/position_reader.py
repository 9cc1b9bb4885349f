"""Reading the position notation: every part may be left out, what cannot occur is refused."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import TypeVar

from game.engine.core import ParseError, Ruleset, shuffle
from game.engine.hansa import board
from game.engine.hansa.actions import sellable_colours
from game.engine.hansa.board import COLOURS, EMPTY, GOOD_COPIES, GOODS, TOWN_IDS, WAREHOUSES, Hand
from game.engine.hansa.flow import may_restock
from game.engine.hansa.position import ASKED, FIELDS, NOTHING
from game.engine.hansa.setup import bare_table, goods_of
from game.engine.hansa.state import HansaState

_T = TypeVar("_T")


def parse_position(ruleset: Ruleset, text: str) -> HansaState:
    """The state a line describes; `ParseError` names the field and the reason.

    What is not said is as at the beginning of a game, but the first placement is over and a turn is
    under way. Goods nobody mentions lie in the stacks; what the stacks cannot hold is out of the game.
    """
    words = text.split()
    if not words or words[0] != "hansa":
        raise ParseError("a position of hansa begins with the word 'hansa'")
    given = _fields(words[1:])
    seats = _number(given, "seats", 3, range(2, 5))
    guard = _one_of(given, "stall_guard", ("off", "on"))
    colours = _colours(given, len(COLOURS) - board.COLOURS_LEFT_OUT[seats])
    first = _number(given, "first", 0, range(seats))
    options = ruleset.full_options(seats, {"stall_guard": guard, "start_player": str(first + 1)})
    state = bare_table(ruleset, seats, options, 0, colours, first)
    _read_turn(state, given)
    _read_players(state, given)
    _read_goods(state, given)
    _read_sale(state, given)
    _check_decision(state)
    try:
        state.check()
    except AssertionError as broken:
        raise ParseError(f"this position cannot occur: {broken}") from None
    return state


def _fields(words: Sequence[str]) -> dict[str, str]:
    given: dict[str, str] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or name not in FIELDS:
            raise ParseError(f"{word[:40]!r} is no field of a position; the fields are {', '.join(FIELDS)}")
        if name in given:
            raise ParseError(f"{name}: said twice")
        given[name] = value
    return given


def _colours(given: dict[str, str], number: int) -> list[int]:
    """The colours in play; if they are not said, those the position mentions, then the first others."""
    colours = _list(given, "colours", "+", lambda name: _named(name, COLOURS, "colours"))
    if "colours" not in given:
        every = range(len(COLOURS))
        mentioned = [colour for colour in every if any(COLOURS[colour] in text for text in given.values())]
        colours = (mentioned + [colour for colour in every if colour not in mentioned])[:number]
    if len(colours) != number or len(set(colours)) != number:
        raise ParseError(f"colours: so many players need {number} different ones")
    return colours


def _whole(text: str, field: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 6):
        raise ParseError(f"{field}: {text[:40]!r} is not a number")
    return int(text)


def _number(given: dict[str, str], field: str, default: int, allowed: range) -> int:
    value = _whole(given[field], field) if field in given else default
    if value not in allowed:
        raise ParseError(f"{field}: {value} is not between {allowed[0]} and {allowed[-1]}")
    return value


def _named(name: str, known: Sequence[str], field: str) -> int:
    if name not in known:
        raise ParseError(f"{field}: {name[:40]!r} is unknown; it is one of {', '.join(known)}")
    return known.index(name)


def _one_of(given: dict[str, str], field: str, values: Sequence[str]) -> str:
    """The first value is the default."""
    return values[_named(given.get(field, values[0]), values, field)]


def _list(given: dict[str, str], field: str, separator: str, read: Callable[[str], _T]) -> list[_T]:
    text = given.get(field, NOTHING)
    return [] if text == NOTHING else [read(part) for part in text.split(separator)]


def _per_seat(given: dict[str, str], field: str, seats: int, default: str) -> list[str]:
    parts = given[field].split(",") if field in given else [default] * seats
    if len(parts) != seats:
        raise ParseError(f"{field}: {len(parts)} entries for {seats} players")
    return parts


def _pair(text: str, field: str) -> tuple[str, str]:
    left, colon, right = text.partition(":")
    if not colon:
        raise ParseError(f"{field}: {text[:40]!r} has no colon")
    return left, right


def _goods(text: str, field: str) -> Hand:
    """`red.2*2+blue.1`"""
    found: list[int] = []
    for part in [] if text == NOTHING else text.split("+"):
        name, star, count = part.partition("*")
        number = _whole(count, field) if star else 1
        if number > max(board.COPIES):
            raise ParseError(f"{field}: there are not {number} of {name[:40]}")
        found += [_named(name, GOODS, field)] * number
    return tuple(sorted(found))


def _read_turn(state: HansaState, given: dict[str, str]) -> None:
    """Whose turn it is. Number and seat tell the same; one of them is enough."""
    seats = state.seats
    asked = _one_of(given, "ask", ("turn", *ASKED))
    if asked == "over":
        state.now = None
    else:
        state.ask(asked)
    state.active = _number(given, "turn", state.start, range(seats))
    if asked == "first-placement":
        state.turns = _number(given, "number", 0, range(1))
    else:
        step = (state.active - state.start) % seats
        usual = step + 1 if asked != "over" else seats
        state.turns = _number(given, "number", usual, range(1, 10**6))
        if "turn" not in given and asked != "over":
            state.active = (state.start + state.turns - 1) % seats
        expected = state.start + state.turns - (asked != "over")
        if state.active != expected % seats:
            raise ParseError(f"number: turn {state.turns} is not a turn of seat {state.active}")
    state.ship = TOWN_IDS.index(_one_of(given, "ship", (board.SHIP_START, *TOWN_IDS)))
    selling = asked == "sell-more"
    state.acted = _one_of(given, "acted", ("yes", "no") if selling else ("no", "yes")) == "yes"
    state.busy = _one_of(given, "busy", ("yes", "no") if state.acted else ("no", "yes")) == "yes"
    if state.acted and not state.busy:
        raise ParseError("busy: an action was done in this visit, so it must be 'yes'")
    state.idle = _number(given, "idle", 0, range(10**6))
    state.stalled = _one_of(given, "stalled", ("no", "yes")) == "yes"
    if state.stalled and not state.guard:
        raise ParseError("stalled: the stall guard is off")
    if state.guard and not state.stalled and state.idle >= board.STALL_ROUNDS * seats:
        raise ParseError(f"idle: after {state.idle} idle turns the game is stalled")


def _read_players(state: HansaState, given: dict[str, str]) -> None:
    seats = state.seats
    state.coins = [_whole(part, "coins") for part in _per_seat(given, "coins", seats, str(board.START_COINS))]
    state.bank = board.COINS - sum(state.coins)
    if state.bank < 0:
        raise ParseError(f"coins: {sum(state.coins)} of {board.COINS}")
    for seat, text in enumerate(_per_seat(given, "markets", seats, NOTHING)):
        for part in [] if text == NOTHING else text.split("+"):
            name, count = _pair(part, "markets")
            place = _named(name, TOWN_IDS, "markets") * seats + seat
            if state.markets[place]:
                raise ParseError(f"markets: {name} is said twice for seat {seat}")
            state.markets[place] = _whole(count, "markets")
        state.reserve[seat] = board.MARKETS - sum(state.markets[seat::seats])
        if state.reserve[seat] < 0:
            raise ParseError(f"markets: seat {seat} has more than {board.MARKETS}")
    state.hands = [_goods(part, "unsold") for part in _per_seat(given, "unsold", seats, NOTHING)]
    state.sold = [_goods(part, "sold") for part in _per_seat(given, "sold", seats, NOTHING)]


def _read_goods(state: HansaState, given: dict[str, str]) -> None:
    """Warehouses, stacks, what is out of the game. The order in the stacks is hidden: they are dealt."""
    for part in _list(given, "warehouses", "+", str):
        name, content = _pair(part, "warehouses")
        place = _named(name, WAREHOUSES, "warehouses")
        if state.shelf[place] != EMPTY:
            raise ParseError(f"warehouses: {name} is said twice")
        state.shelf[place] = _named(content, GOODS, "warehouses")
    left = goods_of(state.colours)
    for good in (*(good for good in state.shelf if good != EMPTY), *sum((*state.hands, *state.sold), ())):
        _take(left, good)
    removed = _goods(given["removed"], "removed") if "removed" in given else None
    for good in removed or ():
        _take(left, good)
    full = [end - start for start, end in zip((0, *state.bounds), state.bounds, strict=False)]
    in_stacks = min(len(left), sum(full))
    if "stacks" in given:
        in_stacks = _read_stacks(given["stacks"], full)
    if in_stacks > len(left) or (removed is not None and in_stacks < len(left)):
        raise ParseError(f"stacks: {in_stacks} goods, but {len(left)} are in no other place")
    shuffle(left, Random(0))
    state.drawn = sum(full) - in_stacks
    state.goods = (EMPTY,) * state.drawn + tuple(left[:in_stacks])
    for good in (*(removed or ()), *left[in_stacks:]):
        state.removed[good] += 1


def _take(left: list[int], good: int) -> None:
    if good not in left:
        raise ParseError(f"more than {GOOD_COPIES[good]} of {GOODS[good]}, or its colour is left out")
    left.remove(good)


def _read_stacks(text: str, full: list[int]) -> int:
    sizes = [_whole(part, "stacks") for part in text.split(",")]
    if len(sizes) != len(full):
        raise ParseError(f"stacks: {len(sizes)} of {len(full)}")
    begun = next((number for number, size in enumerate(sizes) if size), len(full) - 1)
    if sizes[begun] > full[begun] or sizes[begun + 1 :] != full[begun + 1 :]:
        raise ParseError(f"stacks: {text[:40]} cannot be; they are drawn in order from {full}")
    return sum(sizes)


def _read_sale(state: HansaState, given: dict[str, str]) -> None:
    state.selling = tuple(_list(given, "selling", "+", lambda name: _named(name, COLOURS, "selling")))
    losses: list[tuple[int, int]] = []
    for part in _list(given, "losses", "+", str):
        owner, colour = _pair(part, "losses")
        losses.append((_whole(owner, "losses"), _named(colour, COLOURS, "losses")))
    state.losses = tuple(losses)


def _check_decision(state: HansaState) -> None:
    """Refuse what could not be asked here."""
    asked = state.asked
    own_here = state.markets[state.ship * state.seats + state.active]
    hand = state.hands[state.active]
    if asked == "first-placement":
        _check_placement(state)
    elif asked == "restock" and (state.busy or not may_restock(state)):
        raise ParseError("ask: no restock is possible here")
    elif asked == "sell-more":
        more = set(sellable_colours(hand)) - set(state.selling)
        if not (state.acted and own_here and more and state.selling):
            raise ParseError("ask: there is no sale that could go on")
        if len(set(state.selling)) < len(state.selling):
            raise ParseError("selling: a colour is said twice")
    elif asked == "loss":
        _check_losses(state)
    elif asked == "taxes":
        untaxed = state.coins[state.active] > board.KEEP_COINS
        if untaxed or len(hand) <= board.KEEP_GOODS or len(set(hand)) == 1:
            raise ParseError("ask: there is no tax to choose")
    elif state.now is None and not state.last_round:
        raise ParseError("ask: the game is not over before stack 5 is begun")


def _check_placement(state: HansaState) -> None:
    built = [sum(state.markets[seat :: state.seats]) for seat in range(state.seats)]
    rounds = [markets // board.PLACEMENT_MARKETS for markets in built]
    order = rounds[state.start :] + rounds[: state.start]
    placed = (state.active - state.start) % state.seats
    usual = [min(order) + (place < placed) for place in range(state.seats)]
    in_start_town = state.markets[board.START_TOWN * state.seats :][: state.seats]
    if order != usual or min(order) >= board.PLACEMENT_ROUNDS or any(in_start_town):
        raise ParseError("markets: the first placement goes clockwise, two in a town, not in Copenhagen")
    if state.drawn or EMPTY in state.shelf or set(state.coins) != {board.START_COINS} or any(state.hands):
        raise ParseError("ask: the first placement comes before everything else")
    if state.ship != board.START_TOWN or state.busy or state.idle or any(state.sold):
        raise ParseError("ask: the first placement comes before everything else")


def _check_losses(state: HansaState) -> None:
    order = [((owner - state.active) % state.seats, colour) for owner, colour in state.losses]
    if order != sorted(set(order)) or any(owner >= state.seats for owner, _ in state.losses):
        raise ParseError("losses: clockwise from the seller, each colour once")
    held = [{good for good in state.hands[owner] if good // 3 == colour} for owner, colour in state.losses]
    if not state.losses or not order[0][0] or not all(held) or len(held[0]) < 2:
        raise ParseError("losses: an opponent must have the colour, the first one a choice")
    if not state.acted:
        raise ParseError("acted: a loss follows a sale")
