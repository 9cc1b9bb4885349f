"""A simulated room server with a list of public tables."""

from __future__ import annotations

import json
from typing import Any

from game.rooms.protocol import Enter, Fields, Refused
from game.server.public_tables import PublicTables

from .devices import Device, Service

HOME = "192.0.2.7"


class RoomLines:
    """The entries and notes of a simulated server, as its store."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._notes: dict[str, str] = {}

    async def note(self, room: str, name: str, text: str | None, *, new: bool = False) -> None:
        if text is None:
            self._notes.pop(name, None)
        elif not (new and name in self._notes):
            self._notes[name] = text

    async def notes(self, room: str) -> dict[str, str]:
        return dict(self._notes)

    async def lengths(self, rooms: list[str]) -> list[int]:
        return [self._service.rooms[room].n for room in rooms]

    async def load(self, room: str, since: int = 0) -> list[str]:
        return self._service.rooms[room]._lines[since:]


class PublicService(Service):
    """A server with a list of public tables, which it reads for every request.

    asked  the requests about the list
    """

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[dict[str, Any]] = []
        self._ticks = 0
        lines: Any = RoomLines(self)
        self.public = PublicTables(lines, self._tick)

    async def open(self) -> None:
        """Open the list."""
        await self.public.open(lambda room: bool(self.present(room)), self._tell, lambda work: work.close())

    def _tick(self) -> float:
        self._ticks += 10
        return 1_800_000_000.0 + self._ticks

    async def _tell(self, room: str, text: str) -> None:
        self._send_all(self.rooms[room], text)

    def _enter(self, device: Device, command: Enter) -> None:
        super()._enter(device, command)
        if not self.rooms[command.room].state.started:
            device.hear(self.public._message(command.room))

    async def lobby(self, text: str) -> tuple[int, str]:
        """Answer a request about the list."""
        told = json.loads(text)
        self.asked.append(told)
        try:
            fields, state = Fields(told), None
            if "listed" in told:
                room = self.rooms[told["room"]]
                assert room.member(told["key"]) == room.state.owner
                state = room.state
            return 200, json.dumps({"v": 2, **await self.public.answer(fields, HOME, state)})
        except Refused as refused:
            return 400, json.dumps({"refused": refused.code, **refused.facts})
