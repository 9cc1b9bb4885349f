"""A position of *Hansa*: what lies where, and what is asked of whom."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import NamedTuple

from game.engine.core import (
    Action,
    Decision,
    Event,
    Outcome,
    Reason,
    Ruleset,
    ScoreLine,
    State,
    shuffle,
)
from game.engine.hansa import board
from game.engine.hansa.actions import HansaAction
from game.engine.hansa.board import EMPTY, GOODS, TOWN_IDS, TOWNS, WAREHOUSES, Hand
from game.engine.hansa.decisions import TABLE
from game.engine.hansa.flow import FIRST_PLACEMENT, LOSS, OVER
from game.engine.hansa.invariants import check_invariants
from game.engine.hansa.majority import leader, price
from game.engine.hansa.position import format_position
from game.engine.hansa.scoring import final_outcome, score_lines


class Price(NamedTuple):
    """What a good costs: 0 or 1 coin, and the seat that gets it (None: the bank)."""

    coins: int
    payee: int | None


class HansaState(State):
    """The table. Towns, warehouses and goods are indices into the tuples of `board`.

    The methods under "reading" name things as docs/elements.md does; they are what a client needs.
    The attributes are the engine's own; a hand is a sorted tuple of goods.
    """

    __slots__ = (
        "acted", "asks", "bank", "bounds", "busy", "coins", "colours", "drawn", "first", "guard", "hands",
        "idle", "known_legal", "losses", "markets", "number", "options", "removed", "reserve", "ruleset",
        "seats", "seed", "selling", "shelf", "ship", "sold", "stalled", "supply", "turn",
    )  # fmt: skip

    ruleset: Ruleset
    seats: int
    options: Mapping[str, str]
    seed: int
    guard: bool
    """The stall guard is on (A15)."""
    colours: tuple[int, ...]
    """The colours in play."""
    first: int
    """The seat that began."""

    asks: int
    """Which decision is open: an index into the table of decisions, or OVER."""
    turn: int
    """The seat whose turn (or first placement) it is."""
    number: int
    """Turns begun."""
    ship: int
    acted: bool
    """The one action of this visit is done (7.3)."""
    busy: bool
    """Something was done in this turn."""
    idle: int
    """Turns in a row without anything done."""
    stalled: bool

    supply: tuple[int, ...]
    """The goods of all stacks in drawing order, those already drawn included; never changed."""
    drawn: int
    """How many of `supply` are drawn."""
    bounds: tuple[int, ...]
    """Per stack: how many are drawn when it is empty."""
    shelf: list[int]
    """Per warehouse: the good in it, or EMPTY."""
    removed: list[int]
    """Per good: how many are out of the game (without the colours left out)."""

    bank: int
    coins: list[int]
    reserve: list[int]
    markets: list[int]
    """At `town * seats + seat`: how many markets."""
    hands: list[Hand]
    sold: list[Hand]

    selling: tuple[int, ...]
    """The colours sold in the sale that is under way."""
    losses: tuple[tuple[int, int], ...]
    """Goods still to be lost to a sale: (owner, colour), in order (7.7.6)."""
    known_legal: list[Action] | None
    """The legal actions, once they were asked for."""

    def copy(self) -> HansaState:
        twin = object.__new__(HansaState)
        twin.ruleset = self.ruleset
        twin.seats = self.seats
        twin.options = self.options
        twin.seed = self.seed
        twin.guard = self.guard
        twin.colours = self.colours
        twin.first = self.first
        twin.asks = self.asks
        twin.turn = self.turn
        twin.number = self.number
        twin.ship = self.ship
        twin.acted = self.acted
        twin.busy = self.busy
        twin.idle = self.idle
        twin.stalled = self.stalled
        twin.supply = self.supply
        twin.drawn = self.drawn
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
        twin.known_legal = self.known_legal
        return twin

    def determinize(self, rng: Random) -> HansaState:
        """A copy with the goods still in the stacks dealt anew; nothing else is hidden."""
        twin = self.copy()
        hidden = list(self.supply[self.drawn :])
        shuffle(hidden, rng)
        twin.supply = self.supply[: self.drawn] + tuple(hidden)
        return twin

    # Deciding

    @property
    def actor(self) -> int | None:
        if self.asks == LOSS:
            return self.losses[0][0]
        return None if self.asks == OVER else self.turn

    @property
    def turn_seat(self) -> int | None:
        return None if self.asks in (FIRST_PLACEMENT, OVER) else self.turn

    @property
    def turn_number(self) -> int:
        return self.number

    @property
    def decision(self) -> Decision | None:
        if self.asks == OVER:
            return None
        rule = TABLE[self.asks]
        return Decision(rule.id, rule.facts(self))

    def legal_actions(self) -> list[Action]:
        if self.known_legal is None:
            self.known_legal = [] if self.asks == OVER else TABLE[self.asks].legal(self)
        return self.known_legal

    def apply(self, action: Action) -> list[Event]:
        if action not in self.legal_actions():
            raise self.refusal(action)
        assert isinstance(action, HansaAction)
        events: list[Event] = []
        self.known_legal = None
        TABLE[self.asks].apply(self, action, events)
        return events

    def why_not(self, action: Action) -> Reason | None:
        """Why an action that is not legal is not."""
        if action in self.legal_actions():
            return None
        if not isinstance(action, HansaAction):
            return Reason(f"this is no action of {self.ruleset.id}")
        if self.asks == OVER:
            return Reason("the game is over")
        return Reason(TABLE[self.asks].refusal(self, action))

    @property
    def outcome(self) -> Outcome | None:
        return final_outcome(self) if self.asks == OVER else None

    def scores(self) -> tuple[ScoreLine, ...]:
        return score_lines(self)

    def position(self) -> str:
        return format_position(self)

    def check(self) -> None:
        check_invariants(self)

    # Reading: the table in the words of docs/elements.md

    @property
    def ship_town(self) -> str:
        return TOWN_IDS[self.ship]

    @property
    def action_done(self) -> bool:
        """The one action of this visit is done; the ship must move before another."""
        return self.acted

    @property
    def first_seat(self) -> int:
        return self.first

    @property
    def last_round(self) -> bool:
        """The round under way is the last one (9.1)."""
        return self.stalled or self.drawn > self.bounds[-2]

    @property
    def colours_in_play(self) -> tuple[str, ...]:
        return tuple(board.COLOURS[colour] for colour in self.colours)

    def stacks(self) -> tuple[int, ...]:
        """How many goods each of the five stacks holds."""
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
        return self.markets[TOWN_IDS.index(town) * self.seats + seat]

    def unsold(self, seat: int) -> tuple[str, ...]:
        """A player's goods, face up: ("red.1", "red.2", ...)."""
        return tuple(GOODS[good] for good in self.hands[seat])

    def sold_goods(self, seat: int) -> tuple[str, ...]:
        """A player's sold goods. They lie face down: show others only how many (A17)."""
        return tuple(GOODS[good] for good in self.sold[seat])

    def removed_goods(self) -> tuple[str, ...]:
        """The goods that left the game, in the order of `board.GOODS`."""
        return tuple(name for name, count in zip(GOODS, self.removed, strict=True) for _ in range(count))

    def leader(self, town: str) -> int | None:
        """The seat with more markets in a town than any other, if there is one (7.5.2)."""
        return leader(self, TOWN_IDS.index(town))

    def price(self, town: str, seat: int) -> Price:
        """What `seat` would pay for a good in a town, and to whom (7.5.2)."""
        coins, payee = price(self, TOWN_IDS.index(town), seat)
        return Price(coins, payee)

    def destinations(self, town: str | None = None) -> tuple[str, ...]:
        """Where one move leads from a town (by default from where the ship is)."""
        number = self.ship if town is None else TOWN_IDS.index(town)
        return tuple(TOWNS[target].id for target in board.DESTINATIONS[number])
