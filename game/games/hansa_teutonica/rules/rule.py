"""What all decisions of Hansa Teutonica share."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, TypeAlias

from game.engine.core import Action, Reason
from game.engine.decision import DecisionRule
from game.games.hansa_teutonica.rules.position import Position
from game.games.hansa_teutonica.rules.reasons import ELEMENTS, not_now

Refusal: TypeAlias = Callable[[Position, Any], Reason | None]
"""Why an action of one class is not legal."""

Answer: TypeAlias = Callable[[Position, str], Reason | None]
"""Why an element of one kind is not offered; gets what follows the kind in "house.stade-hamburg.1"."""


class Rule(DecisionRule[Position]):
    """A decision of this game.

    inside_action  it is asked after an action of the turn has been spent
    may_end   the game may be about to end while it is asked
    opening   it is asked before the first turn
    refusals  by class of the actions that answer it: why such an action is not legal
    touches   by kind of element: why it is not offered, if this decision knows better than `reasons`
    """

    inside_action: ClassVar[bool] = False
    may_end: ClassVar[bool] = False
    opening: ClassVar[bool] = False
    refusals: ClassVar[Mapping[type[Action], Refusal]] = {}
    touches: ClassVar[Mapping[str, Answer]] = {}

    def __init__(self) -> None:
        super().__init__()
        self.refused: dict[type[Action], Refusal] = {**self.refusals}
        self.touched: dict[str, Answer] = {**self.touches}

    def refuse(self, s: Position, action: Action) -> Reason:
        """Why an action is not legal; if it does not answer this decision, it is the wrong time for it."""
        if not s.edition.words.has(action):
            return Reason("not-offered")
        why = self.refused.get(type(action))
        return (why and why(s, action)) or not_now(s)

    def explain(self, s: Position, element: str) -> Reason | None:
        """Why an element of board or desk is not offered; None for kinds that are never touched in vain."""
        kind, _, rest = element.partition(".")
        answer = self.touched.get(kind) or s.edition.touches.get(kind) or ELEMENTS.get(kind)
        return answer(s, rest) if answer else None

    def asked(self, s: Position) -> int:
        """The seat that decides, if a position line does not say so."""
        return s.active

    def check(self, s: Position) -> None:
        """Most decisions belong to the active player."""
        assert s.decider == s.active, f"{self.id!r} is asked of the player whose turn it is"
