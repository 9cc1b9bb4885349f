"""Messages between the program and AI workers: requests and their answers, as JSON text.

A request names its kind ("ask"), the game ("ruleset"), the position string ("position") and the facts of that
kind. It holds only what the requesting seat may know: a worker never sees the game's seed or record. The
answer is JSON text as well, `{"error": "..."}` on failure.

    {"ask": "choose", "ruleset": "hansa", "position": "<State.position(seat)>", "level": "hard", "seed": 1,
     "work": 200}

is answered by

    {"plan": ["action", ...], "firm": 2, "then": [["<position>", 1], ...], "chances": [0.6, 0.4],
     "alternatives": [{"plan": [...], "chances": [...], "reason": [...]}], "reason": ["id", {...}]}

Each kind of message is a dataclass with the fields of the object. In JSON, named tuples are lists, and
actions are their texts. `to_json` and `from_json` convert every kind.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass
from functools import cache
from math import isfinite
from typing import Any, ClassVar, NamedTuple, TypeVar, get_args, get_origin, get_type_hints

from game.engine.core import Action, ParseError, Reason, State
from game.levels import MEDIUM
from game.untrusted import loads

T = TypeVar("T")
ParseAction = Callable[[str], Action]

OPEN = 0.03
"""Minimum win probability of an undecided game. Below it, a game counts as lost; within it of 1, as won."""
_SLACK = 0.001
"""Tolerance for rounding in a probability."""


class MessageError(ParseError):
    """An invalid message. The text states the field and the problem."""


# ---- requests -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Request:
    """A request about a position, as known to its actor."""

    ask: ClassVar[str]
    """The name of the kind."""

    ruleset: str
    position: str


@dataclass(frozen=True)
class ChoiceRequest(Request):
    """A request to choose a plan as a player of a level, for computer players and hints. The answer is a
    `Choice`.

    seed     the player's own, not the game's
    seconds  time limit; `work` can replace it: the number of playouts
    """

    ask = "choose"
    level: str
    seed: int = 0
    seconds: float | None = None
    work: int | None = None


class Draw(NamedTuple):
    """An action that revealed hidden information: the number of actions of the turn before it, and the
    positions before and after it as known to the seat whose turn it was."""

    number: int
    before: str
    after: str


@dataclass(frozen=True)
class EvaluationRequest(Request):
    """A request to evaluate a turn or a part of it, for the analysis, the teaching mode and exercises. The
    answer is a `TurnEvaluation`.

    played   the actions
    draws    those that revealed hidden information
    chances  whether to return the win probabilities in the position; they do not change the evaluations
    seconds  time limit; after it, the answer has no evaluations
    """

    ask = "judge"
    played: tuple[str, ...]
    draws: tuple[Draw, ...] = ()
    chances: bool = False
    seconds: float | None = None
    seed: int = 0


@dataclass(frozen=True)
class RolloutRequest(Request):
    """A request to play plans and then the rest of the game, with common random numbers. The answer is a
    `RolloutAnswer`.

    plans  the plans, as action texts
    first  number of the first playout, which selects its random numbers
    count  number of playouts of each plan
    level  the level at which all seats play
    work   playouts for one of their turns, for levels that have them
    """

    ask = "roll out"
    plans: tuple[tuple[str, ...], ...]
    first: int = 0
    count: int = 1
    level: str = MEDIUM
    work: int | None = None
    seed: int = 0


@dataclass(frozen=True)
class ThreatRequest(Request):
    """A request for what the opponents of a seat can do next if that seat does nothing. The answer is a
    `ThreatAnswer`."""

    ask = "threats"
    seat: int


REQUESTS: Mapping[str, type[Request]] = {
    kind.ask: kind for kind in (ChoiceRequest, EvaluationRequest, RolloutRequest, ThreatRequest)
}


def request(ask: str, state: State, **facts: Any) -> str:
    """Return the text of a request of a kind about a position, with the knowledge of its actor."""
    return to_json(REQUESTS[ask](state.ruleset.id, state.position(state.actor), **facts))


# ---- answers ------------------------------------------------------------------------------------


class ExpectedStage(NamedTuple):
    """A later stage of a plan, after others have decided as foreseen: the position, as known to the player,
    and the number of actions that can then be played without a new request."""

    position: str
    firm: int


@dataclass(frozen=True)
class Alternative:
    """Another plan for the same turn, with each seat's win probability and the reason."""

    plan: tuple[Action, ...]
    chances: tuple[float, ...]
    reason: Reason | None = None


@dataclass(frozen=True)
class Choice:
    """The next action, with the plan, evaluation and reason behind it.

    plan          the player's own intended actions for this turn, next one first; never empty
    chances       each seat's estimated win probability, in seat order; empty without an estimate
    alternatives  the next best plans, best first; each begins with another action and has another aim
    reason        the reason for the plan as a stable id and facts, for localised text; None without one
    firm          length of the committed prefix: the actions that can be played without a new request, until
                  another player decides or hidden information is revealed; at least 1
    then          the later stages of the plan, in order, if the others decide as foreseen
    """

    plan: tuple[Action, ...]
    chances: tuple[float, ...] = ()
    alternatives: tuple[Alternative, ...] = ()
    reason: Reason | None = None
    firm: int = 1
    then: tuple[ExpectedStage, ...] = ()

    @property
    def action(self) -> Action:
        """Return the action to play now."""
        return self.plan[0]


@dataclass(frozen=True)
class DecisionEvaluation:
    """The evaluation of a decision.

    choices     number of different plans; with a single one there was nothing to decide
    given_away  win probability lost against the best plan, 0 to 1; 0 if it is not significant
    error       standard error of `given_away`
    sure        probability that the best plan is better, 0 to 1
    chance      the player's win probability with the best plan
    played      the player's win probability with the played plan
    plan        the best plan: the player's own actions
    line        the best plan with the expected decisions of others in between
    reason      the reason for the best plan; None if no text exists for it
    did         the reason for the played plan; None if no text exists for it

    `plan`, `line`, `reason` and `did` are empty if nothing was lost.
    """

    seat: int
    choices: int
    given_away: float
    error: float
    sure: float
    chance: float
    played: float
    plan: tuple[str, ...] = ()
    line: tuple[str, ...] = ()
    reason: Reason | None = None
    did: Reason | None = None

    def __post_init__(self) -> None:
        _check_chances(self.given_away, self.sure, self.chance, self.played)

    @property
    def decided(self) -> bool:
        """Return True if there was something to decide: several plans, in a game that was neither won nor
        lost."""
        return self.choices > 1 and self.chance >= OPEN and self.played <= 1 - OPEN


class Verdict(NamedTuple):
    """The evaluation of a decision, and the number of actions of the turn before it."""

    start: int
    decision: DecisionEvaluation


class Luck(NamedTuple):
    """The change of each seat's win probability by a draw, with standard errors."""

    gains: tuple[float, ...]
    errors: tuple[float, ...]


@dataclass(frozen=True)
class TurnEvaluation:
    """The evaluation of a turn.

    verdicts  one for each decision; a draw divides the turn, because more is known after it
    luck      the effect of each draw
    chances   each seat's win probability at the beginning, if requested
    """

    verdicts: tuple[Verdict, ...]
    luck: tuple[Luck, ...]
    chances: tuple[float, ...]

    def __post_init__(self) -> None:
        _check_chances(*self.chances)
        rows = [self.chances, *(row for luck in self.luck for row in luck)]
        if len({len(row) for row in rows if row}) > 1:
            raise MessageError("the number of seats changes")

    @property
    def decisions(self) -> tuple[DecisionEvaluation, ...]:
        """Return the evaluations of the decisions."""
        return tuple(verdict.decision for verdict in self.verdicts)

    @property
    def gains(self) -> tuple[float, ...]:
        """Return the change of each seat's win probability by all draws; empty if nothing was drawn."""
        return tuple(map(sum, zip(*(luck.gains for luck in self.luck), strict=True)))

    @property
    def errors(self) -> tuple[float, ...]:
        """Return the standard errors of `gains`."""
        seats = zip(*(luck.errors for luck in self.luck), strict=True)
        return tuple(sum(error * error for error in errors) ** 0.5 for errors in seats)

    @property
    def worst(self) -> Verdict | None:
        """Return the decision that lost most, or None if nothing was lost."""
        found = max(self.verdicts, key=lambda one: one.decision.given_away, default=None)
        return found if found is not None and found.decision.given_away > 0 else None


class RolloutEnd(NamedTuple):
    """The end of a playout: the share of the victory of each seat, which adds up to 1, and the final
    points."""

    wins: tuple[float, ...]
    points: tuple[float, ...]


@dataclass(frozen=True)
class RolloutAnswer:
    """The ends of the playouts: for each number the end of each plan."""

    ends: tuple[tuple[RolloutEnd, ...], ...]

    def __post_init__(self) -> None:
        ends = [end for row in self.ends for end in row]
        if len({len(row) for row in self.ends}) > 1 or len({len(part) for end in ends for part in end}) > 1:
            raise MessageError("the number of plans or seats changes")
        _check_chances(*(share for end in ends for share in end.wins))


class Threat(NamedTuple):
    """An action or a plan of an opponent in its next turn, if nothing changes before.

    seat     the opponent
    place    element of the board where it happens, such as "route.groningen-emden"; "" for none
    actions  number of actions that it takes, with those that prepare it
    points   points that the opponent would have more if the game ended then
    reason   what it does and what for, for localised text; None if only the end is known
    end      id of the end condition if it ends the game, as in `Outcome.reason`; otherwise ""
    totals   final points by seat if it ends the game; otherwise empty
    winners  seats that win if it ends the game; otherwise empty
    """

    seat: int
    place: str
    actions: int
    points: int
    reason: Reason | None = None
    end: str = ""
    totals: tuple[int, ...] = ()
    winners: tuple[int, ...] = ()

    @property
    def wins(self) -> bool:
        """Return True if the opponent ends the game and wins."""
        return self.seat in self.winners


@dataclass(frozen=True)
class ThreatAnswer:
    """Threats of all opponents, in turn order."""

    threats: tuple[Threat, ...]


def _check_chances(*chances: float) -> None:
    for chance in chances:
        if not -_SLACK <= chance <= 1 + _SLACK:
            raise MessageError(f"a number from 0 to 1 expected, got {chance}")


# ---- JSON ---------------------------------------------------------------------------------------


def to_json(message: object) -> str:
    """Return a message as JSON text."""
    named = {"ask": message.ask} if isinstance(message, Request) else {}
    return json.dumps(named | vars(message), default=plain)


def plain(value: object) -> object:
    """Return a part of a message as data for JSON: the argument `default` of `json.dumps`."""
    if isinstance(value, Action):
        return value.text
    return dict(value) if isinstance(value, Mapping) else vars(value)


def request_from_json(text: str) -> Request:
    """Parse a request of any kind. Raises `MessageError` if it is invalid."""
    row = _object(text)
    ask = _read(str, row.pop("ask", None), "ask", None)
    kind = REQUESTS.get(ask)
    if kind is None:
        raise MessageError(f"ask: one of {', '.join(REQUESTS)} expected, got {ask!r:.80}")
    names = [field.name for field in fields(kind)]
    if unknown := sorted(row.keys() - {*names}):
        raise MessageError(f"{kind.ask} takes no {', '.join(unknown)}; it takes {', '.join(names)}")
    found: Request = _read(kind, row, "", None)
    return found


def from_json(kind: type[T], text: str, parse: ParseAction | None = None) -> T:
    """Parse an answer of this kind. Unknown fields are ignored. Raises `MessageError` if it is invalid.

    parse  returns the action of a text (`State.parse_action`), for kinds with actions
    """
    return from_plain(kind, _object(text), parse)


def from_plain(kind: type[T], row: Any, parse: ParseAction | None = None) -> T:
    """Convert an answer from the data of its JSON text, as `from_json` does."""
    if isinstance(row, dict) and "error" in row:
        raise MessageError(f"the worker failed: {row['error']!s:.200}")
    found: T = _read(kind, row, "", parse)
    return found


def _object(text: str) -> dict[str, Any]:
    try:
        row = loads(text)
    except ValueError as error:
        raise MessageError(f"JSON expected: {error}") from None
    if not isinstance(row, dict):
        raise MessageError(f"object expected, got {text:.80}")
    return row


_hints = cache(get_type_hints)
_LARGE = 2**53
"""Larger integers have no exact floating-point number."""
_SIMPLE = {str: "text", int: "integer", bool: "true or false", float: "number"}


def _read(kind: Any, value: Any, where: str, parse: ParseAction | None) -> Any:
    """Convert a value of JSON to this type. `where` names its place in the message."""
    if kind in _SIMPLE:  # first, because most values are
        if kind is float and type(value) is int and abs(value) < _LARGE:
            value = float(value)
        if type(value) is not kind or (kind is float and not isfinite(value)):
            raise MessageError(f"{where}: {_SIMPLE[kind]} expected, got {value!r:.80}")
        return value
    if type(None) in get_args(kind):
        return None if value is None else _read(get_args(kind)[0], value, where, parse)
    if kind is Action and parse is not None:
        return parse(_read(str, value, where, parse))
    made = get_origin(kind) or kind
    if made is Mapping or is_dataclass(kind):
        if not isinstance(value, dict):
            raise MessageError(f"{where}: object expected, got {value!r:.80}")
        return value if made is Mapping else _read_object(kind, value, where, parse)
    if not isinstance(value, list):
        raise MessageError(f"{where}: list expected, got {value!r:.80}")
    if made is tuple:
        each = get_args(kind)[0]
        return tuple(_read(each, item, f"{where}.{n}", parse) for n, item in enumerate(value))
    kinds = [_hints(kind)[name] for name in kind._fields]
    if len(value) != len(kinds):
        raise MessageError(f"{where}: {', '.join(kind._fields)} expected, got {value!r:.80}")
    pairs = zip(kinds, value, strict=True)
    return kind(*(_read(each, item, f"{where}.{n}", parse) for n, (each, item) in enumerate(pairs)))


def _read_object(kind: Any, row: Mapping[str, Any], where: str, parse: ParseAction | None) -> Any:
    found, hints = {}, _hints(kind)
    for field in fields(kind):
        place = f"{where}.{field.name}".lstrip(".")
        if field.name in row:
            found[field.name] = _read(hints[field.name], row[field.name], place, parse)
        elif field.default is MISSING:
            raise MessageError(f"{place}: missing")
    try:
        return kind(**found)
    except MessageError as error:
        raise MessageError(f"{where}: {error}".lstrip(": ")) from None
