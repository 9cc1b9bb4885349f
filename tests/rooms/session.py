"""The recorded session and the test vectors of docs/reference/room-protocol.md, and the server that answers
a session.

python -m tests.rooms.session       write rooms.session.jsonl and rooms.vectors.json in docs/reference again
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

from game import engine
from game.engine.core import State
from game.rooms.commitment import commitment_of
from game.rooms.entries import compact, fingerprint
from game.rooms.replica import RoomReplica
from tests.rooms.house import NAME, NAMES, SALT, SEED, House, key_of, plan

DOCS = Path(__file__).resolve().parents[2] / "docs/reference"
SESSION, VECTORS, SCHEMA = (
    DOCS / f"rooms.{name}" for name in ("session.jsonl", "vectors.json", "schema.json")
)
SHORT_SALT = "0123456789abcdef"
MOVES = 5
"""Number of actions of each part of a game in the vectors."""

Line = Mapping[str, Any]
"""A line of a session: the number of a member, and what they send or receive, or the seconds that pass."""


class RecordedHouse(House):
    """A server that writes down what its members send and receive."""

    def __init__(self, **chosen: Any) -> None:
        super().__init__(plan("hansa", ("me", "open"), **chosen))
        self.lines_of_session: list[Line] = []

    def send_text(self, number: int, message: Mapping[str, Any]) -> None:
        """Process a message of a member."""
        self.lines_of_session.append({"member": number, "sends": message})
        self.replicas.setdefault(number, RoomReplica(NAME, key_of(number), NAMES[number - 1], "unused"))
        self.say(number, compact(message))

    def wait(self, seconds: int) -> None:
        """Let time pass."""
        self.lines_of_session.append({"waits": seconds})
        self.pass_time(seconds)

    def _send(self, number: int, text: str) -> None:
        self.lines_of_session.append({"member": number, "receives": json.loads(text)})


def answered(lines: list[Line]) -> list[Line]:
    """Return the session again, with what the server sends now."""
    house = RecordedHouse()
    for line in lines:
        if "sends" in line:
            house.send_text(line["member"], line["sends"])
        elif "waits" in line:
            house.wait(line["waits"])
    return house.lines_of_session


def recorded() -> list[Line]:
    """Return a session: three members enter, two play, one watches, and all kinds of answers occur."""
    house, rng = RecordedHouse(), Random(5)
    ids = iter(range(1, 100))

    def enter(number: int, **more: Any) -> None:
        head = {"do": "enter", "v": 2, "room": NAME, "key": key_of(number), "name": NAMES[number - 1]}
        house.send_text(number, {**head, "since": 0, **more})

    def say(number: int, do: str, **fields: Any) -> None:
        house.send_text(number, {"do": do, "id": f"c{next(ids)}", **fields})

    def play(*, late: bool = False) -> None:
        match = house.room.match
        assert match is not None and match.state.actor is not None
        who = house.room.state.chairs[match.state.actor].who
        assert who is not None
        action = rng.choice(match.state.legal_actions()).text
        say(who, "play", at=house.room.state.game_seq + (0 if late else 1), action=action)

    enter(1)
    enter(2)
    say(2, "start")
    say(2, "seat", seat=1, who=2, computer=None, colour="green")
    enter(3)
    say(3, "say", phrase="hello")
    say(1, "clock", clock={"kind": "live", "turn": 30, "bank": 60, "over": "turn"})
    say(1, "start")
    say(3, "play", at=1, action="end-turn")
    for seconds in (10, 0, 25, 3, 40):
        house.wait(seconds)
        play()
    play(late=True)
    say(2, "advance", seat=1, answers=[["loss", ["fewest-barrels"], False]])
    say(3, "rename", name="Käthe B.")
    say(1, "ask", at=house.room.state.game_seq + 1, to=2)
    asked = house.room.n
    say(2, "answer", ask=asked, yes=True)
    play()
    enter(3, since=house.room.n - 1, last=fingerprint(json.loads(house.lines[house.room.n - 2])))
    enter(3, since=house.room.n - 1, last="0" * 16)
    house.wait(100)
    say(1, "pause", on=True)
    say(1, "propose", pause=True)
    say(2, "answer", ask=house.room.n, yes=True)
    play()
    say(2, "propose", pause=False)
    say(1, "answer", ask=house.room.n, yes=True)
    say(3, "leave")
    say(3, "say", phrase="goodbye")
    say(1, "protect", locked=True, invite=None)
    enter(4)
    say(2, "remove", who=1)
    say(1, "remove", who=2)
    return house.lines_of_session


def games(ruleset: str, seats: int) -> list[dict[str, Any]]:
    """Return two parts of a game: its first actions, and some from the first that reveals something.

    Each action has the revealed information and the public position after it.
    """
    rules, rng = engine.ruleset(ruleset), Random(7)
    state: State = rules.new_game(seats, rules.full_options(seats, None), SEED)

    def played(count: int, *, revealing: bool = False) -> dict[str, Any]:
        before = state.position(None)
        moves: list[dict[str, Any]] = []
        while len(moves) < count:
            action = rng.choice(state.legal_actions())
            told = state.to_tell(state.apply(action))
            if moves or told or not revealing:
                moves.append({"action": action.text, "told": told, "position": state.position(None)})
            else:
                before = state.position(None)
        return {"ruleset": ruleset, "seats": seats, "position": before, "moves": moves}

    return [{"seed": str(SEED), **played(MOVES)}, played(MOVES, revealing=True)]


def vectors(session: list[Line]) -> dict[str, Any]:
    """Return the test vectors."""
    entries = [line["receives"] for line in session if line.get("receives", {}).get("is") == "entry"]
    kinds = {entry["do"]: entry for entry in entries if entry["n"]}
    return {
        "fingerprint": [{"entry": entry, "last": fingerprint(entry)} for entry in kinds.values()],
        "seal": [
            {"seed": str(seed), "salt": salt, "seal": commitment_of(seed, salt)}
            for seed, salt in ((0, ""), (SEED, SALT), (2**128 - 1, SHORT_SALT))
        ],
        "games": [*games("hansa", 2), *games("hansa-teutonica", 3)],
    }


def main() -> None:
    session = recorded()
    SESSION.write_text("".join(f"{compact(line)}\n" for line in session), encoding="utf-8")
    VECTORS.write_text(json.dumps(vectors(session), indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
