"""The table in use: whole games by clicks, at every window size."""

from __future__ import annotations

import random
from collections.abc import Callable

import pygame
import pytest

from game import engine
from game.client.app import routes
from game.client.app.app import App
from game.client.draw.theme import Metrics, font
from game.client.draw.widgets import Button
from game.client.pages.title import TitleScene
from game.client.review.results import ResultsPage
from game.client.table import table_parts
from game.client.table.table import TableScene
from game.client.table.table_arrangement import Arrangement
from game.client.touch.hit_targets import HitTarget
from game.client.words.i18n import LANGUAGES, t, use_language
from game.engine.core import Action
from game.engine.record import read, replay
from tests.client.conftest import Person, Screen, hurried, new_match

pytestmark = pytest.mark.usefixtures("unseen")
GAMES = engine.rulesets()


def seated(app: App, game: str, seats: int = 3, seed: int = 7) -> TableScene:
    """Return a table with a new game, above the title."""
    app.push(TitleScene(app))
    table = TableScene(app, new_match(game, seats, seed))
    app.push(table)
    app.step()
    return table


def say(person: Person, table: TableScene, action: Action, touch: Callable[[str], None]) -> None:
    """Activate elements until the action is played; hidden ones are scrolled into view first."""
    for _ in range(12):
        before = len(table.match.record.actions)
        chooser = table.chooser
        element = next(e for e in chooser.offered if action in chooser.actions_with(e))
        widget = person.widget(element)
        if isinstance(widget, HitTarget) and not widget.in_sight:
            table.reveal(widget)
            person.app.step()
        touch(element)
        if len(table.match.record.actions) > before:
            return
    raise AssertionError(f"{action} could not be said")


@pytest.mark.parametrize("game", GAMES)
def test_several_changes_in_a_frame_cost_one_layout_of_the_table(
    open_app: Callable[..., App], game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    app, laid = open_app(), list[int]()
    table, arrange = seated(app, game), Arrangement.arrange

    def counted(arrangement: Arrangement) -> None:
        laid.append(1)
        arrange(arrangement)

    monkeypatch.setattr(Arrangement, "arrange", counted)
    app.step()
    assert not laid, "nothing has changed"
    for _ in range(2):
        table.play(table.match.state.legal_actions()[0])
        app.refresh()
    app.step()
    assert len(laid) == 1
    table.undo()
    assert {widget.id for widget in app.scene.widgets} >= set(table.targets) and len(laid) == 2
    app.step()
    assert len(laid) == 2, "the layout is known since the widgets were read"


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_is_played_by_clicks(open_app: Callable[..., App], game: str) -> None:
    app = open_app()
    table, person, rng = seated(app, game), Person(app), random.Random(1)
    while table.match.state.outcome is None:
        action = hurried(table.match.state, rng)
        say(person, table, action, person.click)
        assert table.match.record.actions[-1] is action
    app.step()
    assert isinstance(app.scene, ResultsPage)
    record = read(table.match.text())
    assert replay(record).outcome == table.match.state.outcome


@pytest.mark.parametrize("game", GAMES)
def test_a_phone_plays_by_touch(open_app: Callable[..., App], game: str) -> None:
    """The table zooms in instead of guessing where two elements are too close together for a finger."""
    app = open_app((780, 1688), 2)
    table, person, rng = seated(app, game, seed=3), Person(app), random.Random(2)
    for _ in range(25):
        if table.match.state.outcome is not None:
            break
        action = rng.choice(table.match.state.legal_actions())
        say(person, table, action, person.tap)
        assert table.match.record.actions[-1] is action


def first_of(table: TableScene, group: str) -> str:
    return next(one.id for one in table.widgets if one.act and one.group == group)


@pytest.mark.parametrize("game", GAMES)
def test_the_keyboard_plays(open_app: Callable[..., App], game: str) -> None:
    app = open_app()
    table, person = seated(app, game), Person(app)
    for _ in range(8):
        before = len(table.match.record.actions)
        for _ in range(12):
            wanted = table.chooser.offered[0]
            group = person.widget(wanted).group
            for _ in range(400):
                if app.show_focus and app.focus == wanted:
                    break
                here = app.widget(app.focus)
                inside = app.show_focus and here is not None and here.group == group
                person.key(pygame.K_HOME if inside and app.focus != first_of(table, group) else pygame.K_TAB)
            person.key(pygame.K_RETURN)
            if len(table.match.record.actions) > before:
                break
        assert len(table.match.record.actions) == before + 1


@pytest.mark.parametrize("game", GAMES)
def test_everything_legal_is_published(open_app: Callable[..., App], game: str) -> None:
    app = open_app()
    table, person, rng = seated(app, game), Person(app), random.Random(5)
    for _ in range(40):
        if table.match.state.outcome is not None:
            break
        published = {widget.id for widget in table.widgets if widget.act}
        assert set(table.chooser.offered) <= published
        assert all(widget.label for widget in table.widgets if widget.act)
        say(person, table, rng.choice(table.match.state.legal_actions()), person.click)


@pytest.mark.parametrize("game", GAMES)
def test_back_and_undo_from_the_buttons(open_app: Callable[..., App], game: str) -> None:
    app = open_app()
    table, person, rng = seated(app, game), Person(app), random.Random(9)
    undone = 0
    while table.match.state.outcome is None and undone < 5:
        before = table.match.state.position()
        say(person, table, rng.choice(table.match.state.legal_actions()), person.click)
        if table.match.can_undo:
            person.click("undo")
            assert table.match.state.position() == before
            undone += 1
            say(person, table, rng.choice(table.match.state.legal_actions()), person.click)
    assert undone == 5


def test_an_undo_that_is_locked_says_why(open_app: Callable[..., App]) -> None:
    app = open_app()
    table, person = seated(app, "hansa-teutonica", 4), Person(app)

    def said() -> list[str]:
        button = next(one for one in table.widgets if one.id == "undo")
        assert button.act is None
        person.click_at(*button.rect.center)
        by_tap, table.choice.remark = table.choice.remark, ""
        person.key(pygame.K_u)
        return [by_tap, table.choice.remark]

    assert said() == [t("table.undo.none")] * 2
    say(person, table, table.match.state.legal_actions()[0], person.click)
    table.match._floor = len(table.match.moves)  # as after something hidden was revealed
    app.refresh()
    assert said() == [t("table.undo.closed")] * 2


def test_escape_takes_one_touch_back_and_then_opens_the_menu(open_app: Callable[..., App]) -> None:
    app = open_app()
    table, person = seated(app, "hansa-teutonica", 4), Person(app)
    person.click("supply.trader")
    assert table.chooser.chosen == ("supply.trader",)
    person.key(pygame.K_ESCAPE)
    assert not table.chooser.chosen and app.scene is table
    person.key(pygame.K_ESCAPE)
    assert app.scene.name == "menu"
    person.key(pygame.K_ESCAPE)
    assert app.scene is table


def test_an_empty_house_asks_only_which_piece(open_app: Callable[..., App]) -> None:
    app = open_app()
    app.settings.placing = "ask"
    table, person = seated(app, "hansa-teutonica", 4), Person(app)
    house = next(e for e in table.chooser.reachable if e.startswith("house."))
    person.click(house)
    assert table.prompt().startswith("Which piece goes to house")
    assert set(table.chooser.offered) == {"supply.trader", "supply.merchant"}
    person.click("supply.merchant")
    assert len(table.match.record.actions) == 1


def test_one_touch_places_a_trader_and_a_button_changes_it_into_a_merchant(
    open_app: Callable[..., App],
) -> None:
    app = open_app()
    table, person = seated(app, "hansa-teutonica", 4), Person(app)
    house = next(e for e in table.chooser.reachable if e.startswith("house."))
    person.click(house)
    name = house.removeprefix("house.")
    assert [action.text for action in table.match.record.actions] == [f"place trader {name}"]
    person.click("instead.0")
    assert [action.text for action in table.match.record.actions] == [f"place merchant {name}"]
    assert "instead.0" not in {widget.id for widget in table.widgets}


@pytest.mark.parametrize("window", [((1280, 720), 1), ((780, 1688), 2), ((1688, 780), 2)], ids=str)
def test_the_merchant_instead_is_the_first_button_below_the_board_wherever_the_trader_lies(
    open_app: Callable[..., App], window: tuple[tuple[int, int], int]
) -> None:
    app = open_app(*window)
    table = seated(app, "hansa-teutonica")
    for house in [element for element in table.chooser.reachable if element.startswith("house.")]:
        table.touch(house)
        app.refresh()
        table.update_layout()
        layout = table.stage.layout
        assert layout is not None
        below = layout.lower or layout.actions
        row = [widget for widget in table.widgets if isinstance(widget, Button)]
        row = [button for button in row if button.id != "reading" and button.rect.colliderect(below)]
        first = min(row, key=lambda button: (button.rect.y, button.rect.x))
        assert first.id == "instead.0" and not first.rect.colliderect(layout.board), house
        table.undo()


def test_a_turn_asks_only_for_what_is_possible(open_app: Callable[..., App]) -> None:
    table = seated(open_app(), "hansa-teutonica", 4)
    assert "You can place or take income" in table.prompt()
    sea = seated(open_app(), "hansa", 3)
    while sea.match.state.decision is not None and sea.match.state.decision.id != "turn":
        sea.match.play(sea.match.state.legal_actions()[0])
    verbs = {action.text.split()[0] for action in sea.match.state.legal_actions()}
    for verb, word in (("buy", "buy"), ("build", "build markets"), ("sell", " sell"), ("sail", "sail on")):
        assert (verb in verbs) == (word in sea.prompt())


def test_two_touches_as_close_as_that_go_nearer_first(open_app: Callable[..., App]) -> None:
    app = open_app((780, 1688), 2)
    table, person = seated(app, "hansa-teutonica"), Person(app)
    houses = [s for s in table.targets.values() if s.id.startswith("house.") and s.in_sight]
    pairs = [(a, b) for a in houses for b in houses if a.id < b.id]
    a, b = min(
        pairs,
        key=lambda p: abs(p[0].rect.centerx - p[1].rect.centerx) + abs(p[0].rect.centery - p[1].rect.centery),
    )
    zoom = table.stage.camera.zoom
    person.tap_at((a.rect.centerx + b.rect.centerx) / 2, (a.rect.centery + b.rect.centery) / 2)
    assert not table.chooser.chosen and table.stage.camera.zoom > zoom
    assert table.choice.remark == t("table.near"), "it says why nothing was chosen, and not that it cannot be"
    assert isinstance(app.platform, Screen) and app.platform.said[-1] == table.choice.remark
    person.tap(a.id)
    assert table.match.record.actions[-1].text == f"place trader {a.id.removeprefix('house.')}"


def test_what_was_said_of_two_close_things_goes_when_the_board_is_moved_on(
    open_app: Callable[..., App],
) -> None:
    app = open_app((780, 1688), 2)
    table, person = seated(app, "hansa-teutonica"), Person(app)
    table.choice.remark = t("table.near")
    table.stage.camera.scale(2.5, *table.stage.camera.window.center)
    app.step()
    person.tap("whole")
    assert not table.choice.remark
    table.choice.remark = "Another answer."
    table.stage.camera.scale(2.5, *table.stage.camera.window.center)
    app.step()
    person.tap("whole")
    assert table.choice.remark == "Another answer."


def test_going_nearer_stops_where_a_finger_can_tell_things_apart_but_goes_on_if_it_still_cannot(
    open_app: Callable[..., App],
) -> None:
    app = open_app((780, 1688), 2)
    table = seated(app, "hansa-teutonica")
    camera, finger = table.stage.camera, app.metrics.finger
    table.stage.glide_home(0.0)
    x, y = camera.board.center
    size = finger * 0.4
    rects = [pygame.FRect(x + shift * size, y, size, size) for shift in (0, 1)]
    table.stage.glide_near(rects, x, y, 0.0)
    assert 0.7 * finger <= size * camera.zoom <= finger
    once = camera.zoom
    rects = [pygame.FRect(x + shift * size * once, y, size * once, size * once) for shift in (0, 1)]
    table.stage.glide_near(rects, x, y, 1.0)
    assert camera.zoom > 1.2 * once


def test_going_nearer_keeps_in_sight_what_was_touched(open_app: Callable[..., App]) -> None:
    """A small thing at the end of a long one: the middle of both is elsewhere."""
    app = open_app((780, 1688), 2)
    table = seated(app, "hansa-teutonica")
    camera = table.stage.camera
    for across, down in ((0.1, 0.2), (0.9, 0.8), (0.5, 0.5)):
        table.stage.glide_home(0.0)
        board = camera.board
        x, y = board.x + across * board.width, board.y + down * board.height
        small = pygame.FRect(0, 0, 6, 6).move_to(center=(x, y))
        rects = [small, pygame.FRect(board.centerx, board.centery, 1, 1).union(small)]
        table.stage.glide_near(rects, x, y, 0.0)
        near = camera.board
        assert camera.zoom > 1
        assert camera.window.collidepoint(near.x + across * near.width, near.y + down * near.height)


def test_a_table_at_rest_wants_no_frame(open_app: Callable[..., App]) -> None:
    app = open_app(pace="normal")
    table, person = seated(app, "hansa-teutonica", 4), Person(app)
    while table.unfinished:
        app.step()
    table.showing.pulse.end()  # that of the first turn
    assert table.update(0.0) is None
    action = table.match.state.legal_actions()[1]
    say(person, table, action, person.click)
    assert app._moving
    table.stage.animator.skip()
    app.step()
    while table.unfinished:
        app.step()
    app.step()
    assert not app._moving


def test_the_displaced_player_is_asked_by_name(open_app: Callable[..., App]) -> None:
    app = open_app()
    table, person, rng = seated(app, "hansa-teutonica", 4), Person(app), random.Random(3)
    match = table.match
    while match.state.actor == match.state.turn_seat:
        say(person, table, rng.choice(match.state.legal_actions()), person.click)
    assert match.state.actor is not None
    assert match.players[match.state.actor].name in table.prompt()
    assert isinstance(app.platform, Screen) and app.platform.said[-1].endswith(table.prompt())


def test_a_game_is_saved_after_every_step(open_app: Callable[..., App]) -> None:
    app = open_app()
    table, person, rng = seated(app, "hansa", 2), Person(app), random.Random(3)
    for _ in range(10):
        say(person, table, rng.choice(table.match.state.legal_actions()), person.click)
        kept = app.saves.open(table.match.id)
        assert kept.state.position() == table.match.state.position()


def test_the_window_may_change_its_size_at_any_time(open_app: Callable[..., App]) -> None:
    app = open_app()
    table, person, rng = seated(app, "hansa-teutonica", 4), Person(app), random.Random(8)
    for size in ((390, 844), (1920, 1080), (768, 1024), (1280, 720)):
        pygame.display.set_mode(size)
        pygame.event.post(pygame.event.Event(pygame.VIDEORESIZE, size=size, w=size[0], h=size[1]))
        app.step()
        assert app.surface.get_size() == size
        say(person, table, rng.choice(table.match.state.legal_actions()), person.click)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("window", [(640, 360), (844, 390), (390, 844), (768, 1024), (1280, 720)], ids=str)
@pytest.mark.parametrize("game", GAMES)
def test_what_is_asked_is_never_cut_off(
    open_app: Callable[..., App],
    monkeypatch: pytest.MonkeyPatch,
    game: str,
    window: tuple[int, int],
    language: str,
) -> None:
    drawn: list[tuple[str, pygame.FRect, Metrics]] = []
    monkeypatch.setattr(table_parts, "_draw_prompt", lambda _, *what: drawn.append(what))
    app, rng = open_app(window), random.Random(4)
    use_language(language)
    state = new_match(game, 4).state
    asked = {}
    for _ in range(300):
        if state.decision is not None:
            asked[state.decision.id, len(state.decision.facts)] = state.copy()
            state.apply(hurried(state, rng))
    table = seated(app, game, 4)
    for state in asked.values():
        table.match.state = state
        table.layout(table.app.metrics)
        table.draw(app.surface)
        words, rect, metrics = drawn[-1]
        pixels, lines = table_parts.prompt_lines(words, rect, metrics)
        assert len(lines) * pixels <= rect.height and " ".join(lines) == words
        assert all(font("text", pixels).size(line)[0] <= rect.width for line in lines), lines
    use_language("en")


def test_a_game_that_is_opened_shows_all_of_what_is_asked(open_app: Callable[..., App]) -> None:
    app, rng = open_app((390, 844)), random.Random(4)
    match = new_match("hansa", 2, 4)
    for _ in range(40):
        match.play(hurried(match.state, rng))
    table = TableScene(app, match)
    app.push(table)
    for _ in range(3):
        app.step()
    window = table.stage.camera.window
    asked = [spot for spot in table.targets.values() if spot.asked and spot.on_board]
    assert asked and all(window.contains(spot.rect) for spot in asked)


def test_a_turn_that_ends_for_good_with_actions_left_wants_a_second_touch(
    open_app: Callable[..., App],
) -> None:
    app = open_app()
    table, person = seated(app, "hansa-teutonica"), Person(app)
    line = "hansa-teutonica seats=3 markers=0:swap_offices plate=1 actions=2"
    line += " taverns=osnabrueck-bremen:extra_office+hildesheim-goslar:remove_3"
    table.match.state = table.match.ruleset.parse_position(line)
    table.choice.ask()
    app.refresh()
    person.click("button.end-turn")
    assert table.match.record.actions == [] and "2 actions" in table.choice.remark
    person.click("button.income")
    person.click("button.end-turn")
    assert len(table.match.record.actions) == 1, "another touch in between: it warns again"
    person.click("button.end-turn")
    assert [str(action) for action in table.match.record.actions][1:] == ["end-turn"]


def test_a_marker_with_one_use_shows_it_at_the_first_touch_and_is_spent_at_the_second(
    open_app: Callable[..., App],
) -> None:
    app = open_app()
    table, person = seated(app, "hansa-teutonica"), Person(app)
    line = "hansa-teutonica seats=3 markers=0:swap_offices offices=hamburg:0t,0m"
    for number, second in enumerate(("marker.swap_offices", "office.hamburg.2", "choice.0")):
        table.match.state = table.match.ruleset.parse_position(line)
        table.choice.ask()
        app.refresh()
        person.click("marker.swap_offices")
        said = f"{table.prompt()} {table.choice.remark}"
        assert len(table.match.record.actions) == number and said.count("Touch again") == 1
        swaps = [event for step in table.choice.foreseen for event in step.events if event.kind == "swap"]
        assert {event.target for event in swaps} == {"office.hamburg.1", "office.hamburg.2"}
        person.click("back")
        assert table.chooser.certain is None, "it can be taken back"
        table.touch("marker.swap_offices")
        app.refresh()
        person.widget(second).act()  # type: ignore[misc]
        assert [action.text for action in table.match.record.actions[number:]] == [
            "use swap_offices hamburg.1"
        ]


def test_back_is_read_out_after_the_answers_it_takes_back(open_app: Callable[..., App]) -> None:
    app = open_app()
    app.home(routes.Title())
    match, rng, answered = new_match("hansa", 3), random.Random(5), 0
    scene = TableScene(app, match)
    app.push(scene)
    while answered < 3:
        match.play(hurried(match.state, rng))
        scene.choice.ask()
        for first in scene.chooser.offered:
            scene.choice.ask()
            if scene.chooser.touch(first) is None:
                scene.layout(scene.app.metrics)
                told = [widget.id for widget in scene.widgets if widget.act]
                asked = [spot.id for spot in scene.targets.values() if spot.asked]
                answers = [name for name in scene.chooser.offered if name not in scene.targets]
                assert max(map(told.index, [*asked, *answers])) < told.index("back") < told.index("menu")
                answered += bool(answers)
