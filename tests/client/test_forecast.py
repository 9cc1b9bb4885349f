"""The forecast: the scoring as it stands, and how near each end of the game is."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pygame
import pytest

from game import engine
from game.client.app import App
from game.client.scenes.forecast import Forecast, Nearness
from game.client.scenes.results import ScoreRow
from game.client.view import GameView
from game.client.views import make_view
from game.match import Match
from game.match.forecast import rounds_left
from tests.client.conftest import Person, hurried, new_match

GAMES = engine.rulesets()


def view_of(match: Match) -> GameView[Any]:
    return make_view(match.ruleset, match.players)


@pytest.mark.parametrize("game", GAMES)
def test_the_forecast_is_the_scoring_of_a_game_that_ends_now(open_app: Callable[..., App], game: str) -> None:
    app, match, rng = open_app(), new_match(game, 3), random.Random(2)
    for _ in range(60):
        match.play(hurried(match.state, rng))
    app.home("table", match)
    app.step()
    Person(app).key(pygame.K_f)
    page = app.scene
    assert isinstance(page, Forecast)
    rows = [widget.cells for widget in page.widgets if isinstance(widget, ScoreRow)]
    lines = match.state.scores()
    assert rows[:-1] == [tuple(str(points) for points in line.points) for line in lines]
    assert rows[-1] == tuple(str(sum(line.points[seat] for line in lines)) for seat in range(3))
    assert len([widget for widget in page.widgets if isinstance(widget, Nearness)]) == len(
        view_of(match).ends(match.state)
    )


@pytest.mark.parametrize("game", GAMES)
def test_every_way_to_the_end_comes_nearer_and_one_of_them_arrives(game: str) -> None:
    match, rng = new_match(game, 3), random.Random(5)
    view = view_of(match)
    before = [end.left for end in view.ends(match.state)]
    assert min(before) > 0
    while match.state.outcome is None:
        match.play(hurried(match.state, rng))
        after = [end.left for end in view.ends(match.state)]
        assert all(now <= then for now, then in zip(after, before, strict=True))
        before = after
    assert min(before) == 0


def test_the_pace_so_far_says_how_many_rounds_are_left() -> None:
    assert rounds_left(9, 3, [(20, 14)]) == 7, "6 in 3 rounds, 14 to go"
    assert rounds_left(9, 3, [(20, 14), (10, 5)]) == 3, "the nearest end counts"
    assert rounds_left(9, 3, [(20, 20)]) is None, "nothing has come nearer"
    assert rounds_left(3, 3, [(20, 10)]) is None, "one round is no pace"
    assert rounds_left(300, 3, [(20, 0)]) == 1
