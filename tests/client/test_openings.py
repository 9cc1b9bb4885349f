"""The guide names the opening that its first suggestions belong to, and its lesson gives the win rates."""

from __future__ import annotations

import pytest

from game.assets import of_game
from game.client.learn.guide.openings import measured, of_suggestion, shares
from game.client.words.i18n import LANGUAGES, guide, use_language
from game.engine import ruleset
from game.engine.core import Reason
from game.games import GAMES
from game.match.lesson import Lesson

ACTIONS = Reason("build-actions", {"route": "goettingen-quedlinburg", "n": 3})


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_suggestion_of_the_first_rounds_names_its_opening_with_the_share_of_games_won(
    language: str,
) -> None:
    use_language(language)
    state = ruleset("hansa-teutonica").new_game(4, {}, 1)
    told = of_suggestion(ACTIONS, state)
    assert guide("hansa-teutonica.opening.actions") in told
    assert shares(state)["even"] in told and "{" not in told


def test_nothing_is_named_for_another_aim_later_or_on_a_board_without_measurements() -> None:
    new = ruleset("hansa-teutonica").new_game
    state = new(4, {}, 1)
    assert of_suggestion(Reason("income", {}), state) == ""
    assert of_suggestion(ACTIONS, new(4, {"board": "britannia"}, 1)) == ""
    for _ in range(3 * 4):
        state.apply(state.parse_action("end-turn"))
    assert of_suggestion(ACTIONS, state) == ""


@pytest.mark.parametrize("game", [game for game in GAMES if measured(game)])
def test_the_lesson_about_openings_has_a_win_rate_for_each_that_it_names(game: str) -> None:
    [path] = (of_game(game) / "lessons").rglob("*-openings.json")
    state = Lesson.read(game, "openings", path.read_text(encoding="utf-8")).state(0)
    [table] = [one for one in measured(game) if one.level == "medium" and one.seats == state.seats]
    assert set(shares(state)) == {"even", *(f"won_{plan}" for plan in table.plans)}
