"""The players of a new game: one person against computers, only people, only computers, or any mixture."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from game import engine
from game.client.app import routes
from game.client.app.app import App
from game.client.app.setup import ALONE, MERCHANTS, PEOPLE, WATCH, Setup
from game.client.pages.new_game import NewGamePage
from game.client.table.table import TableScene
from game.client.table.table_mode import LocalGame
from game.client.words.i18n import LANGUAGES, use_language
from game.match import LEVELS, Computer, Match
from game.match.players import LONGEST_NAME
from tests.client.conftest import Person, finished, new_match


def begun(app: App) -> Match:
    assert isinstance(app.scene, TableScene)
    return app.scene.match


def press(app: App, element: str) -> None:
    """Press a button without a step of the app afterwards, so that no computer player starts."""
    act = Person(app).widget(element).act
    assert act is not None
    act()


def levels(match: Match) -> list[str]:
    """Return the computer's level by seat, or "" for a person."""
    return [each.level if isinstance(each, Computer) else "" for each in match.controllers]


def test_one_touch_begins_a_game_against_two_computers(open_app: Callable[..., App]) -> None:
    app = open_app()
    app.home(routes.Title())
    app.step()
    press(app, "play")
    match = begun(app)
    assert levels(match) == ["", "easy", "easy"]
    assert match.ruleset.id == engine.rulesets()[0]
    assert len({player.name for player in match.players}) == 3


def test_play_begins_the_game_that_was_begun_last(open_app: Callable[..., App]) -> None:
    app = open_app()
    app.home(routes.Title())
    person = Person(app)
    app.step()
    for element in ("new", "game.hansa", "who.1.hard", "name.0"):
        person.click(element)
    person.type("Anna")
    press(app, "start")
    assert levels(begun(app)) == ["", "hard", "easy"]
    again = App(app.platform)
    again.home(routes.Title())
    again.step()
    press(again, "play")
    match = begun(again)
    assert match.ruleset.id == "hansa" and match.players[0].name == "Anna"
    assert levels(match) == ["", "hard", "hard"]


def test_the_next_game_is_set_up_on_the_board_and_with_the_parts_of_the_last(
    open_app: Callable[..., App],
) -> None:
    app = open_app()
    setup = Setup("hansa-teutonica")
    setup.use_board("east")
    setup.seat(4)
    setup.choose("favour", "on")
    setup.choose("start_player", "2")
    setup.begin(app)
    again = Setup.alone(app)
    assert (again.board(), again.seats, again.chosen()["favour"]) == ("east", 4, "on")
    assert again.preset() == "East 2010"
    assert again.chosen()["start_player"] == "random"  # the start player is chosen for one game
    Setup("hansa").begin(app)
    assert Setup.alone(app).board() == Setup("hansa").board()
    other = Setup("hansa-teutonica")
    other.recall(app.settings.rules)
    assert other.board() == "east"  # each game has its own setting


@pytest.mark.parametrize(
    "kept",
    [
        "hansa-teutonica seats=2 board=east",
        "hansa-teutonica seats=9 board=atlantis colour",
        "chess seats=2\n\nhansa-teutonica seats=many swap=",
    ],
)
def test_choices_that_make_no_game_any_more_are_left_out(open_app: Callable[..., App], kept: str) -> None:
    setup = Setup("hansa-teutonica")
    setup.recall(kept)
    assert setup.seats in setup.counts()
    assert setup.begin(open_app()).state.seats == setup.seats


def test_a_game_among_persons_is_one_touch_away(open_app: Callable[..., App]) -> None:
    app = open_app()
    app.home(routes.Title())
    app.open(routes.NewGame())
    app.step()
    person = Person(app)
    person.click("company.people")
    press(app, "start")
    assert levels(begun(app)) == ["", "", ""]


def test_every_seat_is_a_person_or_a_computer_of_some_level(open_app: Callable[..., App]) -> None:
    app = open_app()
    app.home(routes.Title())
    app.push(page := NewGamePage(app))
    person = Person(app)
    for seat in range(3):
        for level in ("person", *LEVELS):
            app.refresh()
            widget = person.widget(f"who.{seat}.{level}")
            assert widget.act is not None
            widget.act()
            assert page.setup.levels[seat] == level.replace("person", "")


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_computers_have_the_same_name(language: str) -> None:
    use_language(language)
    for lot in range(MERCHANTS):
        setup = Setup("hansa-teutonica", lot=lot)
        setup.seats = 5
        setup.invite(WATCH)
        names = setup.names()
        assert len(set(names)) == 5 and all(0 < len(name) <= LONGEST_NAME for name in names)
        setup.players[4] = setup.players[4]._replace(name=names[0])
        assert len(set(setup.names())) == 5, "a person may be called as a merchant is"


def test_a_company_is_recognised_however_it_came_about() -> None:
    setup = Setup("hansa")
    for company in (ALONE, PEOPLE, WATCH):
        setup.invite(company)
        assert setup.company() == company
    setup.set_level(1, "")
    assert setup.company() == "", "computers and one person, who is not the first"


def test_a_rematch_has_the_same_computers() -> None:
    match = new_match("hansa", 3)
    match.set_controller(1, Computer("hard"))
    setup = Setup.of(match)
    assert setup.levels[:3] == ["", "hard", ""]
    assert setup.names() == [player.name for player in match.players]


def test_a_game_that_computers_finished_is_played_again_by_people(open_app: Callable[..., App]) -> None:
    """A seat handed over to a computer player is a person's again, unless another person has stayed."""
    app, match = open_app(), new_match("hansa", 3)
    match.set_controller(1, Computer("hard"))
    app.home(routes.Title())
    app.open(routes.Seats(match))
    app.step()
    press(app, "who.0.medium")
    assert Setup.of(match).levels[:3] == ["medium", "hard", ""]
    press(app, "who.2.easy")
    again = Setup.of(Match(match.id, match.record))
    assert again.levels[:3] == ["", "hard", ""]
    assert again.names() == [player.name for player in match.players]
    press(app, "who.1.person")
    press(app, "who.1.easy")
    press(app, "who.0.person")
    press(app, "who.0.person")
    assert levels(match) == ["", "easy", "easy"]
    assert Setup.of(match).levels[:3] == ["", "easy", "easy"]


def finished_here(app: App) -> TableScene:
    """Return a finished game against a computer, with its results on the screen."""
    table = TableScene(app, finished("hansa"))
    table.match.set_controller(1, Computer("easy"))
    app.home(routes.Title())
    app.push(table)
    assert isinstance(table.table_mode, LocalGame)
    table.table_mode.results()
    app.step()
    return table


def test_one_touch_plays_again_with_the_same_players(open_app: Callable[..., App]) -> None:
    app = open_app()
    over = finished_here(app).match
    press(app, "again")
    assert isinstance(app.scene, TableScene)
    match = app.scene.match
    assert match.state.outcome is None and match.id != over.id
    assert match.players == over.players
    assert [isinstance(one, Computer) for one in match.controllers] == [False, True, False]
    assert [scene.name for scene in app.scenes] == ["title", "table"]


def test_beside_it_the_players_can_be_changed_first(open_app: Callable[..., App]) -> None:
    app = open_app()
    over = finished_here(app).match
    Person(app).click("new")
    assert isinstance(app.scene, NewGamePage)
    assert app.scene.setup.names() == [player.name for player in over.players]
    assert app.scene.setup.levels[:3] == ["", "easy", ""]


def test_a_number_does_not_become_a_name_in_a_rematch(open_app: Callable[..., App]) -> None:
    app = open_app()
    match = Setup("hansa").begin(app)
    assert match.players[0].name == "Player 1"
    assert Setup.of(match).players[0].name == ""
    Setup.of(match).begin(app)
    assert app.settings.name == ""


def test_a_first_visitor_is_told_how_to_play_until_the_first_action(open_app: Callable[..., App]) -> None:
    app = open_app()
    table = TableScene(app, new_match("hansa", 3))
    app.home(routes.Title())
    app.push(table)
    app.step()
    assert "what is marked" in table.table_mode.greeting()
    table.reading.toggle()
    assert not table.table_mode.greeting(), "it would lie on the towns that are read"
    table.reading.toggle()
    table.play(table.match.state.legal_actions()[0])
    assert not table.table_mode.greeting()
    again = App(app.platform)
    assert again.settings.played == "yes"


def test_nobody_who_has_taken_a_lesson_is_told_again(open_app: Callable[..., App]) -> None:
    app = open_app()
    app.settings.lessons = "hansa.goal=done"
    table = TableScene(app, new_match("hansa", 3))
    app.push(table)
    assert not table.table_mode.greeting()
