"""What follows by itself: turns begin and end, sales are settled (sections 5, 7.7, 8, 9)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.engine.core import Event
from game.engine.hansa import events as tell
from game.engine.hansa.board import EMPTY, INCOME, KEEP_COINS, KEEP_GOODS, STALL_ROUNDS, Hand

if TYPE_CHECKING:
    from game.engine.hansa.state import HansaState


def without(hand: Hand, good: int) -> Hand:
    """The hand less one such good."""
    place = hand.index(good)
    return hand[:place] + hand[place + 1 :]


def may_restock(state: HansaState) -> bool:
    """A good is left, a warehouse is empty, and the coin is there or not needed (6.1, 6.3, A9, A10)."""
    return (
        state.drawn < len(state.goods)
        and EMPTY in state.shelf
        and (state.coins[state.active] > 0 or must_restock(state))
    )


def must_restock(state: HansaState) -> bool:
    """Every warehouse is empty (6.2)."""
    return state.shelf.count(EMPTY) == len(state.shelf)


def begin_turn(state: HansaState, events: list[Event]) -> None:
    """Phase 1, income (5.1, A10); then phase 2 if a restock is possible, else phase 3."""
    seat = state.active
    state.turns += 1
    state.acted = state.busy = False
    events.append(tell.turn(seat, state.turns))
    coins = min(INCOME, state.bank)
    if coins:
        state.bank -= coins
        state.coins[seat] += coins
        events.append(tell.income(seat, coins))
    state.ask("restock" if may_restock(state) else "turn")


def draw(state: HansaState, warehouse: int, events: list[Event]) -> None:
    """Turn the next good of the stacks face up (6.5); the first one of stack 5 is the end flag (6.7)."""
    stack = 0
    while state.bounds[stack] <= state.drawn:
        stack += 1
    good = state.goods[state.drawn]
    if state.drawn == state.bounds[-2]:
        events.append(tell.LAST_ROUND)
    state.drawn += 1
    state.shelf[warehouse] = good
    events.append(tell.restock(good, stack, warehouse))


def finish_sale(state: HansaState, events: list[Event]) -> None:
    """One market goes home, then the opponents lose, clockwise, colour by colour (7.7.3, 7.7.4, A16)."""
    seat = state.active
    state.markets[state.ship * state.seats + seat] -= 1
    state.reserve[seat] += 1
    events.append(tell.recall(seat, state.ship))
    colours = sorted(state.selling)
    state.selling = ()
    owners = [(seat + step) % state.seats for step in range(1, state.seats)]
    state.losses = tuple(
        (owner, colour)
        for owner in owners
        for colour in colours
        if any(good // 3 == colour for good in state.hands[owner])
    )
    settle_losses(state, events)


def settle_losses(state: HansaState, events: list[Event]) -> None:
    """Take what there is no choice about; ask the first owner whose goods differ (7.7.6)."""
    while state.losses:
        owner, colour = state.losses[0]
        goods = {good for good in state.hands[owner] if good // 3 == colour}
        if len(goods) > 1:
            state.ask("loss")
            return
        lose(state, goods.pop(), events)
    state.ask("turn")


def lose(state: HansaState, good: int, events: list[Event]) -> None:
    """The first owner in line loses this good."""
    owner = state.losses[0][0]
    state.losses = state.losses[1:]
    state.hands[owner] = without(state.hands[owner], good)
    state.removed[good] += 1
    events.append(tell.loss(owner, good))


def begin_taxes(state: HansaState, events: list[Event]) -> None:
    """Phase 4: coins above three go to the bank, then goods (8.1, A22)."""
    seat = state.active
    above = state.coins[seat] - KEEP_COINS
    if above > 0:
        state.coins[seat] = KEEP_COINS
        state.bank += above
        events.append(tell.tax(seat, above))
    tax_goods(state, events)


def tax_goods(state: HansaState, events: list[Event]) -> None:
    """Goods above three are discarded, by choice where they differ (8.2, A11); then the turn is over."""
    seat = state.active
    while len(state.hands[seat]) > KEEP_GOODS:
        if len(set(state.hands[seat])) > 1:
            state.ask("taxes")
            return
        give_up(state, state.hands[seat][0], events)
    _end_turn(state, events)


def give_up(state: HansaState, good: int, events: list[Event]) -> None:
    """The player on turn discards this good as tax."""
    seat = state.active
    state.hands[seat] = without(state.hands[seat], good)
    state.removed[good] += 1
    events.append(tell.discard(seat, good))


def _end_turn(state: HansaState, events: list[Event]) -> None:
    """The next player's turn, or the end of the game with the end of the round (section 9, A15)."""
    events.append(tell.turn_end(state.active))
    state.idle = 0 if state.busy else state.idle + 1
    if state.guard and not state.stalled and state.idle >= STALL_ROUNDS * state.seats:
        state.stalled = True
        events.append(tell.STALLED)
    state.active = (state.active + 1) % state.seats
    if state.active == state.start and state.last_round:
        state.now = None
        events.append(tell.GAME_END)
    else:
        begin_turn(state, events)
