"""Rooms and devices of 429bc39a work with the current ones, in both directions."""

from __future__ import annotations

import json

import pytest

from tests.compatibility import reading
from tests.compatibility.corpus import data, differences, extends, plain, rows, text_of

SESSIONS = rows("rooms.jsonl.xz")


@pytest.fixture(scope="module")
def lines(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    """The stored lines of all rooms, read from the store's file by the service."""
    return reading.sqlite_read(text_of("rooms.sql.xz"), tmp_path_factory.mktemp("store") / "rooms.sqlite")


@pytest.mark.parametrize("name", SESSIONS)
def test_a_stored_room_is_the_same_room_and_every_member_is_sent_the_same(
    name: str, lines: dict[str, list[str]]
) -> None:
    row = SESSIONS[name]
    found = plain(reading.room_read(row["room"], lines[row["room"]]))
    for part, value in row["service"].items():
        assert not differences(value, found[part]), part


@pytest.mark.parametrize("name", SESSIONS)
def test_what_older_devices_say_becomes_the_same_entries_and_refusals(
    name: str, lines: dict[str, list[str]]
) -> None:
    """Every command of a session, at the moment at which it came."""
    row, stored = SESSIONS[name], lines[SESSIONS[name]["room"]]
    found = reading.answers_read(row["room"], stored, row["said"])
    for said, became, now in zip(row["said"], row["became"], found, strict=True):
        if became == "=":
            entry = json.loads(stored[said[0]])
            if entry["do"] == "say":  # 429bc39a stored phrases; now their entries have the number 0
                entry |= {"is": "entry", "n": 0}
            assert json.loads(now) == entry, said
        else:
            assert now == became, said


@pytest.mark.parametrize("name", SESSIONS)
def test_what_an_older_service_sends_gives_a_device_the_same_game(name: str) -> None:
    for number, device in SESSIONS[name]["devices"].items():
        heard = device["heard"]
        found = reading.device_read(SESSIONS[name]["room"], device["key"], device["called"], heard)
        found["record"] = found["record"] and reading.digest(found["record"])
        assert extends(plain(found), device["knows"]), (number, differences(device["knows"], found))


@pytest.mark.parametrize("name", [name for name, row in SESSIONS.items() if "known" in row])
def test_a_device_goes_on_from_what_it_stored_of_a_room(name: str) -> None:
    known = SESSIONS[name]["known"]
    found = reading.device_resumed(SESSIONS[name]["room"], known["key"], known["text"], known["record"])
    assert extends(plain(found), known["knows"]), differences(known["knows"], found)


@pytest.mark.parametrize("name", SESSIONS)
def test_the_request_that_makes_a_room_makes_the_same_room(name: str, lines: dict[str, list[str]]) -> None:
    row = SESSIONS[name]
    made = reading.opening(row["plan"], int(row["seed"]), row["salt"], 1_000)
    assert reading.sorted_json(made) == reading.sorted_json(lines[row["room"]][0])
    assert reading.sorted_json(reading.plan_written(row["plan"])) == reading.sorted_json(row["plan"])


def test_a_device_says_what_an_older_service_understands() -> None:
    row = next(iter(SESSIONS.values()))
    device = row["devices"]["1"]
    said = reading.said_by_device(row["room"], device["key"], device["called"], device["heard"][:40])
    for do, names in data("messages.json").items():
        assert set(names) <= set(said[do]), do
