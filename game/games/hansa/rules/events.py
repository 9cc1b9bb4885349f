"""Events of *Hansa*, immutable shared objects.

place      two markets at the first placement       reserve.<seat> -> market.<town>.<seat>
turn       a turn begins; amount: its number
income     coins                                    bank -> purse.<seat>
restock    a good is turned face up (revealing)     stack.<n> -> warehouse.<id>
last-round the first good of stack 5 was drawn
pay        coins for a move, a good or the restock  purse.<seat> -> bank or purse.<seat>
sail       the ship                                 town.<town> -> town.<town>
buy        a good                                   warehouse.<id> -> goods.<seat>
spend      the good that pays for markets           goods.<seat> -> box
build      markets                                  reserve.<seat> -> market.<town>.<seat>
sell       goods of one kind                        goods.<seat> -> sold.<seat>
recall     the market a sale costs                  market.<town>.<seat> -> reserve.<seat>
loss       an opponent's good, after a sale         goods.<seat> -> box
tax        coins above three                        purse.<seat> -> bank
discard    a good above three                       goods.<seat> -> box
turn-end   a turn is over, taxes and all
stalled    the stall guard ends the game with this round
game-end   the game is over
"""

from __future__ import annotations

from functools import cache

from game.engine.core import Event
from game.games.hansa.rules.board import GOODS, PLACEMENT_MARKETS, TOWN_IDS, WAREHOUSES

REVEALING = frozenset({"restock"})

LAST_ROUND = Event("last-round", source="stack.5")
STALLED = Event("stalled")
GAME_END = Event("game-end")


def turn(seat: int, number: int) -> Event:
    """Return the event that a turn begins."""
    return Event("turn", seat, amount=number)


@cache
def place(seat: int, town: int) -> Event:
    """Return the event of a first placement."""
    target = f"market.{TOWN_IDS[town]}.{seat}"
    return Event("place", seat, "market", f"reserve.{seat}", target, PLACEMENT_MARKETS)


@cache
def income(seat: int, coins: int) -> Event:
    """Return the event of income."""
    return Event("income", seat, "coin", "bank", f"purse.{seat}", coins)


@cache
def restock(good: int, stack: int, warehouse: int) -> Event:
    """Return the event of a good turned face up. `stack` counts from 0 here, from 1 in the event."""
    target = f"warehouse.{WAREHOUSES[warehouse]}"
    return Event("restock", None, f"good.{GOODS[good]}", f"stack.{stack + 1}", target, 1)


@cache
def pay(seat: int, payee: int | None) -> Event:
    """Return the event of one coin paid to another player, or to the bank (None)."""
    target = "bank" if payee is None else f"purse.{payee}"
    return Event("pay", seat, "coin", f"purse.{seat}", target, 1)


@cache
def sail(seat: int, source: int, target: int) -> Event:
    """Return the event of a move of the ship."""
    return Event("sail", seat, "ship", f"town.{TOWN_IDS[source]}", f"town.{TOWN_IDS[target]}", 1)


@cache
def buy(seat: int, good: int, warehouse: int) -> Event:
    """Return the event of a good bought."""
    return Event("buy", seat, f"good.{GOODS[good]}", f"warehouse.{WAREHOUSES[warehouse]}", f"goods.{seat}", 1)


@cache
def to_box(kind: str, seat: int, good: int) -> Event:
    """Return the event of a good that leaves the game: it pays for markets (`spend`), is lost to a sale
    (`loss`) or is given up as tax (`discard`)."""
    return Event(kind, seat, f"good.{GOODS[good]}", f"goods.{seat}", "box", 1)


@cache
def build(seat: int, town: int, markets: int) -> Event:
    """Return the event of markets built."""
    return Event("build", seat, "market", f"reserve.{seat}", f"market.{TOWN_IDS[town]}.{seat}", markets)


@cache
def sell(seat: int, good: int, number: int) -> Event:
    """Return the event of goods of one kind sold."""
    return Event("sell", seat, f"good.{GOODS[good]}", f"goods.{seat}", f"sold.{seat}", number)


@cache
def recall(seat: int, town: int) -> Event:
    """Return the event of the market that a sale costs."""
    return Event("recall", seat, "market", f"market.{TOWN_IDS[town]}.{seat}", f"reserve.{seat}", 1)


@cache
def turn_end(seat: int) -> Event:
    """Return the event that a turn is over."""
    return Event("turn-end", seat)


@cache
def tax(seat: int, coins: int) -> Event:
    """Return the event of coins paid as tax."""
    return Event("tax", seat, "coin", f"purse.{seat}", "bank", coins)
