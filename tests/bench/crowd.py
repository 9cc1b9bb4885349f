"""Thousands of simulated devices in one process, at minimal cost: the server is to be measured, not they.

All their messages are prepared beforehand. During the measurement, received messages are only searched for
their type, not parsed. Connections are raw sockets, polled with epoll.
"""

from __future__ import annotations

import socket
from array import array
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import suppress
from random import Random

from game.engine.registry import ruleset as find_ruleset
from game.rooms.entries import compact
from game.rooms.replica import RoomReplica
from game.untrusted import loads
from tests.server.attacks import KEY, PONG, UPGRADE, frame
from tests.server.devices import key_of, plan_text, post

PLAYERS = 4
DEAF = 3
"""The seat whose device can stop reading."""
SMALL = 4096
"""Receive buffer in bytes of a device that stops reading."""
TIMEOUT = 60.0
RULES = "hansa-teutonica"
BEGUN, PLAYED = b'"do":"start"', b'"do":"play"'


class Wire:
    """A device's connection: the minimal part of WebSocket it needs."""

    __slots__ = ("_data", "seat", "socket", "table")

    def __init__(self, table: Table, seat: int, port: int, host: str, *, small: bool = False) -> None:
        self.table, self.seat = table, seat
        self.socket = socket.socket()
        if small:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL)
        self.socket.settimeout(TIMEOUT)
        self.socket.bind((host, 0))
        self.socket.connect(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.socket.sendall(UPGRADE.format(port=port, key=KEY).encode())
        self._data = b""
        while b"\r\n\r\n" not in self._data:
            self._data += self.socket.recv(4096)
        head, _, self._data = self._data.partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 101"), head

    def say(self, framed: bytes) -> None:
        self.socket.sendall(framed)

    def texts(self) -> Iterator[bytes]:
        """Yield the messages of one read. Raises `ConnectionError` if the server has closed the
        connection."""
        got = self.socket.recv(1 << 16)
        if not got:
            raise ConnectionError("the line was ended")
        data = self._data + got
        at = 0
        while len(data) - at > 1:
            size, start = data[at + 1], at + 2
            if size == 126:
                size, start = int.from_bytes(data[start : start + 2], "big"), start + 2
            elif size == 127:
                size, start = int.from_bytes(data[start : start + 8], "big"), start + 8
            if len(data) < start + size:
                break
            kind, text, at = data[at], data[start : start + size], start + size
            if kind == 0x89:
                self.say(frame(text, PONG))
            elif kind == 0x81:
                yield text
        self._data = data[at:]

    def await_text(self, *parts: bytes) -> list[bytes]:
        """Wait for a message that contains one of these parts; return it and those before it. Not used while
        measuring."""
        heard: list[bytes] = []
        while not any(part in text for text in heard for part in parts):
            heard += self.texts()
        return heard


class Table:
    """A room with four devices and their prepared actions."""

    def __init__(
        self, number: int, ports: Sequence[int], actions: int, host: str = "127.0.0.1", *, deaf: bool = False
    ) -> None:
        """Create a room. `host` is the address of its devices. `deaf`: one of them stops reading, with small
        buffers for what it does not read."""
        ports = [ports[(number + seat) % len(ports)] for seat in range(PLAYERS)]
        self.room = post(ports[0], plan_text(key_of(1), ["me", *["open"] * (PLAYERS - 1)], RULES))
        self.wires = [
            Wire(self, seat, port, host, small=deaf and seat == DEAF) for seat, port in enumerate(ports)
        ]
        self.deaf = False
        self.taken = array("d")
        """Seconds from when each action was due until another device received it."""
        self.played = self.refused = self.gone = 0
        self._due: deque[float] = deque()
        """Due times of the pending actions; the first may be in progress."""
        self._sender = -1
        self._unheard = 0
        self._script = iter(self._sit_down(number, actions))

    def _sit_down(self, number: int, actions: int) -> list[tuple[int, bytes]]:
        """Join all players and begin the game. Return their prepared actions."""
        owner = self.wires[0]
        for seat, wire in enumerate(self.wires):
            replica = RoomReplica(self.room, key_of(seat + 1), "", f"d{seat}")
            wire.say(frame(replica.enter().encode()))
            wire.await_text(b'"is":"room"')
            if seat:
                wire.say(frame(replica.seat(seat, seat + 1).encode()))
                owner.await_text(b'"do":"seat"')
        owner.say(frame(b'{"do":"start","id":"start"}'))
        begun = [text for wire in self.wires for text in wire.await_text(BEGUN) if BEGUN in text]
        return script(loads(begun[0].decode())["position"], Random(number), actions)

    # ---- during the measurement -------------------------------------------------------------

    def act(self, due: float) -> None:
        """Perform the next action, due now; if the previous one is in progress, perform it after that."""
        self._due.append(due)
        if not self._unheard:
            self._next()

    def _next(self) -> None:
        self._sender, framed = next(self._script)
        self._unheard = PLAYERS - self.deaf
        self.played += 1
        self.wires[self._sender].say(framed)

    def heard(self, seat: int, text: bytes, now: float) -> None:
        """Process a message to a device, received at `now` on the clock of due times."""
        if PLAYED in text:
            if seat != self._sender:
                self.taken.append(now - self._due[0])
            self._unheard -= 1
            if not self._unheard:
                self._due.popleft()
                if self._due:
                    self._next()
        elif b'"is":"refused"' in text:
            self.refused += 1
        elif b'"gone"' in text:
            self.gone += 1

    def clog(self, most: int) -> int:
        """Let the device that does not read request the whole room until it is disconnected. Return the
        number of requests."""
        asked, enter = 0, frame(RoomReplica(self.room, key_of(DEAF + 1), "", "").enter().encode())
        with suppress(ConnectionError):
            while asked < most and not self.gone:
                asked += 1
                phrase = compact({"do": "say", "id": f"s{asked}", "phrase": "hello"})
                self.wires[DEAF].say(enter + frame(phrase.encode()))
                for text in self.wires[0].await_text(f'"id":"s{asked}"'.encode(), b'"gone"'):
                    self.heard(0, text, 0.0)
        return asked


def script(position: str, rng: Random, actions: int) -> list[tuple[int, bytes]]:
    """Return actions from a position as frames, with the seat of each.

    Only the server knows hidden information, so the actions reveal nothing, as 98 % of a game's.
    """
    state, said = find_ruleset(RULES).parse_position(position), []
    for at in range(1, actions + 1):
        seat, choice = state.actor, list(state.legal_actions())
        rng.shuffle(choice)
        for action in choice:
            then = state.copy()
            if not any(event.kind in state.ruleset.revealing for event in then.apply(action)):
                break
        assert seat is not None
        state = then
        text = compact({"do": "play", "id": f"p{at}", "at": at, "action": action.text})
        said.append((seat, frame(text.encode())))
    return said
