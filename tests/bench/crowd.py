"""Thousands of devices in one process, as cheap as may be: the service is to be measured, not they.

What each of them will say is written beforehand; while the clock runs, messages are only looked through for
what they are and nothing is parsed. Lines are bare sockets that are read when something has come (epoll).
"""

from __future__ import annotations

import socket
from array import array
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import suppress
from random import Random

from game.engine.registry import ruleset as find_ruleset
from game.outside import loads
from game.rooms.entries import compact
from game.rooms.guest import Guest
from tests.rooms.service.devices import key_of, plan_text, post

PLAYERS = 4
DEAF = 3
"""The seat whose device may read nothing."""
SMALL = 4096
"""Bytes that the system keeps for a device that will not read."""
PATIENCE = 60.0
RULES = "hansa-teutonica"
BEGUN, PLAYED = b'"do":"start"', b'"do":"play"'


def frame(text: str) -> bytes:
    """A text as a device sends it, masked by zeros."""
    data = text.encode()
    size = bytes([0x80 | len(data)]) if len(data) < 126 else b"\xfe" + len(data).to_bytes(2, "big")
    return b"\x81" + size + bytes(4) + data


class Wire:
    """A device's line: as little of a WebSocket as it needs."""

    __slots__ = ("_data", "seat", "socket", "table")

    def __init__(self, table: Table, seat: int, port: int, *, small: bool = False) -> None:
        self.table, self.seat = table, seat
        self.socket = socket.socket()
        if small:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL)
        self.socket.settimeout(PATIENCE)
        self.socket.connect(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        asked = f"GET /rooms HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
        key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
        self.socket.sendall(f"{asked}Connection: Upgrade\r\n{key}\r\n".encode())
        self._data = b""
        while b"\r\n\r\n" not in self._data:
            self._data += self.socket.recv(4096)
        head, _, self._data = self._data.partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 101"), head

    def say(self, framed: bytes) -> None:
        self.socket.sendall(framed)

    def texts(self) -> Iterator[bytes]:
        """What one look at the socket brings; `ConnectionError` if the service has ended the line."""
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
                self.say(b"\x8a" + bytes([0x80 | len(text)]) + bytes(4) + text)  # a ping
            elif kind == 0x81:
                yield text
        self._data = data[at:]

    def await_text(self, *parts: bytes) -> list[bytes]:
        """What comes until a message with one of these in it has come; while nothing is measured yet."""
        heard: list[bytes] = []
        while not any(part in text for text in heard for part in parts):
            heard += self.texts()
        return heard


class Table:
    """A room with its four devices, and what they are going to do."""

    def __init__(self, number: int, ports: Sequence[int], actions: int, *, deaf: bool = False) -> None:
        """deaf: one device is going to read nothing, and there is little room for what it does not read."""
        ports = [ports[(number + seat) % len(ports)] for seat in range(PLAYERS)]
        self.room = post(ports[0], plan_text(key_of(1), ["me", *["open"] * (PLAYERS - 1)], RULES))
        self.wires = [Wire(self, seat, port, small=deaf and seat == DEAF) for seat, port in enumerate(ports)]
        self.deaf = False
        self.taken = array("d")
        """Seconds from when each action was due until another device heard of it."""
        self.played = self.refused = self.gone = 0
        self._due: deque[float] = deque()
        """When the actions that are owed were due; the first may be under way."""
        self._sender = -1
        self._unheard = 0
        self._script = iter(self._sit_down(number, actions))

    def _sit_down(self, number: int, actions: int) -> list[tuple[int, bytes]]:
        """Everybody comes, sits down and begins; what is going to happen then."""
        owner = self.wires[0]
        for seat, wire in enumerate(self.wires):
            guest = Guest(self.room, key_of(seat + 1), "", f"d{seat}")
            wire.say(frame(guest.enter()))
            wire.await_text(b'"is":"room"')
            if seat:
                wire.say(frame(guest.seat(seat, seat + 1)))
                owner.await_text(b'"do":"seat"')
        owner.say(frame(compact({"do": "start", "id": "start"})))
        begun = [text for wire in self.wires for text in wire.await_text(BEGUN) if BEGUN in text]
        return script(loads(begun[0].decode())["position"], Random(number), actions)

    # ---- while the clock runs ---------------------------------------------------------------

    def act(self, due: float) -> None:
        """Something is to happen now; if what was to happen before is still under way, after that."""
        self._due.append(due)
        if not self._unheard:
            self._next()

    def _next(self) -> None:
        self._sender, framed = next(self._script)
        self._unheard = PLAYERS - self.deaf
        self.played += 1
        self.wires[self._sender].say(framed)

    def heard(self, seat: int, text: bytes, now: float) -> None:
        """A device has heard something, `now` on the clock of what was due."""
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
        """The device that reads nothing asks for the whole room, until it is let go; how often it did."""
        asked, enter = 0, frame(Guest(self.room, key_of(DEAF + 1), "", "").enter())
        with suppress(ConnectionError):
            while asked < most and not self.gone:
                asked += 1
                phrase = compact({"do": "say", "id": f"s{asked}", "phrase": "hello"})
                self.wires[DEAF].say(enter + frame(phrase))
                for text in self.wires[0].await_text(f'"id":"s{asked}"'.encode(), b'"gone"'):
                    self.heard(0, text, 0.0)
        return asked


def script(position: str, rng: Random, actions: int) -> list[tuple[int, bytes]]:
    """So many actions from a position as frames, by the seat that acts.

    What is hidden is known to the service alone, so they are such that reveal nothing: as all but two in a
    hundred of a game.
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
        said.append((seat, frame(compact({"do": "play", "id": f"p{at}", "at": at, "action": action.text}))))
    return said
