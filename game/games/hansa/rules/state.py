"""Public state of *Hansa*, as the engine's interface requires: pending decision, legal actions,
transitions."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from game.engine.core import Action, Decision, Event, Outcome, Reason, ScoreLine, Told, shuffle
from game.engine.telling import drawn_first, pieces_told
from game.games.hansa.rules.actions import HansaAction
from game.games.hansa.rules.board import GOODS
from game.games.hansa.rules.data import HansaData
from game.games.hansa.rules.decisions import DECISIONS
from game.games.hansa.rules.invariants import check_invariants
from game.games.hansa.rules.position_format import format_position
from game.games.hansa.rules.scoring import final_outcome, score_lines


class HansaState(HansaData):
    """A position. `setup` and `position_parse` create it; only `apply` changes it."""

    __slots__ = ()

    def ask(self, decision: str) -> None:
        self.now = DECISIONS[decision]

    def determinize(self, rng: Random, seat: int | None = None) -> HansaState:
        """Return a copy with the goods in the stacks reshuffled. Nothing else is hidden, and no seat knows
        more."""
        twin = self.copy()
        hidden = list(self.goods[self.drawn :])
        shuffle(hidden, rng)
        twin.goods = self.goods[: self.drawn] + tuple(hidden)
        return twin

    def arrange(self, told: Told) -> None:
        """Apply a reveal: put the goods that a restock turns face up (`restock`) on top of the
        stacks (6.5)."""
        goods = pieces_told(told, "restock", [f"good.{name}" for name in GOODS])
        if goods:
            hidden = drawn_first(goods, self.goods[self.drawn :], "restock")
            self.goods = self.goods[: self.drawn] + tuple(hidden)

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

    def legal_actions(self) -> Sequence[Action]:
        if self._legal is None:
            self._legal = [] if self.now is None else self.now.legal(self)
        return self._legal

    def apply(self, action: Action) -> list[Event]:
        now, legal = self.now, self._legal
        if now is None or action not in (self.legal_actions() if legal is None else legal):
            raise self.refusal(action)
        events: list[Event] = []
        self._legal = None
        now.handlers[type(action)](self, action, events)
        return events

    def why_not(self, action: Action) -> Reason | None:
        if action in self.legal_actions():
            return None
        if not isinstance(action, HansaAction):
            return Reason("other-game", {"game": self.ruleset.id})
        return Reason("game-over") if self.now is None else self.now.refuse(self, action)

    @property
    def outcome(self) -> Outcome | None:
        return final_outcome(self) if self.now is None else None

    def scores(self) -> tuple[ScoreLine, ...]:
        return score_lines(self)

    def position(self, seat: int | None = None) -> str:
        return format_position(self)

    def check(self) -> None:
        check_invariants(self)
