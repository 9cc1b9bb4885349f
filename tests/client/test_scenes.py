"""Every screen in every window and language: nothing truncated, unlabelled or unreachable."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from itertools import combinations

import pygame
import pytest

from game import engine
from game.client.app import routes
from game.client.app.app import App
from game.client.app.page import Page
from game.client.app.setup import Setup
from game.client.pages.failure import FailurePage
from game.client.pages.new_game import NewGamePage
from game.client.pages.title import TitleScene
from game.client.review.replay import ReplayScene
from game.client.review.results import ResultsPage
from game.client.table.desks import Handle
from game.client.table.match_scene import MatchScene
from game.client.table.narrator import Narrator
from game.client.table.table import TableScene
from game.client.touch.hit_targets import HitTarget
from game.client.touch.inspect_mode import Lookout
from game.client.views import make_view
from game.client.words.i18n import LANGUAGES, Translator, use_language
from game.platform import Focus
from tests.client.conftest import Person, finished, hurried, new_match
from tests.client.gallery import gallery

pytestmark = pytest.mark.usefixtures("unseen")
GAMES = engine.rulesets()
WINDOWS = [(390, 844, 1), (780, 1688, 2), (768, 1024, 1), (1280, 720, 1), (1920, 1080, 1), (844, 390, 1)]
NARROW = [(390, 844, 1), (1280, 720, 1), (844, 390, 1)]
"""Windows where a long word can exceed the width: tested in every language, others in that of the longest
words."""


@pytest.mark.parametrize(
    ("window", "language"),
    [
        *((window, language) for window in WINDOWS if window in NARROW for language in LANGUAGES),
        *((window, "de") for window in WINDOWS if window not in NARROW),
    ],
    ids=str,
)
def test_every_button_lies_in_the_window_and_apart_from_others(
    open_app: Callable[..., App], window: tuple[int, int, int], language: str
) -> None:
    app = open_app(window[:2], window[2])
    app.settings.language = language
    app.apply_settings()
    for scene in gallery(app, GAMES[0]):
        desks = isinstance(scene, MatchScene)
        buttons = [w for w in scene.widgets if w.act and not (desks and w.id.startswith("desk."))]
        for widget in buttons:
            if isinstance(widget, HitTarget) and widget.on_board:
                continue  # the board may be larger than its window
            assert widget.rect.left >= 0 and widget.rect.right <= app.metrics.width, (scene.name, widget.id)
            assert widget.clip or (widget.rect.top >= 0 and widget.rect.bottom <= app.metrics.height), (
                widget.id
            )
        for one, other in combinations(buttons, 2):
            whole = isinstance(one, HitTarget | Lookout | Handle) or isinstance(
                other, HitTarget | Lookout | Handle
            )
            if one.clip == other.clip and not whole:
                shared = one.rect.clip(other.rect)
                assert shared.width * shared.height < 1, (scene.name, one.id, other.id)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_text_is_translated(open_app: Callable[..., App], language: str, game: str) -> None:
    """A missing text shows its key, such as `menu.title`."""
    app = open_app()
    app.settings.language = language
    app.apply_settings()
    for scene in gallery(app, game):
        for text in [w.label for w in scene.widgets] + ([scene.title()] if isinstance(scene, Page) else []):
            words = text.split()
            assert not (len(words) == 1 and "." in text.strip(".") and text.islower()), (scene.name, text)
            assert "{" not in text, (scene.name, text)


@pytest.mark.parametrize("window", [*NARROW, (768, 1024, 1)], ids=str)
def test_the_keyboard_reaches_everything_on_a_page(
    open_app: Callable[..., App], window: tuple[int, int, int]
) -> None:
    app = open_app(window[:2], window[2])
    app.push(TitleScene(app))
    app.push(NewGamePage(app))
    app.step()
    person = Person(app)
    everything = {widget.id for widget in app.scene.widgets if widget.act}
    reached: set[str] = set()
    while True:  # Tab goes from choice to choice
        person.key(pygame.K_TAB)
        if app.focus in reached:
            break
        reached.add(app.focus)
        assert person.widget(app.focus).in_sight, f"{app.focus} is scrolled into sight"
    edge = set(reached)
    while edge:  # and the arrow keys within one
        here = edge.pop()
        for key in (pygame.K_LEFT, pygame.K_RIGHT, pygame.K_UP, pygame.K_DOWN):
            app.pop()  # an arrow key chooses values, which changes the page
            app.push(NewGamePage(app))
            app.step()
            app.handle(Focus(here))
            person.key(key)
            assert person.widget(app.focus).in_sight, f"{app.focus} is scrolled into sight"
            edge |= {app.focus} - reached
            reached.add(app.focus)
    assert reached == everything


def test_a_new_game_from_the_title_by_clicks(open_app: Callable[..., App]) -> None:
    app = open_app()
    app.push(TitleScene(app))
    person = Person(app)
    app.step()
    person.click("new")
    person.click("game.hansa")
    person.click("seats.2")
    person.click("name.0")
    person.type("Anna")
    person.key(pygame.K_RETURN)
    person.click("colour.0")
    person.click("start")
    assert isinstance(app.scene, TableScene)
    match = app.scene.match
    assert match.ruleset.id == "hansa" and match.state.seats == 2
    assert match.players[0].name == "Anna" and match.players[0].colour != match.players[1].colour


def test_a_name_is_edited_by_keys(open_app: Callable[..., App]) -> None:
    app = open_app()
    app.push(TitleScene(app))
    app.push(page := NewGamePage(app))
    person = Person(app)
    app.step()
    person.click("name.1")
    person.type("Benn")
    person.key(pygame.K_BACKSPACE)
    assert page.setup.players[1].name == "Ben" and app.editing == "name.1"
    person.key(pygame.K_ESCAPE)
    assert app.editing == "" and app.scene is page


@pytest.mark.parametrize("game", GAMES)
def test_a_preset_sets_every_rule_it_names(game: str) -> None:
    setup = Setup(game)
    for name, values in setup.ruleset.presets.items():
        setup.use_preset(name)
        assert setup.preset() == name
        assert {option: setup.chosen()[option] for option in values} == dict(values)


def test_a_game_with_neutral_traders_does_not_ask_about_the_pawn() -> None:
    setup = Setup("hansa-teutonica")
    setup.seats = 2
    pawn = {"provinces", "pawn_walk"}
    assert pawn < {option.id for option in setup.rules()}
    setup.choose("two_players", "neutral-pt")
    assert not pawn & {option.id for option in setup.rules()}


def test_who_begins_can_be_chosen(open_app: Callable[..., App]) -> None:
    app = open_app()
    app.push(TitleScene(app))
    app.push(page := NewGamePage(app, Setup("hansa")))
    person = Person(app)
    app.step()
    page.scroll = 10_000
    app.refresh()
    person.click("first.2")
    person.click("start")
    assert isinstance(app.scene, TableScene) and app.scene.match.state.actor == 1


@pytest.mark.parametrize("game", GAMES)
def test_results_show_every_row_of_the_scoring(open_app: Callable[..., App], game: str) -> None:
    app, match = open_app(), finished(game)
    table = TableScene(app, match)
    app.push(table)
    app.step()
    Person(app).click("results")
    assert isinstance(app.scene, ResultsPage)
    outcome = match.state.outcome
    assert outcome is not None
    shown = [widget.label for widget in app.scene.widgets]
    for line in (*outcome.lines, *outcome.tiebreaks):
        assert any(table.view.score_label(line.id) in label for label in shown)
    assert table.view.reason_text(outcome.reason) in shown
    assert app.scene.verdict() in shown


@pytest.mark.parametrize("game", GAMES)
def test_a_replay_shows_every_position_of_the_game(open_app: Callable[..., App], game: str) -> None:
    match, rng = new_match(game, 3), random.Random(2)
    positions = [match.state.position()]
    while len(positions) <= 90 and match.state.actor is not None:
        match.play(rng.choice(match.state.legal_actions()))
        positions.append(match.state.position())
    last = len(positions) - 1
    app = open_app()
    app.push(TitleScene(app))
    app.push(replay := ReplayScene(app, match.record))
    person = Person(app)
    app.step()
    for step in [*range(min(30, last)), last - 1, last // 2, last // 2 + 1, 0, last, 21]:
        replay.go_to(step)
        assert replay.match.state.position() == positions[step]
    person.click("next")
    assert replay.match.state.position() == positions[22]
    person.click("previous")
    person.click("previous")
    assert replay.match.state.position() == positions[20]
    person.click("last")
    assert replay.match.state.position() == positions[-1]
    bar = person.widget("step").rect
    person.click_at(bar.x + bar.width / 3, bar.centery)
    third = round(last / 3)
    assert replay.step == third and replay.match.state.position() == positions[third]


def test_a_fault_is_shown_calmly_and_leads_back(open_app: Callable[..., App]) -> None:
    app = open_app()
    app.push(TitleScene(app))
    app.push(NewGamePage(app))

    def fault() -> None:
        raise RuntimeError("a fault for the test")

    app.step = fault  # type: ignore[method-assign]
    with pytest.raises(StopAsyncIteration):
        asyncio.run(run_once(app))
    del app.step
    app.step()
    assert isinstance(app.scene, FailurePage) and "a fault for the test" in app.scene.report
    Person(app).click("home")
    assert isinstance(app.scene, TitleScene)


async def run_once(app: App) -> None:
    """Run the app until it waits for the first time."""

    async def enough(timeout: float | None = None, *, idle: bool = False) -> None:
        raise StopAsyncIteration

    app.platform.frame = app.platform.input = enough  # type: ignore[method-assign]
    await app.run()


def test_a_report_names_no_players(open_app: Callable[..., App]) -> None:
    app = open_app()
    table = TableScene(app, new_match("hansa", 3))
    app.push(table)
    app.step()
    report = FailurePage(app, "Oops").report
    assert "Anna" not in report and "ruleset hansa" in report


def test_words_of_a_game_fall_back_to_english() -> None:
    use_language("de")
    assert Translator("hansa")("game.name")
    assert Translator("no-such-game")("some.key") == "some.key"


@pytest.mark.parametrize("game", GAMES)
def test_whoever_does_not_see_the_screen_can_read_it(open_app: Callable[..., App], game: str) -> None:
    """Screen readers get headings, paragraphs and scoring rows as well as the buttons."""
    app, match = open_app(), finished(game)
    table = TableScene(app, match)
    app.push(table)
    app.step()
    assert app.elements()[0].label == table.prompt()
    Person(app).click("results")
    told = [element.label for element in app.elements()]
    outcome = match.state.outcome
    assert outcome is not None and told[0] == app.scene.heading()
    for line in outcome.lines:
        each = (f"{player.name} {n}" for player, n in zip(match.players, line.points, strict=True))
        assert f"{table.view.score_label(line.id)}: {', '.join(each)}" in told
    assert {element.id for element in app.elements() if element.kind == "button"} == {
        widget.id for widget in app.scene.widgets if widget.act
    }


def test_the_log_knows_whose_each_sentence_is_and_where_turns_begin(open_app: Callable[..., App]) -> None:
    open_app()
    match = new_match("hansa-teutonica", 3)
    narrator = Narrator(make_view(match.ruleset, match.players))
    match.play(match.state.parse_action("income 3t"))
    match.play(match.state.parse_action("end-turn"))
    told = narrator.catch_up(match)
    begun = [sentence for sentence in told if sentence.begins]
    assert [sentence.seat for sentence in begun][-1] == match.state.turn_seat
    assert all(
        match.players[sentence.seat].name in sentence for sentence in told if sentence.seat is not None
    )


def test_a_replay_jumps_from_turn_to_turn(open_app: Callable[..., App]) -> None:
    app = open_app()
    match, rng = new_match("hansa", 3), random.Random(2)
    for _ in range(60):
        match.play(hurried(match.state, rng))
    app.home(routes.Replay(match.record))
    replay, person = app.scene, Person(app)
    assert isinstance(replay, ReplayScene)
    turns = [0]
    while replay.step < replay.total:
        person.click("turn-on")
        turns.append(replay.match.state.turn_number)
    assert turns == sorted(turns) and len(set(turns)) > 3
    person.click("turn-back")
    assert replay.step < replay.total
    while replay.step:
        person.click("turn-back")
    assert replay.match.state.turn_number == 0


def test_another_number_of_players_keeps_the_edition(open_app: Callable[..., App]) -> None:
    app = open_app()
    page = NewGamePage(app)
    app.push(page)
    edition = page.setup.preset()
    assert edition
    for seats in ("2", "5", "3", "2"):
        Person(app).widget(f"seats.{seats}").act()  # type: ignore[misc]
        assert page.setup.preset() == edition
