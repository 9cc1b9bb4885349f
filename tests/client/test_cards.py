"""A card describes the item under mouse, finger or keyboard focus; it appears next to it, never over it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from game.client.app import routes
from game.client.app.app import App
from game.client.app.gestures import HOLD_SECONDS, Gestures, Hold
from game.client.draw.cards import InfoCard, card_size, place_card
from game.client.learn.courses import course
from game.client.table import drawing
from game.client.table.table import TableScene
from game.client.touch import pointing
from game.client.views import make_view
from game.client.views.standing import rows, total
from game.client.words.i18n import LANGUAGES, use_language
from game.engine.record import read, replay
from game.match import PlayerInfo
from game.platform import Focus
from tests.client.conftest import Person, Screen, new_match

RECORDS = Path(__file__).parents[1] / "engine" / "records"
COLOURS = ("red", "blue", "green", "yellow")


@pytest.mark.parametrize("centre", [(20, 20), (640, 360), (1270, 700), (20, 360), (640, 710)])
def test_a_card_lies_in_the_window_and_not_on_its_thing(centre: tuple[int, int]) -> None:
    window, about = pygame.FRect(0, 0, 1280, 720), pygame.FRect(0, 0, 30, 30)
    about.center = centre
    about.clamp_ip(window)
    pygame.font.init()
    size = card_size(InfoCard("House 2", ("Costs 1 action.", "One of three is yours then.") * 3), 20, 1200)
    card = place_card(size, about, window, 20)
    assert window.contains(card)
    assert not card.colliderect(about)


def test_a_long_touch_is_a_hold_and_no_tap() -> None:
    gestures = Gestures(800, 600, 8)
    down = pygame.event.Event(pygame.FINGERDOWN, x=0.5, y=0.5, finger_id=3)
    up = pygame.event.Event(pygame.FINGERUP, x=0.5, y=0.5, finger_id=3)
    gestures.read(down, 10.0)
    assert gestures.holding(10.1) is not None
    assert not gestures.held(10.1)
    assert gestures.held(10.0 + HOLD_SECONDS) == [Hold(400, 300, True)]
    assert gestures.holding(11.0) is None
    assert not any(type(gesture).__name__ == "Tap" for gesture in gestures.read(up, 11.0))


def table_of(app: App) -> TableScene:
    app.home(routes.Table(new_match("hansa-teutonica", 3, 7)))
    assert isinstance(app.scene, TableScene)
    return app.scene


def test_what_the_mouse_is_over_has_a_card(open_app: Callable[..., App]) -> None:
    app = open_app()
    table = table_of(app)
    house = next(spot for spot in table.targets.values() if spot.id.startswith("house."))
    app.hover = house.id
    card = table.pointing.card(house.id)
    assert card is not None
    assert card.lines


def test_a_card_points_to_the_house_it_describes_and_not_to_the_middle_of_its_route(
    open_app: Callable[..., App], monkeypatch: pytest.MonkeyPatch
) -> None:
    app = open_app()
    table, places = table_of(app), list[pygame.FRect]()
    monkeypatch.setattr(pointing, "draw_card", lambda *given: places.append(given[-1]))
    for element in ("house.kampen-osnabrueck.1", "house.goslar-quedlinburg.4"):
        app.handle(Focus(element))
        app.step()
        assert places[-1] == table.targets[element].rect


def test_a_card_leaves_what_the_threat_view_marks_visible(
    open_app: Callable[..., App], monkeypatch: pytest.MonkeyPatch
) -> None:
    app = open_app()
    table, cards = table_of(app), list[pygame.FRect]()
    monkeypatch.setattr(pointing, "draw_card", lambda *given: cards.append(given[2].copy()))
    app.handle(Focus("house.kampen-osnabrueck.1"))
    app.step()
    threatened = pygame.FRect(0, 0, 40, 40)
    threatened.center = cards[-1].center
    monkeypatch.setattr(table.threats, "shown", lambda: [threatened])
    app.refresh()
    app.step()
    assert not cards[-1].colliderect(threatened)


def test_the_keyboard_hears_what_the_card_says(open_app: Callable[..., App]) -> None:
    app = open_app()
    table = table_of(app)
    Person(app).key(pygame.K_TAB)
    widget = next(w for w in table.widgets if w.id == app.focus)
    card = table.pointing.card(widget.id)
    assert card is not None
    assert isinstance(app.platform, Screen)
    said = app.platform.said
    assert card.lines and not card.brief and len(said) == 1, "the name is short; the rest is told on request"
    Person(app).key(pygame.K_6)
    assert said[-1] == card.spoken
    house = next(one for one in table.targets if one.startswith("house."))
    app.handle(Focus(house))
    card = table.pointing.card(house)
    assert card is not None and card.brief and len(card.brief) < len(card.lines)
    assert said[-1] == " ".join(card.brief), "only what the action would do"


def test_the_rows_of_a_score_are_spoken_as_sentences() -> None:
    card = InfoCard("Ben", ("Towns shared: 4", "Towns held alone: 8", "Ben has 6 coins."))
    assert card.spoken == "Ben. Towns shared: 4. Towns held alone: 8. Ben has 6 coins."


def test_a_long_touch_tells_and_does_not_touch(open_app: Callable[..., App]) -> None:
    app = open_app()
    table = table_of(app)
    house = next(spot for spot in table.targets.values() if spot.id.startswith("house.") and spot.in_sight)
    before = len(table.match.record.actions)
    table.handle(Hold(*house.rect.center, True))
    app.refresh()
    app.step()
    assert table.pointing.held == house.id
    assert len(table.match.record.actions) == before
    assert not table.chooser.chosen


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["hansa-teutonica-2-pawn", "hansa-teutonica-4", "hansa-3"])
def test_everything_on_the_table_has_a_card_that_says_more_than_its_name(name: str, language: str) -> None:
    use_language(language)
    record = read((RECORDS / f"{name}.txt").read_text(encoding="utf-8"))
    for part in (10, len(record.actions) // 2, len(record.actions) - 5):
        state = replay(replace(record, actions=record.actions[:part]))
        view = make_view(state.ruleset, [PlayerInfo(str(seat), COLOURS[seat]) for seat in range(state.seats)])
        view.set_board(pygame.FRect(0, 0, 1000, 700))
        for seat in range(state.seats):
            view.set_desk(seat, pygame.FRect(0, 0, 300, 200), False, 15)
            told = [*view.about(state, seat), *(gauge.id for gauge in view.gauges(state)), f"desk.{seat}"]
            for element in told:
                card = view.card(element, state)
                assert card is not None, element
                assert card.lines or element == "box", element
                for line in (card.title, *card.lines):
                    assert line and "{" not in line and "about." not in line, (element, line)


def test_the_desk_card_adds_up_to_the_score_if_the_game_ended_now() -> None:
    record = read((RECORDS / "hansa-teutonica-4.txt").read_text(encoding="utf-8"))
    state = replay(replace(record, actions=record.actions[:342]))
    use_language("en")
    told = list(rows(state, 0, lambda row: row))
    assert told[0] == f"If the game ended now: {total(state, 0)}."
    assert sum(int(line.rpartition(" ")[2]) for line in told[1:]) == total(state, 0)


def test_the_strip_of_the_end_tells_what_happens_then(open_app: Callable[..., App]) -> None:
    app = open_app()
    table = table_of(app)
    app.refresh()
    person = Person(app)
    person.click("end.points")
    assert table.pointing.held == "end.points"
    card = table.pointing.card("end.points")
    assert card is not None and "20 prestige points" in card.spoken
    person.click_at(5, 400)
    assert table.pointing.held == ""


def test_a_card_is_drawn_above_the_notice_at_the_board(
    open_app: Callable[..., App], monkeypatch: pytest.MonkeyPatch
) -> None:
    app = open_app()
    table = table_of(app)
    order: list[str] = []
    monkeypatch.setattr(drawing, "draw_note", lambda *_: order.append("notice"))
    monkeypatch.setattr(pointing, "draw_card", lambda *_: order.append("card"))
    app.notice = "Two things lie close together."
    table.pointing.tell("house.minden-hannover.1")
    app.refresh()
    app.step()
    assert order == ["notice", "card"]


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The titles of the cards in the last frames."""
    titles: list[str] = []
    monkeypatch.setattr(pointing, "draw_card", lambda _, card, *rest: titles.append(card.title))
    return titles


def test_no_card_comes_back_under_a_mouse_that_rests(open_app: Callable[..., App], drawn: list[str]) -> None:
    app = open_app()
    table, person = table_of(app), Person(app)
    app.step()
    first, other = (
        table.targets[f"house.{name}"].rect.center for name in ("minden-hannover.1", "groningen-emden.1")
    )

    def cards() -> list[str]:
        drawn.clear()
        app.refresh()
        app.step()
        return drawn

    person.move_to(*first)
    assert cards(), "the mouse has moved onto a house"
    person.click_at(*first)
    assert not cards(), "it has been touched"
    person.move_to(first[0] + 1, first[1])
    assert not cards(), "the mouse is still at the house"
    person.move_to(*other)
    assert cards(), "the mouse has moved onto another house"
    table.undo()
    assert not cards(), "the situation is another"
    person.move_to(*first)
    assert cards(), "the mouse has moved back to the first house"
    person.move_to(*person.widget("menu").rect.center)
    assert not cards(), "a button has no card, and the house is left"


def test_whatever_was_used_last_has_its_card_the_mouse_or_the_keyboard(
    open_app: Callable[..., App], drawn: list[str]
) -> None:
    app = open_app()
    table, person = table_of(app), Person(app)
    app.step()
    house, other = (
        table.targets[f"house.{name}"].rect.center for name in ("minden-hannover.1", "groningen-emden.1")
    )
    person.move_to(*house)
    person.key(pygame.K_TAB)
    assert app.show_focus
    person.move_to(house[0] + 1, house[1])
    assert app.show_focus, "a mouse that is only jogged takes nothing from the keyboard"
    drawn.clear()
    person.move_to(*other)
    app.refresh()
    app.step()
    assert drawn and not app.show_focus


def test_no_card_covers_the_next_steps_of_a_lesson(open_app: Callable[..., App], drawn: list[str]) -> None:
    app = open_app()
    app.home(routes.Title())
    app.open(routes.LessonTable(course("hansa-teutonica")[0], 0))
    app.step()
    person, table = Person(app), app.scene
    assert isinstance(table, TableScene)
    town = next(shape for name, shape in table.pointing.things().items() if name.startswith("town."))
    x, y = town.rect.center
    person.move_to(x, y)
    app.step()
    assert drawn, "the mouse has moved onto a town"
    for _ in range(2):
        person.key(pygame.K_RETURN)
        drawn.clear()
        person.move_to(x + 1, y)
        app.step()
        assert not drawn, "a step later the mouse still rests"
