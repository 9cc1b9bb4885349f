"""Interface that every game implements, so that one client and every computer player can play every game.

A game is a `Ruleset` and a position is a `State`. The pending decision is answered by an `Action`, whose
effects are reported as `Event`s. The final result is an `Outcome`. The engine raises two errors only:
`ParseError` and `IllegalAction`, both subclasses of `ValueError`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, MutableSequence, Sequence
from random import Random
from types import MappingProxyType
from typing import Any, ClassVar, NamedTuple, Self, TypeAlias, TypeVar

_T = TypeVar("_T")

Told: TypeAlias = Mapping[str, Sequence[str]]
"""Information revealed by an action, as plain data: the revealed pieces, in order, by kind of event."""


Wishes: TypeAlias = Sequence[str]
"""Alternatives for one aspect of a decision, of which a player can state some in advance, the most important
first. A wish is an element of the board (`town.riga`), or an id of the ruleset."""


class ParseError(ValueError):
    """Text that the engine cannot read. The message states the problem and, if known, the line."""

    def __init__(self, reason: str, line: int | None = None) -> None:
        self.reason = reason
        self.line = line
        super().__init__(reason if line is None else f"line {line}: {reason}")

    def __reduce__(self) -> tuple[type[ParseError], tuple[str, int | None]]:
        return type(self), (self.reason, self.line)


class Reason(NamedTuple):
    """The reason why an action is not allowed: a stable id of the ruleset and the facts for its message.

    Clients look up a message by `id` and interpolate `facts`. `str(reason)` is good enough for a log.

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
    """An action that is not legal now. The state is unchanged.

    `reason` holds the reason as data. The message holds it in English, by default `str(reason)`.
    """

    def __init__(self, reason: Reason, message: str = "", line: int | None = None) -> None:
        """Create the error. `line` is the line number of the action in a record, if it was read from one."""
        self.reason = reason
        self.line = line
        super().__init__(message or str(reason))

    def __reduce__(self) -> tuple[type[IllegalAction], tuple[Reason, str, int | None]]:
        return type(self), (Reason(self.reason.id, dict(self.reason.facts)), str(self), self.line)


class Action:
    """One elementary decision of a player: an immutable value with a text form and a path.

    `text` is the notation used in records, also `str(action)`. `State.parse_action` is the inverse. `path`
    lists the board elements that a person activates, in order, to choose the action
    (docs/reference/elements.md).

    Actions are created once per board and shared by all states of games on it. On one board, two actions with
    equal text are the same object. Identity, equality and hashing are therefore those of `object`.
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
    """One effect of an action, complete enough to animate and narrate it without access to the state.

    kind    a stable id of the ruleset ("place", "displace", "points", ...)
    seat    the affected player: the owner of the piece or the player who gains; None without one
    piece   sprite id of the piece that moved ("trader", "merchant", "marker.swap_offices", "ship")
    source  the place that the piece left (docs/reference/elements.md), "" if nothing moved
    target  the place where the piece arrived, "" if nothing moved
    amount  a number of points, coins, actions or goods
    reason  the cause as a stable id, where the kind does not imply it ("points" ended the game)
    """

    kind: str
    seat: int | None = None
    piece: str = ""
    source: str = ""
    target: str = ""
    amount: int = 0
    reason: str = ""


class Decision(NamedTuple):
    """The pending decision: a stable id of the ruleset and the facts for its prompt.

    The client looks up the prompt by `id` and interpolates `facts` ("actions_left": 2, ...).
    """

    id: str
    facts: Mapping[str, Any]


class Option(NamedTuple):
    """An option of a ruleset: id, possible values and default."""

    id: str
    values: tuple[str, ...]
    default: str
    seats: tuple[int, ...] = ()
    """Player counts for which the option has an effect. Empty: all."""
    when: tuple[str, tuple[str, ...]] | None = None
    """Id and values of another option. This option has an effect only while the other has one of those
    values."""
    retired: tuple[str, ...] = ()
    """Values that can be played but are not offered: those of earlier rules, and those without
    artwork yet."""
    later: bool = False
    """True for an option that older saved games and rooms do not know. At its default it is left out of the
    setups of rooms and of the checksums of results."""

    def matters(self, seats: int, chosen: Mapping[str, str]) -> bool:
        """Return True if the option has an effect with this player count and these values of the other
        options."""
        if self.seats and seats not in self.seats:
            return False
        return self.when is None or chosen[self.when[0]] in self.when[1]

    def offered(self, chosen: str = "") -> tuple[str, ...]:
        """Return the values to choose from. A retired value is included only if it is already `chosen`."""
        return tuple(value for value in self.values if value not in self.retired or value == chosen)


class ScoreLine(NamedTuple):
    """One row of the final scoring: a stable id and the points of each seat, in seat order."""

    id: str
    points: tuple[int, ...]


class Outcome(NamedTuple):
    """The result of a finished game.

    totals    final points by seat
    lines     the rows that add up to the totals, in the order of the rules
    ranks     rank by seat: 1 for the winner(s), then 2, ...; tied players share a rank
    reason    stable id of the event that ended the game
    tiebreaks rows that decide between equal totals (higher is better) and are not part of the totals
    """

    totals: tuple[int, ...]
    lines: tuple[ScoreLine, ...]
    ranks: tuple[int, ...]
    reason: str
    tiebreaks: tuple[ScoreLine, ...] = ()

    @classmethod
    def ranked(cls, lines: tuple[ScoreLine, ...], tiebreaks: tuple[ScoreLine, ...], reason: str) -> Outcome:
        """Return the ranking by totals, then by the tie-break rows, which are left out if no totals tie."""
        totals = tuple(map(sum, zip(*(line.points for line in lines), strict=True)))
        keys = list(zip(totals, *(line.points for line in tiebreaks), strict=True))
        ranks = tuple(1 + sum(other > key for other in keys) for key in keys)
        return cls(totals, lines, ranks, reason, tiebreaks if len(set(totals)) < len(totals) else ())

    @property
    def winners(self) -> tuple[int, ...]:
        """Return the seats with rank 1."""
        return tuple(seat for seat, rank in enumerate(self.ranks) if rank == 1)


class State(ABC):
    """A mutable position of a game: the pending decision, the legal actions and the transition function."""

    __slots__ = ()

    ruleset: ClassVar[Ruleset]
    seats: int
    """Number of players. Seats are numbered 0 to seats - 1 clockwise."""
    options: Mapping[str, str]
    """Value of every option of the ruleset in this game."""
    seed: int

    @property
    @abstractmethod
    def actor(self) -> int | None:
        """Return the seat that must decide now, or None when the game is over. It can differ from
        `turn_seat`."""

    @property
    @abstractmethod
    def turn_seat(self) -> int | None:
        """Return the seat whose turn it is, or None when the game is over or in a shared setup phase."""

    @property
    @abstractmethod
    def turn_number(self) -> int:
        """Return the number of turns begun: 0 during setup, 1 in the first turn."""

    @property
    @abstractmethod
    def decision(self) -> Decision | None:
        """Return the actor's pending decision, or None when the game is over."""

    @abstractmethod
    def legal_actions(self) -> Sequence[Action]:
        """Return every legal action in a stable order. Callers must not modify the sequence.

        The sequence is empty only when the game is over. It holds `Action` objects: `[str(action) for action
        in state.legal_actions()]` gives their texts, and `state.apply(state.parse_action(text))` plays one.
        """

    def parse_action(self, text: str) -> Action:
        """Return the action of this game whose `str` is `text`. Raises `ParseError` if there is no such
        action."""
        return self.ruleset.parser(self.seats, self.options)(text)

    @abstractmethod
    def apply(self, action: Action) -> list[Event]:
        """Play an action and return its events. Raises `IllegalAction`, leaving the state unchanged, if it is
        not legal."""

    @abstractmethod
    def why_not(self, action: Action) -> Reason | None:
        """Return the reason why `apply` would reject this action now, or None if it is legal.

        Slow: meant for explanations to people, not for search.
        """

    def wishes(self) -> Mapping[str, Sequence[Wishes]]:
        """Return, for each decision that can interrupt the turn of another player, the wishes that its player
        can state in advance: groups of alternatives (`wished`). Empty by default."""
        return {}

    def wished(self, wishes: Sequence[str]) -> Action | None:
        """Return the legal action by which these wishes answer the pending decision, or None if they do not
        fit. Wishes can be of any game, or none at all."""
        return None

    def turn_of(self, seat: int) -> Self | None:
        """Return a copy in which the next turn of a seat begins if nothing changes before, or None if the
        game cannot tell."""
        return None

    def refusal(self, action: Action) -> IllegalAction:
        """Return the error that `apply` raises for an illegal action or for a value that is not an
        `Action`."""
        if not isinstance(action, Action):
            given = Reason("action-wanted", {"given": type(action).__name__})
            how = "expected an Action; state.parse_action(text) makes one from text"
            return IllegalAction(given, f"{action!r:.80} is a {type(action).__name__}: {how}")
        reason = self.why_not(action) or Reason("not-offered")
        return IllegalAction(reason, f"{action}: {reason}")

    @abstractmethod
    def copy(self) -> Self:
        """Return an independent copy. Cheap enough for search and undo."""

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: object) -> Self:
        return self.copy()

    @abstractmethod
    def determinize(self, rng: Random, seat: int | None = None) -> Self:
        """Return a copy with the information hidden from `seat` re-dealt at random by `rng`. Without a seat,
        all information that is not public is re-dealt."""

    def to_tell(self, events: Sequence[Event], seat: int | None = None) -> Told:
        """Return the hidden information that an action's events revealed to `seat`; without a seat, to all
        players.

        Together with the actions, this is all that a client without the seed needs to follow the game. By
        default, every event of a kind in `Ruleset.revealing` is public.
        """
        told: dict[str, list[str]] = {}
        for event in events:
            if event.kind in self.ruleset.revealing:
                told.setdefault(event.kind, []).append(event.piece)
        return told

    @property
    def secret(self) -> bool:
        """Return True if some seat may know something that others may not."""
        return False

    def deal_rest(self, rng: Random) -> Self:
        """Return a copy of a freshly parsed position with everything its text leaves open dealt by `rng`."""
        return self.determinize(rng)

    @abstractmethod
    def arrange(self, told: Told) -> None:
        """Place hidden information so that the next action reveals `told`. The inverse of `to_tell`.

        A state read from `position(seat)` stays equal to the original, as seen by that seat, if each action's
        revealed information is arranged before the action is applied. `told` is untrusted: `ParseError` is
        raised, and the state left unchanged, if it is malformed or impossible here.
        """

    @property
    @abstractmethod
    def outcome(self) -> Outcome | None:
        """Return the ranking with the full score breakdown, or None until the game is over."""

    @abstractmethod
    def position(self, seat: int | None = None) -> str:
        """Return the information known to `seat` as a one-line position string; without a seat, the public
        information.

        `Ruleset.parse_position` is the inverse, except that it deals hidden information at random.
        """

    @abstractmethod
    def scores(self) -> tuple[ScoreLine, ...]:
        """Return the score rows as if the game ended now."""

    @abstractmethod
    def check(self) -> None:
        """Raise `AssertionError` if an invariant is broken, naming it. For tests and the fuzzer."""


class Ruleset(ABC):
    """A game: player counts, options, setup and notations."""

    id: ClassVar[str]
    version: ClassVar[int]
    """Rules version. Raised when an existing record would no longer replay to the same game (see
    `options_since`)."""
    seats: ClassVar[range]
    options: ClassVar[tuple[Option, ...]]
    presets: ClassVar[Mapping[str, Mapping[str, str]]] = {}
    """Named sets of option values ("English 2010"). Options that a preset does not name have their
    default."""
    revealing: ClassVar[frozenset[str]] = frozenset()
    """Kinds of events that reveal hidden information. Undo never goes back past one."""
    possessions: ClassVar[frozenset[str]] = frozenset()
    """Names of the places that belong to the seat whose number follows ("purse" for `purse.2`)."""

    @abstractmethod
    def new_game(self, seats: int, options: Mapping[str, str] | None = None, seed: int = 0) -> State:
        """Return a game that is set up and ready for its first decision. Raises `ParseError` for an invalid
        player count, an unknown option or an unknown value."""

    @abstractmethod
    def parser(self, seats: int, options: Mapping[str, str] | None = None) -> Callable[[str], Action]:
        """Return a function equivalent to `State.parse_action` of every game with these options, which select
        the board."""

    @abstractmethod
    def parse_position(self, text: str) -> State:
        """Return the state that a position string describes. Raises `ParseError` with the reason if it is
        impossible."""

    def options_since(self, version: int, options: Mapping[str, str]) -> Mapping[str, str] | None:
        """Translate option values of an earlier rules version to current ones. Returns None if games of that
        version can no longer be played."""
        return None

    def played_by(self, chosen: Mapping[str, str]) -> tuple[int, ...]:
        """Return the player counts that are possible with these options, all of which must be given."""
        return tuple(self.seats)

    def full_options(self, seats: int, given: Mapping[str, str] | None) -> dict[str, str]:
        """Return the value of every option, with defaults for those not given. Raises `ParseError` for an
        invalid player count, an unknown option or an unknown value."""
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

    def known_options(self, options: Mapping[str, str]) -> dict[str, str]:
        """Return complete options without the `later` ones that have their default, so that a version without
        them names the game in the same way."""
        return {
            option.id: options[option.id]
            for option in self.options
            if not option.later or options[option.id] != option.default
        }


def shuffle(items: MutableSequence[_T], rng: Random) -> None:
    """Shuffle in place, using `rng.random()` only.

    Python guarantees a reproducible sequence across versions for `Random.random`, but not for
    `Random.shuffle`.
    """
    for last in range(len(items) - 1, 0, -1):
        other = int(rng.random() * (last + 1))
        items[last], items[other] = items[other], items[last]
