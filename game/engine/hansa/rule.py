"""What all decisions of *Hansa* share, and the reasons given by several of them."""

from __future__ import annotations

from game.engine.core import Reason
from game.engine.decision import DecisionRule
from game.engine.hansa.actions import HansaAction
from game.engine.hansa.board import COLOURS, GOODS, Hand, colour_of
from game.engine.hansa.data import HansaData

PAIR = 2
"""The fewest goods of a colour that can be sold (7.7.1)."""


class Rule(DecisionRule[HansaData]):
    """A decision of this game. Its single instance is a constant of its module, the id in capitals."""

    def __reduce__(self) -> str:
        return self.id.replace("-", "_").upper()


def missing(hand: Hand, action: HansaAction) -> Reason:
    """A good that an action names but the hand lacks."""
    wanted = action.goods or (action.target,)
    good = next((good for good in wanted if hand.count(good) < wanted.count(good)), wanted[0])
    return Reason("no-such-good", {"good": GOODS[good]})


def unsaleable(hand: Hand, action: HansaAction) -> Reason:
    """Why these goods of a hand cannot be sold: too few of the colour, or not in hand (7.7.1)."""
    colour = action.target
    if sum(colour_of(good) == colour for good in hand) < PAIR:
        return Reason("pair-wanted", {"colour": COLOURS[colour]})
    return missing(hand, action)
