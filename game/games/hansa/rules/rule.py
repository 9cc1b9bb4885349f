"""Base class of the decisions of *Hansa*, and reasons shared by several of them."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping
from typing import Any, ClassVar, TypeAlias

from game.engine.core import Action, Reason
from game.engine.decision import DecisionRule
from game.games.hansa.rules.actions import HansaAction, Sell
from game.games.hansa.rules.board import COLOURS, GOODS, Hand, colour_of
from game.games.hansa.rules.data import HansaData

PAIR = 2
"""Minimum number of goods of a colour that can be sold (7.7.1)."""


Refusal: TypeAlias = Callable[[HansaData, Any], Reason]
"""Function that returns why an action of one class is not legal."""


class Rule(DecisionRule[HansaData]):
    """A decision of this game.

    refusals  by class of action: why such an action is not legal
    """

    refusals: ClassVar[Mapping[type[Action], Refusal]] = {}

    def refuse(self, state: HansaData, action: HansaAction) -> Reason:
        """Return why an action is not legal. An action of another decision comes at the wrong time."""
        why = self.refusals.get(type(action))
        return why(state, action) if why else self.not_now(state, action)

    @abstractmethod
    def not_now(self, state: HansaData, action: HansaAction) -> Reason:
        """Return why it is the wrong time for an action of a class without a refusal."""


def missing(hand: Hand, *wanted: int) -> Reason:
    """Return the good that an action names but the hand lacks."""
    good = next((good for good in wanted if hand.count(good) < wanted.count(good)), wanted[0])
    return Reason("no-such-good", {"good": GOODS[good]})


def unsaleable(hand: Hand, sale: Sell) -> Reason:
    """Return why these goods of a hand cannot be sold: too few of the colour, or not in hand (7.7.1)."""
    colour = sale.colour
    if sum(colour_of(good) == colour for good in hand) < PAIR:
        return Reason("pair-wanted", {"colour": COLOURS[colour]})
    return missing(hand, *sale.goods)
