"""The position of a game of Hansa Teutonica, and how it goes on.

The state is flat: short byte arrays of small integers, whose meaning `tables` gives. What is asked is one
object of the table in `decisions`; it lists the legal actions and does them.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

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
from game.engine.hansa_teutonica import invariants, position_format, reasons, scoring
from game.engine.hansa_teutonica.decisions import DECISIONS
from game.engine.hansa_teutonica.options import Rules
from game.engine.hansa_teutonica.question import Question
from game.engine.hansa_teutonica.tables import Tables
from game.engine.hansa_teutonica.views import Views


class HansaTeutonicaState(Views, State):
    """A position. `setup` and `position_parse` make one; players change it by `apply` alone.

    Whose pieces are where (codes and indices of `tables`):
      houses    code by house
      missing   houses of a route without an own piece, by seat * STRIDE + route: 0 means it can be claimed
      offices   code by printed office
      extras    by town the codes of its additional offices, oldest first
      presence  by seat the bits of the towns with an own office
      table     1 + seat by space of the Coellen table
      supply, stock  pieces by 2 * seat + kind
      levels    improvements made, by 5 * seat + track
      neutral_reserve  neutral traders of the second colour, not yet in use
    Points and markers:
      points    by seat; completed: towns completed; linked: seats with the east-west bonus, in order
      unused, used   bonus markers by 6 * seat + kind; tavern: 1 + kind by route
      bag, bag_left  hidden markers: bag[bag_left - 1] is drawn next; plate, revealed: replacements to place
      box       markers out of the game
    The turn:
      now       what is asked, None when the game is over; decider: who is asked
      active, start, turns (begun), actions_left
      ending    what will end the game when the running claim is finished
      pawn, steps, acted   the pawn's province (-1: none), its free steps left, was an action done
    Inside an action:
      hand      codes of lifted or displaced pieces
      origins   (house, code) of the pieces lifted for a move; or set down in a displacement
      allowance pieces still to lift, pay, add or remove
      route     of the displacement or the claim; fresh: kind of the marker just taken (-1: none)
    """

    __slots__ = (
        "_legal",
        "acted",
        "actions_left",
        "active",
        "allowance",
        "bag",
        "bag_left",
        "board",
        "box",
        "completed",
        "decider",
        "ending",
        "extras",
        "fresh",
        "hand",
        "houses",
        "levels",
        "linked",
        "missing",
        "neutral_reserve",
        "now",
        "offices",
        "options",
        "origins",
        "pawn",
        "plate",
        "points",
        "presence",
        "revealed",
        "route",
        "rules",
        "seats",
        "seed",
        "start",
        "steps",
        "stock",
        "supply",
        "table",
        "tavern",
        "turns",
        "unused",
        "used",
    )  # fmt: skip

    ruleset: Ruleset
    board: Tables
    rules: Rules
    houses: bytearray
    missing: bytearray
    offices: bytearray
    extras: list[bytes]
    presence: list[int]
    table: bytearray
    supply: bytearray
    stock: bytearray
    levels: bytearray
    neutral_reserve: int
    points: list[int]
    completed: int
    linked: tuple[int, ...]
    unused: bytearray
    used: bytearray
    tavern: bytearray
    bag: tuple[int, ...]
    bag_left: int
    plate: tuple[int, ...]
    revealed: bool
    box: tuple[int, ...]
    now: Question | None
    decider: int
    active: int
    start: int
    turns: int
    actions_left: int
    ending: str
    pawn: int
    steps: int
    acted: bool
    hand: tuple[int, ...]
    origins: tuple[tuple[int, int], ...]
    allowance: int
    route: int
    fresh: int
    _legal: Sequence[Action] | None

    def ask(self, question: str, seat: int) -> None:
        """Ask this seat next. For the decisions, not for players."""
        self.now = DECISIONS[question]
        self.decider = seat

    @property
    def actor(self) -> int | None:
        """Who must decide now: the displaced player too."""
        return None if self.now is None else self.decider

    @property
    def turn_seat(self) -> int | None:
        """Whose turn it is; nobody's while the pawn is put on the board."""
        return None if self.now is None or not self.turns else self.active

    @property
    def turn_number(self) -> int:
        """Turns begun so far."""
        return self.turns

    @property
    def decision(self) -> Decision | None:
        """What is asked: an id of the table in `decisions`, with the facts its prompt needs."""
        return None if self.now is None else Decision(self.now.id, self.now.facts(self))

    def legal_actions(self) -> Sequence[Action]:
        """Every legal action; worked out once per position."""
        if self._legal is None:
            self._legal = () if self.now is None else self.now.legal(self)
        return self._legal

    def apply(self, action: Action) -> list[Event]:
        """Do a legal action."""
        now = self.now
        if now is None or action not in self.legal_actions():
            raise self.refusal(action)
        self._legal = None
        events: list[Event] = []
        now.handlers[type(action)](self, action, events)
        return events

    def why_not(self, action: Action) -> Reason | None:
        """Why `apply` would refuse an action."""
        if action in self.legal_actions():
            return None
        return Reason(reasons.why_not(self, action))

    def copy(self) -> HansaTeutonicaState:
        """An independent copy."""
        new = object.__new__(HansaTeutonicaState)
        new.seats, new.options, new.seed = self.seats, self.options, self.seed
        new.board, new.rules = self.board, self.rules
        new.houses, new.missing = self.houses[:], self.missing[:]
        new.offices, new.extras = self.offices[:], self.extras[:]
        new.presence, new.table = self.presence[:], self.table[:]
        new.supply, new.stock, new.levels = self.supply[:], self.stock[:], self.levels[:]
        new.neutral_reserve = self.neutral_reserve
        new.points, new.completed, new.linked = self.points[:], self.completed, self.linked
        new.unused, new.used, new.tavern = self.unused[:], self.used[:], self.tavern[:]
        new.bag, new.bag_left, new.box = self.bag, self.bag_left, self.box
        new.plate, new.revealed = self.plate, self.revealed
        new.now, new.decider = self.now, self.decider
        new.active, new.start, new.turns = self.active, self.start, self.turns
        new.actions_left, new.ending = self.actions_left, self.ending
        new.pawn, new.steps, new.acted = self.pawn, self.steps, self.acted
        new.hand, new.origins, new.allowance = self.hand, self.origins, self.allowance
        new.route, new.fresh = self.route, self.fresh
        new._legal = self._legal
        return new

    def determinize(self, rng: Random) -> HansaTeutonicaState:
        """A copy with the face-down markers dealt anew: the bag, and the plate until it is shown."""
        new = self.copy()
        hidden = list(self.bag[: self.bag_left])
        if not self.revealed:
            hidden += self.plate
        shuffle(hidden, rng)
        new.bag = tuple(hidden[: self.bag_left])
        if not self.revealed:
            new.plate = tuple(hidden[self.bag_left :])
        return new

    @property
    def outcome(self) -> Outcome | None:
        """The ranking of a finished game (rules section 11)."""
        return scoring.outcome(self) if self.now is None else None

    def scores(self) -> tuple[ScoreLine, ...]:
        """Rows track, full_tracks, markers, table, towns, network."""
        return scoring.score_lines(self)

    def position(self) -> str:
        """The public state in one line (docs/notation.md)."""
        return position_format.format_position(self)

    def check(self) -> None:
        """The invariants of rules section 13."""
        invariants.check_invariants(self)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.position()}>"
