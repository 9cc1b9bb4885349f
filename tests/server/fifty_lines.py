"""A client in fifty lines, written from docs/rooms.md. Of Kontor it uses the rules only."""

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
        self.enter = {"do": "enter", "v": 1, "room": room, "key": key, "name": name, "since": 0}
        self.seat, self.rng = seat, Random(seat)
        self.n = self.acts = self.you = self.sent = 0
        self.pending = ""
        self.opening: dict[str, Any] = {}
        self.states: list[State] = []

    async def play(self, url: str) -> dict[str, Any]:
        """Play to the end of the game. Return the last entry, whose draw has been verified."""
        async with connect(url, compression=None, max_size=None) as socket:
            await socket.send(json.dumps(self.enter))
            async for text in socket:
                message = json.loads(text)
                assert message["is"] not in ("refused", "bye"), message
                self.you = message.get("you", self.you)
                for entry in message.get("entries", [message] if message["is"] == "entry" else []):
                    if entry["n"] == self.n + 1:
                        self.apply(entry)
                        if entry["do"] == "over":
                            return dict(entry)
                command = None if self.pending or not self.n else self.command()
                if command is not None:
                    self.sent += 1
                    self.pending = f"{self.you}.{self.sent}"
                    await socket.send(json.dumps({**command, "id": self.pending}))
        raise AssertionError("the connection has ended")

    def apply(self, entry: dict[str, Any]) -> None:
        """Apply the next entry."""
        self.n, do = entry["n"], entry["do"]
        self.acts += do in ("play", "back")
        if entry["by"] == self.you and entry.get("id") == self.pending:
            self.pending = ""
        if do == "open":
            self.opening = entry
        elif do == "seat":
            self.opening["chairs"][entry["seat"]] = entry
        elif do == "start":
            self.states = [ruleset(self.opening["setup"]["ruleset"]).parse_position(entry["position"])]
            for action, told in entry["moves"]:
                self.move(action, told)
        elif do == "play":
            self.move(entry["action"], entry.get("told", {}))
        elif do == "back":
            del self.states[entry["to"] + 1 :]
        elif do == "over":
            draw = sha256(f"{entry['seed']}:{entry['salt']}".encode()).hexdigest()
            assert draw == self.opening["seal"], "the draw was changed"

    def move(self, action: str, told: dict[str, Any]) -> None:
        """Add the state after an action with the information that it reveals."""
        state = self.states[-1].copy()
        state.arrange(told)
        state.apply(state.parse_action(action))
        self.states.append(state)

    def command(self) -> dict[str, Any] | None:
        """Return the command that is to be sent now, if any."""
        holders = [one["who"] or one["computer"] for one in self.opening["chairs"]]
        if not self.states:
            if holders[self.seat] is None:
                return {"do": "seat", "seat": self.seat, "who": self.you, "computer": None, "colour": None}
            return {"do": "start"} if self.you == 1 and all(holders) else None
        state = self.states[-1]
        if state.actor is None or holders[state.actor] != self.you:
            return None
        action = self.rng.choice(state.legal_actions())
        return {"do": "play", "at": self.acts + 1, "action": action.text}
