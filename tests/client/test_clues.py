"""Clues to a better plan: they give its purpose, never its place."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from game import bots, engine
from game.client.table.computers import facts_in_words
from game.client.views import make_view
from game.client.views.view import GameView
from game.client.words.clues import clue
from game.client.words.i18n import LANGUAGES, Translator, file_of, use_language
from game.engine.core import Reason, State
from game.match import COLOURS, PlayerInfo
from tests.bots.kit import played_positions

GAMES = ("hansa-teutonica", "hansa")


def reasons(game: str) -> list[str]:
    """Return all reasons that computers give for their actions."""
    entries = json.loads(file_of(game, "en").read_text(encoding="utf-8"))
    return [key.removeprefix("bot.") for key in entries if key.startswith("bot.")]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_there_is_a_clue_to_every_reason_and_it_names_no_place(game: str, language: str) -> None:
    use_language(language)
    try:
        towns = [Translator(game)(key) for key in keys(game, "town.")]
        said = {clue(game, Reason(id_, {"route": "x", "town": "y"})) for id_ in reasons(game)}
        assert len(said) > 10
        for words in said:
            assert "clue." not in words and "{" not in words and words.endswith((".", "?"))
            assert not any(town in words for town in towns)
        assert clue(game, None) in said or game == "hansa"
    finally:
        use_language("en")


def keys(game: str, start: str) -> list[str]:
    entries = json.loads(file_of(game, "en").read_text(encoding="utf-8"))
    return [key for key in entries if key.startswith(start)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_clue_says_whom_and_why_now(language: str) -> None:
    """The names come from the view; the place stays hidden."""
    use_language(language)
    try:
        facts = {"route": "bremen-hamburg", "rival": 2, "undoes": 2, "also": "undoes.full"}
        words = {"route": "Bremen–Hamburg", "rival": "Carla", "n": 2}
        stop = clue("hansa-teutonica", Reason("displace-marker", facts), words)
        assert stop.count("Carla") == 2 and "Bremen" not in stop
        assert stop != clue("hansa-teutonica", Reason("displace-marker", {**facts, "also": ""}), words)
        end = clue("hansa-teutonica", Reason("stop-end", facts), words)
        assert "Carla" in end and "Bremen" not in end
        sale = clue("hansa", Reason("sell", {"points": 7}), {"points": 7, "n": 2})
        assert "7" in sale
    finally:
        use_language("en")


def test_a_clue_says_whether_it_can_be_done_at_once() -> None:
    claims, builds = (clue("hansa-teutonica", Reason(f"{how}-office", {})) for how in ("claim", "build"))
    assert claims.startswith("Look for an office. ") and builds.startswith("Look for an office. ")
    assert claims != builds


STATED = {
    *("income", "income-more", "wait", "wait-idle", "restock", "restock-end", "build-town", "build-alone"),
    *("relocate", "relocate-stock", "remove", "carry", "pay", "end", "end-plain"),
}
"""Reasons whose clue itself says where or why now."""


@pytest.mark.parametrize(("game", "seats"), [("hansa-teutonica", 3), ("hansa", 3)])
def test_clues_to_the_turns_of_a_game_say_whom_what_or_why_now(game: str, seats: int) -> None:
    """A clue names a fact of the plan, or has a second sentence."""
    start, view, told = engine.ruleset(game).new_game(seats, seed=5), named(game, seats), 0
    for number, state in enumerate(played_positions(start, 5)):
        if number % 9 or number > 250 or state.actor != state.turn_seat:
            continue
        reason = bots.choose(state, "medium", Random(1)).reason
        if reason is None or reason.id in STATED or reason.id.startswith("put-"):
            continue
        said, told = told_clue(game, view, reason, state), told + 1
        assert said != clue(game, Reason(reason.id, {})) or said.count(".") > 1, (reason, said)
    assert told > 10


def named(game: str, seats: int) -> GameView[Any]:
    players = [PlayerInfo(name, colour) for name, colour in zip("ABC"[:seats], COLOURS, strict=False)]
    return make_view(engine.ruleset(game), players)


def told_clue(game: str, view: GameView[Any], reason: Reason, state: State) -> str:
    return clue(game, reason, facts_in_words(view, reason, state))


def test_a_displacement_without_urgency_says_what_it_is_for() -> None:
    facts = {"route": "bremen-hamburg", "rival": 1, "n": 3}
    words = {"route": "Bremen–Hamburg", "rival": "Ben", "n": 3}
    said = clue("hansa-teutonica", Reason("displace-actions", facts), words)
    assert said == "Think about displacing Ben. Think about having more actions a turn."
