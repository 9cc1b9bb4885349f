"""Data of a position of *Hansa*, with accessors.

The rules (`placement`, `turn`, `sale`, `taxes`) work on it. `state.HansaState` implements the engine's
interface (`apply`, `legal_actions` and others).
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from typing import NamedTuple, Self

from game.engine.game_state import GameState
from game.games.hansa.rules.board import (
    DESTINATIONS,
    EMPTY,
    GOODS,
    TOWN_IDS,
    WAREHOUSES,
    Hand,
    colour_of,
)


class Price(NamedTuple):
    """Price of a good: 0 or 1 coin, and its payee (a seat, or None for the bank)."""

    coins: int
    payee: int | None


_SLOTS = (
    "acted", "bank", "bounds", "busy", "coins", "colours", "drawn", "extra", "goods", "guard", "hands",
    "idle", "losses", "markets", "opener", "options", "removed", "reserve", "seats", "seed", "selling",
    "shelf", "ship", "sold", "stalled", "start",
)  # fmt: skip


class HansaData(GameState):
    """A position. Towns, warehouses and goods are indices into the tuples of `board`.

    The attributes and the methods under "In numbers" are for the rules and the bots. A hand is a sorted tuple
    of goods. The methods under "In words" use the names of docs/reference/elements.md, for a client.
    """

    __slots__ = _SLOTS

    pickled = ("active", "turns", *_SLOTS)

    seats: int
    options: Mapping[str, str]
    seed: int
    guard: bool
    """Option: the stall guard (A15)."""
    extra: bool
    """Option: the extra card (section 12)."""
    colours: tuple[int, ...]
    """Colours in play."""
    start: int
    """Seat of the start player."""

    ship: int
    acted: bool
    """True after the one action of this visit (7.3)."""
    busy: bool
    """True after the first action or move of this turn."""
    idle: int
    """Number of consecutive turns without any action or move."""
    stalled: bool

    goods: tuple[int, ...]
    """Goods of all stacks in drawing order, including those already drawn. Constant."""
    drawn: int
    """Number of `goods` drawn."""
    opener: int
    """With the extra card, the seat that began the last stack; -1 before."""
    bounds: tuple[int, ...]
    """Number of goods drawn when each stack is empty."""
    shelf: list[int]
    """Good in each warehouse, or EMPTY."""
    removed: list[int]
    """Number of each good that has left the game (without the colours left out at setup)."""

    bank: int
    coins: list[int]
    reserve: list[int]
    """Coins and markets left, by seat."""
    markets: list[int]
    """Number of markets by town and seat; read with `market_at`, `markets_of` and `row`."""
    hands: list[Hand]
    sold: list[Hand]

    selling: tuple[int, ...]
    """Colours sold in the current sale."""
    losses: tuple[tuple[int, int], ...]
    """Goods still to be lost to a sale: (owner, colour), in order (7.7.6)."""

    @abstractmethod
    def ask(self, decision: str) -> None:
        """Open the decision with this id. For the rules, not for players."""

    def copy(self) -> Self:
        twin = self.__new__(type(self))
        twin.seats = self.seats
        twin.options = self.options
        twin.seed = self.seed
        twin.guard = self.guard
        twin.extra = self.extra
        twin.colours = self.colours
        twin.start = self.start
        twin.now = self.now
        twin.active = self.active
        twin.turns = self.turns
        twin.ship = self.ship
        twin.acted = self.acted
        twin.busy = self.busy
        twin.idle = self.idle
        twin.stalled = self.stalled
        twin.goods = self.goods
        twin.drawn = self.drawn
        twin.opener = self.opener
        twin.bounds = self.bounds
        twin.shelf = self.shelf[:]
        twin.removed = self.removed[:]
        twin.bank = self.bank
        twin.coins = self.coins[:]
        twin.reserve = self.reserve[:]
        twin.markets = self.markets[:]
        twin.hands = self.hands[:]
        twin.sold = self.sold[:]
        twin.selling = self.selling
        twin.losses = self.losses
        twin._legal = self._legal
        return twin

    # In numbers

    def market_at(self, town: int, seat: int) -> int:
        """Return the number of markets of a seat in a town."""
        return self.markets[town * self.seats + seat]

    def add_markets(self, town: int, seat: int, number: int) -> None:
        """Move markets from a seat's reserve to a town, or back if the number is negative."""
        self.markets[town * self.seats + seat] += number
        self.reserve[seat] -= number

    def row(self, town: int) -> list[int]:
        """Return the markets in a town, by seat."""
        start = town * self.seats
        return self.markets[start : start + self.seats]

    def markets_of(self, seat: int) -> list[int]:
        """Return the markets of a seat, by town."""
        return self.markets[seat :: self.seats]

    def leader_at(self, town: int) -> int | None:
        """Return the seat with more markets in the town than any other, None if there is no such seat (7.5.2,
        A4)."""
        here = self.row(town)
        most = max(here)
        return here.index(most) if most and here.count(most) == 1 else None

    def price_at(self, town: int, seat: int) -> Price:
        """Return the price of a good in a town for a seat, and its payee (7.5.2)."""
        payee = self.leader_at(town)
        return _FREE if payee == seat else Price(1, payee)

    def held(self, seat: int, colour: int) -> list[int]:
        """Return a seat's unsold goods of one colour."""
        return [good for good in self.hands[seat] if colour_of(good) == colour]

    # In words

    @property
    def ship_town(self) -> str:
        """Return the town of the ship."""
        return TOWN_IDS[self.ship]

    @property
    def last_round(self) -> bool:
        """Return whether this is the last round (9.1)."""
        return self.stalled or self.drawn > self.bounds[-2]

    def stacks(self) -> tuple[int, ...]:
        """Return the number of goods left in each of the five stacks."""
        starts = (0, *self.bounds)
        return tuple(
            end - min(max(self.drawn, start), end) for start, end in zip(starts, self.bounds, strict=False)
        )

    def warehouse(self, name: str) -> str | None:
        """Return the good in a warehouse ("red.2"), None if it is empty."""
        good = self.shelf[WAREHOUSES.index(name)]
        return None if good == EMPTY else GOODS[good]

    def markets_in(self, town: str, seat: int) -> int:
        """Return the number of a player's markets in a town."""
        return self.market_at(TOWN_IDS.index(town), seat)

    def unsold(self, seat: int) -> tuple[str, ...]:
        """Return a player's goods, face up: ("red.1", "red.2", ...)."""
        return tuple(GOODS[good] for good in self.hands[seat])

    def sold_goods(self, seat: int) -> tuple[str, ...]:
        """Return a player's sold goods. They are face down: show others only their number (A17)."""
        return tuple(GOODS[good] for good in self.sold[seat])

    def removed_goods(self) -> tuple[str, ...]:
        """Return the goods that left the game, in the order of `board.GOODS`."""
        return tuple(name for name, count in zip(GOODS, self.removed, strict=True) for _ in range(count))

    def leader(self, town: str) -> int | None:
        """Return the seat with more markets in a town than any other, None if there is no such
        seat (7.5.2)."""
        return self.leader_at(TOWN_IDS.index(town))

    def price(self, town: str, seat: int) -> Price:
        """Return the price of a good in a town for `seat`, and its payee (7.5.2)."""
        return self.price_at(TOWN_IDS.index(town), seat)

    def destinations(self, town: str | None = None) -> tuple[str, ...]:
        """Return the towns one move away from a town (by default the ship's)."""
        number = self.ship if town is None else TOWN_IDS.index(town)
        return tuple(TOWN_IDS[target] for target in DESTINATIONS[number])


_FREE = Price(0, None)
