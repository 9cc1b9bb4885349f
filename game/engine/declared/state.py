"""A state whose fields and actions are declared."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, ClassVar, Self

from game.engine.core import (
    Action,
    Decision,
    Event,
    Outcome,
    ParseError,
    Reason,
    ScoreLine,
    State,
    Told,
)
from game.engine.declared.actions import ActionKind, DeclaredAction
from game.engine.declared.fields import Field, OneOf, number
from game.engine.declared.network import Network
from game.engine.registry import ruleset

TURN = "turn"
"""The id of the decision of a player whose turn it is."""
MOST_TURNS = 100_000


class DeclaredState(State):
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
        state.seats, state.options, state.seed, state._legal = seats, options, seed, None
        for name, field in cls.fields.items():
            setattr(state, name, field.start(seats))
        return state

    _legal: Sequence[Action] | None
    """The legal actions, cached."""

    @property
    def actor(self) -> int | None:
        return None if self.over else self.turn

    @property
    def turn_seat(self) -> int | None:
        return None if self.over else self.turn

    @property
    def turn_number(self) -> int:
        return self.turns

    @property
    def decision(self) -> Decision | None:
        return None if self.over else Decision(TURN, {})

    def legal_actions(self) -> Sequence[Action]:
        if self._legal is None:
            every: Sequence[DeclaredAction] = () if self.over else self.ruleset.actions  # type: ignore[attr-defined]
            self._legal = [each for each in every if each.kind.refusal(self, each.given) is None]
        return self._legal

    def apply(self, action: Action) -> list[Event]:
        if action not in self.legal_actions():
            raise self.refusal(action)
        assert isinstance(action, DeclaredAction)
        self._legal = None
        return list(action.kind.do(self, *action.given))

    def why_not(self, action: Action) -> Reason | None:
        if not isinstance(action, DeclaredAction) or action.game != self.ruleset.id:
            return Reason("other-game", {"game": self.ruleset.id})
        return Reason("game-over") if self.over else action.kind.refusal(self, action.given)

    def copy(self) -> Self:
        twin = type(self)()
        twin.seats, twin.options, twin.seed, twin._legal = self.seats, self.options, self.seed, self._legal
        for name, field in self.fields.items():
            setattr(twin, name, field.copy(getattr(self, name)))
        return twin

    def __reduce__(self) -> tuple[Callable[..., State], tuple[Any, ...]]:
        values = {name: getattr(self, name) for name in self.fields}
        return _again, (self.ruleset.id, self.seats, dict(self.options), self.seed, values)

    def determinize(self, rng: Random, seat: int | None = None) -> Self:
        return self.copy()

    def arrange(self, told: Told) -> None:
        if not isinstance(told, Mapping) or told:
            raise ParseError(f"told: nothing is hidden in {self.ruleset.id}, not {told!r:.80}")

    @property
    def outcome(self) -> Outcome | None:
        if not self.over:
            return None
        lines, ties = self.scores(), self.tiebreaks()
        totals = tuple(map(sum, zip(*(line.points for line in lines), strict=True)))
        keys = [(totals[seat], *(line.points[seat] for line in ties)) for seat in range(self.seats)]
        ranks = tuple(1 + sum(other > key for other in keys) for key in keys)
        return Outcome(totals, lines, ranks, self.over, ties)

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


def _again(game: str, seats: int, options: dict[str, str], seed: int, values: dict[str, Any]) -> State:
    """Return a state that was pickled."""
    state: State = ruleset(game).state.new(seats, options, seed)  # type: ignore[attr-defined]
    for name, value in values.items():
        setattr(state, name, value)
    return state
