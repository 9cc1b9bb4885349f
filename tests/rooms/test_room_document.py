"""The specification of the room protocol (docs/reference/room-protocol.md, schema, session, vectors) agrees
with the code."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from game import engine
from game.levels import LEVELS
from game.match.players import COLOURS
from game.rooms import commands
from game.rooms.commands import COMMANDS, parse_command
from game.rooms.commitment import commitment_of
from game.rooms.entries import fingerprint
from game.rooms.plan import RoomPlan, parse_plan
from game.rooms.protocol import CODES, CONNECTION, FIRST_VERSION, PHRASES, VERSION, Refused
from tests.compatibility.corpus import rows
from tests.rooms import session
from tests.rooms.house import House, choice, plan

Schema = dict[str, Any]
SCHEMA: Schema = json.loads(session.SCHEMA.read_text(encoding="utf-8"))
PAGE = (session.DOCS / "room-protocol.md").read_text(encoding="utf-8")
SESSION = [json.loads(line) for line in session.SESSION.read_text(encoding="utf-8").splitlines()]
VECTORS = json.loads(session.VECTORS.read_text(encoding="utf-8"))
CLIENT, ENTRY, SERVER, HTTP = (
    {
        name.removeprefix(f"{kind}."): one
        for name, one in SCHEMA["$defs"].items()
        if name.startswith(f"{kind}.")
    }
    for kind in ("client", "entry", "server", "http")
)
VALUES: tuple[Any, ...] = (
    None,
    True,
    0,
    1,
    -1,
    10**7,
    0.5,
    "",
    "red",
    "easy",
    "hello",
    "n" * 22,
    "x" * 300,
    [],
    {},
    ["a"],
    [["loss", [], False]],
    [["loss", ["x"] * 7, False]],
    [["Loss!", ["x"], False]],
)
"""Values for a field, most of them wrong."""
EXAMPLES: Mapping[str, Mapping[str, Any]] = {
    "enter": {"v": 1, "room": "n" * 22, "key": "k" * 22, "name": "Anna", "since": 0, "last": "0" * 16},
    "here": {"on": True},
    "ping": {},
    "play": {"at": 1, "action": "end-turn"},
    "back": {"at": 1, "to": 0},
    "ask": {"at": 1, "to": 0},
    "answer": {"ask": 3, "yes": False},
    "seat": {"seat": 0, "who": None, "computer": "easy", "colour": "red"},
    "advance": {"seat": 0, "answers": [["loss", ["fewest-barrels"], True]]},
    "rename": {"name": "Ben"},
    "owner": {"who": 2},
    "protect": {"locked": True, "invite": "i" * 22},
    "propose": {"pause": None, "seat": 1, "who": None, "computer": "easy"},
    "clock": {
        "clock": {
            **{"kind": "days", "turn": 60, "bank": 600, "over": "mark"},
            "rest": {"zone": "Europe/Berlin", "nights": True, "weekends": False},
        }
    },
    "start": {},
    "pause": {"on": True},
    "say": {"phrase": "hello"},
    "again": {"room": "n" * 22},
    "leave": {},
    "remove": {"who": 2},
}


def strict(schema: Schema) -> Schema:
    """Return the schema without leave for unknown fields: none may be missing in the document."""
    found = copy.deepcopy(schema)

    def close(part: Any) -> None:
        if isinstance(part, dict):
            if part.get("type") == "object" and "properties" in part and "$ref" not in part:
                part.setdefault("additionalProperties", False)
            for each in part.values():
                close(each)
        elif isinstance(part, list):
            for each in part:
                close(each)

    close(found)
    for one in (*(f"entry.{name}" for name in ENTRY),):
        found["$defs"][one]["properties"]["is"] = {"const": "entry"}
    return found


STRICT = strict(SCHEMA)


def validator(name: str, schema: Schema = STRICT) -> Draft202012Validator:
    """Return the validator of a definition."""
    return Draft202012Validator({"$defs": schema["$defs"], "$ref": f"#/$defs/{name}"})


FROM_CLIENT, FROM_SERVER = validator("from-client"), validator("from-server")
SERVER_MESSAGES = {kind: validator(f"server.{kind}") for kind in SERVER}
ENTRIES = {kind: validator(f"entry.{kind}") for kind in ENTRY}


def check(message: Mapping[str, Any]) -> None:
    """Check a message of the server against its kind, which makes errors short."""
    kind = message["is"]
    if kind == "entry":
        ENTRIES[message["do"]].validate(message)
        return
    if kind == "room":
        for entry in message["entries"]:
            ENTRIES[entry["do"]].validate(entry)
        message = {**message, "entries": []}
    SERVER_MESSAGES[kind].validate(message)


# ---- the schema and the tables of the code ------------------------------------------------------


def test_the_schema_has_the_commands_entries_codes_and_words_of_the_code() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    assert CLIENT.keys() == COMMANDS.keys() | CONNECTION.keys() == EXAMPLES.keys()
    for do, kind in COMMANDS.items():
        assert CLIENT[do]["properties"].keys() == {"do", "id", *kind.fields}, do
    assert (
        ENTRY.keys() == {kind.entry or do for do, kind in COMMANDS.items()} | commands._OF_THE_SERVER.keys()
    )
    words = SCHEMA["$defs"]
    assert words["phrase"]["enum"] == list(PHRASES) and words["colour"]["enum"] == list(COLOURS)
    assert words["level"]["enum"] == list(LEVELS)
    codes = [code for group in SERVER["refused"]["anyOf"] for code in group["properties"]["why"]["enum"]]
    assert sorted(codes) == sorted(CODES) == sorted(SERVER["bye"]["properties"]["why"]["enum"])
    assert len(SERVER["refused"]["anyOf"]) == len(HTTP["refusal"]["anyOf"])
    for one in CLIENT["enter"], SERVER["room"], HTTP["create"], HTTP["look"]:
        assert one["properties"]["v"]["enum"] == list(range(FIRST_VERSION, VERSION + 1))


@pytest.mark.parametrize("do", EXAMPLES)
def test_the_server_reads_exactly_the_commands_of_the_schema(do: str) -> None:
    known = validator(f"client.{do}", SCHEMA)
    right = {"do": do, **({"id": "a1"} if do in COMMANDS else {}), **EXAMPLES[do]}
    variants = [right, *({name: one for name, one in right.items() if name != left} for left in right)]
    names = CLIENT[do]["properties"].keys() - {"do"} | {"unknown"}
    variants += [right | {name: value} for name in sorted(names) for value in VALUES]
    read = 0
    for message in variants:
        try:
            parse_command(json.dumps(message))
            accepted = True
        except Refused as refused:
            assert refused.code in ("broken", "version")
            accepted = False
        assert known.is_valid(message) == accepted, message
        read += accepted
    assert 0 < read < len(variants)


def test_the_server_reads_exactly_the_requests_of_the_schema() -> None:
    known = validator("http.create", SCHEMA)
    right = json.loads(plan("hansa", ("me", "open", "computer easy")).text())
    assert known.is_valid(right)
    variants = [
        {name: one for name, one in right.items() if name != left} for left in right if left != "setup"
    ]
    variants += [
        right | {name: value} for name in right if name not in ("setup", "record") for value in VALUES
    ]
    for message in variants:
        lists = (message.get(name) for name in ("chairs", "colours", "names"))
        if all(not isinstance(one, list) or len(one) == 3 for one in lists):  # one item for each seat
            assert known.is_valid(message) == (readable(message) is not None), message


def readable(message: Mapping[str, Any]) -> RoomPlan | None:
    """Return the plan in a request, or None if it is invalid."""
    try:
        return parse_plan(json.dumps(message))
    except Refused:
        return None


# ---- traffic ------------------------------------------------------------------------------------


def test_the_recorded_session_is_what_the_server_answers_and_fits_the_schema() -> None:
    assert session.answered(SESSION) == SESSION, "python -m tests.rooms.session writes it again"
    for line in SESSION:
        if "sends" in line:
            FROM_CLIENT.validate(line["sends"])
        elif "receives" in line:
            check(line["receives"])
            assert FROM_SERVER.is_valid(line["receives"])
    sent = {line["sends"]["do"] for line in SESSION if "sends" in line}
    assert sent >= {"enter", "seat", "clock", "start", "play", "ask", "propose", "answer", "say", "leave"}
    received = {line["receives"].get("do") for line in SESSION if "receives" in line}
    assert "flag" in received, "a player runs out of time"


@pytest.mark.parametrize(
    ("ruleset", "options"), [("hansa", {}), ("hansa-teutonica", {}), ("hansa-teutonica", {"missions": "on"})]
)
def test_everything_sent_in_a_game_fits_the_schema(ruleset: str, options: Mapping[str, str]) -> None:
    house, rng = House(plan(ruleset, ("me", "open", "computer easy"), options=options)), Random(3)
    house.checked = False
    for number in (1, 2, 3):
        house.come(number)
    replicas = house.replicas
    house.say(2, replicas[2].seat(1, 2))
    house.say(1, replicas[1].start())
    for turn in range(60):
        match = house.room.match
        if match is None or match.state.actor is None:
            break
        who = house.room.state.chairs[match.state.actor].who
        assert who is not None
        house.say(who, replicas[who].play(choice(match.state, rng)))
        if turn % 20 == 10:
            last = len(replicas[who].match.moves) - 1  # type: ignore[union-attr]
            house.say(who, replicas[who].back(last))
    texts = {text for number in house.sent for text in house.sent[number]}
    for text in texts:
        check(json.loads(text))
    assert len(texts) > 60


def test_everything_that_an_older_server_sent_fits_the_schema() -> None:
    checked = 0
    for message in older_messages():
        check(message)
        checked += 1
    assert checked > 100


def older_messages() -> Iterator[Mapping[str, Any]]:
    """Yield one message of each kind and entry from the sessions recorded with commit 429bc39a."""
    for row in rows("rooms.jsonl.xz").values():
        for device in row["devices"].values():
            yield from map(json.loads, device["heard"][:40])


# ---- vectors ------------------------------------------------------------------------------------


def test_the_vectors_are_right() -> None:
    for one in VECTORS["fingerprint"]:
        assert fingerprint(one["entry"]) == one["last"]
    assert len({one["entry"]["do"] for one in VECTORS["fingerprint"]}) > 6
    for one in VECTORS["seal"]:
        assert commitment_of(int(one["seed"]), one["salt"]) == one["seal"]


@pytest.mark.parametrize("game", VECTORS["games"], ids=lambda game: f"{game['ruleset']}-{'seed' in game}")
def test_a_device_without_the_seed_comes_to_the_positions_of_the_vectors(game: Mapping[str, Any]) -> None:
    rules = engine.ruleset(game["ruleset"])
    if "seed" in game:
        dealt = rules.new_game(game["seats"], rules.full_options(game["seats"], None), int(game["seed"]))
        assert dealt.position(None) == game["position"]
    else:
        assert any(move["told"] for move in game["moves"]), "something is revealed"
    state = rules.parse_position(game["position"])
    for move in game["moves"]:
        state.arrange(move["told"])
        state.apply(state.parse_action(move["action"]))
        assert state.position(None) == move["position"]


# ---- the page -----------------------------------------------------------------------------------


def test_the_page_names_every_command_entry_code_and_word() -> None:
    named = {*re.findall(r"`([\w-]+)", PAGE), *re.findall(r'"is":"(\w+)"', PAGE)}
    wanted = {*COMMANDS, *CONNECTION, *ENTRY, *SERVER, *CODES, *PHRASES, *LEVELS, *COLOURS}
    assert wanted <= named, wanted - named
