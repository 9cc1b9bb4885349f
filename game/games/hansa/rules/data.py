"""The data of a position of *Hansa*: what lies where, whose turn it is, and accessors.

The rules (`placement`, `turn`, `sale`, `taxes`) work on it. The contract (`apply`,
`legal_actions` and so on) is in `state.HansaState`.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple, Self

from game.engine.core import Action, State
from game.engine.decision import DecisionRule
from game.games.hansa.rules.board import (
    COLOURS,
    DESTINATIONS,
    EMPTY,
    GOODS,
    TOWN_IDS,
    WAREHOUSES,
    Hand,
    colour_of,
)


class Price(NamedTuple):
    """What a good costs: 0 or 1 coin, and who gets it (a seat, or None for the bank)."""

    coins: int
    payee: int | None


_SLOTS = (
    "_legal", "acted", "active", "bank", "bounds", "busy", "coins", "colours", "drawn", "extra", "goods",
    "guard", "hands", "idle", "losses", "markets", "now", "opener", "options", "removed", "reserve", "seats",
    "seed", "selling", "shelf", "ship", "sold", "stalled", "start", "turns",
)  # fmt: skip


class HansaData(State):
    """The table. Towns, warehouses and goods are indices into the tuples of `board`.

    The attributes and the methods under "In numbers" are for the rules and the bots; a hand is a sorted
    tuple of goods. The methods under "In words" use the names of docs/elements.md, for a client.
    """

    __slots__ = _SLOTS

    again: ClassVar[Callable[[dict[str, Any]], Any]]
    """Makes a state of what was pickled. The ruleset sets it, so that it is there wherever states are."""

    seats: int
    options: Mapping[str, str]
    seed: int
    guard: bool
    """Whether the stall guard is on (A15)."""
    extra: bool
    """Whether the extra card is played with (section 12)."""
    colours: tuple[int, ...]
    """The colours in play."""
    start: int
    """The seat that began."""

    now: DecisionRule[HansaData] | None
    """The open decision, a row of `DECISIONS`; None when the game is over."""
    active: int
    """The seat whose turn (or first placement) it is."""
    turns: int
    """Turns begun."""
    ship: int
    acted: bool
    """Whether the one action of this visit has been taken (7.3)."""
    busy: bool
    """Whether anything has been done in this turn."""
    idle: int
    """Turns in a row in which nothing was done."""
    stalled: bool

    goods: tuple[int, ...]
    """The goods of all stacks in drawing order, including those already drawn; never changed."""
    drawn: int
    """How many of `goods` have been drawn."""
    opener: int
    """With the extra card, the seat that began the last stack; -1 before."""
    bounds: tuple[int, ...]
    """By stack: how many goods have been drawn when it is empty."""
    shelf: list[int]
    """By warehouse: the good in it, or EMPTY."""
    removed: list[int]
    """By good: how many have left the game (not counting colours left out at setup)."""

    bank: int
    coins: list[int]
    reserve: list[int]
    markets: list[int]
    """How many markets, by town and seat: read with `market_at`, `markets_of` and `row`."""
    hands: list[Hand]
    sold: list[Hand]

    selling: tuple[int, ...]
    """The colours sold so far in the current sale."""
    losses: tuple[tuple[int, int], ...]
    """Goods still to be lost to a sale: (owner, colour), in order (7.7.6)."""
    _legal: Sequence[Action] | None
    """The legal actions, cached."""

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

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[dict[str, Any]]]:
        return type(self).again, (self.__getstate__(),)

    def __getstate__(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in _SLOTS}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        for name, value in kept.items():
            setattr(self, name, value)

    # In numbers

    def market_at(self, town: int, seat: int) -> int:
        """How many markets a seat has in a town."""
        return self.markets[town * self.seats + seat]

    def add_markets(self, town: int, seat: int, number: int) -> None:
        """Move markets from a seat's reserve to a town, or back if the number is negative."""
        self.markets[town * self.seats + seat] += number
        self.reserve[seat] -= number

    def row(self, town: int) -> list[int]:
        """The markets in a town, by seat."""
        start = town * self.seats
        return self.markets[start : start + self.seats]

    def markets_of(self, seat: int) -> list[int]:
        """The markets of a seat, by town."""
        return self.markets[seat :: self.seats]

    def leader_at(self, town: int) -> int | None:
        """The seat with more markets in the town than any other, if there is one (7.5.2, A4)."""
        here = self.row(town)
        most = max(here)
        return here.index(most) if most and here.count(most) == 1 else None

    def price_at(self, town: int, seat: int) -> Price:
        """What a seat would pay for a good in a town, and to whom (7.5.2)."""
        payee = self.leader_at(town)
        return _FREE if payee == seat else Price(1, payee)

    def held(self, seat: int, colour: int) -> list[int]:
        """A seat's unsold goods of one colour."""
        return [good for good in self.hands[seat] if colour_of(good) == colour]

    # In words

    @property
    def ship_town(self) -> str:
        return TOWN_IDS[self.ship]

    @property
    def action_done(self) -> bool:
        """Whether the one action of this visit has been taken; the ship must move before another."""
        return self.acted

    @property
    def first_seat(self) -> int:
        return self.start

    @property
    def last_round(self) -> bool:
        """Whether this is the last round (9.1)."""
        return self.stalled or self.drawn > self.bounds[-2]

    @property
    def colours_in_play(self) -> tuple[str, ...]:
        return tuple(COLOURS[colour] for colour in self.colours)

    def stacks(self) -> tuple[int, ...]:
        """How many goods are left in each of the five stacks."""
        starts = (0, *self.bounds)
        return tuple(
            end - min(max(self.drawn, start), end) for start, end in zip(starts, self.bounds, strict=False)
        )

    def warehouse(self, name: str) -> str | None:
        """The good in a warehouse ("red.2"), None if it is empty."""
        good = self.shelf[WAREHOUSES.index(name)]
        return None if good == EMPTY else GOODS[good]

    def purse(self, seat: int) -> int:
        return self.coins[seat]

    def markets_left(self, seat: int) -> int:
        """Markets in a player's reserve."""
        return self.reserve[seat]

    def markets_in(self, town: str, seat: int) -> int:
        return self.market_at(TOWN_IDS.index(town), seat)

    def unsold(self, seat: int) -> tuple[str, ...]:
        """A player's goods, face up: ("red.1", "red.2", ...)."""
        return tuple(GOODS[good] for good in self.hands[seat])

    def sold_goods(self, seat: int) -> tuple[str, ...]:
        """A player's sold goods. They lie face down: show others only their number (A17)."""
        return tuple(GOODS[good] for good in self.sold[seat])

    def removed_goods(self) -> tuple[str, ...]:
        """The goods that left the game, in the order of `board.GOODS`."""
        return tuple(name for name, count in zip(GOODS, self.removed, strict=True) for _ in range(count))

    def leader(self, town: str) -> int | None:
        """The seat with more markets in a town than any other, if there is one (7.5.2)."""
        return self.leader_at(TOWN_IDS.index(town))

    def price(self, town: str, seat: int) -> Price:
        """What `seat` would pay for a good in a town, and to whom (7.5.2)."""
        return self.price_at(TOWN_IDS.index(town), seat)

    def destinations(self, town: str | None = None) -> tuple[str, ...]:
        """Where one move leads from a town (by default the ship's)."""
        number = self.ship if town is None else TOWN_IDS.index(town)
        return tuple(TOWN_IDS[target] for target in DESTINATIONS[number])


_FREE = Price(0, None)
