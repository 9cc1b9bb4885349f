"""A room and its devices without a network: messages are passed as text."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from random import Random

from game import engine
from game.bots.players import player
from game.engine.core import Action, State
from game.engine.record import Record
from game.match.players import COLOURS
from game.rooms.commands import COMMANDS, parse_command
from game.rooms.plan import RoomPlan, parse_plan
from game.rooms.protocol import Enter, Here, Ping, Refused
from game.rooms.replica import RoomReplica
from game.rooms.state import SeatAssignment
from game.rooms.updates import Update
from game.server.room import Room, Timekeeper
from game.server.working_time import Timeline, TimelinePiece

NAME = "n" * 22
SEED = 0xC0FFEE << 100
SALT = "salt"
NAMES = ("Anna", "Ben", "Käthe", "Dietrich", "Elsabe")


def key_of(number: int) -> str:
    """Return the key of a device."""
    return f"{number:022d}"


def plan(
    ruleset: str = "hansa",
    chairs: Sequence[str] = ("me", "open", "open"),
    *,
    options: Mapping[str, str] | None = None,
    record: Record | None = None,
) -> RoomPlan:
    """Return the setup of a room created by Anna."""
    rules = engine.ruleset(ruleset)
    places = [
        SeatAssignment(
            1 if kind == "me" else None, kind[9:] if kind.startswith("computer ") else None, COLOURS[seat]
        )
        for seat, kind in enumerate(chairs)
    ]
    full = rules.full_options(len(chairs), options)
    return RoomPlan(key_of(1), "Anna", rules, len(chairs), full, tuple(places), record)


class Hourglass(Timekeeper):
    """A time of operation that tests set. It begins on Monday, 1 June 2026, at 10 o'clock in Berlin."""

    MONDAY = 1_780_300_800

    def __init__(self) -> None:
        self.time = 0
        self.timeline = Timeline([TimelinePiece(0, self.MONDAY)])

    def now(self) -> int:
        return self.time


class House:
    """A simulated server and network: messages of a device are processed by the room, and its responses
    delivered.

    replicas   by number, from 1
    offline  devices cut off in both directions
    absence  seconds since members who are not connected were
    mute     devices to which nothing is delivered
    sent     all texts that were sent to each device
    news     all events reported by the devices
    checked  True to compare positions after every entry
    clock    the time for a clock, which does not pass by itself
    """

    def __init__(self, made_from: RoomPlan, seed: int = SEED, salt: str = SALT) -> None:
        again = parse_plan(made_from.text())
        self.lines = [Room.opening(again, seed=seed, salt=salt, now=1_000)]
        self.clock = Hourglass()
        self.room = self.reloaded()
        self.now = 1_000
        self.replicas: dict[int, RoomReplica] = {}
        self.offline: set[int] = set()
        self.absence: dict[int, float] = {}
        self.room.absence = lambda: self.absence
        self.mute: set[int] = set()
        self.sent: dict[int, list[str]] = {}
        self.news: dict[int, list[Update]] = {}
        self.thinking = True
        self.visits = 0
        self.checked = True

    # ---- devices ----------------------------------------------------------------------------

    def come(self, number: int, *, anew: bool = True) -> RoomReplica:
        """Let a device open the room: for the first time without stored data, or (`anew=False`) again."""
        if anew or number not in self.replicas:
            self.visits += 1
            called = NAMES[(number - 1) % len(NAMES)]
            self.replicas[number] = RoomReplica(NAME, key_of(number), called, f"d{self.visits}")
        self.sent.setdefault(number, [])
        self.news.setdefault(number, [])
        self.offline.discard(number)
        self.say(number, self.replicas[number].enter())
        return self.replicas[number]

    def say(self, number: int, text: str) -> None:
        """Process a device's message and all its consequences."""
        if number in self.offline:
            return
        self.now += 1
        try:
            command = parse_command(text)
            if isinstance(command, Enter):
                self._enter(number, command)
            elif not isinstance(command, Here | Ping):
                who = self.room.member(key_of(number))
                line = self.room.propose(who, command, self.now)
                if not COMMANDS[command.do].stored:
                    self._send_all(self.room.relay(who or 0, command, self.now))
                elif line is not None:
                    self._append(line)
                elif who is not None and (entry := self.room.find_duplicate(who, command)) is not None:
                    self._send(number, self.room.message(entry, who))
        except Refused as refused:
            self._send(number, refused.message())
        self._follow_up()

    def _enter(self, number: int, command: Enter) -> None:
        line = self.room.propose(None, command, self.now)
        if line is not None:
            self._append(line)
        who = self.room.member(command.key)
        assert who is not None
        self.absence.pop(who, None)
        self._send(number, self.room.snapshot(who, command.since, {who: "here"}, "", command.last))
        if text := self.room.clock_message():
            self._send(number, text)

    def _follow_up(self) -> None:
        while True:
            while (line := self.room.follow_up(self.now)) is not None:
                self._append(line)
            wanted = self.room.awaited() if self.thinking else None
            if wanted is None:
                return
            assert self.room.answered(wanted.version, quick(wanted.request))

    def _append(self, line: str) -> None:
        self.lines.append(line)
        entry = self.room.apply(line)
        for number in list(self.replicas):
            who = self.room.member(key_of(number))
            if who is not None:
                self._send(number, self.room.message(entry, who))
                if who in self.room.reprepared:
                    self._send(number, self.room.answers_message(who))
        if text := self.room.clock_message():
            self._send_all(text)
        if self.checked:
            self.compare()

    def _send_all(self, text: str) -> None:
        for number in list(self.replicas):
            if self.room.member(key_of(number)) is not None:
                self._send(number, text)

    def _send(self, number: int, text: str) -> None:
        if number in self.offline | self.mute:
            return
        replica = self.replicas[number]
        self.sent[number].append(text)
        self.news[number] += replica.receive(text)
        for owed in replica.outbox():
            self.say(number, owed)

    def pass_time(self, seconds: int) -> None:
        """Let time pass, with what the server does in it."""
        end = self.clock.time + seconds
        while (left := self.room.runs_out) is not None and self.clock.time + left <= end:
            self.clock.time += left
            self._follow_up()
        self.clock.time = end
        self._follow_up()

    # ---- invariants -------------------------------------------------------------------------

    def compare(self) -> None:
        """Check that devices that have received all messages have the server's position."""
        match = self.room.match
        for replica in self.replicas.values():
            if replica.state.n != self.room.n or match is None:
                continue
            assert replica.match is not None
            seat = next(iter(replica.mine), None)
            assert replica.match.state.position(seat) == match.state.position(seat)
            assert [move.action for move in replica.match.moves] == [move.action for move in match.moves]

    def reloaded(self) -> Room:
        """Return the room as another process loads it from the store."""
        room = Room(NAME, self.lines)
        room.timekeeper = self.clock
        return room


def quick(request: str) -> str:
    """Return a computer's answer, found quickly, with a reason."""
    asked = json.loads(request)
    state = engine.ruleset(asked["ruleset"]).parse_position(asked["position"])
    plan = [action.text for action in player("quick").choose(state, Random(asked["seed"])).plan]
    return json.dumps({"plan": plan, "firm": len(plan), "reason": ["buy-set", {"n": len(plan)}]})


def choice(state: State, rng: Random) -> Action:
    """Choose a person's action: mostly sensible, so that games end, sometimes any legal one."""
    if rng.random() < 0.1:
        return rng.choice(state.legal_actions())
    return player("quick").choose(state, rng).plan[0]


def kinds(news: Sequence[Update]) -> list[str]:
    return [type(one).__name__ for one in news]
