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
from game.engine.hansa.decisions import DECISIONS, DecisionRule
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
        "_legal", "acted", "active", "bank", "bounds", "busy", "coins", "colours", "drawn", "goods", "guard",
        "hands", "idle", "losses", "markets", "now", "options", "removed", "reserve", "ruleset", "seats",
        "seed", "selling", "shelf", "ship", "sold", "stalled", "start", "turns",
    )  # fmt: skip

    ruleset: Ruleset
    seats: int
    options: Mapping[str, str]
    seed: int
    guard: bool
    """The stall guard is on (A15)."""
    colours: tuple[int, ...]
    """The colours in play."""
    start: int
    """The seat that began."""

    now: DecisionRule | None
    """The open decision, a row of the table; None when the game is over."""
    active: int
    """The seat whose turn (or first placement) it is."""
    turns: int
    """Turns begun."""
    ship: int
    acted: bool
    """The one action of this visit is done (7.3)."""
    busy: bool
    """Something was done in this turn."""
    idle: int
    """Turns in a row without anything done."""
    stalled: bool

    goods: tuple[int, ...]
    """The goods of all stacks in drawing order, those already drawn included; never changed."""
    drawn: int
    """How many of `goods` are drawn."""
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
    _legal: list[Action] | None
    """The legal actions, once they were asked for."""

    def copy(self) -> HansaState:
        twin = object.__new__(HansaState)
        twin.ruleset = self.ruleset
        twin.seats = self.seats
        twin.options = self.options
        twin.seed = self.seed
        twin.guard = self.guard
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

    def determinize(self, rng: Random) -> HansaState:
        """A copy with the goods still in the stacks dealt anew; nothing else is hidden."""
        twin = self.copy()
        hidden = list(self.goods[self.drawn :])
        shuffle(hidden, rng)
        twin.goods = self.goods[: self.drawn] + tuple(hidden)
        return twin

    # Deciding

    def ask(self, decision: str) -> None:
        """Open the decision with this id. For the rules, not for players."""
        self.now = DECISIONS[decision]

    @property
    def asked(self) -> str:
        """The id of the open decision, "over" if there is none."""
        return "over" if self.now is None else self.now.id

    @property
    def actor(self) -> int | None:
        if self.losses:
            return self.losses[0][0]
        return None if self.now is None else self.active

    @property
    def turn_seat(self) -> int | None:
        return None if self.now is None or not self.turns else self.active

    @property
    def turn_number(self) -> int:
        return self.turns

    @property
    def decision(self) -> Decision | None:
        return None if self.now is None else Decision(self.now.id, self.now.facts(self))

    def legal_actions(self) -> list[Action]:
        if self._legal is None:
            self._legal = [] if self.now is None else self.now.legal(self)
        return self._legal

    def apply(self, action: Action) -> list[Event]:
        now = self.now
        if now is None or action not in self.legal_actions():
            raise self.refusal(action)
        assert isinstance(action, HansaAction)
        events: list[Event] = []
        self._legal = None
        now.apply(self, action, events)
        return events

    def why_not(self, action: Action) -> Reason | None:
        """Why an action that is not legal is not."""
        if action in self.legal_actions():
            return None
        if not isinstance(action, HansaAction):
            return Reason(f"this is no action of {self.ruleset.id}")
        if self.now is None:
            return Reason("the game is over")
        return Reason(self.now.refusal(self, action))

    @property
    def outcome(self) -> Outcome | None:
        return final_outcome(self) if self.now is None else None

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
        return self.start

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
