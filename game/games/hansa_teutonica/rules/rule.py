"""Base class of the decisions of *Hansa Teutonica*."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, TypeAlias

from game.engine.core import Action, Reason
from game.engine.decision import DecisionRule
from game.games.hansa_teutonica.rules.position import Position
from game.games.hansa_teutonica.rules.reasons import ELEMENTS, not_now

Refusal: TypeAlias = Callable[[Position, Any], Reason | None]
"""Function that returns why an action of one class is not legal."""

Answer: TypeAlias = Callable[[Position, str], Reason | None]
"""Function that returns why an element of one kind is not offered. Its argument is the part after the kind,
as in "house.stade-hamburg.1"."""


class Rule(DecisionRule[Position]):
    """A decision of this game.

    inside_action  whether the decision occurs after an action of the turn has been spent
    may_end   whether the game can be about to end during the decision
    opening   whether the decision occurs before the first turn
    refusals  by class of the actions that answer it: why such an action is not legal
    touches   by kind of element: why it is not offered, if more specific than `reasons`
    offers    functions of modules that change the list of legal actions (`Extension`)
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
        self.offers: tuple[Callable[[Any, int, list[Action]], None], ...] = ()

    def refuse(self, s: Position, action: Action) -> Reason:
        """Return why an action is not legal. An action of another decision comes at the wrong time."""
        if not s.edition.words.has(action):
            return Reason("not-offered")
        why = self.refused.get(type(action))
        return (why and why(s, action)) or not_now(s)

    def explain(self, s: Position, element: str) -> Reason | None:
        """Return why an element of board or player board is not offered; None for kinds that need no
        explanation."""
        kind, _, rest = element.partition(".")
        answer = self.touched.get(kind) or s.edition.touches.get(kind) or ELEMENTS.get(kind)
        return answer(s, rest) if answer else None

    def asked(self, s: Position) -> int:
        """Return the seat that decides, if a position string does not name it."""
        return s.active

    def check(self, s: Position) -> None:
        """Check that the active player decides, as in most decisions."""
        assert s.decider == s.active, f"{self.id!r} is asked of the player whose turn it is"
