"""Pass and play: a prompt hands the device from one person to the next."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from typing import NamedTuple

import pygame
import pytest

from game import engine
from game.client.app.app import App
from game.client.draw import theme
from game.client.draw.canvas import Canvas, paint
from game.client.draw.widgets import Button, Look
from game.client.learn.courses import course
from game.client.learn.first_game import GuidedGame
from game.client.learn.lesson import lesson_table
from game.client.pages.settings import SettingsPage
from game.client.pages.title import TitleScene
from game.client.stage.notice_layout import MAX_SENTENCES, HandSlip, Link
from game.client.table.table import TableScene
from game.client.views import make_view
from game.client.words.i18n import LANGUAGES, use_language
from game.engine.core import Action, State
from game.match import Match
from game.match.passing import passed
from game.platform import Pick
from tests.client.conftest import Person, Screen, hurried, new_match
from tests.needs import needs

pytestmark = pytest.mark.usefixtures("unseen")
GAMES = engine.rulesets()


class Eve(NamedTuple):
    """A game before the action that hands the device over, and that action."""

    text: str
    action: str

    def match(self) -> Match:
        return Match.resume("eve", self.text)


@cache
def eve(game: str, *, answer: bool = False, actions: int = 25) -> Eve:
    """Return such a game after a number of actions; `answer`: the device is handed over for an answer
    only."""
    match, rng = new_match(game, 3), random.Random(5)
    while True:
        rude = [action for action in match.state.legal_actions() if action.text.startswith("displace")]
        match.play(rng.choice(rude) if rude and rng.random() < 0.5 else hurried(match.state, rng))
        passing, action = passed(match), match.moves[-1].action
        wanted = passing is not None and (passing.during is not None) == answer
        if len(match.moves) > actions and wanted and match.can_undo:
            match.undo()
            return Eve(match.text(), action.text)


def own_action(state: State) -> Action:
    """Return an action that can be undone, if possible one after which the same player decides."""
    open_ones = list[Action]()
    for action in state.legal_actions():
        after = state.copy()
        if not {event.kind for event in after.apply(action)} & set(state.ruleset.revealing):
            if after.actor == state.actor:
                return action
            open_ones.append(action)
    return open_ones[0]


def passing_on(
    open_app: Callable[..., App], before: Eve, size: tuple[int, int] = (1280, 720), **how: str
) -> tuple[App, TableScene]:
    """Return the table of a game just after the action that hands the device over."""
    app = open_app(size, **{"handover": "on", **how})
    app.push(TitleScene(app))
    table = TableScene(app, before.match())
    app.push(table)
    app.step()
    table.handover.begin()  # in case the person before has yet to begin as well
    table.choice.ask()
    table.play(table.match.state.parse_action(before.action))
    app.refresh()
    app.step()
    return app, table


def slip(table: TableScene) -> HandSlip | None:
    return next((one for one in table.widgets if isinstance(one, HandSlip)), None)


@pytest.mark.parametrize("game", GAMES)
def test_the_slip_names_who_is_next_and_at_most_three_things_that_happened(
    open_app: Callable[..., App], game: str
) -> None:
    _, table = passing_on(open_app, eve(game))
    seen = slip(table)
    assert seen is not None
    actor = table.match.state.actor
    assert actor is not None and seen.label == f"{table.match.players[actor].name}, touch to begin"
    assert 1 <= len(seen.lines) <= MAX_SENTENCES
    log = iter([str(one) for one in table.narrator.sentences])
    assert all(line in log for line in seen.lines), "in the order in which it happened"
    assert not table.chooser.actions and not any(spot.asked for spot in table.targets.values())


@pytest.mark.parametrize("game", GAMES)
def test_the_legend_of_the_overlay_closes_before_the_prompt_which_it_would_cover(
    open_app: Callable[..., App], game: str
) -> None:
    before = eve(game)
    app = open_app((780, 1688), 2, handover="on")
    app.push(table := TableScene(app, before.match()))
    app.step()
    table.handover.begin()
    table.choice.ask()
    app.refresh()
    Person(app).key(pygame.K_k)
    assert [one for one in table.widgets if one.id.startswith("sign.")]
    table.play(table.match.state.parse_action(before.action))
    app.refresh()
    app.step()
    assert slip(table) and table.reading.on
    assert not [one for one in table.widgets if one.id.startswith("sign.")]


@pytest.mark.parametrize("game", GAMES)
def test_the_primary_button_begins_and_undoing_is_a_quiet_link(
    open_app: Callable[..., App], game: str
) -> None:
    app, table = passing_on(open_app, eve(game))
    seen, undo = slip(table), Person(app).widget("undo")
    assert seen is not None and seen.start is not None
    assert isinstance(undo, Link) and not undo.rect.colliderect(seen.start)
    assert seen.rect.contains(seen.start) and seen.start.width >= undo.rect.width
    canvas = Canvas(app.surface.get_size())
    seen.draw(canvas, Look(app.metrics.unit))
    primary = pygame.Surface(app.surface.get_size())
    paint(primary, canvas.marks, primary.get_rect())
    x, y = round(seen.start.x + seen.start.height / 2), round(seen.start.centery)
    assert primary.get_at((x, y))[:3] == theme.ui.accent
    Person(app).click_at(*seen.start.center)
    assert slip(table) is None and table.chooser.actions


@pytest.mark.parametrize("game", GAMES)
def test_a_touch_anywhere_begins_and_does_nothing_else(open_app: Callable[..., App], game: str) -> None:
    app, table = passing_on(open_app, eve(game))
    moves = len(table.match.moves)
    table.begin()
    targets = [spot.rect.center for spot in table.targets.values() if spot.on_board and spot.asked]
    assert table.stage.layout is not None
    desks = [desk.rect.center for desk in table.stage.layout.desks]
    for x, y in [*targets[:3], *desks]:
        table.undo()
        table.play(table.match.state.parse_action(eve(game).action))
        app.refresh()
        app.step()
        assert slip(table) is not None
        Person(app).click_at(x, y)
        assert slip(table) is None and len(table.match.moves) == moves and not table.chooser.chosen
        assert table.chooser.actions and any(spot.asked for spot in table.targets.values())


@pytest.mark.parametrize("key", [pygame.K_RETURN, pygame.K_SPACE])
def test_enter_and_space_begin(open_app: Callable[..., App], key: int) -> None:
    app, table = passing_on(open_app, eve("hansa-teutonica"))
    Person(app).key(key)
    assert slip(table) is None and table.chooser.actions


def test_the_pages_list_begins(open_app: Callable[..., App]) -> None:
    app, table = passing_on(open_app, eve("hansa-teutonica"))
    assert next(one.id for one in table.widgets if one.act) == "begin", "it is read out first"
    Person(app).click("begin")
    assert slip(table) is None and table.chooser.actions


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("way", ["slip", "key"])
def test_the_person_before_can_still_take_the_last_action_back(
    open_app: Callable[..., App], game: str, way: str
) -> None:
    match = eve(game).match()
    app, table = passing_on(open_app, eve(game))
    seen, person = slip(table), Person(app)
    assert seen is not None and match.state.actor is not None
    undo = person.widget("undo")
    assert seen.rect.contains(undo.rect)
    assert undo.label == f"{match.players[match.state.actor].name}: undo"
    assert sum(one.id == "undo" and one.act is not None for one in table.widgets) == 1
    if way == "slip":
        person.click("undo")
    else:
        person.key(pygame.K_u)
    assert slip(table) is None and not table.handover.up
    assert table.match.state.actor == match.state.actor and table.chooser.actions
    assert table.match.state.position() == match.state.position()


@pytest.mark.parametrize("game", GAMES)
def test_whoever_takes_an_own_action_back_does_not_begin_again(
    open_app: Callable[..., App], game: str
) -> None:
    app, table = passing_on(open_app, eve(game))
    table.begin()
    actor = table.match.state.actor
    table.play(own_action(table.match.state))
    assert table.match.can_undo
    Person(app).key(pygame.K_u)
    assert table.match.state.actor == actor and passed(table.match) is not None
    assert slip(table) is None and table.chooser.actions


def test_an_answer_in_the_midst_of_a_turn_is_asked_for_in_a_line(open_app: Callable[..., App]) -> None:
    app, table = passing_on(open_app, eve("hansa-teutonica", answer=True))
    seen, state, person = slip(table), table.match.state, Person(app)
    assert seen is not None and state.actor is not None and state.turn_seat is not None
    one, other = (table.match.players[seat].name for seat in (state.actor, state.turn_seat))
    assert seen.label == f"{one} decides in {other}’s turn. Touch to go on." and not seen.lines
    assert seen.rect.height < 3 * app.metrics.unit
    assert not seen.rect.colliderect(person.widget("undo").rect), "in its place among the tools"
    person.click_at(*table.stage.camera.window.center)
    assert slip(table) is None and table.chooser.actions
    seat = state.actor
    while table.match.state.actor == seat:
        table.play(random.Random(1).choice(list(table.match.state.legal_actions())))
    assert table.match.state.actor == table.match.state.turn_seat
    assert not table.handover.up, "whoever displaced goes on"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [(390, 844), (320, 568), (844, 390), (1280, 720)], ids=str)
def test_what_shows_the_whole_board_does_not_cover_the_words_of_that_line(
    open_app: Callable[..., App], size: tuple[int, int], language: str
) -> None:
    use_language(language)
    app, table = passing_on(open_app, eve("hansa-teutonica", answer=True), size)
    table.stage.camera.scale(2.0, *table.stage.camera.window.center)
    app.refresh()
    app.step()
    seen = slip(table)
    assert seen is not None and app.metrics.rect.contains(seen.rect)
    assert not seen.rect.colliderect(Person(app).widget("whole").rect)


@pytest.mark.parametrize("size", [(1280, 720), (1024, 768), (2560, 1440)], ids=str)
@pytest.mark.parametrize(
    ("game", "answer"), [("hansa", False), ("hansa-teutonica", False), ("hansa-teutonica", True)]
)
def test_on_a_desk_the_slip_leaves_all_of_the_board_in_sight(
    open_app: Callable[..., App], game: str, answer: bool, size: tuple[int, int]
) -> None:
    app, table = passing_on(open_app, eve(game, answer=answer), size)
    seen, layout, note = slip(table), table.stage.layout, table.drawing.slip()
    assert seen is not None and layout is not None
    assert app.metrics.rect.contains(seen.rect)
    kept = [table.stage.camera.window, layout.tools, layout.status, *layout.tabs]
    assert seen.rect.collidelist(kept) < 0
    room = note.log_room()
    assert room is None or not room.colliderect(seen.rect)


def test_without_the_setting_the_next_person_is_asked_at_once(open_app: Callable[..., App]) -> None:
    _, table = passing_on(open_app, eve("hansa-teutonica"), handover="off", pace="normal")
    assert not table.handover.up and table.chooser.actions
    assert table.showing.banner_until > 0, "the ribbon names the person"


def test_turned_off_in_the_settings_the_slip_is_gone_and_it_is_asked(open_app: Callable[..., App]) -> None:
    app, table = passing_on(open_app, eve("hansa-teutonica"))
    app.push(SettingsPage(app))
    app.step()
    app.handle(Pick("handover"))
    app.pop()
    app.step()
    assert slip(table) is None and table.chooser.actions


def test_a_game_opened_again_is_handed_over_again(open_app: Callable[..., App]) -> None:
    app, table = passing_on(open_app, eve("hansa-teutonica"))
    app.pop()
    again = TableScene(app, Match.resume("again", table.match.text()))
    app.push(again)
    app.step()
    app.step()
    assert slip(again) is not None and not again.chooser.actions


def test_neither_lessons_nor_guided_games_hand_over(open_app: Callable[..., App]) -> None:
    app = open_app(handover="on")
    app.push(TitleScene(app))
    assert not lesson_table(app, course("hansa")[0]).table_mode.passes
    match = eve("hansa-teutonica").match()
    guided = TableScene(app, match, GuidedGame(app, match))
    match.play(match.state.parse_action(eve("hansa-teutonica").action))
    guided.follow(0.0)
    assert passed(match) is not None and not guided.handover.up and guided.chooser.actions


def test_it_is_said_once_what_happened_and_who_is_next(open_app: Callable[..., App]) -> None:
    app, table = passing_on(open_app, eve("hansa-teutonica"))
    assert isinstance(app.platform, Screen)
    seen = slip(table)
    assert seen is not None
    told = [words for words in app.platform.said if seen.label in words]
    assert len(told) == 1 and all(line in told[0] for line in seen.lines)
    assert "Since your last turn:" in told[0]
    assert seen.element().label == seen.label, "the lines are read below the control"
    notes = [one.label for one in app.elements() if one.kind == "note"]
    assert all(line in notes for line in seen.lines)
    Person(app).key(pygame.K_SPACE)
    assert app.platform.said[-1] == table.prompt(), "then what is asked"


def test_the_pieces_land_before_the_slip_lies_on_them(open_app: Callable[..., App]) -> None:
    app, table = passing_on(open_app, eve("hansa"), pace="normal")
    assert table.stage.animator.busy and slip(table) is None
    person = Person(app)
    person.key(pygame.K_SPACE)
    assert not table.stage.animator.busy and table.handover.up, "a touch only hurries them"
    app.step()
    assert slip(table) is not None


def test_nothing_moves_while_the_slip_lies(open_app: Callable[..., App]) -> None:
    app, table = passing_on(open_app, eve("hansa-teutonica"))
    for _ in range(200):
        app.step()
        if not table.unfinished and table.update(1e9) is None:
            break
    assert slip(table) is not None
    assert table.update(1e9) is None, "no frame is wanted until somebody touches it"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [(1280, 720), (390, 844), (844, 390), (320, 568), (2560, 1440)])
def test_the_slip_fits_into_every_window(
    open_app: Callable[..., App], size: tuple[int, int], language: str
) -> None:
    app, table = passing_on(open_app, eve("hansa-teutonica"), size)
    person = Person(app)
    app.settings.language = language
    try:
        for text in ("normal", "largest"):
            app.settings.text = text
            app.keep_settings()
            app.refresh()
            seen, undo = slip(table), person.widget("undo")
            assert seen is not None and app.metrics.rect.contains(seen.rect)
            assert seen.rect.contains(undo.rect) and isinstance(undo, Button)
            assert undo.shows_all(app.metrics.unit)
            tools = [one for one in table.widgets if one.id in ("menu", "log") and one.act]
            assert tools and not any(seen.rect.colliderect(one.rect) for one in tools)
    finally:
        use_language("en")


@pytest.mark.parametrize("game", GAMES)
def test_the_most_telling_is_told_before_what_happens_every_turn(game: str) -> None:
    needs(game, "view")
    match = eve(game, actions=90).match()
    view = make_view(match.ruleset, match.players, match.state.options)
    done = [move.events for move in match.moves]
    kinds = [event.kind for events in done for event in events]
    first = next(kind for kind in view.telling if kind in kinds)
    [words] = view.most_telling(done, match.state, 1)
    told = [one for events in done for one in view.tell_events(events, match.state)]
    assert words in [sentence for sentence, event in told if event.kind == first]
    assert len(view.most_telling(done, match.state, 3)) == 3
    assert all(
        event.kind != "turn"
        for sentence, event in told
        if sentence in view.most_telling(done, match.state, 3)
    )


@pytest.mark.parametrize("game", GAMES)
def test_the_touch_that_begins_leaves_what_the_others_changed_in_sight(
    open_app: Callable[..., App], game: str
) -> None:
    app, table = passing_on(open_app, eve(game))
    person = Person(app)
    assert table.showing.changes, "it is ringed below the slip"
    person.click_at(*table.stage.camera.window.center)
    assert slip(table) is None and table.showing.changes
    person.click_at(*table.stage.camera.window.center)
    assert not table.showing.changes


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_the_slip_covers_no_player_board_on_a_desk(
    open_app: Callable[..., App], game: str, language: str
) -> None:
    app, table = passing_on(open_app, eve(game))
    use_language(language)
    app.refresh()
    app.step()
    seen, layout = slip(table), table.stage.layout
    assert seen is not None and seen.lines and layout is not None
    boards = [place.rect for place in layout.desks if place.drawn]
    assert len(boards) == 3 and seen.rect.collidelist(boards) < 0
