"""A client in fifty lines, written from docs/reference/room-protocol.md. Of Kontor it uses the rules only."""

from __future__ import annotations

import json
from hashlib import sha256
from random import Random
from typing import Any

from websockets.asyncio.client import connect

from game.engine import State, ruleset


class Client:
    """A member of a room, who takes a seat and plays random legal actions."""

    def __init__(self, room: str, key: str, name: str, seat: int) -> None:
        self.enter = {"do": "enter", "v": 2, "room": room, "key": key, "name": name, "since": 0}
        self.seat, self.rng = seat, Random(seat)
        self.you, self.acts, self.pending = 0, 0, ""
        self.entries: list[dict[str, Any]] = []
        self.states: list[State] = []

    async def play(self, url: str) -> dict[str, Any]:
        """Play to the end of the game. Return the last entry, whose draw has been verified."""
        async with connect(url, compression=None, max_size=None) as socket:
            await socket.send(json.dumps(self.enter))
            while not self.entries or self.entries[-1]["do"] != "over":
                message = json.loads(await socket.recv())
                assert message["is"] not in ("refused", "bye"), message
                self.you = message.get("you", self.you)
                for entry in message.get("entries", [message] if message["is"] == "entry" else []):
                    if entry["n"] == len(self.entries) + 1:
                        self.apply(entry)
                command = None if self.pending or not self.entries else self.command()
                if command is not None:
                    self.pending = command["id"] = f"{self.you}.{len(self.entries)}"
                    await socket.send(json.dumps(command))
        return self.entries[-1]

    def apply(self, entry: dict[str, Any]) -> None:
        """Apply the next entry."""
        self.entries.append(entry)
        first, do = self.entries[0], entry["do"]
        self.acts += do in ("play", "back")
        self.pending = "" if entry.get("id") == self.pending else self.pending
        if do == "seat":
            first["chairs"][entry["seat"]] = entry
        elif do == "start":
            self.states = [ruleset(first["setup"]["ruleset"]).parse_position(entry["position"])]
        elif do == "back":
            del self.states[entry["to"] + 1 :]
        elif do == "over":
            assert first["seal"] == sha256(f"{entry['seed']}:{entry['salt']}".encode()).hexdigest()
        moves = [(entry["action"], entry.get("told", {}))] if do == "play" else entry.get("moves", [])
        for action, told in moves:
            self.states.append(self.states[-1].copy())
            self.states[-1].arrange(told)
            self.states[-1].apply(self.states[-1].parse_action(action))

    def command(self) -> dict[str, Any] | None:
        """Return the command that is to be sent now, if any."""
        holders = [one["who"] or one["computer"] for one in self.entries[0]["chairs"]]
        if not self.states and holders[self.seat] is None:
            return {"do": "seat", "seat": self.seat, "who": self.you, "computer": None, "colour": None}
        if not self.states:
            return {"do": "start"} if self.you == 1 and all(holders) else None
        state = self.states[-1]
        if state.actor is None or holders[state.actor] != self.you:
            return None
        return {"do": "play", "at": self.acts + 1, "action": self.rng.choice(state.legal_actions()).text}
