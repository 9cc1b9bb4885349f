"""The pawn of two-player games and its provinces (rules 12.A)."""

from __future__ import annotations

from game.engine.core import Action, Event, Reason
from game.engine.hansa_teutonica import displacement
from game.engine.hansa_teutonica.actions import (
    CLAIM,
    DISPLACE,
    FINISH,
    PLACE,
    PUT_PAWN,
    STEP_PAWN,
    WALK_PAWN,
    Finish,
    PutPawn,
    StepPawn,
    WalkPawn,
)
from game.engine.hansa_teutonica.board import MERCHANT, TRADER
from game.engine.hansa_teutonica.codes import PILES_OF, RIVAL_TRADERS, RIVALS, missing_at
from game.engine.hansa_teutonica.effects import begin_turn, spend_action
from game.engine.hansa_teutonica.position import Position
from game.engine.hansa_teutonica.reasons import no_actions, pawn_walks
from game.engine.hansa_teutonica.rule import Rule
from game.engine.hansa_teutonica.tables import ProvinceTables


def provinces(s: Position) -> ProvinceTables:
    """The provinces of a game with the pawn."""
    assert s.rules.provinces is not None, "there is no pawn in this game"
    return s.rules.provinces


def put_pawn(s: Position, action: PutPawn, events: list[Event]) -> None:
    """12.A.2; then the first turn begins."""
    move_pawn(s, action.province, events)
    begin_turn(s, s.active, events)


def move_pawn(s: Position, name: str, events: list[Event]) -> None:
    """Move the pawn to a province."""
    source = f"province.{provinces(s).ids[s.pawn]}" if s.pawn >= 0 else "box"
    s.pawn = provinces(s).index[name]
    events.append(Event("pawn", s.decider, "pawn", source, f"province.{name}"))


class PawnPlacing(Rule):
    """12.A.2: the player who does not begin puts the pawn in any province."""

    id = "pawn"
    handlers = {PutPawn: put_pawn}

    def legal(self, s: Position) -> list[Action]:
        return [PUT_PAWN[name] for name in provinces(s).ids]

    def asked(self, s: Position) -> int:
        return (s.active + 1) % s.seats

    def check(self, s: Position) -> None:
        assert s.rules.provinces is not None, "there is no pawn in this game"
        assert s.pawn < 0 and not s.turns and s.active == s.start, "the pawn is placed first"
        assert s.decider < s.seats and s.decider != s.active, "12.A.2: who does not begin places the pawn"
        assert not any(s.houses) and not any(s.offices), "the pawn is placed on an empty board"


PAWN_PLACING = PawnPlacing()


# ---- in a turn ------------------------------------------------------------------------------


def bound_actions(s: Position, seat: int, found: list[Action]) -> None:
    """12.A.3: place, displace and claim only on routes that border the pawn's province."""
    houses = s.houses
    inside = provinces(s).houses[s.pawn]
    supply = s.supply[PILES_OF[seat]]
    kinds, pieces = [kind for kind in (TRADER, MERCHANT) if supply[kind]], sum(supply)
    empty = [house for house in inside if not houses[house]]
    found += [PLACE[kind][house] for kind in kinds for house in empty]
    if pieces >= 2:
        marked: bytes | bytearray = houses.translate((RIVALS if pieces >= 3 else RIVAL_TRADERS)[seat])
        if houses.count(0) <= displacement.FEW_HOUSES:
            marked = displacement.with_refuge(s, marked)
        found += [DISPLACE[kind][house] for kind in kinds for house in inside if marked[house]]
    row, missing = missing_at(seat, 0), s.missing
    found += [CLAIM[route] for route in provinces(s).routes[s.pawn] if not missing[row + route]]


def pawn_moves(s: Position, found: list[Action]) -> None:
    """12.A.4, 12.A.5: free steps before the first action or after the last, and steps that cost an action.

    With actions left, the free steps at the end begin with `finish`, so that no action is lost by mistake.
    """
    if s.acted and s.steps and s.actions_left:
        found.append(FINISH)
    else:
        found += free_steps(s)
    if s.actions_left:
        names = provinces(s).ids
        reach = range(len(names)) if s.rules.walk_any else provinces(s).neighbours[s.pawn]
        found += [WALK_PAWN[names[there]] for there in reach if there != s.pawn]


def free_steps(s: Position) -> list[StepPawn]:
    """12.A.4: the free steps."""
    names = provinces(s).ids
    return [STEP_PAWN[names[there]] for there in provinces(s).neighbours[s.pawn]] if s.steps else []


def step(s: Position, action: StepPawn, events: list[Event]) -> None:
    """12.A.4: a free step; after an action of this turn it ends the actions."""
    move_pawn(s, action.province, events)
    s.steps -= 1
    if s.acted:
        s.ask("step", s.active)


def finish(s: Position, action: Finish, events: list[Event]) -> None:
    """12.A.4: the remaining actions lapse, and the free steps begin."""
    s.ask("step", s.active)


def walk(s: Position, action: WalkPawn, events: list[Event]) -> None:
    """12.A.5: a step for an action (an option: any distance, A34)."""
    spend_action(s)
    move_pawn(s, action.province, events)


# ---- why not --------------------------------------------------------------------------------


def no_step(s: Position, action: StepPawn) -> Reason | None:
    """12.A.4."""
    if s.rules.provinces is None:
        return Reason("no-pawn")
    if s.acted and s.steps and s.actions_left and s.now is not None and s.now.id == "turn":
        return Reason("steps-order")
    return pawn_walks(s, action.province)


def no_walk(s: Position, action: WalkPawn) -> Reason | None:
    """12.A.5."""
    if s.rules.provinces is None:
        return Reason("no-pawn")
    return no_actions(s) or pawn_walks(s, action.province)


def no_finish(s: Position, action: Finish) -> Reason | None:
    """12.A.4."""
    return Reason("no-pawn" if s.rules.provinces is None else "finish-needless")
