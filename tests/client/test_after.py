"""After a game: its numbers and its charts."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

import pytest

from game import engine
from game.bots import answer
from game.bots.answer import MOST_TURNS
from game.client.frame.app import App
from game.client.review.analysis import AnalysisPage
from game.client.review.chart import Chart
from game.client.review.replay import Replay
from game.client.review.results import Results, ScoreRow
from game.client.table.table import Table
from game.client.words.i18n import Translator
from game.engine.core import ParseError
from game.engine.record import read
from game.match import Computer, Match, analysis
from game.match.analysis import kept, request, to_keep, understood
from game.match.statistics import statistics
from tests.client.conftest import Person, finished, finished_text

GAMES = engine.rulesets()


@pytest.mark.parametrize("game", GAMES)
def test_results_tell_the_course_of_the_game_in_words_too(open_app: Callable[..., App], game: str) -> None:
    app, match = open_app(), finished(game)
    results = Results(app, match)
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


def analysed(app: App, match: Match) -> AnalysisPage:
    """The analysis of a game, answered by the bots themselves."""
    app.shelf.save(match)
    app.shelf.keep_analysis(match.id, to_keep(match.record, answer_of(finished_text(match.ruleset.id))))
    page = AnalysisPage(app, match)
    app.push(page)
    while page.found is None:
        app.step()
    app.step()
    return page


@cache
def answer_of(text: str) -> str:
    record = read(text)
    return answer(request(record, statistics(record).standings))


@pytest.mark.parametrize("game", GAMES)
def test_a_turning_point_leads_to_its_moment_and_the_game_goes_on_from_there(
    open_app: Callable[..., App], game: str
) -> None:
    app, match = open_app(), finished(game)
    page = analysed(app, match)
    assert page.found is not None
    assert page.found.turning
    point, person = page.found.turning[0], Person(app)
    app.scene.reveal(person.widget("point.1"))
    app.refresh()
    app.step()
    person.click("point.1")
    replay = app.scene
    assert isinstance(replay, Replay)
    assert replay.match.state.position() == page.standings[point.at].position
    assert any(element.id == "replay.advice" for element in replay.read_out())
    assert "instead of" in replay.advice and "Better" in replay.advice
    person.click("better")
    shown = app.scene
    assert isinstance(shown, Replay)
    assert shown.step == replay.step
    shown.go_to(shown.total)
    assert shown.match.moves[replay.step].action.text == point.line[0]
    app.pop()
    replay.forward()
    assert not replay.advice, "it is about the moment before"
    replay.go_to(replay.step - 1)
    app.refresh()
    person.click("try")
    table = app.scene
    assert isinstance(table, Table)
    assert table.match.state.position() == page.standings[point.at].position
    assert [type(controller) for controller in table.match.controllers].count(Computer) == 2
    assert table.match.controllers[point.seat].by_hand
    assert table.match.id != match.id


@pytest.mark.parametrize("game", GAMES)
def test_the_cards_of_an_analysis_say_what_its_chart_shows(open_app: Callable[..., App], game: str) -> None:
    found = analysed(open_app(), finished(game)).found
    assert found is not None and found.turning
    for point in found.turning:
        assert point.played == found.chances[point.at + 1][point.seat]
        assert point.played < point.chance <= 1


@pytest.mark.parametrize("game", GAMES)
def test_the_analysis_is_kept_with_the_game_and_goes_with_it(open_app: Callable[..., App], game: str) -> None:
    app, match = open_app(), finished(game)
    page = analysed(app, match)
    assert page.found is not None
    assert len(page.found.chances) == len(page.standings)
    text = app.shelf.analysis(match.id)
    assert kept(match.record, text) == page.found
    shorter = Match.resume("finished", match.text())
    del shorter.record.actions[-5:]
    assert kept(shorter.record, text) is None
    app.shelf.delete(match.id)
    assert app.shelf.analysis(match.id) is None


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"chances": 3}', '{"chances": [[1]], "turning": [{}]}'])
def test_an_answer_that_is_no_analysis_is_refused(text: str) -> None:
    with pytest.raises(ParseError):
        understood(text)


def test_a_game_too_long_for_an_analysis_is_said_to_be(
    open_app: Callable[..., App], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("game.client.review.analysis.MOST_TURNS", 5, raising=False)
    app = open_app()
    page = AnalysisPage(app, finished("hansa"))
    app.push(page)
    while not page.standings:
        app.step()
    app.step()
    texts = [widget.label for widget in page.widgets]
    assert any(f"it has {len(page.standings)} turns" in text for text in texts), texts
    assert "again" not in [widget.id for widget in page.widgets]
    assert analysis.MOST_TURNS == MOST_TURNS, "whoever thinks goes as far"
