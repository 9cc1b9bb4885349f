"""Public state of *Hansa*, as the engine's interface requires."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from game.engine.core import Action, Outcome, Reason, ScoreLine, Told, shuffle
from game.engine.reveals import drawn_first, revealed_pieces
from game.games.hansa.rules.actions import HansaAction
from game.games.hansa.rules.board import GOODS
from game.games.hansa.rules.data import HansaData
from game.games.hansa.rules.decisions import DECISIONS
from game.games.hansa.rules.flow import begin_turn
from game.games.hansa.rules.invariants import check_invariants
from game.games.hansa.rules.position_format import format_position
from game.games.hansa.rules.rule import Rule
from game.games.hansa.rules.scoring import final_outcome, score_lines


class HansaState(HansaData):
    """A position. `setup` and `position_parse` create it; only `apply` changes it."""

    __slots__ = ()

    def rules(self) -> Mapping[str, Rule]:
        return DECISIONS

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

    def turn_of(self, seat: int) -> HansaState:
        """Return the position at the beginning of a seat's next turn if nothing changes before."""
        twin = self.copy()
        twin.active, twin.losses, twin.selling = seat, (), ()
        begin_turn(twin, [])
        twin._legal = None  # those of the turn that is passed over
        return twin

    def arrange(self, told: Told) -> None:
        """Apply a reveal: put the goods that a restock turns face up (`restock`) on top of the
        stacks (6.5)."""
        goods = revealed_pieces(told, "restock", [f"good.{name}" for name in GOODS])
        if goods:
            hidden = drawn_first(goods, self.goods[self.drawn :], "restock")
            self.goods = self.goods[: self.drawn] + tuple(hidden)

    @property
    def actor(self) -> int | None:
        if self.losses:
            return self.losses[0][0]
        return None if self.now is None else self.active

    def why_not(self, action: Action) -> Reason | None:
        if not isinstance(action, HansaAction):
            return Reason("other-game", {"game": self.ruleset.id})
        return super().why_not(action)

    @property
    def outcome(self) -> Outcome | None:
        return final_outcome(self) if self.now is None else None

    def scores(self) -> tuple[ScoreLine, ...]:
        return score_lines(self)

    def position(self, seat: int | None = None) -> str:
        return format_position(self)

    def check(self) -> None:
        check_invariants(self)
