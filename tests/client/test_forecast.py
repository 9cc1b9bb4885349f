"""The forecast: the scoring as it stands, and how near each end of the game is."""

from __future__ import annotations

import random
from collections.abc import Callable

import pygame
import pytest

from game import engine
from game.client.app import routes
from game.client.app.app import App
from game.client.review.forecast import ForecastPage, Nearness, rounds_left
from game.client.review.results import ScoreRow
from tests.client.conftest import Person, new_match, play_some

GAMES = engine.rulesets()


@pytest.mark.parametrize("game", GAMES)
def test_the_forecast_is_the_scoring_of_a_game_that_ends_now(open_app: Callable[..., App], game: str) -> None:
    app, match, rng = open_app(), new_match(game, 3), random.Random(2)
    play_some(match, rng, 60)
    app.home(routes.Table(match))
    app.step()
    Person(app).key(pygame.K_f)
    page = app.scene
    assert isinstance(page, ForecastPage)
    rows = [widget.cells for widget in page.widgets if isinstance(widget, ScoreRow)]
    lines = match.state.scores()
    assert rows[:-1] == [tuple(str(points) for points in line.points) for line in lines]
    assert rows[-1] == tuple(str(sum(line.points[seat] for line in lines)) for seat in range(3))
    ends = [widget.label for widget in page.widgets if isinstance(widget, Nearness)]
    assert ends == [gauge.label for gauge in page.view.gauges(match.state)]


def test_the_pace_so_far_says_how_many_rounds_are_left() -> None:
    assert rounds_left(9, 3, [0.3]) == 7, "three tenths in 3 rounds"
    assert rounds_left(9, 3, [0.3, 0.5]) == 3, "the nearest end counts"
    assert rounds_left(9, 3, [0.0]) is None, "nothing has come nearer"
    assert rounds_left(3, 3, [0.5]) is None, "one round is no pace"
    assert rounds_left(9, 3, [0.07]) is None, "40 more rounds were told of in the third"
    assert rounds_left(300, 3, [1.0]) == 1
