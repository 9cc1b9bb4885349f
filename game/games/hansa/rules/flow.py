"""Begin and end of turns: income, the restock decision, the next player, the end (5, 6, 8, 9)."""

from __future__ import annotations

from game.engine.core import Event
from game.games.hansa.rules import events as tell
from game.games.hansa.rules.board import EMPTY, INCOME, STALL_ROUNDS, Hand
from game.games.hansa.rules.data import HansaData


def without(hand: Hand, good: int) -> Hand:
    """Return the hand without one of these goods."""
    place = hand.index(good)
    return hand[:place] + hand[place + 1 :]


def may_restock(state: HansaData) -> bool:
    """Return whether a restock is possible: goods are left, a warehouse is empty, and the coin is available
    or not needed (6.1, 6.3, A9, A10)."""
    return (
        state.drawn < len(state.goods)
        and EMPTY in state.shelf
        and (state.coins[state.active] > 0 or must_restock(state))
    )


def must_restock(state: HansaData) -> bool:
    """Return whether every warehouse is empty (6.2)."""
    return state.shelf.count(EMPTY) == len(state.shelf)


def begin_turn(state: HansaData, events: list[Event]) -> None:
    """Begin a turn: phase 1, income (5.1, A10), then phase 2 if a restock is possible, otherwise phase 3."""
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


def end_turn(state: HansaData, events: list[Event]) -> None:
    """Begin the next player's turn, or end the game with the end of the round (section 9, A15)."""
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
