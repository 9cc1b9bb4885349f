"""The turn: what the active player may do, and the actions that are done at once (rules sections 4 and 5)."""

from __future__ import annotations

from itertools import compress
from typing import TYPE_CHECKING, Any

from game.engine.core import Action, Event
from game.engine.hansa_teutonica import claim, displacement, markers, move, turn_end, two_players
from game.engine.hansa_teutonica.actions import (
    CLAIM,
    DISPLACE,
    END_TURN,
    INCOME,
    LIFT,
    PLACE,
    Button,
    Claim,
    Displace,
    Finish,
    Income,
    Lift,
    Place,
    StepPawn,
    UseActions,
    UseImprove,
    UseRemove,
    UseSwap,
    WalkPawn,
)
from game.engine.hansa_teutonica.board import BURSA, KINDS, LEVELS, MERCHANT, TRADER
from game.engine.hansa_teutonica.effects import (
    STRIDE,
    put,
    spend_action,
)
from game.engine.hansa_teutonica.events import PLACED
from game.engine.hansa_teutonica.question import Question
from game.engine.hansa_teutonica.tables import (
    IS_EMPTY,
    OWN,
    RIVAL_TRADERS,
    RIVALS,
    code,
)

if TYPE_CHECKING:
    from game.engine.hansa_teutonica.state import HansaTeutonicaState

_NO_MARKERS = bytes(6)


class Turn(Question):
    """Sections 4 and 5: the active player's actions one after the other, markers between them, then the end.

    The end of the turn is always said: until then the last action can be taken back.
    """

    id = "turn"

    def legal(self, s: HansaTeutonicaState) -> list[Action]:
        seat = s.active
        found: list[Action] = []
        if s.actions_left:
            found += income(s, seat)
            if s.pawn >= 0:
                two_players.bound_actions(s, seat, found)
            else:
                free_actions(s, seat, found)
            found.extend(compress(LIFT, s.houses.translate(OWN[seat])))
        if s.pawn >= 0:
            two_players.pawn_moves(s, found)
        if s.unused[6 * seat : 6 * seat + 6] != _NO_MARKERS:
            markers.usable(s, seat, found)
        found.append(END_TURN)
        return found

    def facts(self, s: HansaTeutonicaState) -> dict[str, Any]:
        return {"actions_left": s.actions_left}


def income(s: HansaTeutonicaState, seat: int) -> list[Action]:
    """5.1: as many pieces as the bursa says, or the whole stock; which merchants is the player's choice."""
    traders, merchants = s.stock[2 * seat], s.stock[2 * seat + 1]
    amount = min(LEVELS[BURSA][s.levels[5 * seat + BURSA]], traders + merchants)
    if not amount:
        return []
    return [INCOME[amount - m][m] for m in range(max(0, amount - traders), min(merchants, amount) + 1)]


def free_actions(s: HansaTeutonicaState, seat: int, found: list[Action]) -> None:
    """5.2, 5.3, 5.5: place, displace and claim anywhere on the board."""
    houses = s.houses
    traders, merchants = s.supply[2 * seat], s.supply[2 * seat + 1]
    empty = houses.translate(IS_EMPTY)
    if traders:
        found.extend(compress(PLACE[TRADER], empty))
    if merchants:
        found.extend(compress(PLACE[MERCHANT], empty))
    if traders + merchants >= 2:
        price = RIVALS if traders + merchants >= 3 else RIVAL_TRADERS
        rivals: bytes | bytearray = houses.translate(price[seat])
        if empty.count(1) <= 4:
            rivals = displacement.with_refuge(s, rivals)
        if traders:
            found.extend(compress(DISPLACE[TRADER], rivals))
        if merchants:
            found.extend(compress(DISPLACE[MERCHANT], rivals))
    missing = s.missing[seat * STRIDE : seat * STRIDE + STRIDE]
    if 0 in missing:
        found.extend(compress(CLAIM, missing.translate(IS_EMPTY)))


def take_income(s: HansaTeutonicaState, action: Income, events: list[Event]) -> None:
    """5.1."""
    seat = s.active
    spend_action(s)
    for kind, amount in ((TRADER, action.traders), (MERCHANT, action.merchants)):
        if amount:
            s.stock[2 * seat + kind] -= amount
            s.supply[2 * seat + kind] += amount
            events.append(Event("income", seat, KINDS[kind], f"stock.{seat}", f"supply.{seat}", amount))


def place(s: HansaTeutonicaState, action: Place, events: list[Event]) -> None:
    """5.2."""
    seat, kind, house = s.active, action.kind, action.place
    spend_action(s)
    s.supply[2 * seat + kind] -= 1
    piece = code(seat, kind)
    put(s, house, piece)
    events.append(PLACED[piece][house])


TURN = Turn(
    {
        Income: take_income,
        Place: place,
        Displace: displacement.displace,
        Lift: move.lift,
        Claim: claim.claim,
        UseActions: markers.use_actions,
        UseSwap: markers.use_swap,
        UseImprove: markers.use_improve,
        UseRemove: markers.use_remove,
        Finish: two_players.finish,
        StepPawn: two_players.step,
        WalkPawn: two_players.walk,
        Button: turn_end.end_turn,
    }
)
