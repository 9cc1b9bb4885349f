"""Names that people and scripts use: rules, lessons, options of commands, variables, the API."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest

from tests.compatibility import reading
from tests.compatibility.corpus import changes, data, differences, rows

ROOT = Path(__file__).resolve().parents[2]
NAMES = data("names.json")
ACTIONS = rows("actions.jsonl.xz")


@pytest.mark.parametrize("ruleset", NAMES["rules"])
def test_a_setup_can_name_every_option_value_and_edition(ruleset: str) -> None:
    then, now = NAMES["rules"][ruleset], reading.rules_of(ruleset)
    assert now["version"] >= then["version"]
    assert set(then["seats"]) <= set(now["seats"]) and set(then["revealing"]) <= set(now["revealing"])
    assert not differences(then["presets"], now["presets"])
    for name, option in then["options"].items():
        assert set(option["values"]) <= set(now["options"][name]["values"]), name
        assert option["default"] == now["options"][name]["default"], name
    forgotten = reading.options_not_later(ruleset) - then["options"].keys()
    assert not forgotten, "declare new options with later=True (docs/developing/adding-a-rule.md, Options)"


def test_progress_in_every_lesson_and_puzzle_still_counts() -> None:
    """Except in puzzles that were dropped because their answer is not the best plan."""
    now = reading.learning()
    for kind, names in NAMES["learning"].items():
        assert set(names) - set(now[kind]) == (changes("learning").keys() if kind == "puzzles" else set()), (
            kind
        )


@pytest.mark.parametrize("thing", NAMES["api"])
def test_the_api_for_rules_and_players_has_every_name(thing: str) -> None:
    assert not set(NAMES["api"][thing]) - set(reading.names_in(thing))


def test_every_game_has_its_extension_points() -> None:
    missing = [part for part in NAMES["parts"] if not reading.has_part(*part)]
    assert not missing


@pytest.mark.parametrize("words", NAMES["options"])
def test_a_command_knows_every_option(words: str) -> None:
    now = reading.options_told(*words.split())
    assert not set(NAMES["options"][words]) - set(now)


@pytest.mark.parametrize("command", NAMES["build"])
def test_the_build_script_knows_every_command(command: str) -> None:
    script = (ROOT / "build.sh").read_text(encoding="utf-8")
    assert f"\n  {command})" in script.replace(" | ", ")\n  ")


def test_every_player_has_its_name() -> None:
    for row in NAMES["players"]:
        now = reading.player_named(row["text"])
        assert not differences({name: value for name, value in row.items() if name != "text"}, now)


@pytest.mark.parametrize("ruleset", NAMES["numbers"])
def test_the_actions_of_a_learning_environment_have_the_same_numbers(ruleset: str) -> None:
    """Only new actions can change the numbers (docs/developing/research.md); `changes.json` then says why."""
    change, now = changes("numbers").get(ruleset), reading.action_numbers(ruleset)
    known = {text for row in ACTIONS.values() if row["ruleset"] == ruleset for text in row["actions"]}
    assert known and not known - reading.action_texts(ruleset)
    assert change is None or change["why"]
    assert now == (NAMES["numbers"][ruleset] if change is None else change["actions"]), (
        f'if a new rule adds actions, write to changes.json: "numbers": {{"{ruleset}": {{"why": "...", '
        f'"actions": {json.dumps(now)}}}}}'
    )


@pytest.mark.parametrize("ruleset", NAMES["why"])
def test_every_reason_of_a_computer_has_its_sentence(ruleset: str) -> None:
    assert not set(NAMES["why"][ruleset]) - set(reading.reasons_with_words(ruleset))


@cache
def program() -> str:
    """All of the program and its tools, without these tests and the documentation."""
    kinds = (".py", ".sh", ".js", ".html", ".cjs")
    folders = [ROOT / name for name in ("game", "tools", "web", "tests")]
    paths = [ROOT / "build.sh", *(path for folder in folders for path in sorted(folder.rglob("*.*")))]
    return "\n".join(path.read_text(encoding="utf-8") for path in paths if path.suffix in kinds)


@pytest.mark.parametrize("name", NAMES["variables"])
def test_an_environment_variable_is_still_read(name: str) -> None:
    assert name in program()
