"""What all decisions of *Hansa* have in common, and the reasons that several of them give."""

from __future__ import annotations

from game.engine.core import Reason
from game.engine.decision import DecisionRule
from game.engine.hansa.actions import HansaAction
from game.engine.hansa.board import COLOURS, GOODS, Hand, colour_of
from game.engine.hansa.data import HansaData

PAIR = 2
"""How many goods of a colour a sale needs at least (7.7.1)."""


class Rule(DecisionRule[HansaData]):
    """A decision of this game. Its one object is a constant of its module: the id in capitals."""

    def __reduce__(self) -> str:
        return self.id.replace("-", "_").upper()


def missing(hand: Hand, action: HansaAction) -> Reason:
    """A good that an action names and the hand has not."""
    wanted = action.goods or (action.target,)
    good = next((good for good in wanted if hand.count(good) < wanted.count(good)), wanted[0])
    return Reason("no-such-good", {"good": GOODS[good]})


def unsaleable(hand: Hand, action: HansaAction) -> Reason:
    """Why these goods cannot be sold from a hand: too few of the colour, or not these (7.7.1)."""
    colour = action.target
    if sum(colour_of(good) == colour for good in hand) < PAIR:
        return Reason("pair-wanted", {"colour": COLOURS[colour]})
    return missing(hand, action)
