"""Text notation of a whole game: write, read, replay (docs/reference/notation-record.md).

    kontor-record 1
    ruleset hansa
    version 1
    seats 2
    seed 7
    option start_player 1
    tag name.0 Käthe

    place reval
    place riga
    end 2

Games are saved and shared in this notation. A comment before an action can hold the reason why a computer
player chose it: `# why buy-set town=riga colour=red n=2`. `# computer` before an action says that a computer
player chose it without a reason, or for one that no comment can hold.

A client that follows a game without its seed writes format 2, which older programs cannot read:

    kontor-record 2
    ...
    position hansa seats=2 ...

    told {"restock":["good.red.2"]}
    buy riga.1
    end 1

The game begins from the position, whose hidden part is dealt from the seed in any possible order. A `told`
line before an action holds the information that the action reveals.
"""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Set
from dataclasses import dataclass, field
from random import Random
from typing import Any, NamedTuple

from game.engine.core import Action, Event, IllegalAction, ParseError, Reason, Ruleset, State, Told
from game.engine.registry import ruleset as find_ruleset
from game.untrusted import loads

FORMATS = (1, 2)
"""Record formats that can be read. A record is written in the lowest that can hold it, for older programs."""
MAX_CHARACTERS = 4_000_000
MAX_ACTIONS = 200_000
MAX_SEED = 2**128 - 1
"""Upper bound of seeds: large enough that a game's seed cannot be found by brute force."""
_FORMAT_1_SEED = 2**63 - 1
MAX_TAGS = 100
MAX_TAG_CHARACTERS = 500

_Fields = dict[str, tuple[str, int]]
"""Fields of the header: value and line number."""

_MAGIC = "kontor-record"
_TAG_KEY = re.compile(r"[a-z0-9_.-]{1,40}", re.ASCII)
_CUT_OFF = "the record is cut off: it does not close with 'end' and the number of actions"
_FACT = r" [a-z_]{1,20}=(?:-?[0-9]{1,6}|[a-z][a-z0-9_.-]{0,59})"
_WHY = re.compile(rf"# why ([a-z0-9-]{{1,40}})((?:{_FACT}){{0,9}})", re.ASCII)
_COMPUTER = "# computer"
_ESCAPE = re.compile(r"\\(?:\\|u\{([0-9a-f]{1,6})\})", re.ASCII)


class OtherVersion(ParseError):
    """A record with an unknown game, rules version or format, which another version of Kontor may know."""


class CutOff(ParseError):
    """A record whose end is missing."""


class Untrue(ParseError):
    """A record that claims an action revealed something that is impossible in its position."""


@dataclass
class Record:
    """A game as its setup and actions.

    options  value of every option of the ruleset
    tags     free text by key (player names, colours, a date), which the engine does not interpret
    lines    line number of each action in the text that was read; empty if the record was not read from text
    reasons  by action number, from 0: why a computer player chose the action; not part of the game
    computed  numbers of actions with which a computer player began to act without giving a reason
    start    position string from which the game begins, if not from its setup; `seed` deals its hidden part
    told     by action number: the information it reveals (`State.to_tell`), if the seed does not determine it

    >>> from game.engine.registry import ruleset
    >>> state = ruleset("hansa").new_game(seats=2, seed=7)
    >>> record = Record.of(state, {"name.0": "Käthe"})
    >>> action = state.legal_actions()[0]
    >>> events = state.apply(action)
    >>> record.append(action)
    >>> replay(read(write(record))).position() == state.position()
    True
    """

    ruleset: Ruleset
    seats: int
    options: Mapping[str, str]
    seed: int
    tags: dict[str, str] = field(default_factory=dict)
    actions: list[Action] = field(default_factory=list)
    lines: tuple[int, ...] = field(default=(), compare=False)
    reasons: dict[int, Reason] = field(default_factory=dict, compare=False)
    computed: set[int] = field(default_factory=set, compare=False)
    start: str | None = None
    told: dict[int, Told] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.options = self.ruleset.full_options(self.seats, self.options)
        if not 0 <= self.seed <= MAX_SEED:
            raise ParseError(f"the seed {self.seed} is not between 0 and {MAX_SEED}")
        if len(self.tags) > MAX_TAGS:
            raise ParseError(f"{len(self.tags)} tags; a record has at most {MAX_TAGS}")
        for key, value in self.tags.items():
            check_tag(key, value)

    @classmethod
    def of(cls, state: State, tags: Mapping[str, str] | None = None) -> Record:
        """Return an empty record of a game set up like `state`."""
        return cls(state.ruleset, state.seats, state.options, state.seed, dict(tags or {}))

    @classmethod
    def beginning(cls, ruleset: Ruleset, position: str, seed: int, tags: Mapping[str, str]) -> Record:
        """Return an empty record of a game that begins from a position string. Raises `ParseError` if it is
        invalid."""
        state = ruleset.parse_position(position)
        return cls(ruleset, state.seats, state.options, seed, dict(tags), start=position)

    def append(self, action: Action) -> None:
        """Add the next action of the game."""
        self.actions.append(action)

    @property
    def by_computer(self) -> Set[int]:
        """Return the numbers of the actions with which a computer player began to act, with a reason or
        without."""
        return self.reasons.keys() | self.computed

    def new_game(self) -> State:
        """Return the state before the first action. Raises `ParseError` if `start` does not fit the record's
        setup."""
        if self.start is None:
            return self.ruleset.new_game(self.seats, self.options, self.seed)
        state = self.ruleset.parse_position(self.start)
        if state.seats != self.seats or dict(state.options) != dict(self.options):
            raise ParseError("the position is not of a game with this setup")
        return state.deal_rest(Random(self.seed))

    def play(self, state: State, number: int) -> list[Event]:
        """Apply action `number`, counted from 0, to the state before it and return its events.

        Raises `IllegalAction`, or `ParseError` for an impossible `told`. The message names the line if the
        record was read from text.
        """
        try:
            if number in self.told:
                state.arrange(self.told[number])
            return state.apply(self.actions[number])
        except (IllegalAction, ParseError) as fault:
            raise self.located(number, fault) from None

    def located(self, number: int, fault: IllegalAction | ParseError) -> ValueError:
        """Return the error with the line of the action added to its message, or the action's number without a
        line."""
        line = self.lines[number] if number < len(self.lines) else None
        if isinstance(fault, ParseError):
            return Untrue(f"action {number + 1}: {fault.reason}", line)
        at = f"action {number + 1}" if line is None else f"line {line}"
        return IllegalAction(fault.reason, f"{at}: {fault}", line)

    @property
    def format(self) -> int:
        """Return the lowest format that can hold the record."""
        return 2 if self.start is not None or self.told or self.seed > _FORMAT_1_SEED else 1


def check_tag(key: str, value: str) -> None:
    """Raise `ParseError` if a record cannot hold this tag."""
    if not _TAG_KEY.fullmatch(key):
        raise ParseError(f"tag key {key[:60]!r}: expected up to 40 lower-case letters, digits and . _ -")
    if len(value) > MAX_TAG_CHARACTERS:
        raise ParseError(f"tag {key}: {len(value)} characters; at most {MAX_TAG_CHARACTERS} are allowed")


def write(record: Record) -> str:
    """Return the record as text. `read` is the inverse. Options at their default are left out."""
    lines = [
        f"{_MAGIC} {record.format}",
        f"ruleset {record.ruleset.id}",
        f"version {record.ruleset.version}",
        f"seats {record.seats}",
        f"seed {record.seed}",
    ]
    for option in record.ruleset.options:
        if record.options[option.id] != option.default:
            lines.append(f"option {option.id} {record.options[option.id]}")
    for key, value in record.tags.items():
        check_tag(key, value)
        lines.append(f"tag {key} {_escape(value)}")
    if record.start is not None:
        lines.append(f"position {record.start}")
    lines.append("")
    for number, action in enumerate(record.actions):
        if number in record.reasons:
            lines.append(_commented(record.reasons[number]))
        if number in record.computed:
            lines.append(_COMPUTER)
        if number in record.told:
            lines.append(f"told {json.dumps(record.told[number], separators=(',', ':'))}")
        lines.append(action.text)
    lines.append(f"end {len(record.actions)}")
    return "\n".join(lines) + "\n"


def told_of(data: Any) -> Told:
    """Return untrusted plain data as revealed information. Raises `ParseError` if it is malformed.

    >>> told_of({"reveal": ["marker.desk"]})
    {'reveal': ['marker.desk']}
    """
    lists = list(data.values()) if isinstance(data, dict) else [None]
    if all(isinstance(pieces, list) and all(isinstance(piece, str) for piece in pieces) for pieces in lists):
        return dict(data)
    raise ParseError(f"lists of pieces by kind of event are wanted, not {data!r:.60}")


def _commented(reason: Reason) -> str:
    """Return the comment line for a reason.

    Facts that are lists only mark places on the board and are left out. If another fact is neither an id of
    the game nor a number, the line only says that a computer player acts.
    """
    said = {name: value for name, value in reason.facts.items() if not isinstance(value, list)}
    row = f"# why {reason.id}" + "".join(f" {name}={value}" for name, value in said.items())
    return row if _WHY.fullmatch(row) else _COMPUTER


def _understood(row: str) -> Reason | None:
    """Return the reason in a comment line, or None if it holds none."""
    found = _WHY.fullmatch(row)
    if found is None:
        return None
    facts: dict[str, int | str] = {}
    for fact in found[2].split():
        name, _, value = fact.partition("=")
        facts[name] = value if value[0].isalpha() else int(value)
    return Reason(found[1], facts)


class Head(NamedTuple):
    """The header of a record and the number of its actions."""

    ruleset: Ruleset
    seats: int
    seed: int
    options: Mapping[str, str]
    tags: dict[str, str]
    actions: int


def head(text: str) -> Head:
    """Read the header of a record without parsing its actions. About a hundred times as fast as `read`.

    Raises the errors of `read` for an invalid header or a truncated record. The actions are not checked.
    """
    return _Reader(text).head()


def read(text: str) -> Record:
    """Parse a record. Whether its actions are legal is checked only by `replay`.

    Raises `ParseError` with line and reason if the text is malformed or truncated. An unknown game, rules
    version or format raises the subclass `OtherVersion`.
    """
    if len(text) > MAX_CHARACTERS:
        raise ParseError(f"{len(text)} characters; a record has at most {MAX_CHARACTERS}")
    return _Reader(text).record()


def steps(record: Record) -> Iterator[tuple[State, Action, list[Event]]]:
    """Play the record: yield the state (the same object each time), the action and its events.

    Raises the errors of `Record.play`.
    """
    state = record.new_game()
    for number, action in enumerate(record.actions):
        events = record.play(state, number)
        yield state, action, events


def replay(record: Record) -> State:
    """Return the state after the last action. Raises the errors of `steps`."""
    last = deque(steps(record), maxlen=1)
    return last[0][0] if last else record.new_game()


class _Reader:
    """A parser that reads a record from the top. `line` is the current line, for error messages."""

    def __init__(self, text: str) -> None:
        self.rows = text.removeprefix("\ufeff").split("\n")
        self.line = 0
        self.format = 1
        self.position = 0
        """Line number of the position string; 0 without one."""

    def head(self) -> Head:
        record = self._setup()
        last = next((row for row in reversed(self.rows) if row.strip() and not row.startswith("#")), "")
        word, _, number = last.strip().partition(" ")
        actions = _whole(number)
        if word != "end" or actions is None:
            self.line = len(self.rows)
            raise CutOff(_CUT_OFF, self.line)
        return Head(record.ruleset, record.seats, record.seed, record.options, record.tags, actions)

    def record(self) -> Record:
        record = self._setup()
        if record.start is not None:
            self._check_position(record)
        parser = record.ruleset.parser(record.seats, record.options)
        self._actions(parser, record)
        return record

    def _setup(self) -> Record:
        """Return the record with its header only."""
        self._format()
        header, options, tags = self._header()
        ruleset = self._ruleset(header)
        version = self._number(header, "version", 1, 10**9)
        seats = self._number(header, "seats", 1, 99)
        seed = self._number(header, "seed", 0, MAX_SEED)
        self._check_options(ruleset, seats, header["seats"][1], options)
        values = self._values(ruleset, version, header["version"][1], options)
        start, self.position = header.get("position", (None, 0))
        return Record(ruleset, seats, values, seed, tags, start=start)

    def _check_position(self, record: Record) -> None:
        try:
            record.new_game()
        except ParseError as broken:
            raise ParseError(broken.reason, self.position) from None

    def _next(self) -> str | None:
        """Return the next row without its line ending, or None after the last."""
        if self.line >= len(self.rows):
            return None
        self.line += 1
        return self.rows[self.line - 1].rstrip("\r")

    def _error(self, reason: str) -> ParseError:
        return ParseError(reason, self.line)

    def _format(self) -> None:
        word, _, number = (self._next() or "").partition(" ")
        if word != _MAGIC:
            raise self._error(f"this is not a Kontor record: it does not begin with {_MAGIC!r}")
        if _whole(number) is None:
            raise self._error(f"the format of the record is not a number: {number[:40]!r}")
        self.format = _whole(number) or 0
        if self.format not in FORMATS:
            known = " and ".join(map(str, FORMATS))
            raise OtherVersion(
                f"format {number[:20]} of the record is not known here, only {known}", self.line
            )

    def _header(self) -> tuple[_Fields, _Fields, dict[str, str]]:
        """Read the rows up to the first blank one: single fields and options, each with its line,
        and tags."""
        single: _Fields = {}
        options: _Fields = {}
        tags: dict[str, str] = {}
        while (row := self._next()) is not None:
            if row == "":
                return single, options, tags
            if row.startswith("#"):
                continue
            word, _, value = row.partition(" ")
            if word in ("ruleset", "version", "seats", "seed") or (word == "position" and self.format > 1):
                if word in single:
                    raise self._error(f"{word} is given twice")
                single[word] = (value, self.line)
            elif word in ("option", "tag"):
                key, _, value = value.partition(" ")
                if key in (options if word == "option" else tags):
                    raise self._error(f"{word} {key[:40]} is given twice")
                if word == "option":
                    options[key] = (value, self.line)
                else:
                    tags[key] = self._tag(key, value)
                    if len(tags) > MAX_TAGS:
                        raise self._error(f"more than {MAX_TAGS} tags")
            else:
                raise self._error(f"unknown field {word[:40]!r} in the header")
        raise CutOff("the record is cut off inside its header", self.line)

    def _tag(self, key: str, value: str) -> str:
        try:
            text = _unescape(value)
            check_tag(key, text)
        except ParseError as broken:
            raise self._error(broken.reason) from None
        return text

    @staticmethod
    def _check_options(ruleset: Ruleset, seats: int, seats_line: int, options: _Fields) -> None:
        """Raise the ruleset's `ParseError` for an invalid option, naming its line."""
        rows = [({}, seats_line), *(({name: value}, line) for name, (value, line) in options.items())]
        rows.append(({name: value for name, (value, _) in options.items()}, rows[-1][1]))
        for given, line in rows:
            try:
                ruleset.full_options(seats, given)
            except ParseError as broken:
                raise ParseError(broken.reason[:300], line) from None

    def _ruleset(self, header: _Fields) -> Ruleset:
        for name in ("ruleset", "version", "seats", "seed"):
            if name not in header:
                raise self._error(f"the header has no {name}")
        name, line = header["ruleset"]
        try:
            ruleset = find_ruleset(name[:60])
        except ParseError as unknown:
            raise OtherVersion(unknown.reason, line) from None
        return ruleset

    @staticmethod
    def _values(ruleset: Ruleset, version: int, line: int, options: _Fields) -> Mapping[str, str]:
        """Return the options in terms of the current rules. Raises `OtherVersion` if these cannot play the
        game."""
        values = {name: value for name, (value, _) in options.items()}
        since: Mapping[str, str] | None = values if version == ruleset.version else None
        if version < ruleset.version:
            since = ruleset.options_since(version, values)
        if since is None:
            age = "newer" if version > ruleset.version else "older"
            here = f"version {version}; here it is {ruleset.version}"
            raise OtherVersion(f"played under {age} rules of {ruleset.id}, {here}", line)
        return since

    @staticmethod
    def _number(header: _Fields, name: str, least: int, most: int) -> int:
        text, line = header[name]
        number = _whole(text)
        if number is None or not least <= number <= most:
            raise ParseError(f"{name} must be a number from {least} to {most}, not {text[:40]!r}", line)
        return number

    def _actions(self, parse: Callable[[str], Action], record: Record) -> None:
        """Read the rows down to `end <number of actions>` into the record."""
        lines: list[int] = []
        while (row := self._next()) is not None:
            row, number = row.strip(), len(record.actions)
            if row == "" or row.startswith("#"):
                if reason := _understood(row):
                    record.reasons[number] = reason
                if row == _COMPUTER:
                    record.computed.add(number)
            elif row.startswith("told ") and self.format > 1:
                self._told(row.removeprefix("told "), record)
            elif row.startswith("end "):
                self._end(row.removeprefix("end "), number)
                if number in record.told:
                    raise self._error("something is told before an action that is not there")
                record.lines = tuple(lines)
                return
            else:
                if number == MAX_ACTIONS:
                    raise self._error(f"more than {MAX_ACTIONS} actions")
                try:
                    record.actions.append(parse(row))
                except ParseError as unknown:
                    raise self._error(unknown.reason) from None
                lines.append(self.line)
        raise CutOff(_CUT_OFF, self.line)

    def _told(self, text: str, record: Record) -> None:
        """Read the information that the next action reveals. Only `State.arrange` can tell whether it is
        possible."""
        if len(record.actions) in record.told:
            raise self._error("it is told twice what an action reveals")
        try:
            record.told[len(record.actions)] = told_of(loads(text))
        except ValueError as broken:
            raise self._error(f"what is told is not of the right form: {broken}") from None

    def _end(self, number: str, actions: int) -> None:
        if _whole(number) != actions:
            raise self._error(f"the record closes with {number[:20]!r} actions, but {actions} were read")
        while (row := self._next()) is not None:
            if row.strip() and not row.startswith("#"):
                raise self._error("there is more text after the end of the record")


def _whole(text: str) -> int | None:
    """Return the number written in plain digits, or None if the text is not one."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 39 else None


def _escape(text: str) -> str:
    r"""Escape a text as one printable line: `\` as `\\`, unprintable characters as `\u{hex}`.

    >>> _escape("two\nlines")
    'two\\u{a}lines'
    """
    return "".join(
        "\\\\" if sign == "\\" else sign if sign.isprintable() else f"\\u{{{ord(sign):x}}}" for sign in text
    )


def _unescape(text: str) -> str:
    if "\\" in _ESCAPE.sub("", text):
        raise ParseError("a backslash must be followed by another backslash or by u{hexadecimal number}")

    def sign(match: re.Match[str]) -> str:
        code = int(match[1], 16) if match[1] else ord("\\")
        if code > 0x10FFFF:
            raise ParseError(f"{match[0]} is not a character")
        return chr(code)

    return _ESCAPE.sub(sign, text)
