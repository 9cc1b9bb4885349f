"""After a game: its numbers and its charts."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from functools import cache

import pytest

from game import engine
from game.client.app import App
from game.client.chart import Chart
from game.client.i18n import Translator
from game.client.scenes.results import Results, ScoreRow
from game.client.views import make_view
from game.match import Match
from game.match.statistics import statistics
from tests.client.conftest import hurried, new_match

GAMES = engine.rulesets()


@cache
def finished_text(game: str) -> str:
    match, rng = new_match(game, 3), random.Random(5)
    while match.state.outcome is None:
        match.play(hurried(match.state, rng))
    return match.text()


def finished(game: str) -> Match:
    """A game that is over."""
    return Match.resume("finished", finished_text(game))


@pytest.mark.parametrize("game", GAMES)
def test_results_tell_the_course_of_the_game_in_words_too(open_app: Callable[..., App], game: str) -> None:
    app, match = open_app(), finished(game)
    results = Results(app, match, make_view(match.ruleset, match.players))
    app.push(results)
    while results.statistics is None:
        app.step()
    app.step()
    outcome = match.state.outcome
    assert outcome is not None
    charts = [widget for widget in results.widgets if isinstance(widget, Chart)]
    assert len(charts) == 1
    for player, total in zip(match.players, outcome.totals, strict=True):
        assert re.search(rf"{player.name}: [\d, ]*\b{total}\.", charts[0].spoken())
    rows = {row.label: row.cells for row in results.widgets if isinstance(row, ScoreRow)}
    for count, by_seat in statistics(match.record).counts:
        assert rows[Translator(game)(f"stat.{count}")] == tuple(str(number) for number in by_seat)
