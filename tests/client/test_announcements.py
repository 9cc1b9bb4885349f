"""Announcements of a table and of its replay and analysis: complete, in few words, and nothing twice."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable

import pygame
import pytest

from game import engine
from game.client.app import routes
from game.client.app.accessibility import _distinct
from game.client.app.app import App
from game.client.review import analysis_task
from game.client.review.analysis import AnalysisPage
from game.client.table.narrator import MAX_SENTENCES
from game.client.words.chapters import NOWHERE
from game.client.words.i18n import finished as reviewed
from game.client.words.i18n import t
from game.match import Computer
from game.match import Person as ByHand
from game.platform import Element, Pick
from tests.client.conftest import Person, Screen, finished, hurried, new_match, until
from tests.client.judged import invented
from tests.client.test_computers import app, persons_turn, table_with
from tests.client.test_displacing import HOUSE, position, seated
from tests.client.test_replay import opened as replayed

__all__ = ["app"]
pytestmark = pytest.mark.usefixtures("unseen")
Open = Callable[..., App]


def said(app: App) -> list[str]:
    assert isinstance(app.platform, Screen)
    return app.platform.said


@pytest.mark.parametrize("others", [ByHand, Computer])
def test_ones_own_displacing_is_announced_with_its_price_paid(open_app: Open, others: type) -> None:
    app = open_app()
    seated(app, position("4t1m"), others)
    before = len(said(app))
    app.handle(Pick(HOUSE))
    app.step()
    told = said(app)[before:]
    assert len(told) == 1 and "Anna displaces with a trader" in told[0] and "has to make way" in told[0]
    assert "pay" not in told[0], "what has been paid is not asked any more"


def test_a_computers_turn_is_told_in_a_few_sentences_and_without_its_plan(app: App) -> None:
    async def play() -> None:
        table, rng = table_with(app, "hansa-teutonica", ByHand(), Computer(), Computer()), random.Random(1)
        for _ in range(10):
            await until(app, lambda: persons_turn(table))
            before, moves = len(said(app)), len(table.match.moves)
            table.play(hurried(table.match.state, rng))
            await until(app, lambda: persons_turn(table))
            turns = {move.seat for move in table.match.moves[moves:]} - {0}
            told = said(app)[before:]
            assert all(told), "nothing is no announcement"
            assert len(told) <= 1 + len(turns) + 1
            assert all(sentence.count(". ") <= MAX_SENTENCES + 3 for sentence in told)
            assert table.prompt() in told[-1], "the question comes last"
            assert not any(t("table.plan", why="") in sentence for sentence in told)
        table.left()

    asyncio.run(play())


def test_the_title_of_the_window_says_whose_turn_it_is(
    open_app: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    app, titles = open_app(), list[str]()
    monkeypatch.setattr(app.platform, "set_title", titles.append)
    match = new_match("hansa", 2)
    app.home(routes.Title())
    app.step()
    assert titles[-1] == "Kontor"
    app.open(routes.Table(match))
    app.step()
    assert titles[-1] == f"{t('games.turn.name', name='Anna')} · Kontor"
    while match.state.actor == 0:
        app.scene.play(match.state.legal_actions()[0])  # type: ignore[attr-defined]
    app.refresh()
    assert titles[-1] == f"{t('games.turn.name', name='Ben')} · Kontor"
    app.open(routes.Settings())
    app.step()
    assert titles[-1] == f"{t('settings.title')} · Kontor"


def test_leaving_a_table_is_heard(open_app: Open) -> None:
    app = open_app()
    app.home(routes.Title())
    app.open(routes.Table(new_match("hansa", 2)))
    app.step()
    app.handle(Pick("menu"))
    app.step()
    app.handle(Pick("leave"))
    assert said(app)[-1] == "Kontor"


def test_every_step_of_a_replay_is_heard_with_its_number(open_app: Open) -> None:
    app = open_app()
    replay = replayed(app, finished("hansa-teutonica"), paused=True)
    for button in ("next", "next", "turn-on", "previous", "turn-back", "last", "first"):
        before = len(said(app))
        app.handle(Pick(button))
        assert f"{t('replay.step', number=replay.step, total=replay.total)}." in said(app)[before:][-1]


def judged(app: App) -> AnalysisPage:
    match = finished("hansa-teutonica")
    app.saves.save(match)
    app.saves.keep_analysis(match.id, invented("hansa-teutonica"))
    app.open(routes.Analysis(match))
    page = app.scene
    assert isinstance(page, AnalysisPage)
    while page.found is None:
        app.step()
    app.step()
    return page


def test_the_steps_of_an_analysis_are_heard(open_app: Open) -> None:
    app = open_app()
    page = judged(app)
    for button in ("earlier", "later", "later"):
        app.handle(Pick(button))
        assert page.found is not None and said(app)[-1] == page._words(page.found)


def test_a_turning_point_is_told_with_its_decision_and_not_with_the_mistake_before(open_app: Open) -> None:
    app = open_app()
    page = judged(app)
    assert page.found is not None
    point = page.found.turning[1]
    before = len(said(app))
    app.handle(Pick("point.2"))
    app.step()
    (told,) = said(app)[before:]
    name = page.match.players[point.seat].name
    assert f"{name}:" in told and reviewed("analysis.better", plan="")[:6] in told
    assert not any(f"{one.name}: 11 percentage" in told for one in page.match.players)


def test_no_controls_share_a_name(open_app: Open) -> None:
    app = open_app()
    app.home(routes.Title())
    places = [
        routes.Title(),
        routes.Lessons(),
        routes.NewGame(),
        routes.Games(),
        routes.Settings(),
        routes.About(),
    ]
    for route in places:
        app.open(route)
        app.step()
        assert_unique(app)
    for game in engine.rulesets():
        match, rng = new_match(game, 3), random.Random(2)
        app.open(routes.Table(match))
        for _ in range(30):
            match.play(hurried(match.state, rng))
            app.scene.follow(0.0)  # type: ignore[attr-defined]
            app.step()
            assert_unique(app)
        app.handle(Pick("look"))
        app.step()
        assert_unique(app)


def test_each_benefit_of_a_claim_is_listed_once(open_app: Open) -> None:
    app = open_app()
    match, rng = new_match("hansa-teutonica", 3), random.Random(2)
    app.open(routes.Table(match))
    seen = 0
    while seen < 4:
        match.play(hurried(match.state, rng))
        if match.state.decision is None or match.state.decision.id != "benefit":
            continue
        seen += 1
        app.scene.follow(0.0)  # type: ignore[attr-defined]
        app.refresh()
        offered = [one.id for one in app.elements() if one.group in ("answers", "desk", "board", "towns")]
        assert len(offered) == len(match.state.legal_actions())


def assert_unique(app: App) -> None:
    controls = [one for one in app.elements() if one.kind in ("button", "text", "area")]
    names = [one.label for one in controls]
    assert len(names) == len(set(names)), {name for name in names if names.count(name) > 1}
    radios = [(one.about, one.label) for one in app.elements() if one.kind == "radio"]
    assert len(radios) == len(set(radios)) and all(about for about, _ in radios)


def test_looking_around_has_headings_and_tells_on_enter(open_app: Open) -> None:
    app = open_app()
    table = seated(app, position("5t"))
    app.handle(Pick("look"))
    app.step()
    sections = [one.label for one in app.elements() if one.id.startswith("section.look.")]
    assert len(sections) >= 2 and t("plain.board") in sections
    thing = next(iter(table.pointing.things()))
    app.handle(Pick(thing))
    card = table.pointing.card(thing)
    assert card is not None and said(app)[-1] == card.spoken


def test_another_players_desk_leaves_ones_own_supply_in_the_list(open_app: Open) -> None:
    app = open_app()
    table = seated(app, position("5t"))
    own = {one.id for one in app.elements() if one.id.startswith("supply.")}
    app.handle(Pick("desk.1"))
    app.step()
    assert table.shown_seat == 1 and own
    assert said(app)[-1] == table.view.chapters(table.match.state)[0].lines[1], "it is told what is on it"
    assert own <= {one.id for one in app.elements()}
    app.handle(Pick(min(own)))
    app.step()
    assert table.shown_seat == 0 and table.chooser.chosen == (min(own),)


def test_the_desks_of_britannia_are_told_by_buttons(open_app: Open) -> None:
    app = open_app()
    match = new_match("hansa-teutonica", 4, board="britannia")
    app.open(routes.Table(match))
    app.step()
    for seat in range(4):
        app.handle(Pick(f"desk.{seat}"))
        app.step()
        table = app.scene
        assert said(app)[-1] == table.view.chapters(match.state)[0].lines[seat]  # type: ignore[attr-defined]


def test_back_repeats_the_question(open_app: Open) -> None:
    app = open_app()
    table = seated(app, position("5t"))
    app.handle(Pick("supply.trader"))
    app.step()
    app.handle(Pick("back"))
    assert said(app)[-1] == table.prompt()


def test_what_was_undone_is_a_whole_sentence(open_app: Open) -> None:
    app = open_app()
    table = seated(app, position("4t1m"))
    app.handle(Pick(HOUSE))
    app.step()
    app.handle(Pick("undo"))
    app.step()
    assert table.narrator.sentences[-1].startswith("Undone: ")
    assert f"{table.narrator.sentences[-1]} Anna" in said(app)[-1]
    assert table.narrator.sentences[-1].endswith(".")


def test_equal_sentences_under_different_headings_are_joined_to_them_without_a_comma() -> None:
    told = [
        Element("a", "First turn", NOWHERE, kind="chapter"),
        Element("1", "Ben ends the turn.", NOWHERE),
        Element("b", "Second turn", NOWHERE, kind="chapter"),
        Element("2", "Ben ends the turn.", NOWHERE),
    ]
    named = [one.label for one in _distinct(told)]
    assert named[1::2] == ["Ben ends the turn. First turn", "Ben ends the turn. Second turn"]


def test_u_undoes_what_others_have_done_only_when_pressed_again(app: App) -> None:
    async def play() -> None:
        table = table_with(app, "hansa-teutonica", ByHand(), Computer(), Computer())
        await until(app, lambda: persons_turn(table))
        while not (table.match.can_undo and table.match.moves[-1].seat):
            table.play(hurried(table.match.state, random.Random(1)))
            await until(app, lambda: persons_turn(table))
        moves, person = len(table.match.moves), Person(app)
        person.key(pygame.K_u)
        assert len(table.match.moves) == moves and said(app)[-1] == t("table.undo.others")
        person.key(pygame.K_u)
        assert len(table.match.moves) < moves
        table.left()

    asyncio.run(play())


def test_a_long_analysis_says_how_far_it_is(open_app: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analysis_task, "SILENCE", 0.0)
    app = open_app()
    progress = analysis_task.Progress(app)
    for done in range(101):
        progress.reached(done / 100, f"{done}%")
    assert said(app) == ["25%", "50%", "75%"]


def test_ending_a_turn_is_answered_before_the_computers_have_thought(app: App) -> None:
    async def play() -> None:
        table = table_with(app, "hansa-teutonica", ByHand(), Computer(), Computer())
        await until(app, lambda: persons_turn(table))
        before = len(said(app))
        table.play(table.match.state.parse_action("end-turn"))
        name = table.match.players[table.match.state.actor or 0].name
        assert said(app)[before:] == [t("table.thinking", name=name)]
        table.left()

    asyncio.run(play())


def test_an_arrow_key_begins_at_the_first_control(open_app: Open) -> None:
    app = open_app()
    app.home(routes.Title())
    app.step()
    Person(app).key(pygame.K_DOWN)
    assert app.show_focus and app.focus == next(one.id for one in app.scene.widgets if one.act)
