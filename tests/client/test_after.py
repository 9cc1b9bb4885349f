"""After a game: its numbers and its charts."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise

import pygame
import pytest

from game import engine
from game.client.app import routes
from game.client.app.app import App
from game.client.draw import paint, theme
from game.client.draw.widgets import Button, Look
from game.client.review import replay as replay_module
from game.client.review.advice import MOST_TOLD, advice, listed, own_actions
from game.client.review.advice_panel import AdvicePanel
from game.client.review.analysis import AnalysisPage
from game.client.review.chart import PIN, Chart, Legend, Pin
from game.client.review.replay import ReplayScene
from game.client.review.results import ResultsPage, ScoreRow
from game.client.table.narrator import in_words
from game.client.table.table import TableScene
from game.client.words.i18n import LANGUAGES, Translator
from game.client.words.i18n import finished as finished_text_of
from game.client.words.numbers import percent
from game.engine.core import Reason
from game.match import Computer, Match
from game.match.analysis import kept
from game.match.statistics import statistics
from tests.client.conftest import Person, finished
from tests.client.judged import judged_game
from tests.needs import needs

pytestmark = pytest.mark.usefixtures("unseen")
GAMES = engine.rulesets()


@pytest.mark.parametrize("game", GAMES)
def test_results_tell_the_course_of_the_game_in_words_too(open_app: Callable[..., App], game: str) -> None:
    app, match = open_app(), finished(game)
    results = ResultsPage(app, match)
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


@pytest.mark.parametrize("rounds", [[*range(1, 21)], [0, *range(14, 21)]], ids=["a game", "from its middle"])
def test_the_scale_below_a_chart_names_the_last_round_too_and_none_before_the_first(
    open_app: Callable[..., App], monkeypatch: pytest.MonkeyPatch, rounds: list[int]
) -> None:
    open_app()
    said: list[str] = []
    monkeypatch.setattr(paint, "blit_text", lambda target, words, *how: said.append(words))
    match = finished("hansa")
    chart = Chart(
        "course",
        "Points",
        pygame.FRect(0, 0, 600, 300),
        players=tuple(match.players),
        values=[[1.0] * len(match.players)] * len(rounds),
        rounds=rounds,
    )
    chart.draw(pygame.Surface((600, 300)), Look(20))
    numbers = [int(words) for words in said if words.isdecimal() and int(words) > 1]
    step = numbers[1] - numbers[0]
    assert 20 % step == 0 and numbers == [one for one in range(step, 21, step) if one in rounds]


def analysed(app: App, match: Match) -> AnalysisPage:
    """Return the analysis of a game, computed by the computer players."""
    app.saves.save(match)
    app.saves.keep_analysis(match.id, judged_game(match.ruleset.id))
    page = AnalysisPage(app, match)
    app.push(page)
    while page.found is None:
        app.step()
    if not page.found.turning:
        needs(match.ruleset.id, "bots")
    app.step()
    return page


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
    assert isinstance(replay, ReplayScene)
    assert replay.step == point.step
    assert any(element.id == "replay.advice" for element in replay.read_out())
    assert (
        replay.advice.startswith("In the game: ")
        and "Better: " in replay.advice
        and "instead of" in replay.advice
    )
    person.click("better")
    shown = app.scene
    assert isinstance(shown, ReplayScene)
    assert shown.step == replay.step
    shown.go_to(shown.total)
    assert shown.match.moves[replay.step].action.text == point.verdict.line[0]
    app.pop()
    replay.forward()
    assert not replay.advice, "it is about the moment before"
    replay.go_to(replay.step - 1)
    app.refresh()
    name = match.players[point.seat].name
    assert name in person.widget("try").label
    person.click("try")
    table = app.scene
    assert isinstance(table, TableScene)
    app.settings.played = "yes"
    seated = finished_text_of("replay.seated", name=name)
    assert table.drawing.at_board() == seated and name in table.match.record.tags["title"]
    assert table.match.state.position() == replay.match.state.position()
    assert [type(controller) for controller in table.match.controllers].count(Computer) == 2
    assert table.match.controllers[point.seat].by_hand
    assert table.match.id != match.id
    table.play(table.match.state.legal_actions()[0])
    assert table.drawing.at_board() != seated


@pytest.mark.parametrize("game", GAMES)
def test_the_cards_of_an_analysis_say_what_its_chart_shows(open_app: Callable[..., App], game: str) -> None:
    app = open_app()
    page = analysed(app, finished(game))
    found, chart = page.found, next(one for one in page.widgets if isinstance(one, Chart))
    assert found is not None and found.turning
    for number, (point, pin) in enumerate(zip(found.turning, chart.pins, strict=True), 1):
        assert point.after == chart.values[pin.at][pin.seat] and pin.number == str(number)
        assert point.after < point.better <= 1
        page.moment = pin.at
        percent = f"{round(100 * point.after)}%"
        told = page._words(found).replace("\N{NO-BREAK SPACE}", " ")
        assert f"{page.match.players[point.seat].name}: {percent}" in told
        assert percent in advice(page.view, page.match.ruleset, point)[-1]
        card = Person(app).widget(f"point.{number}").label
        round_ = page._words(found).partition(" ·")[0].lower()
        assert round_ in card, "the card and the chart name the same round"


def test_stepping_through_an_analysis_moves_no_button_and_breaks_no_number_from_its_name(
    open_app: Callable[..., App],
) -> None:
    app = open_app((390, 844))
    app.settings.text = "largest"
    app.keep_settings()
    page, places = analysed(app, finished("hansa-teutonica")), set[tuple[float, ...]]()
    assert page.found is not None
    for moment in range(0, len(page.found.chances), 7):
        page.moment = moment
        app.refresh()
        places.add(tuple(Person(app).widget("later").rect))
        (told,) = (one for one in page.widgets if one.label == page._words(page.found))
        lines = paint.wrap(told.label, "text", round(app.metrics.unit), int(told.rect.width))
        assert not [line for line in lines if line.endswith(":")]
    assert len(places) == 1


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_turning_point_says_in_sentences_what_was_played_what_was_better_and_why(
    open_app: Callable[..., App], game: str, language: str
) -> None:
    needs(game, "reasons")
    app = open_app()
    app.settings.language = language
    app.apply_settings()
    page, reasons = analysed(app, finished(game)), 0
    assert page.found is not None
    for point in page.found.turning:
        did, better, cost = advice(page.view, page.match.ruleset, point)
        assert did != better and "{" not in did + better + cost
        assert not any(sign.isdigit() for sign in did.partition(":")[0]) and any(map(str.isdigit, cost))
        if (
            point.verdict.did is not None
            and point.verdict.reason is not None
            and point.verdict.did.id != point.verdict.reason.id
        ):
            name = page.match.players[point.seat].name
            assert " · " not in did + better and name in did and name in better
            reasons += 1
    assert reasons


def test_a_turn_without_a_reason_is_told_action_by_action(
    open_app: Callable[..., App],
) -> None:
    page = analysed(open_app(), finished("hansa"))
    assert page.found is not None
    several = (one for one in page.found.turning if len(one.played) > 1 and len(one.verdict.plan) > 1)
    point = next(several)
    point = point._replace(verdict=replace(point.verdict, did=None, reason=None))
    did, better, _ = advice(page.view, page.match.ruleset, point)
    state = page.match.ruleset.parse_position(point.position)
    deeds = (own_actions(page.view, point.seat, plan, state) for plan in (point.played, point.verdict.line))
    played, line = ([deed.words for deed in plan] for plan in deeds)
    assert played != line and did.startswith("In the game: ") and better.startswith("Better: ")
    apart = next((at for at, (a, b) in enumerate(zip(played, line, strict=False)) if a != b), len(line))
    assert all(words in better for words in line[apart : apart + MOST_TOLD])
    assert not any(words in better for words in line[:apart]) and ("same beginning" in did) == (apart > 0)


def test_what_a_turn_cost_is_the_difference_of_the_chances_told(open_app: Callable[..., App]) -> None:
    """Rounded separately, 12 % would be the difference of 63 and 52."""
    page = analysed(open_app(), finished("hansa"))
    assert page.found is not None
    point = page.found.turning[0]
    point = point._replace(after=0.517, verdict=replace(point.verdict, given_away=0.1155))
    *_, cost = advice(page.view, page.match.ruleset, point)
    assert "52%" in cost and "64%" in cost and percent(0.1155) == "12%"


def test_where_both_plans_are_for_the_same_their_actions_are_told(open_app: Callable[..., App]) -> None:
    """Otherwise the sentences on both plans would be equal."""
    page = analysed(open_app(), finished("hansa-teutonica"))
    assert page.found is not None
    several = (one for one in page.found.turning if len(one.played) > 1 and len(one.verdict.plan) > 1)
    point = next(one for one in several if one.verdict.reason is not None)
    reason = point.verdict.reason
    assert reason is not None
    did = Reason(reason.id, {**reason.facts, "also": "contested", "rival": 1})
    point = point._replace(verdict=replace(point.verdict, did=did))
    told = advice(page.view, page.match.ruleset, point)
    state = page.match.ruleset.parse_position(point.position)
    for words, plan in zip(told, (point.played, point.verdict.line), strict=False):
        deeds = own_actions(page.view, point.seat, plan, state)
        assert any(deed.words in words for deed in deeds) or "end the turn" in words
    assert told[0].partition(": ")[2] != told[1].partition(": ")[2]


def test_the_numbers_of_turning_points_next_to_each_other_do_not_cover_each_other(
    open_app: Callable[..., App],
) -> None:
    page = analysed(open_app(), finished("hansa"))
    chart = next(widget for widget in page.widgets if isinstance(widget, Chart))
    last, unit = len(chart.values) - 1, 16.0
    crowded = replace(chart, pins=[Pin(at, 0, str(at)) for at in (0, 1, 2, last - 1, last)])
    middles = [middle for _, middle in crowded.pinned(unit)]
    assert all(after - before >= unit * PIN - 0.01 for before, after in pairwise(middles))
    assert crowded.rect.left < middles[0] and middles[-1] < crowded.rect.right


def test_plans_that_begin_alike_are_told_from_where_they_part(open_app: Callable[..., App]) -> None:
    open_app()
    assert listed(["a", "b", "c"], 1) == "same beginning · b · c."
    assert listed(["a"], 1) == "same beginning, then end the turn."
    assert listed(["a", "b"]) == "a · b." and "nothing" in listed([])
    assert listed(list("abcdefgh")).endswith("f · …")
    assert listed(list("abcdefgh"), most=8).endswith("g · h.")


def test_a_turn_that_was_only_ended_is_told_in_words_and_read_out_with_one_full_stop_a_sentence(
    open_app: Callable[..., App],
) -> None:
    page = analysed(open_app(), finished("hansa"))
    assert page.found is not None
    point = page.found.turning[0]
    point = point._replace(verdict=replace(point.verdict, did=None), played=("end-turn",))
    did, _, _ = advice(page.view, page.match.ruleset, point)
    assert did == "In the game: nothing; the turn was simply ended."
    (card,) = (one for one in page.widgets if one.id == "point.1")
    assert ".." not in card.element().label and card.element().label.startswith("1. ")


@pytest.mark.parametrize("size", [(390, 844), (1280, 720), (844, 390)], ids=str)
@pytest.mark.parametrize("game", GAMES)
def test_no_button_lies_on_the_advice_in_the_replay(
    open_app: Callable[..., App], monkeypatch: pytest.MonkeyPatch, game: str, size: tuple[int, int]
) -> None:
    drawn: list[tuple[str, pygame.FRect]] = []
    draw = ReplayScene._draw_words

    def noted(self: ReplayScene, target: pygame.Surface, words: str, room: pygame.FRect) -> None:
        drawn.append((words, room))
        draw(self, target, words, room)

    monkeypatch.setattr(ReplayScene, "_draw_words", noted)
    app = open_app(size)
    page = analysed(app, finished(game))
    assert page.found is not None
    page._turning(page.found.turning[0])
    app.step()
    replay = app.scene
    assert isinstance(replay, ReplayScene) and replay.advice
    note = replay._notice().note
    on_board = [one.rect for one in replay.widgets if isinstance(one, AdvicePanel)]
    told = [note.rect] if note else [room for words, room in drawn if words == replay.advice]
    room = [*on_board, *told][-1]
    buttons = [one.rect for one in replay.widgets if isinstance(one, Button)]
    assert room.height > app.metrics.unit and room.collidelist(buttons) == -1


LONG = "\n".join(
    f"{word}: {'Displace with a trader: house 1, Göttingen–Quedlinburg · ' * 5}." for word in "AB"
)
"""Advice of the maximum length, action by action."""


@pytest.mark.parametrize(
    ("size", "ratio", "text"),
    [((780, 1688), 2, "normal"), ((1688, 780), 2, "normal"), ((640, 1136), 2, "largest")],
    ids=str,
)
def test_on_a_phone_all_of_the_advice_can_be_read_and_a_touch_folds_it(
    open_app: Callable[..., App], size: tuple[int, int], ratio: int, text: str
) -> None:
    app = open_app(size, ratio)
    app.settings.text = text
    app.keep_settings()
    app.home(routes.Title())
    app.open(routes.Replay(finished("hansa-teutonica").record, 30, paused=True, advice=LONG))
    app.step()
    replay, person = app.scene, Person(app)
    assert isinstance(replay, ReplayScene)

    def panel() -> AdvicePanel:
        (found,) = (one for one in replay.widgets if isinstance(one, AdvicePanel))
        return found

    unfolded, board = panel(), replay.stage.free
    assert " ".join(unfolded.lines) == " ".join(LONG.splitlines()) and board.contains(unfolded.rect)
    assert len(unfolded.lines) * unfolded.pixels < unfolded.rect.height
    assert unfolded.pixels >= 9 * ratio, "legible"
    assert all(
        theme.font("text", unfolded.pixels).size(line)[0] < unfolded.rect.width for line in unfolded.lines
    )
    person.tap("advice")
    assert panel().folded and panel().rect.height < unfolded.rect.height
    assert panel().lines[0].startswith("B: "), "what would have been better"
    person.tap("advice")
    assert panel() == unfolded
    person.tap("next")
    assert not any(isinstance(one, AdvicePanel) for one in replay.widgets), "it is about the moment before"


@pytest.mark.parametrize(
    ("size", "text"), [((1280, 720), "normal"), ((1280, 720), "largest"), ((1024, 768), "normal")]
)
@pytest.mark.parametrize("game", GAMES)
def test_on_a_desk_a_replay_has_the_log_of_its_steps(
    open_app: Callable[..., App], monkeypatch: pytest.MonkeyPatch, size: tuple[int, int], text: str, game: str
) -> None:
    logs: list[tuple[pygame.FRect, list[str]]] = []
    monkeypatch.setattr(replay_module, "draw_log", lambda _, room, told, *more: logs.append((room, told)))
    app = open_app(size)
    app.settings.text = text
    app.keep_settings()
    app.home(routes.Title())
    record = finished(game).record
    app.open(routes.Replay(record, 30))
    replay = app.scene
    assert isinstance(replay, ReplayScene)
    replay.match.paused = True
    for step in (30, 31, 8, len(record.actions)):
        replay.go_to(step)
        app.refresh()
        app.step()
        room, told = logs[-1]
        assert room.height > app.metrics.unit * 2
        words = in_words(replay.view, replay.match.moves[-1].events, replay.match.state)
        assert told[len(told) - len(words) :] == words and len(told) > len(words)
        assert room.collidelist([one.rect for one in replay.widgets if isinstance(one, Button)]) < 0


@pytest.mark.parametrize("game", GAMES)
def test_the_analysis_is_kept_with_the_game_and_goes_with_it(open_app: Callable[..., App], game: str) -> None:
    app, match = open_app(), finished(game)
    page = analysed(app, match)
    assert page.found is not None
    assert len(page.found.chances) == len(page.standings)
    text = app.saves.analysis(match.id)
    assert kept(match.record, statistics(match.record), text) == page.found
    shorter = Match.resume("finished", match.text())
    del shorter.record.actions[-5:]
    assert kept(shorter.record, statistics(shorter.record), text) is None
    app.saves.delete(match.id)
    assert app.saves.analysis(match.id) is None


def test_a_game_too_long_for_an_analysis_is_said_to_be(
    open_app: Callable[..., App], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("game.client.review.analysis_task.MOST_TURNS", 5, raising=False)
    app = open_app()
    page = AnalysisPage(app, finished("hansa"))
    app.push(page)
    while not page.standings:
        app.step()
    app.step()
    texts = [widget.label for widget in page.widgets]
    assert any(f"it has {len(page.standings)} turns" in text for text in texts), texts
    assert "again" not in [widget.id for widget in page.widgets]


def test_the_dots_of_an_analysis_are_explained_and_the_smaller_the_more_there_are(
    open_app: Callable[..., App],
) -> None:
    page = analysed(open_app((390, 844)), finished("hansa"))
    assert page.found is not None and page.found.mistakes
    chart = next(one for one in page.widgets if isinstance(one, Chart))
    legend = next(one for one in page.widgets if isinstance(one, Legend))
    assert {size for size, _ in legend.sizes} == {blot.size for blot in chart.blots}
    explained = [words for _, words in legend.sizes]
    assert legend.rect.y >= chart.rect.bottom and "percentage points" in legend.label.lower()
    assert all(words.split()[-1].isdigit() for words in explained)
    few = replace(chart, blots=chart.blots[:1]).blot_unit(16)
    assert few == 16 > replace(chart, blots=[*chart.blots] * 40).blot_unit(16) > 8
