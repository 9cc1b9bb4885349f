"""Simulated devices in rooms: each has a separate app, and the server is in the test's memory."""

from __future__ import annotations

import json
from pathlib import Path

import pygame

from game.client.app import routes
from game.client.app.app import App
from game.client.words.i18n import use_language
from game.platform import Connected, Disconnected, Heard, Input
from game.rooms.commands import COMMANDS, parse_command
from game.rooms.plan import parse_plan
from game.rooms.protocol import Enter, Here, Ping, Refused
from game.server.room import Room
from tests.rooms.house import Hourglass, quick

from .conftest import Person, Screen

ADDRESS = "https://kontor.example/"


class Service:
    """Rooms by name, and the connected devices.

    down  no request is answered, and no device is connected
    """

    def __init__(self) -> None:
        self.rooms: dict[str, Room] = {}
        self.devices: list[Device] = []
        self.keys: dict[Device, tuple[str, str]] = {}
        """The room and the key of each device that has joined."""
        self.hidden: set[Device] = set()
        self.down = False
        self.away_for = 0.0
        self.clock = Hourglass()
        self._now = 1_000

    def make(self, text: str) -> str:
        """Create a room. Return the response."""
        plan, name = parse_plan(text), f"{len(self.rooms) + 1:022d}"
        line = Room.opening(plan, seed=7 << 90, salt="salt", now=self._now)
        self.rooms[name] = room = Room(name, [line])
        room.timekeeper = self.clock
        room.absence = lambda: self.absence(room)
        return json.dumps({"v": 1, "room": name})

    async def lobby(self, text: str) -> tuple[int, str]:
        """Answer a request about public tables: this server has no list."""
        return 200, json.dumps({"v": 1, "open": False, "tables": []})

    def say(self, device: Device, text: str) -> None:
        """Process a device's message and all its consequences."""
        self._now += 1
        try:
            command = parse_command(text)
            if isinstance(command, Enter):
                self._enter(device, command)
            elif isinstance(command, Here):
                (self.hidden.discard if command.on else self.hidden.add)(device)
                self._tell_present(self.keys[device][0])
            elif not isinstance(command, Ping):
                name, key = self.keys[device]
                room = self.rooms[name]
                who = room.member(key)
                line = room.propose(who, command, self._now)
                if not COMMANDS[command.do].stored:
                    self._send_all(room, room.relay(who or 0, command, self._now))
                elif line is not None:
                    self._append(room, line)
                elif who is not None and (entry := room.find_duplicate(who, command)):
                    device.hear(room.message(entry, who))
        except Refused as refused:
            device.hear(refused.message())

    def _enter(self, device: Device, command: Enter) -> None:
        room = self.rooms.get(command.room)
        if room is None:
            raise Refused("unknown-room")
        line = room.propose(None, command, self._now)
        if line is not None:
            self._append(room, line)
        who = room.member(command.key)
        assert who is not None
        self.keys[device] = command.room, command.key
        device.hear(room.snapshot(who, command.since, self.present(command.room), "", command.last))
        if text := room.clock_message():
            device.hear(text)
        self._tell_present(command.room)

    def _append(self, room: Room, line: str | None) -> None:
        while line is not None:
            entry = room.apply(line)
            for device, (name, key) in list(self.keys.items()):
                who = room.member(key)
                if name == room.name and who is not None:
                    device.hear(room.message(entry, who))
                    if who in room.reprepared:
                        device.hear(room.answers_message(who))
                    if text := room.clock_message():
                        device.hear(text)
            line = room.follow_up(self._now)
            wanted = room.awaited() if line is None else None
            if wanted is not None:
                assert room.answered(wanted.version, quick(wanted.request))
                line = room.follow_up(self._now)

    def _send_all(self, room: Room, text: str) -> None:
        for device, (name, _) in list(self.keys.items()):
            if name == room.name:
                device.hear(text)

    def absence(self, room: Room) -> dict[int, float]:
        """Return for how long each member without a connection has been away."""
        present = self.present(room.name)
        return {who: self.away_for for who in room.state.members if who not in present}

    def present(self, name: str) -> dict[int, str]:
        room, found = self.rooms[name], {}
        for device, (where, key) in self.keys.items():
            who = room.member(key)
            if where == name and who is not None:
                found[who] = "away" if device in self.hidden else "here"
        return found

    def _tell_present(self, name: str) -> None:
        everybody = dict.fromkeys(self.rooms[name].state.members, "gone") | self.present(name)
        for device, (where, _) in self.keys.items():
            if where == name:
                device.hear(json.dumps({"is": "present", "who": everybody}))

    def pass_time(self, seconds: int) -> None:
        """Let time pass for the clocks of all rooms."""
        self.clock.time += seconds
        for room in self.rooms.values():
            self._append(room, room.follow_up(self._now))

    def drop(self, device: Device) -> None:
        """Close the device's connection."""
        there = self.keys.pop(device, None)
        self.hidden.discard(device)
        if there:
            self._tell_present(there[0])

    def stop(self) -> None:
        """Close all connections, and answer no more requests."""
        self.down = True
        for device in list(self.keys):
            del self.keys[device]
            device.inputs.append(Disconnected("gone"))

    def settle(self) -> None:
        """Let every device process and show its messages, until no more arrive."""
        for _ in range(60):
            for device in self.devices:
                if device.app.scenes:
                    device.app.step()
            if not any(device.inputs for device in self.devices):
                break
        for device in self.devices:
            if device.app.scenes:
                device.app.step()


class Device(Screen):
    """A device and its user."""

    app: App
    person: Person

    def __init__(self, folder: Path, service: Service, size: tuple[int, int], ratio: float) -> None:
        super().__init__(folder, size, ratio)
        self.service = service
        self.inputs: list[Input] = []
        self.wants = False
        self.title = self.held = ""
        self.notes: list[str] = []
        self.waiting: set[str] = set()
        self.is_hidden = False

    def hear(self, text: str) -> None:
        self.inputs.append(Heard(text))

    def rooms(self) -> str:
        return f"{ADDRESS}rooms"

    def address(self) -> str:
        return ADDRESS

    async def post(self, url: str, text: str) -> tuple[int, str]:
        if self.service.down:
            return 0, "nobody answers"
        if url.endswith("?lobby"):
            return await self.service.lobby(text)
        if url.endswith("?look"):
            room = self.service.rooms.get(json.loads(text)["room"])
            code = room.state.barred(json.loads(text).get("invite", "")) if room else "unknown-room"
            if room is None or code:
                return 400, json.dumps({"refused": code})
            return 200, json.dumps(room.state.outside(self.service.present(room.name)))
        return 201, self.service.make(text)

    def connect(self, url: str) -> None:
        self.service.drop(self)
        self.inputs.append(Disconnected("nobody answers") if self.service.down else Connected())

    def send(self, text: str) -> None:
        if not self.service.down:
            self.service.say(self, text)

    def disconnect(self) -> None:
        self.service.drop(self)

    def events(self) -> list[Input]:
        found, self.inputs = self.inputs, []
        return [*super().events(), *found]

    def hidden(self) -> bool:
        return self.is_hidden

    def set_title(self, text: str) -> None:
        self.title = text

    def hold_link(self, fragment: str) -> None:
        self.held = fragment

    def forget_link(self) -> None:
        self.held = ""

    def set_waiting(self, link: str, waits: bool) -> None:
        (self.waiting.add if waits else self.waiting.discard)(link)

    def notify(self, title: str, text: str, link: str) -> None:
        self.notes.append(text)


def opened(
    folder: Path, service: Service, name: str, size: tuple[int, int] = (1280, 720), ratio: float = 1
) -> Device:
    """Return a device at its title, without animation."""
    device = Device(folder / name, service, size, ratio)
    (folder / name).mkdir(exist_ok=True)
    device.app = App(device)
    pygame.event.clear()
    device.app.settings.speed = "off"
    device.app.settings.look = "off"
    device.app.settings.name = name
    device.app.home(routes.Title())
    device.person = Person(device.app)
    service.devices.append(device)
    use_language("en")
    device.app.step()
    return device
