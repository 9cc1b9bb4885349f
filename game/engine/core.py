"""The contract every game fulfils, so that one client and every bot play every game.

A game is a `Ruleset`; a position is a `State`; a decision is answered by an `Action`;
`Event`s tell what an action did; the end is an `Outcome`. Only two errors leave
the engine, `ParseError` and `IllegalAction`, both `ValueError`s.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, MutableSequence, Sequence
from random import Random
from types import MappingProxyType
from typing import Any, ClassVar, NamedTuple, Self, TypeAlias, TypeVar

_T = TypeVar("_T")

Told: TypeAlias = Mapping[str, Sequence[str]]
"""What an action revealed, as plain data: by kind of event, the pieces it showed, in their order."""


class ParseError(ValueError):
    """Text the engine cannot read. The message says what is wrong, and where."""

    def __init__(self, reason: str, line: int | None = None) -> None:
        self.reason = reason
        self.line = line
        super().__init__(reason if line is None else f"line {line}: {reason}")

    def __reduce__(self) -> tuple[type[ParseError], tuple[str, int | None]]:
        return type(self), (self.reason, self.line)


class Reason(NamedTuple):
    """Why something is not allowed: a stable id of the ruleset, and the facts its sentence needs.

    A client puts it into words: it looks up the sentence by `id` and fills in `facts`. `str(reason)` is
    plain enough for a log.

    >>> str(Reason("house-occupied", {"house": "kampen-osnabrueck.1", "seat": 1}))
    'house occupied (house kampen-osnabrueck.1, seat 1)'
    >>> str(Reason("no-actions-left"))
    'no actions left'
    """

    id: str
    facts: Mapping[str, Any] = MappingProxyType({})

    def __str__(self) -> str:
        words = self.id.replace("-", " ")
        said = ", ".join(f"{name} {value}" for name, value in self.facts.items())
        return f"{words} ({said})" if said else words


class IllegalAction(ValueError):
    """An action that is not legal now; the state is unchanged.

    `reason` says why, as data. The message says it in plain English, by default as `str(reason)`.
    """

    def __init__(self, reason: Reason, message: str = "", line: int | None = None) -> None:
        """`line`: where in a record it stands, if it does."""
        self.reason = reason
        self.line = line
        super().__init__(message or str(reason))

    def __reduce__(self) -> tuple[type[IllegalAction], tuple[Reason, str, int | None]]:
        return type(self), (Reason(self.reason.id, dict(self.reason.facts)), str(self), self.line)


class Action:
    """One small decision of a player: an immutable value with a text form and a path.

    `text` is its form in records (`str(action)`); `State.parse_action` is the inverse.
    `path` names the board elements a person touches, in order, to choose it (docs/elements.md).
    Actions are made once per board and shared by all states of games on it: there, two actions with the
    same text are the same object, so identity, equality and hashing are those of `object`.
    """

    __slots__ = ("path", "text")

    text: str
    path: tuple[str, ...]

    def __init__(self, text: str, path: tuple[str, ...]) -> None:
        object.__setattr__(self, "text", text)
        object.__setattr__(self, "path", path)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"an action is immutable: {name} cannot be set")

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<{self.text}>"


class Event(NamedTuple):
    """What happened: enough to animate and narrate it without asking the state.

    kind    a stable id of the ruleset ("place", "displace", "points", ...)
    seat    whom it concerns: the owner of the piece, or who gains; None if nobody
    piece   what moved, the id of a sprite ("trader", "merchant", "marker.swap_offices", "ship")
    source  the place it left (docs/elements.md), "" if nothing moved
    target  the place it came to, "" if nothing moved
    amount  how many (points, coins, actions, goods)
    reason  why, as a stable id, if the kind does not say so ("points" ended the game)
    """

    kind: str
    seat: int | None = None
    piece: str = ""
    source: str = ""
    target: str = ""
    amount: int = 0
    reason: str = ""


class Decision(NamedTuple):
    """What is asked now: a stable id of the ruleset, and the facts its prompt needs.

    The client looks up the prompt by `id` and fills in `facts` ("actions_left": 2, ...).
    """

    id: str
    facts: Mapping[str, Any]


class Option(NamedTuple):
    """An option of a ruleset: its id, its possible values, its default."""

    id: str
    values: tuple[str, ...]
    default: str
    seats: tuple[int, ...] = ()
    """The player counts for which it matters; empty: all."""
    when: tuple[str, tuple[str, ...]] | None = None
    """It matters only while another option has one of these values."""
    retired: tuple[str, ...] = ()
    """Values that are played but not offered: of earlier versions of the rules, or not drawn yet."""

    def matters(self, seats: int, chosen: Mapping[str, str]) -> bool:
        """Whether it makes a difference with this many players and these values of the other options."""
        if self.seats and seats not in self.seats:
            return False
        return self.when is None or chosen[self.when[0]] in self.when[1]

    def offered(self, chosen: str = "") -> tuple[str, ...]:
        """The values to choose from; a retired one only if it is already chosen."""
        return tuple(value for value in self.values if value not in self.retired or value == chosen)


class ScoreLine(NamedTuple):
    """One row of the final scoring: a stable id and each seat's points, in seat order."""

    id: str
    points: tuple[int, ...]


class Outcome(NamedTuple):
    """The end of a game.

    totals   final points by seat
    lines    the rows that add up to the totals, in the order of the rules
    ranks    1 for the winner(s), then 2, ... by seat; equal ranks are shared
    reason   a stable id: what ended the game
    tiebreaks rows that decided between equal totals (higher is better), not part of the totals
    """

    totals: tuple[int, ...]
    lines: tuple[ScoreLine, ...]
    ranks: tuple[int, ...]
    reason: str
    tiebreaks: tuple[ScoreLine, ...] = ()

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that rank first."""
        return tuple(seat for seat, rank in enumerate(self.ranks) if rank == 1)


class State(ABC):
    """A position of a game: whose decision it is, what is legal, and how it goes on."""

    __slots__ = ()

    ruleset: ClassVar[Ruleset]
    seats: int
    """The number of players; seats are numbered 0..seats-1 clockwise."""
    options: Mapping[str, str]
    """Every option of the ruleset with its value in this game."""
    seed: int

    @property
    @abstractmethod
    def actor(self) -> int | None:
        """The seat that must decide now (not always the one whose turn it is); None when the game is over."""

    @property
    @abstractmethod
    def turn_seat(self) -> int | None:
        """The seat whose turn it is; None when the game is over or in a shared setup phase."""

    @property
    @abstractmethod
    def turn_number(self) -> int:
        """How many turns have begun: 0 during setup, 1 in the first turn."""

    @property
    @abstractmethod
    def decision(self) -> Decision | None:
        """What is asked of the actor; None when the game is over."""

    @abstractmethod
    def legal_actions(self) -> Sequence[Action]:
        """Every legal action, in a stable order; empty only when the game is over. Do not change it.

        These are `Action` objects: `[str(action) for action in state.legal_actions()]` are their texts, and
        `state.apply(state.parse_action(text))` plays one.
        """

    def parse_action(self, text: str) -> Action:
        """The action of this game that `str(action)` came from; `ParseError` if there is no such action."""
        return self.ruleset.parser(self.seats, self.options)(text)

    @abstractmethod
    def apply(self, action: Action) -> list[Event]:
        """Play an action. If it is not legal, raise `IllegalAction` and leave the state unchanged."""

    @abstractmethod
    def why_not(self, action: Action) -> Reason | None:
        """Why `apply` would refuse this action now; None if it is legal. Slow: meant for people who ask."""

    def refusal(self, action: Action) -> IllegalAction:
        """The error `apply` raises for an action that is not legal."""
        if not isinstance(action, Action):
            given = Reason("action-wanted", {"given": type(action).__name__})
            how = "expected an Action; state.parse_action(text) makes one from text"
            return IllegalAction(given, f"{action!r:.80} is a {type(action).__name__}: {how}")
        reason = self.why_not(action) or Reason("not-offered")
        return IllegalAction(reason, f"{action}: {reason}")

    @abstractmethod
    def copy(self) -> Self:
        """An independent copy; cheap, for bots and undo."""

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: object) -> Self:
        return self.copy()

    @abstractmethod
    def determinize(self, rng: Random, seat: int | None = None) -> Self:
        """A copy in which everything that `seat` may not know is dealt anew with `rng`; without a seat,
        everything that is not known to all."""

    def to_tell(self, events: Sequence[Event], seat: int | None = None) -> Told:
        """What the events of an action showed to `seat`, or, without a seat, to everybody.

        It is all that somebody who followed the game without its seed has to be told besides the action.
        In the base games every event of `Ruleset.revealing` is seen by all.
        """
        told: dict[str, list[str]] = {}
        for event in events:
            if event.kind in self.ruleset.revealing:
                told.setdefault(event.kind, []).append(event.piece)
        return told

    @property
    def secret(self) -> bool:
        """Whether a seat may know what others may not."""
        return False

    def deal_rest(self, rng: Random) -> Self:
        """A copy of a position just read in which everything its line did not say is dealt with `rng`."""
        return self.determinize(rng)

    @abstractmethod
    def arrange(self, told: Told) -> None:
        """Put what the next action will reveal where it will be found: the inverse of `to_tell`.

        A game read from `position(seat)` stays equal to the original, as that seat sees it, if before each
        action it is arranged by what that action revealed there. `told` may come from anywhere: `ParseError`
        if it is not of that form or cannot be true here; the state is then unchanged.
        """

    @property
    @abstractmethod
    def outcome(self) -> Outcome | None:
        """The ranking with the full score breakdown; None until the game is over."""

    @abstractmethod
    def position(self, seat: int | None = None) -> str:
        """What `seat` may know, in one line; without a seat, what everybody may.

        `Ruleset.parse_position` is the inverse, except that it deals what the line does not say.
        """

    @abstractmethod
    def scores(self) -> tuple[ScoreLine, ...]:
        """The score rows as they would be if the game ended now."""

    @abstractmethod
    def check(self) -> None:
        """Raise AssertionError naming a broken invariant. For tests and the fuzzer."""


class Ruleset(ABC):
    """A game: its player counts, its options, its setup and its notations."""

    id: ClassVar[str]
    version: ClassVar[int]
    """Raised when the same record would no longer replay to the same game (see `options_since`)."""
    seats: ClassVar[range]
    options: ClassVar[tuple[Option, ...]]
    presets: ClassVar[Mapping[str, Mapping[str, str]]] = {}
    """Named sets of option values ("English 2010"); an option not named has its default."""
    revealing: ClassVar[frozenset[str]] = frozenset()
    """Kinds of events that reveal something hidden; undo never goes back past one."""

    @abstractmethod
    def new_game(self, seats: int, options: Mapping[str, str] | None = None, seed: int = 0) -> State:
        """A game set up and ready for its first decision; `ParseError` for a wrong seat count,
        an unknown option or an unknown value."""

    @abstractmethod
    def parser(self, seats: int, options: Mapping[str, str] | None = None) -> Callable[[str], Action]:
        """`State.parse_action` of all games with these options; they decide which board is played on."""

    @abstractmethod
    def parse_position(self, text: str) -> State:
        """The state a position line describes; `ParseError` with the reason if it is impossible."""

    def options_since(self, version: int, options: Mapping[str, str]) -> Mapping[str, str] | None:
        """Today's options for what these meant in an earlier version of the rules; None if games of that
        version can no longer be played."""
        return None

    def played_by(self, chosen: Mapping[str, str]) -> tuple[int, ...]:
        """How many may play with these options, all of them."""
        return tuple(self.seats)

    def full_options(self, seats: int, given: Mapping[str, str] | None) -> dict[str, str]:
        """All options with their values; `ParseError` for what the ruleset does not know."""
        if seats not in self.seats:
            raise ParseError(f"{self.id} is for {self.seats[0]} to {self.seats[-1]} players, not {seats}")
        known = {option.id: option for option in self.options}
        for name, value in (given or {}).items():
            if name not in known:
                raise ParseError(f"unknown option {name!r}; {self.id} has {', '.join(known)}")
            if value not in known[name].values:
                values = ", ".join(known[name].values)
                raise ParseError(f"option {name} cannot be {value!r}; it is one of {values}")
        return {option.id: (given or {}).get(option.id, option.default) for option in self.options}


def shuffle(items: MutableSequence[_T], rng: Random) -> None:
    """Shuffle in place, using only `rng.random()`.

    Python promises the same numbers from `Random.random` in every version, but not from `Random.shuffle`.
    """
    for last in range(len(items) - 1, 0, -1):
        other = int(rng.random() * (last + 1))
        items[last], items[other] = items[other], items[last]
