"""The log on the table: a tap on a step shows its place, and every step can be read."""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest

from game import engine
from game.client.app.app import App
from game.client.draw import paint, theme
from game.client.pages.menu import LogPage, LogRow
from game.client.review.replay import ReplayScene
from game.client.table.table import TableScene
from game.client.table.table_parts import draw_log, log_lines
from game.client.words.sentence import Sentence
from game.platform import Pick
from tests.client.conftest import Person
from tests.client.sharing import played
from tests.client.test_theme import contrast

pytestmark = pytest.mark.usefixtures("unseen")


@pytest.mark.parametrize("game", engine.rulesets())
def test_a_tap_on_a_step_of_the_log_shows_its_place_until_the_next_tap(
    open_app: Callable[..., App], game: str
) -> None:
    app = open_app((1280, 720))
    table = TableScene(app, played(game, 24))
    app.push(table)
    app.step()
    table.begin()
    app.step()
    room = table.drawing._log_room(table.drawing.slip())
    assert room is not None
    view, state = table.view, table.match.state
    shown = list[str]()
    for line in log_lines(room, table.narrator.sentences, app.metrics.unit):
        Person(app).click_at(*line.rect.center)
        at = table.pointing.logged
        there = [one for one in line.sentence.places if one and view.on_board(one) and view.shape(one, state)]
        assert at == (there[0] if there else ""), line.sentence
        if at:
            shown.append(at)
            shape = view.shape(at, state)
            assert shape is not None and shape in [lit.shape for _, lit in table.drawing.lights()]
    assert shown
    before = table.match.version
    Person(app).click_at(room.right - 1, room.y - 2)
    assert not table.pointing.logged and table.match.version == before


@pytest.mark.parametrize("way", ["tool", "menu"])
@pytest.mark.parametrize("by", ["tap", "key", "list"])
def test_an_action_on_the_page_of_the_log_is_a_button_that_shows_its_place_on_the_table(
    open_app: Callable[..., App], way: str, by: str
) -> None:
    app = open_app((1280, 720))
    table, person = TableScene(app, played("hansa-teutonica", 24)), Person(app)
    app.push(table)
    app.step()
    table.begin()
    app.step()
    for button in ("menu", "log") if way == "menu" else ("log",):
        person.click(button)
    assert isinstance(app.scene, LogPage)
    told = [(str(one), table.logged_place(one)) for one in table.narrator.sentences]
    rows = [one for one in app.scene.widgets if isinstance(one, LogRow)]
    assert {row.label for row in rows if row.act} == {words for words, place in told if place}
    assert not any(row.act for row in rows if row.begins), "the beginning of a turn has no place"
    row = next(row for row in rows if row.act)
    element, shape = next(place for words, place in reversed(told) if place and words == row.label)
    if by == "tap":
        person.click_at(*row.rect.center)
    elif by == "key":
        while app.focus != row.id:
            person.key(pygame.K_TAB)
        person.key(pygame.K_RETURN)
    else:
        app.handle(Pick(row.id))
    assert app.scenes[-1] == table and table.pointing.logged == element
    assert shape in [lit.shape for _, lit in table.drawing.lights()]


@pytest.mark.parametrize("size", [(1280, 720), (768, 1024)])
def test_a_tap_on_the_log_of_a_replay_shows_the_place_until_the_next_tap(
    open_app: Callable[..., App], size: tuple[int, int]
) -> None:
    app = open_app(size)
    match = played("hansa-teutonica", 24)
    app.push(replay := ReplayScene(app, match.record, 20, paused=True))
    app.step()
    room = replay._log_room()
    assert room.height
    person, shown = Person(app), 0
    for line in log_lines(room, replay.lately, app.metrics.unit):
        person.click_at(*line.rect.center)
        place = replay.logged_place(line.sentence)
        assert [lit.shape for lit in replay.lights()] == ([] if place is None else [place[1]])
        shown += place is not None
    assert shown and replay.step == 20
    person.click_at(room.right - 1, room.y - 2)
    assert not replay.lights()


def test_steps_of_the_log_do_not_fade(monkeypatch: pytest.MonkeyPatch) -> None:
    inks = dict[str, tuple[str, theme.Colour]]()
    monkeypatch.setattr(
        paint, "blit_text", lambda _, words, role, __, ink, *more: inks.update({words: (role, ink)})
    )
    told = [Sentence("Anna begins", 0, begins=True), *(Sentence(f"step {n}", 0) for n in range(5))]
    draw_log(pygame.Surface((400, 300)), pygame.FRect(0, 0, 400, 300), told, 16, ())
    assert len(inks) == len(told)
    assert [role for role, _ in inks.values()].count("bold") == 1
    assert all(contrast(ink, theme.ui.ground_low) >= 7 for _, ink in inks.values())
