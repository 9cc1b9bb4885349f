"""An option that was added later, at its default, changes no saved game, result or room."""

from __future__ import annotations

import pytest

from game.engine import Option
from game.games.hansa_teutonica.rules.ruleset import RULESET
from tests.compatibility import test_rooms, test_saved_games
from tests.compatibility.test_rooms import lines

__all__ = ["lines"]

NOVEL = Option("novel", ("off", "on"), "off", later=True)
SESSIONS = [name for name, row in test_rooms.SESSIONS.items() if "hansa-teutonica" in row["plan"]]


@pytest.fixture(autouse=True)
def later(monkeypatch: pytest.MonkeyPatch) -> None:
    """Add an option that the corpus does not know."""
    monkeypatch.setattr(type(RULESET), "options", (*RULESET.options, NOVEL))


def test_saved_games_replay_to_the_same_end_and_count_as_the_same_games() -> None:
    test_saved_games.test_a_saved_game_replays_to_the_same_end_by_the_same_events("preset")


@pytest.mark.parametrize("name", SESSIONS)
def test_a_room_of_a_version_without_it_is_the_same_room(name: str, lines: dict[str, list[str]]) -> None:
    test_rooms.test_a_stored_room_is_the_same_room_and_every_member_is_sent_the_same(name, lines)
    test_rooms.test_what_an_older_service_sends_gives_a_device_the_same_game(name)
    test_rooms.test_the_request_that_makes_a_room_makes_the_same_room(name, lines)


def test_another_value_is_named_in_a_room() -> None:
    options = RULESET.full_options(3, {"novel": "on"})
    assert RULESET.known_options(options)["novel"] == "on"
    assert "novel" not in RULESET.known_options(RULESET.full_options(3, {}))
