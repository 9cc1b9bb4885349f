"""``python -m tests.server.flood PORT ROOM``: send messages at the maximum rate, until killed."""

from __future__ import annotations

import json
import sys

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from .devices import key_of


def entering(room: str, number: int) -> str:
    return json.dumps({"do": "enter", "v": 1, "room": room, "key": key_of(number), "name": "", "since": 0})


def flood(port: int, room: str) -> None:
    said = '{"do":"say","id":"a","phrase":"hello"}'
    while True:
        try:
            with connect(f"ws://127.0.0.1:{port}/rooms", compression=None) as line:
                line.send(entering(room, 77))
                print("begun", flush=True)
                while True:
                    line.send(said)
        except (ConnectionClosed, OSError):
            continue


if __name__ == "__main__":
    flood(int(sys.argv[1]), sys.argv[2])
