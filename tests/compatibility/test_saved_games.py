"""Records, positions and action texts of 429bc39a mean the same games as ever."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

import pytest

from tests.compatibility import reading
from tests.compatibility.corpus import Row, differences, records, report, rows


def grouped(names: Iterable[str]) -> dict[str, list[str]]:
    """Return names by the word they begin with."""
    found: dict[str, list[str]] = defaultdict(list)
    for name in names:
        found[name.partition("-")[0]].append(name)
    return found


RECORDS = rows("records.jsonl.xz")
GROUPS = grouped(RECORDS)


def record(name: str) -> str:
    """Return the text of a record."""
    return str(RECORDS[name].get("text") or records().get(name, ""))


def answers(name: str, *without: str) -> Row:
    """Return what is expected of a record."""
    return {field: value for field, value in RECORDS[name].items() if field not in ("text", *without)}


@pytest.mark.parametrize("group", GROUPS)
def test_a_saved_game_replays_to_the_same_end_by_the_same_events(group: str) -> None:
    """Every tenth position and the legal actions there are compared; word 7 is for action 70."""
    found = {
        name: differences(answers(name, "match"), reading.record_played(record(name)))
        for name in GROUPS[group]
    }
    assert report(found) == ""


@pytest.mark.parametrize("group", GROUPS)
def test_a_saved_game_is_laid_with_the_same_players_and_controllers(group: str) -> None:
    found = {
        name: differences(RECORDS[name]["match"], reading.match_read(record(name)))
        for name in GROUPS[group]
        if "match" in RECORDS[name]
    }
    assert found or group == "fault"
    assert report(found) == ""


def test_the_reasons_of_computers_in_saved_games_can_be_told_in_every_language() -> None:
    for name, row in rows("reasons.jsonl").items():
        told = reading.reasons_told(record(name))
        assert [[number, reason] for number, reason, words in told if words] == row["told"], name


def test_a_position_means_the_same_decision_with_the_same_legal_actions() -> None:
    """Of every decision, board, number of players and module; as all know it and as a seat does."""
    found = {}
    for name, row in rows("positions.jsonl.xz").items():
        expected = {field: value for field, value in row.items() if field not in ("ruleset", "text")}
        expected.setdefault("canonical", row["text"])
        found[name] = differences(expected, reading.position_read(row["ruleset"], row["text"]))
    assert len(found) > 1000
    assert report(found) == ""


def test_an_action_text_means_the_same_elements() -> None:
    for name, row in rows("actions.jsonl.xz").items():
        paths = reading.paths_of(row["ruleset"], row["seats"], row["options"], row["actions"])
        touched = [" ".join(path) for path in paths]
        wrong = [one for one in zip(row["actions"], row["paths"], touched, strict=True) if one[1] != one[2]]
        assert not wrong, name


def test_what_is_not_legal_is_refused_for_the_same_reason() -> None:
    """Rooms send these ids and facts to devices of every age."""
    found = {
        name: [row["why"], now]
        for name, row in rows("refusals.jsonl.xz").items()
        if (now := reading.refusal_of(row["ruleset"], row["position"], row["action"])) != row["why"]
    }
    assert not found
