"""Play on the title: the game it begins, the strength of its computers, and the button's text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import pytest

from game import engine
from game.client.app import routes
from game.client.app.app import App
from game.client.app.setup import Setup
from game.client.draw import theme
from game.client.draw.scenery import DAY, harbour, sky
from game.client.draw.widgets import BELOW, SHRINKING, Button
from game.client.learn.courses import course, lesson_id, parts, puzzles
from game.client.storage.results import add_entries, has_won
from game.client.storage.settings import usual_game, usual_level
from game.client.table.table import TableScene
from game.client.words.i18n import LANGUAGES
from game.match import LEVELS, Computer
from game.match.guide import is_guided
from game.match.learning import Result
from game.match.lesson import Lesson
from tests.client.conftest import Person, new_match
from tests.needs import needs

Open = Callable[..., App]
SIZES = [
    ((1280, 720), 1.0), ((1920, 1080), 1.0), ((2560, 1440), 1.0), ((768, 1024), 1.0), ((1170, 2532), 3.0),
    ((844, 390), 1.0), ((667, 375), 1.0), ((568, 320), 1.0), ((640, 1136), 2.0), ((360, 640), 1.0),
]  # fmt: skip
WINDOWS = [((1280, 720), 1.0), ((780, 1688), 2.0), ((320, 568), 1.0), ((844, 390), 1.0)]


def play_button(app: App) -> Button:
    """Return the main button of the title that has just been opened."""
    app.home(routes.Title())
    app.step()
    return next(one for one in app.scene.widgets if isinstance(one, Button) and one.id == "play")


def ended(rank: int, number: int, against: str = "easy") -> Result:
    """Return the result of the player's finished game."""
    return Result("2026-11-23", "hansa", 3, against, rank, 30, f"{number:08x}", "aa")


def finish_lessons(app: App, game: str, count: int = 1) -> None:
    """Complete a number of lessons on a game."""
    for lesson in course(game)[:count]:
        app.home(routes.Title())
        app.open(routes.LessonTable(lesson, len(lesson.steps) - 1))
        app.step()
        person = Person(app)
        person.click("coach.do" if lesson.steps[-1].do else "coach.next")
    app.home(routes.Title())


def test_play_says_which_game_against_how_good_computers(open_app: Open) -> None:
    app = open_app()
    assert play_button(app).label == "Play: Hansa Teutonica · Easy · two computers"
    app.settings.game, app.settings.level, app.settings.level_chosen = "hansa", "hard", "yes"
    assert play_button(app).below == "Hansa · Hard · two computers"


def test_computers_are_easy_until_a_game_has_been_won(open_app: Open) -> None:
    app = open_app()
    assert usual_level(app.settings, partial(has_won, app.saves)) == "easy"
    Setup.alone(app).begin(app)
    add_entries(app.saves, [ended(2, 1), ended(3, 2)])
    assert "Easy" in play_button(app).below, "begun and lost"
    add_entries(app.saves, [ended(1, 3)])
    assert "Medium" in play_button(app).below
    assert "Medium" in play_button(App(app.platform)).below


@pytest.mark.parametrize("level", LEVELS)
def test_a_level_chosen_by_hand_is_remembered_games_won_or_not(open_app: Open, level: str) -> None:
    app = open_app()
    app.home(routes.Title())
    app.open(routes.NewGame())
    app.step()
    Person(app).click(f"who.1.{level}")
    act = Person(app).widget("start").act
    assert act is not None
    act()
    for number in range(2):
        again = App(app.platform)
        assert play_button(again).below.split(" · ")[1] == level.capitalize()
        add_entries(app.saves, [ended(1, number)])


def test_the_level_an_older_version_kept_counts_once_a_game_has_been_won(open_app: Open) -> None:
    """Older versions stored the level of every game begun, so it was not necessarily chosen."""
    app = open_app()
    app.platform.write("settings", '{"level": "hard", "game": "hansa"}')
    again = App(app.platform)
    assert "Hansa · Easy" in play_button(again).below
    add_entries(again.saves, [ended(1, 1)])
    assert "Hansa · Hard" in play_button(again).below


def test_a_rematch_against_easy_computers_chooses_no_level(open_app: Open) -> None:
    app = open_app()
    match = new_match("hansa", 3)
    match.set_controller(1, Computer("easy"))
    Setup.of(match).begin(app)
    add_entries(app.saves, [ended(1, 1)])
    assert usual_level(app.settings, partial(has_won, app.saves)) == "medium"


@pytest.mark.parametrize("game", engine.rulesets())
def test_after_lessons_on_a_game_play_offers_that_game(open_app: Open, game: str) -> None:
    needs(game, "lessons")
    app = open_app()
    app.settings.game = next(other for other in engine.rulesets() if other != game)
    finish_lessons(app, game)
    assert usual_game(app.settings) == game
    assert usual_game(App(app.platform).settings) == game, "it is kept"


def test_a_lesson_that_is_only_begun_changes_nothing(open_app: Open) -> None:
    app = open_app()
    app.home(routes.Title())
    app.open(routes.LessonTable(course("hansa")[0], 0))
    app.step()
    Person(app).click("coach.next")
    assert play_button(app).label.startswith("Play: Hansa Teutonica")


def test_whoever_has_finished_a_lesson_and_played_no_game_is_offered_the_guided_one(open_app: Open) -> None:
    app = open_app()
    finish_lessons(app, "hansa", 2)
    assert play_button(app).label == "Play your first game: Hansa · Easy · two computers"
    Person(app).click("play")
    assert isinstance(app.scene, TableScene) and is_guided(app.scene.match.record)
    assert app.scene.match.ruleset.id == "hansa"
    assert play_button(app).label.startswith("Play: "), "it is there to be continued"
    for saved in app.saves.games():
        app.saves.delete(saved.id)
    assert play_button(app).label.startswith("Play your first game: ")
    app.saves.save(new_match("hansa-teutonica", 3))
    assert play_button(app).label.startswith("Play your first game: "), "that was another game"
    add_entries(app.saves, [ended(2, 1)])
    assert play_button(app).label.startswith("Play: "), "a game of this kind has ended here"


def next_button(app: App) -> Button | None:
    """Return the button of what to learn next, on the title that has just been opened."""
    app.home(routes.Title())
    app.step()
    return next((one for one in app.scene.widgets if isinstance(one, Button) and one.id == "next"), None)


def done(*parts: Sequence[Lesson]) -> str:
    """Return the progress of a player who has finished these lessons."""
    return " ".join(f"{lesson_id(lesson)}=done" for part in parts for lesson in part)


def test_the_title_says_what_to_learn_next(open_app: Open) -> None:
    game = "hansa-teutonica"
    needs(game, "lessons", "puzzles")
    course, better, _ = parts(game)
    app = open_app()
    told = list[str]()
    for lessons, played in (
        ("", False),
        (f"{lesson_id(course[0])}=2", False),
        (done(course[:2]), False),
        (done(course), False),
        (done(course), True),
        (done(course, better), True),
        (f"{done(course, better)} {puzzles(game)[0].id}=done", True),
    ):
        if played:
            app.saves.save(new_match(game, 3))
        app.settings.lessons = lessons
        button = next_button(app)
        told.append(button.label if button else "")
    assert told == [
        "", "Next lesson: 1. The aim of the game", "Next lesson: 3. Displacing", "",
        "Next lesson: 11. Whom your claim feeds", "Puzzles: Find the best plan", "",
    ]  # fmt: skip


def test_the_button_of_the_next_lesson_opens_it(open_app: Open) -> None:
    needs("hansa", "lessons")
    app = open_app()
    app.settings.lessons = done(parts("hansa")[0][:1])
    button = next_button(app)
    assert button and button.below == "Hansa · 2. The voyage", "the usual game is another"
    Person(app).click("next")
    assert isinstance(app.scene, TableScene) and app.scene.heading().startswith("2. The voyage")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("size", "ratio"), WINDOWS)
def test_nothing_on_the_large_buttons_is_cut(
    open_app: Open, language: str, size: tuple[int, int], ratio: float
) -> None:
    app = open_app(size, ratio)
    app.settings.language, app.settings.level_chosen, app.settings.text = language, "yes", "largest"
    app.apply_settings()
    app.saves.save(new_match("hansa-teutonica", 3))
    states = [*[("", level) for level in LEVELS], ("hansa.goal=done", "medium")]
    states.append((done(parts("hansa-teutonica")[0]), "easy"))
    for lessons, level in states:
        app.settings.lessons, app.settings.level = lessons, level
        play_button(app)
        unit = app.metrics.unit
        for button in (one for one in app.scene.widgets if isinstance(one, Button) and one.below):
            assert button.caption is not None
            for words, role, part in ((button.caption, "bold", 1.0), (button.below, "text", BELOW)):
                smallest = theme.font(role, round(round(unit * SHRINKING[-1]) * part))
                assert smallest.size(words)[0] <= button.rect.width - unit * 0.7, words


@pytest.mark.parametrize(("size", "ratio"), SIZES)
def test_the_sky_is_free_down_to_the_roofs(open_app: Open, size: tuple[int, int], ratio: float) -> None:
    open_app(size, ratio)
    picture, low = harbour(*size, DAY), round(sky(*size))
    across = range(size[0] // 2, size[0], 3)  # the sun is on the left

    def uniform(y: int) -> bool:
        first = picture.get_at((across[0], y))
        return all(max(map(abs, map(int.__sub__, first, picture.get_at((x, y))))) <= 3 for x in across)

    assert all(uniform(y) for y in range(0, low - 1, 5))
    assert not all(uniform(y) for y in range(low, round(low + size[1] * 0.06))), "there the roofs begin"


@pytest.mark.parametrize("text", ["normal", "large", "largest"])
@pytest.mark.parametrize(("size", "ratio"), SIZES)
def test_the_buttons_stand_in_the_sky_and_not_on_the_houses(
    open_app: Open, size: tuple[int, int], ratio: float, text: str
) -> None:
    app = open_app(size, ratio)
    app.settings.text, app.settings.theme = text, "dark"
    app.keep_settings()
    app.home(routes.Title())
    for number in range(2):
        app.step()
        buttons = [widget.rect for widget in app.scene.widgets]
        puzzles = number and any(widget.id == "puzzles" for widget in app.scene.widgets)
        assert len(buttons) == 7 + number + puzzles
        assert puzzles or not number or size[1] < 400, "puzzles wherever there is room"
        assert max(button.bottom for button in buttons) <= sky(*size)
        for index, button in enumerate(buttons):
            assert button.height >= app.metrics.finger and button.collidelist(buttons[index + 1 :]) == -1
        app.saves.save(new_match("hansa", 3))
        app.home(routes.Title())
