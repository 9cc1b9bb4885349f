"""A stateful fuzzer of the room protocol: sends invalid messages of all kinds.

python -m tests.rooms.fuzz 100000       number of messages; the suite sends a few thousand

Every message is either rejected with a code and leaves the room unchanged, or becomes an entry that its
author is entitled to. Any other exception would close the connection of another player.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from random import Random
from time import perf_counter
from typing import Any

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from game import engine
from game.rooms.commands import COMMANDS, Command, parse_command
from game.rooms.entries import compact
from game.rooms.plan import parse_plan
from game.rooms.protocol import CODES, MAX_COMMAND, PHRASES, Enter, Refused
from game.rooms.replica import RoomReplica
from game.server.room import Room
from tests.rooms.house import NAME, SALT, SEED, Hourglass, choice, key_of, plan, quick

NEEDS: dict[str, tuple[str, ...]] = {
    **{do: ("id", *kind.fields) for do, kind in COMMANDS.items()},
    **{"enter": ("v", "room", "key", "name", "since"), "here": ("on",), "ping": ()},
}
"""The fields of every command."""
FIELDS = sorted({field for needed in NEEDS.values() for field in needed} | {"do"})
HEARD = ("room", "entry", "refused", "present", "clock", "thinking", "bye")
DEEP = 3000

_numbers = st.one_of(
    st.integers(-2, 8), st.integers(), st.sampled_from([2**31, 10**6 + 1, 10**400, -1, 0.5, 1e308])
)
_texts = st.one_of(
    st.text(max_size=30),
    st.sampled_from(
        ["", "\ud800", "\x00", "a" * 5000, "end-turn", "done", '"', "_", key_of(1), key_of(7), NAME]
    ),
)
_values: st.SearchStrategy[Any] = st.one_of(
    _numbers,
    _texts,
    st.booleans(),
    st.none(),
    st.lists(st.integers(0, 3), max_size=3),
    st.dictionaries(st.sampled_from(FIELDS), st.integers(0, 3), max_size=2),
)
_likely: dict[str, st.SearchStrategy[Any]] = {
    "id": st.integers(0, 10**6).map(lambda number: f"a.{number}"),
    "at": st.sampled_from(["NOW", "NOW", "NOW", 1, 5]),
    "action": st.sampled_from(["LEGAL", "LEGAL", "end-turn", "done", "place reval", "income 2", "no"]),
    "to": st.sampled_from(["LAST", "LAST", 0, 3]),
    "ask": st.sampled_from(["OPEN", "OPEN", 7]),
    "yes": st.booleans(),
    "seat": st.integers(0, 3),
    "who": st.sampled_from([None, None, 1, 2, 3, 4, 7]),
    "computer": st.sampled_from([None, None, None, "easy", "hard"]),
    "colour": st.sampled_from([None, None, None, "red", "white", "black"]),
    "name": st.text(max_size=30),
    "on": st.sampled_from([False, False, False, True]),
    "pause": st.sampled_from([None, None, False, True]),
    "clock": st.sampled_from(
        [
            None,
            {"kind": "live", "turn": 0, "bank": 2, "over": "mark"},
            {"kind": "live", "turn": 1, "bank": 3, "over": "turn"},
            {"kind": "days", "turn": 2, "bank": 1, "over": "seat"},
            {"kind": "days", "turn": 2, "bank": 1, "over": "seat", "rest": {"zone": "Nowhere"}},
        ]
    ),
    "phrase": st.sampled_from(PHRASES),
    "v": st.just(2),
    "room": st.just(NAME),
    "key": st.integers(1, 30).map(key_of),
    "since": st.integers(0, 60),
    "do": st.sampled_from(sorted(NEEDS)),
}
"""Plausible values of fields; words in capitals are replaced by current values."""


def _command(do: str, wrong: dict[str, Any]) -> st.SearchStrategy[str]:
    fields = st.fixed_dictionaries({field: _likely.get(field, _values) for field in NEEDS[do]})
    return fields.map(lambda given: json.dumps({"do": do, **given, **wrong}))


_doing = st.sampled_from([*NEEDS, *(["play", "back", "ask", "answer", "seat", "say"] * 3)])
_right = _doing.flatmap(lambda do: _command(do, {}))
_wrong = st.tuples(_doing, st.dictionaries(st.sampled_from(FIELDS), _values, min_size=1, max_size=2))
_commands = st.one_of(_right, _right, _wrong.flatmap(lambda both: _command(*both)))
_junk = st.one_of(
    st.binary(max_size=60),
    st.text(max_size=60),
    _values.map(lambda value: json.dumps(value)),
    st.builds(lambda text, end: text[:end], _commands, st.integers(0, 80)),
    st.builds(lambda text, end: text.encode()[:end] + b"\xff\xc3", _commands, st.integers(0, 80)),
    st.sampled_from(
        [
            "[" * DEEP,
            '{"do":' * (DEEP // 6),
            '{"do":"say","x":' + "[" * 1000 + "]" * 1000 + "}",
            '{"do":"ping","x":' + "9" * 4000 + "}",
            '{"do":"rename","id":"a","name":"' + "x" * MAX_COMMAND + '"}',
            '{"do":"enter","v":1e999,"since":NaN}',
            '{"do":"ping"}{"do":"ping"}',
            "\ufeff{}",
            "",
            "null",
        ]
    ),
)
SAYINGS = st.lists(
    st.tuples(
        st.sampled_from([1, 1, 1, 2, 2, 2, 3, 3, 4, 5, 0, -1, None]),
        st.one_of(_commands, _commands, _commands, _commands, _junk),
    ),
    min_size=10,
    max_size=40,
)
"""Senders and messages."""

counts: Counter[str] = Counter()
"""Number of messages by outcome."""


class RoomMachine(RuleBasedStateMachine):
    """A room with members, who send messages of all kinds."""

    @initialize(
        game=st.sampled_from(engine.rulesets()),
        chairs=st.sampled_from(
            [("me", "open", "open"), ("me", "open"), ("me", "computer easy", "open"), ("me", "me")]
        ),
        started=st.booleans(),
        seed=st.integers(0, 2**32),
    )
    def begin(self, game: str, chairs: tuple[str, ...], started: bool, seed: int) -> None:
        line = Room.opening(parse_plan(plan(game, chairs).text()), seed=SEED, salt=SALT, now=1)
        self.lines = [line]
        self.room = Room(NAME, self.lines)
        self.room.timekeeper = self.clock = Hourglass()
        self.rng = Random(seed)
        self.watcher = RoomReplica(NAME, key_of(9), "Watcher", "w")
        for number in (2, 3, 9):
            self.say(None, json.dumps(enter(number)))
            self.say(number, compact({"do": "seat", "id": f"s.{number}", "seat": number - 1, "who": number}))
        self.watcher.receive(self.room.snapshot(self.room.member(key_of(9)) or 0, 0, {}))
        if started:
            for seat in list(self.room.state.open_seats):
                self.say(1, compact({"do": "seat", "id": f"o.{seat}", "seat": seat, "computer": "easy"}))
            self.say(1, compact({"do": "start", "id": "start"}))

    def say(self, who: int | None, text: str | bytes) -> None:
        """Send a message and check the invariants."""
        room, before = self.room, looks(self.room)
        counts["messages"] += 1
        try:
            command = parse_command(text)
            line = room.propose(None if isinstance(command, Enter) else who, command, 2)
            if isinstance(command, Command) and not COMMANDS[command.do].stored:
                self.watcher.receive(room.relay(who or 0, command, 2))
        except Refused as refused:
            assert refused.code in CODES and len(refused.message()) < 1000
            assert json.loads(refused.message())["is"] == "refused"
            assert looks(room) == before, "what is refused changes nothing"
            counts[refused.code] += 1
            return
        assert looks(room) == before, "what is proposed changes nothing"
        if line is None:
            counts["counted or not kept"] += 1
            return
        counts["taken"] += 1
        entry = json.loads(line)
        by = room.member(command.key) if isinstance(command, Enter) else who
        assert entry.get("host", entry["by"]) == (by or len(room.state.members) + 1)
        assert len(line) < 2 * MAX_COMMAND and "\n" not in line and line.isascii()
        if entry["do"] == "play":
            assert room.match is not None and room.state.chairs[room.match.state.actor or 0].who == who
        self.take(line)
        while (line := self.room.follow_up(3)) is not None:
            self.take(line)

    def take(self, line: str) -> None:
        self.lines.append(line)
        entry = self.room.apply(line)
        if self.watcher.me is not None:
            self.watcher.receive(self.room.message(entry, self.watcher.me))
            assert not self.watcher.outbox()

    @rule(sayings=SAYINGS)
    def wild(self, sayings: list[tuple[int | None, str | bytes]]) -> None:
        """Send any messages from any sender, known or unknown."""
        for who, message in sayings:
            self.say(who, message if isinstance(message, bytes) else self.fitting(message))

    def fitting(self, message: str) -> str:
        """Return the message with placeholders replaced by values that are right at the moment."""
        match, state = self.room.match, self.room.state
        now: dict[str, Any] = {"NOW": state.game_seq + 1, "OPEN": state.asked.n if state.asked else 1}
        now |= {"LEGAL": "end-turn", "LAST": max(0, len(match.moves) - 1) if match else 0}
        if match is not None and match.state.actor is not None:
            now["LEGAL"] = self.rng.choice(match.state.legal_actions()).text
        for word, meant in now.items():
            message = message.replace(f'"{word}"', json.dumps(meant))
        return message

    @rule(actions=st.integers(1, 12))
    def sensible(self, actions: int) -> None:
        """Let the player to act play a legal action; computers answer."""
        for _ in range(actions):
            match = self.room.match
            if wanted := self.room.awaited():
                self.room.answered(wanted.version, quick(wanted.request))
                while (line := self.room.follow_up(3)) is not None:
                    self.take(line)
            elif match is not None and match.state.actor is not None:
                action = choice(match.state, self.rng)
                fields = {"id": f"p.{self.room.n}", "at": self.room.state.game_seq + 1, "action": action.text}
                self.say(self.room.state.chairs[match.state.actor].who, compact({"do": "play", **fields}))

    @rule(seconds=st.integers(1, 3))
    def wait(self, seconds: int) -> None:
        """Let time pass."""
        self.clock.time += seconds
        while (line := self.room.follow_up(3)) is not None:
            self.take(line)

    @rule(message=_junk)
    def to_a_guest(self, message: str | bytes) -> None:
        """Send any message to a device, which must not fail either."""
        replica = RoomReplica(NAME, key_of(1), "Anna", "g")
        replica.receive(self.room.snapshot(1, 0, {}))
        replica.receive(message.decode(errors="replace") if isinstance(message, bytes) else message)
        counts["heard by a device"] += 1

    @rule(kind=st.sampled_from(HEARD), x=_values, y=_values)
    def nonsense_to_a_guest(self, kind: str, x: object, y: object) -> None:
        replica = RoomReplica(NAME, key_of(1), "Anna", "g")
        replica.receive(self.room.snapshot(1, 0, {}))
        for do in NEEDS:
            entry = {"n": replica.state.n + 1, "t": 1, "by": y, "do": do, "who": x, "why": y, "seat": x}
            entry |= {"action": y, "to": x, "told": x, "moves": y, "position": x}
            room = {"since": x, "you": y, "entries": [entry], "present": x}
            replica.receive(json.dumps({"is": kind, **room, **entry}))
            counts["heard by a device"] += 1

    @invariant()
    def follows(self) -> None:
        """Check that all devices, and a room loaded from the store, have equal state."""
        if not hasattr(self, "room"):
            return
        assert self.watcher.state.n == self.room.n
        assert shown(self.watcher.state) == shown(self.room.state)
        if self.room.match is not None and self.watcher.match is not None:
            assert self.watcher.match.state.position() == self.room.match.state.position()

    def teardown(self) -> None:
        if hasattr(self, "room"):
            again = Room(NAME, self.lines)
            assert shown(again.state) == shown(self.room.state)
            assert again.snapshot(1, 0, {}) == self.room.snapshot(1, 0, {})


def enter(number: int) -> dict[str, Any]:
    return {"do": "enter", "v": 2, "room": NAME, "key": key_of(number), "name": f"{number}", "since": 0}


def shown(state: Any) -> str:
    """Return a room's state in comparable form."""
    return repr(sorted(vars(state).items()))


def looks(room: Room) -> tuple[object, ...]:
    """Return a room in comparable form, quickly."""
    match = room.match
    game = None if match is None else (match.version, len(match.moves), len(match.record.actions))
    return room.n, shown(room.state), game


def fuzz(messages: int, steps: int = 20) -> None:
    """Send at least this number of messages, with a new room for each run."""
    enough = counts["messages"] + messages
    while counts["messages"] < enough:
        run_state_machine_as_test(
            RoomMachine,
            settings=settings(
                max_examples=10,
                stateful_step_count=steps,
                deadline=None,
                database=None,
                phases=[Phase.generate],
                suppress_health_check=list(HealthCheck),
            ),
        )


def main() -> int:
    began = perf_counter()
    fuzz(int(sys.argv[1]) if len(sys.argv) > 1 else 100_000)
    for what, number in counts.most_common():
        print(f"{number:8} {what}")
    print(f"{perf_counter() - began:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
