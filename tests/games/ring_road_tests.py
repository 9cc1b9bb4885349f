"""Ring Road at every table: collected by test_third_game.py, in a process that has found the game."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pygame
import pytest

from game import engine
from game.bots import choose, levels
from game.client.app.accessibility import elements
from game.client.app.app import App
from game.client.app.setup import Setup
from game.client.learn.lessons import LessonsPage
from game.client.pages.new_game import NewGamePage
from game.client.pages.title import TitleScene
from game.client.review.results import ResultsPage
from game.client.table.table import TableScene
from game.client.views import make_view
from game.client.views.plain import PlainView
from game.client.words.i18n import LANGUAGES, Translator, use_language
from game.engine.core import IllegalAction, ParseError
from game.engine.record import Record, read, replay, write
from game.games import directory, optional_part
from game.match import Match
from game.platform import Pick
from tests.client.conftest import Person, finished, hurried, new_match

GAME = "ring-road"
Open = Callable[..., App]


def labels(app: App) -> str:
    """Return the labels of the accessibility list."""
    return "\n".join(element.label for element in elements(app.scene))


def test_the_title_and_the_new_game_page_offer_it_by_its_readable_id(open_app: Open) -> None:
    app = open_app()
    app.settings.game = GAME
    app.push(TitleScene(app))
    app.step()
    assert "Ring road" in labels(app)
    app.push(NewGamePage(app, Setup(GAME)))
    app.step()
    assert "Ring road" in labels(app)
    assert "first" not in {widget.id for widget in app.scene.widgets}, "it has no guide"
    app.push(LessonsPage(app))
    app.step()
    assert "Ring road" not in labels(app), "nor lessons, and no empty heading"


def test_a_whole_game_is_played_from_the_accessibility_list(open_app: Open) -> None:
    """Only by its elements, which have labels and are picked by their ids."""
    app, rng = open_app(), Random(2)
    app.push(TitleScene(app))
    table = TableScene(app, new_match(GAME, 2))
    app.push(table)
    app.step()
    for _ in range(2000):
        if table.match.state.outcome is not None:
            break
        listed = {element.id: element.label for element in elements(app.scene)}
        offered = [name for name in table.chooser.offered if name in listed]
        assert offered, "what is asked is in the list"
        assert all(listed[name] and "{" not in listed[name] for name in offered)
        app.handle(Pick(rng.choice(sorted(offered))))
        app.step()
    assert table.match.state.outcome is not None
    app.step()
    told = "\n".join(
        chapter.title + " ".join(chapter.lines) for chapter in table.view.chapters(table.match.state)
    )
    assert "Anna" in told and "Supply: " in told and "Space " in told


def test_a_whole_game_is_played_by_keyboard(open_app: Open) -> None:
    app, rng = open_app(), Random(3)
    app.push(TitleScene(app))
    table = TableScene(app, new_match(GAME, 2))
    app.push(table)
    app.step()
    person = Person(app)
    for _ in range(1000):
        if table.match.state.outcome is not None:
            break
        for _ in range(rng.randrange(8)):
            person.key(pygame.K_RIGHT)
        for _ in range(30):
            if app.focus in table.chooser.offered:
                break
            person.key(pygame.K_TAB)
        assert app.focus in table.chooser.offered
        person.key(pygame.K_RETURN)
    assert table.match.state.outcome is not None


@pytest.mark.parametrize("language", LANGUAGES)
def test_results_prompts_and_events_have_words_in_every_language(open_app: Open, language: str) -> None:
    app = open_app()
    use_language(language)
    match, rng = new_match(GAME, 3), Random(4)
    view = make_view(match.ruleset, match.players)
    assert isinstance(view, PlainView) and Translator(GAME)("game.name") == "Ring road"
    while match.state.decision is not None:
        words = [view.prompt(match.state.decision, match.state)]
        words += [view.tell_action(action, match.state) for action in match.state.legal_actions()]
        words += [view.tell_event(event, match.state) for event in match.play(hurried(match.state, rng))]
        assert all(words) and not any(sign in text for text in words for sign in "{}_")
    app.push(TitleScene(app))
    app.push(ResultsPage(app, match))
    app.step()
    assert "Routes" in labels(app) and "Towns" in labels(app)


def test_what_cannot_be_done_is_refused_in_a_sentence() -> None:
    match = new_match(GAME, 2)
    view = make_view(match.ruleset, match.players)
    assert view.why_not("route.north-east", match.state) == "This is not possible now: Route not full."
    match.play(match.state.parse_action("place north-east.1"))
    assert "Space taken" in view.why_not("space.north-east.1", match.state)
    with pytest.raises(ParseError, match=r"did you mean 'place north-east\.1'"):
        match.state.parse_action("place north-east1")
    with pytest.raises(IllegalAction) as refusal:
        match.state.apply(match.state.parse_action("claim north-east hub"))
    assert refusal.value.reason.id == "route-not-full"


@pytest.mark.parametrize("level", levels())
def test_computers_of_every_level_play(level: str) -> None:
    state, rng = engine.ruleset(GAME).new_game(2, seed=1), Random(1)
    for _ in range(6):
        state.apply(choose(state, level, rng, work=30).action)
    state.check()


def test_a_computer_sees_a_route_it_can_claim() -> None:
    line = "ring-road seats=2 supply=3,5 carts=north-east.1:0+north-east.2:0"
    state = engine.ruleset(GAME).parse_position(line)
    for level in ("medium", "hard"):
        assert choose(state, level, Random(1), work=30).action.text.startswith("claim north-east")


def test_records_positions_and_old_saves_come_back() -> None:
    match = finished(GAME)
    assert replay(read(match.text())).outcome == match.state.outcome
    assert Match.resume("again", match.text()).state.position() == match.state.position()
    record = Record.of(engine.ruleset(GAME).new_game(3, seed=5))
    assert read(write(record)) == record


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        ("ring-road seats=5", "seats: 5 is not between 2 and 4"),
        ("ring-road seats=2 supply=6,5", "supply: 6 is not between 0 and 5"),
        ("ring-road seats=2 supply=4,5", "seat 0 has not 5 carts in all"),
        ("ring-road seats=2 carts=north-eats.1:0", "did you mean north-east.1"),
        ("ring-road seats=2 carts=north-east.1:0,1", "2 pieces at north-east.1, which holds 1"),
        ("ring-road seats=2 built=hub:2", "there is no seat 2 among 2"),
        ("ring-road seats=3 turn=8", "there is no seat 8 among 3"),
        ("ring-road seats=2 over=flood", "over: 'flood' is unknown"),
        ("ring-road seats=2 colour=red", "'colour=red' is not a field"),
    ],
)
def test_an_impossible_position_is_refused_with_its_field(line: str, wrong: str) -> None:
    with pytest.raises(ParseError) as refused:
        engine.ruleset(GAME).parse_position(line)
    assert wrong in str(refused.value)


def test_a_catalogue_in_its_package_is_used(monkeypatch: pytest.MonkeyPatch, tmp_path: object) -> None:
    """The package has none; with one, its texts come before readable ids."""
    assert not list(directory(GAME).glob("texts.*.json"))
    assert all(optional_part(GAME, part) is None for part in ("bots", "view", "guide", "research", "themes"))
