"""A state whose fields and actions are declared."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import ClassVar, Self

from game.engine.core import Action, Event, Outcome, ParseError, Reason, ScoreLine, Told
from game.engine.decision import DecisionRule, Handler
from game.engine.declared.actions import ActionKind, DeclaredAction
from game.engine.declared.fields import Field, OneOf, number
from game.engine.declared.network import Network
from game.engine.game_state import GameState

MOST_TURNS = 100_000


class DeclaredState(GameState):
    """A position of a game in which nothing is hidden and one player decides at a time.

    A subclass assigns its fields (`number`, `one_of`, `by_seat`, `pieces`), decorates its actions (`action`)
    and implements `scores`. It calls `next_turn` where a turn ends, and sets `over` where the game ends.
    """

    board: ClassVar[Network | None] = None
    """The map it is played on, if it has one."""
    endings: ClassVar[Sequence[str]] = ("end",)
    """The values of `over`: ids of the events that end the game."""

    fields: ClassVar[Mapping[str, Field]] = {}
    """By name, every declared field, in the order of the position line. Filled by the declarations."""
    kinds: ClassVar[Mapping[str, ActionKind]] = {}
    """By name of the method, every kind of action. Filled by the declarations."""

    turn: int = number(range(9))
    """The seat whose turn it is."""
    turns: int = number(range(MOST_TURNS), start=1)
    """The number of turns begun."""
    over: str
    """The reason for the end of the game, one of `endings`; empty while it runs."""

    def __init_subclass__(cls) -> None:
        """Collect what the class declares. As in a dataclass, the instances have plain attributes."""
        super().__init_subclass__()
        own = {name: value for name, value in vars(cls).items() if isinstance(value, Field)}
        for name in own:
            delattr(cls, name)
        cls.fields = {**BASE, "over": OneOf(("", *cls.endings), ""), **cls.fields, **own}
        actions = {name: value for name, value in vars(cls).items() if isinstance(value, ActionKind)}
        cls.kinds = {**cls.kinds, **actions}
        cls.pickled = ("seats", "options", "seed", *cls.fields)

    # ---- for the rules ------------------------------------------------------------------------

    def set_up(self, rng: Random) -> None:
        """Change the fields of a new game from their usual beginning; `rng` is drawn from its seed."""

    def next_turn(self) -> Iterator[Event]:
        """Begin the turn of the next seat."""
        self.turn = (self.turn + 1) % self.seats
        self.turns += 1
        yield Event("turn", self.turn)

    # ---- the contract -------------------------------------------------------------------------

    @classmethod
    def new(cls, seats: int, options: Mapping[str, str], seed: int) -> Self:
        """Return a state with all fields at their usual beginning."""
        state = cls()
        state.seats, state.options, state.seed = seats, options, seed
        state.now, state._legal = TURN, None
        for name, field in cls.fields.items():
            setattr(state, name, field.start(seats))
        return state

    def rules(self) -> Mapping[str, Turn]:
        return {TURN.id: TURN}

    @property
    def actor(self) -> int | None:
        return None if self.over else self.turn

    @property
    def turn_seat(self) -> int | None:
        return self.actor

    def why_not(self, action: Action) -> Reason | None:
        if not isinstance(action, DeclaredAction) or action.game != self.ruleset.id:
            return Reason("other-game", {"game": self.ruleset.id})
        return super().why_not(action)

    def copy(self) -> Self:
        twin = type(self)()
        twin.seats, twin.options, twin.seed = self.seats, self.options, self.seed
        twin.now, twin._legal = self.now, self._legal
        for name, field in self.fields.items():
            setattr(twin, name, field.copy(getattr(self, name)))
        return twin

    def turn_of(self, seat: int) -> Self | None:
        twin = self.copy()
        twin.turn, twin._legal = seat, None
        return None if self.over else twin

    def determinize(self, rng: Random, seat: int | None = None) -> Self:
        return self.copy()

    def arrange(self, told: Told) -> None:
        if not isinstance(told, Mapping) or told:
            raise ParseError(f"told: nothing is hidden in {self.ruleset.id}, not {told!r:.80}")

    @property
    def outcome(self) -> Outcome | None:
        return Outcome.ranked(self.scores(), self.tiebreaks(), self.over) if self.over else None

    def tiebreaks(self) -> tuple[ScoreLine, ...]:
        """Return the rows that decide between equal totals, the first one first."""
        return ()

    def position(self, seat: int | None = None) -> str:
        fields = [f"seats={self.seats}"]
        fields += [f"{name}={value}" for name, value in self.options.items()]
        fields += [f"{name}={field.write(getattr(self, name))}" for name, field in self.fields.items()]
        return " ".join((self.ruleset.id, *fields))

    def check(self) -> None:
        assert self.turn < self.seats, f"turn: there is no seat {self.turn} among {self.seats}"
        for name, field in self.fields.items():
            value = getattr(self, name)
            assert field.check(value, self.seats), f"{name} cannot be {value!r}"


BASE = {name: value for name, value in vars(DeclaredState).items() if isinstance(value, Field)}
"""The fields that every declared state has."""


def play(state: DeclaredState, action: DeclaredAction, events: list[Event]) -> None:
    """Do what the action declares. The game is over if that sets `over`."""
    events += action.kind.do(state, *action.given)
    if state.over:
        state.now = None


class Turn(DecisionRule[DeclaredState]):
    """The only decision of a declared game: the player whose turn it is plays one of the actions."""

    id = "turn"
    handlers: ClassVar[Mapping[type[Action], Handler[DeclaredState]]] = {DeclaredAction: play}

    def legal(self, state: DeclaredState) -> Sequence[Action]:
        every: Sequence[DeclaredAction] = state.ruleset.actions  # type: ignore[attr-defined]
        return [each for each in every if each.kind.refusal(state, each.given) is None]

    def refuse(self, state: DeclaredState, action: DeclaredAction) -> Reason:
        return action.kind.refusal(state, action.given) or Reason("not-offered")


TURN = Turn()
