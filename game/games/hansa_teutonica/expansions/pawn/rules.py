"""The pawn of two-player games and its provinces (rules 12.A)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from game.engine.core import Action, Event, Option, Reason
from game.engine.position_fields import NOTHING, PositionFields
from game.games.hansa_teutonica.expansions.pawn.provinces import PROVINCES
from game.games.hansa_teutonica.rules.actions import (
    END_TURN,
    Claim,
    Displace,
    HansaTeutonicaAction,
    Income,
    Lift,
    Place,
    PlainAction,
    Vocabulary,
)
from game.games.hansa_teutonica.rules.edition import (
    ActionRange,
    Edition,
    Extension,
    Module,
    PositionField,
)
from game.games.hansa_teutonica.rules.effects import begin_turn
from game.games.hansa_teutonica.rules.expansion import BACK, BASE, BOARD, TWO, EditionRow, Expansion
from game.games.hansa_teutonica.rules.position import Position
from game.games.hansa_teutonica.rules.reasons import no_actions
from game.games.hansa_teutonica.rules.rule import Rule
from game.games.hansa_teutonica.rules.tables import Tables
from game.games.hansa_teutonica.rules.turn_end import end_turn

FREE_STEPS = 2
"""Free steps of the pawn each turn (12.A.4)."""

NOWHERE = -1


class Finish(HansaTeutonicaAction):
    """Forgo the remaining actions and take the free steps of the pawn (12.A.4)."""

    __slots__ = ()

    def __init__(self) -> None:
        super().__init__("finish", ("button.finish",))


class ProvinceAction(HansaTeutonicaAction):
    """Base class of actions with a target province (12.A)."""

    __slots__ = ("province",)

    province: str

    def __init__(self, text: str, path: tuple[str, ...], province: str) -> None:
        super().__init__(text, path)
        object.__setattr__(self, "province", province)


class PutPawn(ProvinceAction):
    """Action: put the pawn in its first province (12.A.2)."""

    __slots__ = ()


class StepPawn(ProvinceAction):
    """Action: take a free step with the pawn (12.A.4)."""

    __slots__ = ()


class WalkPawn(ProvinceAction):
    """Action: take a step with the pawn for an action (12.A.5)."""

    __slots__ = ()


class PawnWords(Vocabulary):
    """Actions with the pawn, by the name of the province. One vocabulary serves all presets, which share most
    provinces."""

    def __init__(self, board: Tables, markers: Sequence[str]) -> None:
        names = sorted({province.id for preset in PROVINCES.values() for province in preset})
        self.finish = Finish()
        self.put = {name: PutPawn(f"pawn {name}", (f"province.{name}",), name) for name in names}
        self.step = {name: StepPawn(f"step {name}", (f"province.{name}",), name) for name in names}
        self.walk = {
            name: WalkPawn(f"walk {name}", ("button.walk", f"province.{name}"), name) for name in names
        }

    def actions(self) -> Iterable[Action]:
        yield self.finish
        yield from self.put.values()
        yield from self.step.values()
        yield from self.walk.values()


def beyond_pawn(s: Position, route: int) -> Reason:
    """Return that the route does not border the pawn's province (12.A.3)."""
    return Reason("beyond-pawn", {"route": s.board.route_ids[route]})


class ProvinceTables:
    """Tables of a preset: the routes that border each province, and the provinces next to it."""

    def __init__(self, preset: str, board: Tables) -> None:
        provinces = PROVINCES[preset]
        self.ids = tuple(province.id for province in provinces)
        self.index = {name: index for index, name in enumerate(self.ids)}
        self.routes = tuple(
            tuple(sorted(board.route_index[route] for route in province.routes)) for province in provinces
        )
        self.neighbours = tuple(
            tuple(self.index[name] for name in province.neighbours if name != province.id)
            for province in provinces
        )
        self.reach = tuple(
            ActionRange(
                tuple(house for route in routes for house in board.route_houses[route]), routes, beyond_pawn
            )
            for routes in self.routes
        )


class PawnState(NamedTuple):
    """The number of its province (-1: none), the free steps left in the turn, and whether an action was taken
    in it."""

    province: int = NOWHERE
    steps: int = FREE_STEPS
    acted: bool = False


class Pawn(Module[PawnState]):
    """The rules module of the pawn: players act only on the routes that border its province."""

    id = "pawn"
    vocabulary = PawnWords
    no_fields = "there is no pawn in this game"
    options = (
        Option("provinces", tuple(PROVINCES), "B1", seats=(2,), when=("two_players", ("pawn",))),
        Option("pawn_walk", ("one", "any"), "one", seats=(2,), when=("two_players", ("pawn",))),
    )
    fields = (
        PositionField("pawn", "box", NOTHING),
        PositionField("steps", "pawn", str(FREE_STEPS)),
        PositionField("acted", "steps", "no"),
    )
    initial = PawnState()

    def __init__(self, edition: Edition, options: Mapping[str, str]) -> None:
        super().__init__(edition, options)
        self.provinces = ProvinceTables(options["provinces"], edition.board)
        self.walk_any = options["pawn_walk"] == "any"
        """True if one action takes the pawn any distance (A34 b)."""
        self.words = words = edition.words.of(PawnWords)
        names, near = self.provinces.ids, self.provinces.neighbours
        self.steps_from = tuple(tuple(words.step[names[there]] for there in some) for some in near)
        self.walks_from = tuple(
            tuple(words.walk[name] for name in names if name != here)
            if self.walk_any
            else tuple(words.walk[names[there]] for there in some)
            for here, some in zip(names, near, strict=True)
        )

    def decisions(self) -> Sequence[Rule]:
        return PawnPlacing(self), LastSteps(self)

    def extensions(self) -> Mapping[str, Extension]:
        return {
            "turn": Extension(
                {Finish: self.do_finish, StepPawn: self.do_step, WalkPawn: self.do_walk},
                {Finish: self.no_finish, StepPawn: self.no_step, WalkPawn: self.no_walk},
                offers=self.offer_steps,
                after=dict.fromkeys((Income, Place, Displace, Lift, Claim), self.end_first_steps),
            ),
            "": Extension(touches={"province": self.why_not_there}),
        }

    # ---- position of the pawn -------------------------------------------------------------------

    def province(self, s: Position) -> str | None:
        """Return the name of its province, None before it was placed."""
        here = self.state(s).province
        return self.provinces.ids[here] if here >= 0 else None

    def move(self, s: Position, name: str, events: list[Event]) -> None:
        """Move the pawn to a province."""
        here = self.province(s)
        source = "box" if here is None else f"province.{here}"
        _, steps, acted = self.state(s)
        self.store(s, PawnState(self.provinces.index[name], steps, acted))
        events.append(Event("pawn", s.decider, "pawn", source, f"province.{name}"))

    # ---- hooks ----------------------------------------------------------------------------------

    def on_setup_end(self, s: Position, events: list[Event]) -> bool:
        """Request the placement of the pawn (12.A.2)."""
        s.active = s.start
        s.ask("pawn", 1 - s.start)
        return True

    def on_turn_start(self, s: Position) -> None:
        """Reset the free steps (12.A.4)."""
        self.store(s, PawnState(self.state(s).province))

    def action_range(self, s: Position) -> ActionRange | None:
        """Return the limits on actions: only routes that border its province (12.A.3)."""
        here: int = s.module_state[self.index][0]  # `state` inlined: every list of actions calls this
        return self.provinces.reach[here] if here >= 0 else None

    def offer_steps(self, s: Position, seat: int, found: list[Action]) -> None:
        """Add free steps before the first action or after the last, and steps that cost an action (12.A.4,
        12.A.5).

        With actions left, the free steps at the end begin with `finish`, so that no action is lost by
        mistake.
        """
        here, steps, acted = s.module_state[self.index]  # `state` inlined
        if here < 0:
            return
        if acted and steps and s.actions_left:
            found.append(self.words.finish)
        elif steps:
            found += self.steps_from[here]
        if s.actions_left:
            found += self.walks_from[here]

    def end_first_steps(self, s: Position, action: Action, events: list[Event]) -> None:
        """End the free steps before the actions: they are over with the first action (12.A.4)."""
        here, steps, acted = s.module_state[self.index]  # `state` inlined
        if not acted or steps == 1:
            self.store(s, PawnState(here, steps if steps == FREE_STEPS else 0, True))

    def free_steps(self, s: Position) -> tuple[StepPawn, ...]:
        """Return the free steps available (12.A.4)."""
        here, steps, _ = self.state(s)
        return self.steps_from[here] if steps else ()

    # ---- actions --------------------------------------------------------------------------------

    def do_step(self, s: Position, action: StepPawn, events: list[Event]) -> None:
        """Take a free step (12.A.4). After an action of this turn it ends the actions."""
        self.move(s, action.province, events)
        here, steps, acted = self.state(s)
        self.store(s, PawnState(here, steps - 1, acted))
        if acted:
            s.ask("step", s.active)

    def do_finish(self, s: Position, action: Finish, events: list[Event]) -> None:
        """Forgo the remaining actions and begin the free steps (12.A.4)."""
        s.ask("step", s.active)

    def do_walk(self, s: Position, action: WalkPawn, events: list[Event]) -> None:
        """Take a step for an action (12.A.5). With an option any distance is allowed (A34)."""
        s.actions_left -= 1
        self.end_first_steps(s, action, events)
        self.move(s, action.province, events)

    # ---- refusals -------------------------------------------------------------------------------

    def no_step(self, s: Position, action: StepPawn) -> Reason | None:
        """Return why no free step is possible (12.A.4)."""
        _, steps, acted = self.state(s)
        if acted and steps and s.actions_left and s.now is not None and s.now.id == "turn":
            return Reason("steps-order")
        return self.why_not_there(s, action.province)

    def no_walk(self, s: Position, action: WalkPawn) -> Reason | None:
        """Return why no step for an action is possible (12.A.5)."""
        return no_actions(s) or self.why_not_there(s, action.province)

    def no_finish(self, s: Position, action: Finish) -> Reason | None:
        """Return why the actions cannot be finished (12.A.4)."""
        return Reason("finish-needless")

    def why_not_there(self, s: Position, name: str) -> Reason:
        """Return why the pawn cannot go to a province now."""
        if name == self.province(s):
            return Reason("pawn-here")
        return Reason("pawn-walks", {"steps": self.state(s).steps})

    # ---- position strings -----------------------------------------------------------------------

    def write(self, s: Position) -> Sequence[str]:
        _, steps, acted = self.state(s)
        return self.province(s) or NOTHING, str(steps), "yes" if acted else "no"

    def read(self, s: Position, fields: PositionFields) -> None:
        unplaced = s.now is not None and s.now.id == "pawn"
        names = self.provinces.ids
        name = fields.name("pawn", (NOTHING, *names), NOTHING if unplaced else names[0])
        steps = fields.number("steps", FREE_STEPS, range(FREE_STEPS + 1))
        self.store(s, PawnState(self.provinces.index.get(name, NOWHERE), steps, fields.flag("acted")))

    def check(self, s: Position) -> None:
        """Check that the pawn is on the board once it was placed."""
        here, steps, acted = self.state(s)
        placing = s.now is not None and s.now.id == "pawn"
        assert (here >= 0) == (not placing), "where is the pawn?"
        assert not placing or (steps == FREE_STEPS and not acted), "steps, acted: the pawn has not moved yet"
        if s.now is not None and not placing:
            ending = s.now.id in ("step", "replace")
            assert ending or not (acted and steps == 1), "steps: an action after a free step ends them"
            rule: Any = s.now
            assert acted or not rule.inside_action, "acted: an action is under way"


class PawnPlacing(Rule):
    """Placing the pawn (12.A.2): the player who does not begin puts it in any province."""

    id = "pawn"
    opening = True

    def __init__(self, pawn: Pawn) -> None:
        super().__init__()
        self.pawn = pawn
        self.answers = {PutPawn: self.put}

    def legal(self, s: Position) -> list[Action]:
        return [self.pawn.words.put[name] for name in self.pawn.provinces.ids]

    def put(self, s: Position, action: PutPawn, events: list[Event]) -> None:
        """Put the pawn in a province and begin the first turn (12.A.2)."""
        self.pawn.move(s, action.province, events)
        begin_turn(s, s.active, events)

    def asked(self, s: Position) -> int:
        return (s.active + 1) % s.seats

    def check(self, s: Position) -> None:
        assert self.pawn.state(s).province < 0 and not s.turns and s.active == s.start, (
            "the pawn is placed first"
        )
        assert s.decider < s.seats and s.decider != s.active, "12.A.2: who does not begin places the pawn"
        assert not any(s.houses) and not any(s.offices), "the pawn is placed on an empty board"


class LastSteps(Rule):
    """The final free steps (12.A.4): the actions are over, and the player ends the turn."""

    id = "step"

    def __init__(self, pawn: Pawn) -> None:
        super().__init__()
        self.pawn = pawn
        self.answers = {StepPawn: pawn.do_step, PlainAction: end_turn}
        self.refused = {StepPawn: pawn.no_step}

    def legal(self, s: Position) -> list[Action]:
        return [*self.pawn.free_steps(s), END_TURN]

    def facts(self, s: Position) -> dict[str, Any]:
        return {"left": self.pawn.state(s).steps}

    def check(self, s: Position) -> None:
        super().check(s)
        assert self.pawn.state(s).acted, "the free steps after the actions come after an action"


EXPANSION = Expansion(
    rank=3,
    rows=(EditionRow(BACK, (2,), (Pawn,), {BOARD: (BASE,), TWO: ("pawn",)}),),
    presets={"English 2010": {TWO: "pawn"}},
)
