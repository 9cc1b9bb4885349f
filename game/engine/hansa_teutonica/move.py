"""Moving own pieces from house to house (rules 5.4)."""

from __future__ import annotations

from itertools import compress
from typing import TYPE_CHECKING, Any

from game.engine.core import Action, Event
from game.engine.hansa_teutonica.actions import LIFT, SET_DOWN, Lift, SetDown
from game.engine.hansa_teutonica.board import BOOK, KINDS, LEVELS
from game.engine.hansa_teutonica.effects import back_to_turn, put, spend_action, take
from game.engine.hansa_teutonica.events import LIFTED, SET
from game.engine.hansa_teutonica.question import Question
from game.engine.hansa_teutonica.tables import IS_EMPTY, OWN

if TYPE_CHECKING:
    from game.engine.hansa_teutonica.state import HansaTeutonicaState


def lift(s: HansaTeutonicaState, action: Lift, events: list[Event]) -> None:
    """5.4: the first piece of a move is lifted."""
    spend_action(s)
    s.allowance = LEVELS[BOOK][s.levels[5 * s.active + BOOK]]
    s.ask("move", s.active)
    lift_another(s, action, events)


def lift_another(s: HansaTeutonicaState, action: Lift, events: list[Event]) -> None:
    """5.4: another piece is lifted, as long as none has been set down."""
    piece = take(s, action.place)
    s.hand += (piece,)
    s.origins += ((action.place, piece),)
    s.allowance -= 1
    events.append(LIFTED[piece][action.place])


class Move(Question):
    """5.4: up to as many pieces as the book says are lifted, then set down in the order they were lifted.

    Putting everything back exactly as it was is no move (A16), unless there is no other empty house.
    """

    id = "move"

    def legal(self, s: HansaTeutonicaState) -> list[Action]:
        found: list[Action] = []
        if s.allowance and len(s.hand) == len(s.origins):
            found.extend(compress(LIFT, s.houses.translate(OWN[s.active])))
        empty = s.houses.translate(IS_EMPTY)
        if len(s.hand) == 1 and empty.count(1) > 1:
            changed = [(house, piece) for house, piece in s.origins if s.houses[house] != piece]
            if len(changed) == 1 and changed[0][1] == s.hand[0]:
                empty[changed[0][0]] = 0
        found.extend(compress(SET_DOWN, empty))
        return found

    def facts(self, s: HansaTeutonicaState) -> dict[str, Any]:
        may_lift = s.allowance if len(s.hand) == len(s.origins) else 0
        return {"piece": KINDS[s.hand[0] - 1 & 1], "in_hand": len(s.hand), "may_lift": may_lift}


def set_down(s: HansaTeutonicaState, action: SetDown, events: list[Event]) -> None:
    """5.4: the piece that was lifted first goes into an empty house."""
    piece, s.hand = s.hand[0], s.hand[1:]
    put(s, action.place, piece)
    events.append(SET[piece][action.place])
    if not s.hand:
        back_to_turn(s)


MOVE = Move({Lift: lift_another, SetDown: set_down})
