"""An upright phone's player board: folded into a compact bar, opened on demand, and folded again."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pygame
import pytest

from game.client.app import routes
from game.client.app.app import App
from game.client.draw import theme
from game.client.draw.widgets import Button, Paragraph, Widget
from game.client.learn.coach import Coach
from game.client.learn.courses import course, puzzles
from game.client.learn.first_game import GuidedGame
from game.client.learn.lesson import LessonCoach
from game.client.review.replay import ReplayScene
from game.client.stage.edges import Edge
from game.client.table.desks import PULL
from game.client.table.table import TableScene
from game.client.touch.chooser import CHOICE
from game.client.touch.hit_targets import HitTarget
from game.client.words.i18n import LANGUAGES
from game.engine.core import Action
from game.games.hansa.view.desk import Desk as HansaDesk
from game.games.hansa_teutonica.view.view import HansaTeutonicaView
from game.match import Match
from game.platform import Pick
from tests.client.conftest import Person, finished, hurried, new_match

pytestmark = pytest.mark.usefixtures("unseen")
Open = Callable[..., App]
GAMES = ("hansa-teutonica", "hansa")
PHONES = [((1170, 2532), 3), ((640, 1136), 2)]


def seated(app: App, game: str, seats: int = 3) -> TableScene:
    app.home(routes.Title())
    app.open(routes.Table(new_match(game, seats)))
    app.step()
    table = app.scene
    assert isinstance(table, TableScene)
    return table


def desk(table: TableScene | ReplayScene) -> pygame.FRect:
    """Return the rectangle of the shown player board."""
    assert table.stage.layout is not None
    (place,) = (place.rect for place in table.stage.layout.desks if place.drawn)
    return place


def is_up(table: TableScene | ReplayScene) -> bool:
    """Return whether the whole player board is shown, not the compact bar."""
    layout = table.stage.layout
    assert layout is not None and layout.strip is not None
    assert all(place.strip == (not layout.lift) for place in layout.desks if place.drawn)
    return layout.lift > 0


def drag(app: App, start: tuple[float, float], up: float) -> None:
    """Drag with a finger up (down, if negative), in four steps, and lift it."""
    width, height = app.metrics.width, app.metrics.height
    x, y = start
    way = [(pygame.FINGERDOWN, y), *((pygame.FINGERMOTION, y - up * part / 4) for part in (1, 2, 3, 4))]
    for kind, at in [*way, (pygame.FINGERUP, y - up)]:
        place: dict[str, Any] = {"x": x / width, "y": at / height, "dx": 0, "dy": 0}
        pygame.event.post(pygame.event.Event(kind, **place, finger_id=3, touch_id=1))
        app.step()


def ways_up(app: App, table: TableScene) -> dict[str, Callable[[], None]]:
    """Return every way to open the player board, by name."""
    person, strip = Person(app), desk(table).copy()
    other = (table.shown_seat + 1) % 3
    free = (strip.right - strip.width * 0.04, strip.centery)
    return {
        "touch": lambda: person.tap_at(*free),
        "drag": lambda: drag(app, free, strip.height * 1.5),
        "key": lambda: person.key(pygame.K_d),
        "page": lambda: app.handle(Pick(PULL)),
        "tab": lambda: person.tap(f"desk.{other}"),
    }


@pytest.mark.parametrize("way", ["touch", "drag", "key", "page", "tab"])
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("size", "ratio"), PHONES, ids=str)
def test_the_strip_pulls_up_by_touch_drag_key_page_and_tab(
    open_app: Open, size: tuple[int, int], ratio: float, game: str, way: str
) -> None:
    app = open_app(size, ratio)
    table = seated(app, game)
    board = table.stage.camera.board.copy()
    assert desk(table).height == pytest.approx(64 * ratio) and not is_up(table)
    ways_up(app, table)[way]()
    app.step()
    assert is_up(table) and desk(table).height > 64 * ratio
    assert app.metrics.rect.contains(desk(table))
    assert table.stage.camera.board == board, "the board has not moved"
    buttons = [one for one in table.widgets if one.act and not isinstance(one, HitTarget)]
    covered = [one.id for one in buttons if one.id != PULL and one.rect.colliderect(desk(table))]
    assert not covered


def ways_down(app: App, table: TableScene) -> dict[str, Callable[[], None]]:
    """Return every way to fold the player board, by name."""
    person, top = Person(app), desk(table)
    grip = (top.centerx, top.y + app.metrics.unit * 0.4)
    sea = table.stage.camera.seen
    return {
        "touch": lambda: person.tap_at(*grip),
        "drag": lambda: drag(app, grip, -top.height * 0.6),
        "key": lambda: person.key(pygame.K_d),
        "escape": lambda: person.key(pygame.K_ESCAPE),
        "page": lambda: app.handle(Pick(PULL)),
        "tab": lambda: person.tap(f"desk.{table.shown_seat}"),
        "outside": lambda: person.tap_at(sea.x + 2, sea.bottom - 2),
    }


@pytest.mark.parametrize("way", ["touch", "drag", "key", "escape", "page", "tab", "outside"])
@pytest.mark.parametrize("game", GAMES)
def test_the_desk_folds_again_by_touch_drag_key_page_tab_or_a_touch_outside(
    open_app: Open, game: str, way: str
) -> None:
    app = open_app(*PHONES[0])
    table = seated(app, game)
    app.handle(Pick(PULL))
    app.step()
    assert is_up(table)
    moves = len(table.match.moves)
    ways_down(app, table)[way]()
    app.step()
    assert not is_up(table) and len(table.match.moves) == moves


def test_the_desk_folds_when_something_on_the_board_is_touched(open_app: Open) -> None:
    app = open_app(*PHONES[0])
    table = seated(app, "hansa-teutonica")
    app.handle(Pick(PULL))
    app.step()
    house = next(spot for spot in table.targets.values() if spot.id.startswith("house.") and spot.in_sight)
    app.handle(Pick(house.id))
    app.step()
    assert not is_up(table) and len(table.match.moves) == 1


def test_what_the_desk_covers_is_not_touched_through_it(open_app: Open) -> None:
    app = open_app(*PHONES[0])
    table = seated(app, "hansa-teutonica")
    before = {spot.id for spot in table.targets.values() if spot.on_board and spot.in_sight}
    app.handle(Pick(PULL))
    app.step()
    seen = table.stage.camera.seen
    now = [spot for spot in table.targets.values() if spot.on_board and spot.in_sight]
    assert now and len(now) < len(before)
    assert all(seen.collidepoint(spot.rect.center) for spot in now)
    assert table.hit_tester.at(*desk(table).center, True) is None


@pytest.mark.parametrize("game", GAMES)
def test_the_pull_takes_its_time_and_then_nothing_is_drawn(open_app: Open, game: str) -> None:
    app = open_app(*PHONES[0], pace="normal")
    table = seated(app, game)
    for _ in range(600):
        app.step()
        if not app._moving and not app.scene.unfinished:
            break
    drawer, rises = table.desks.drawer, []
    app.handle(Pick(PULL))
    now = 100.0
    while drawer.moves(now, 1.0):
        table.layout(table.app.metrics)
        assert table.stage.layout is not None
        rises.append(table.stage.layout.lift)
        now += 0.016
    assert len(rises) > 5 and rises == sorted(rises), "upwards, in several steps"
    assert table.stage.layout is not None and rises[-1] == round(table.stage.layout.rise)
    assert now - 100 < 0.4 and not drawer.moves(now + 1, 1.0)


def test_without_movement_the_desk_is_up_at_once(open_app: Open) -> None:
    app = open_app(*PHONES[0])
    table = seated(app, "hansa")
    app.handle(Pick(PULL))
    table.update_layout()
    layout = table.stage.layout
    assert layout is not None and layout.lift == round(layout.rise)


def pick_all(app: App, table: TableScene, action: Action) -> None:
    """Play an action by tapping the elements of its path, opening the player board if necessary."""
    person, version = Person(app), table.match.version
    for element in action.path:
        if table.match.version != version:
            return
        if table.choice.others or element not in (*table.chooser.offered, *table.chooser.reachable):
            continue
        if table.stage.layout is not None and element in table.targets and table.targets[element].folded:
            person.tap_at(*folded_place(table))
            assert is_up(table), element
            assert not table.targets[element].folded
        touched(app, table, element)
    whole = [one for one in table.chooser.offered if one.startswith(CHOICE)]
    for element in whole if table.match.version == version else []:
        if table.chooser.action_of(element) is action:
            touched(app, table, element)
            return


def folded_place(table: TableScene) -> tuple[float, float]:
    """Return a point of the compact bar without a control."""
    strip = desk(table)
    places = ((strip.x + strip.width * part / 40, strip.y + 4) for part in range(1, 40))
    taken = [spot.rect for spot in table.targets.values() if not spot.on_board and not spot.folded]
    return next(at for at in places if not any(rect.collidepoint(at) for rect in taken))


def touched(app: App, table: TableScene, element: str) -> None:
    """Tap an element if it is visible and large enough, otherwise activate it in the accessibility list."""
    person = Person(app)
    spot: Widget | None = table.targets.get(element)
    large = spot is not None and min(spot.rect.size) >= app.metrics.finger * 0.9
    if spot is not None and not table.view.on_board(element) and large:
        person.tap_at(*spot.rect.center)
    else:
        app.handle(Pick(element))
        app.step()


@pytest.mark.parametrize(("game", "phone"), list(zip(GAMES, PHONES, strict=True)))
def test_every_action_of_a_game_can_be_played_with_the_desk_folded_at_first(
    open_app: Open, game: str, phone: tuple[tuple[int, int], int]
) -> None:
    app, rng = open_app(*phone), random.Random(4)
    app.settings.placing = "ask"
    table = seated(app, game)
    kinds = set[str]()
    for _ in range(100):
        state = table.match.state
        if state.outcome is not None:
            break
        action = hurried(state, rng)
        asked = [spot for spot in table.targets.values() if spot.asked]
        assert not asked or not all(spot.folded for spot in asked), "what is needed has come up"
        kinds |= {one.partition(".")[0] for one in action.path if not table.view.on_board(one)}
        version = table.match.version
        pick_all(app, table, action)
        if table.match.version == version:  # a warning, a plan shown first, or several equivalent actions
            table.say(action)
            if table.match.version == version:
                table.say(action)
        app.refresh()
        app.step()
        assert table.match.version > version, action.text
    assert kinds, "something lay on the desk"


@pytest.mark.parametrize("game", GAMES)
def test_a_decision_for_which_only_the_desk_is_needed_brings_it_up_and_the_next_folds_it(
    open_app: Open, game: str
) -> None:
    app = open_app(*PHONES[0])
    table = seated(app, game)
    drawer = table.desks.drawer
    drawer.ask(needed=True)
    assert drawer.up
    drawer.fold()
    assert not drawer.up, "it can be folded to look at the board"
    drawer.ask(needed=True)
    assert drawer.up
    drawer.ask(needed=False)
    assert not drawer.up


def played(game: str, moves: int) -> Match:
    """Return a game after a number of actions."""
    match, rng = new_match(game, 3), random.Random(3)
    while len(match.moves) < moves and match.state.outcome is None:
        match.play(hurried(match.state, rng))
    return match


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("text", ["normal", "largest"])
@pytest.mark.parametrize(("size", "ratio"), PHONES, ids=str)
def test_nothing_in_the_strip_is_cut(
    open_app: Open,
    monkeypatch: pytest.MonkeyPatch,
    size: tuple[int, int],
    ratio: float,
    language: str,
    text: str,
) -> None:
    app = open_app(size, ratio)
    app.settings.language, app.settings.text = language, text
    app.keep_settings()
    for match in (played(game, moves) for game in GAMES for moves in (0, 40, 80, 300)):
        table = TableScene(app, match)
        app.push(table)
        app.step()
        strip, cut = desk(table), list[str]()

        def note(_: Any, words: str, role: str, pixels: float, colour: Any, rect: Any, align: str = "left",
                 strip: pygame.FRect = strip, cut: list[str] = cut) -> None:  # fmt: skip
            if strip.contains(rect) and theme.font(role, round(pixels)).size(words)[0] > int(rect.width):
                cut.append(words)

        for seat in range(3):
            table.view.set_desk(seat, strip, False, app.metrics.unit, strip=True)
            with monkeypatch.context() as watched:
                for module in ("game.client.views.desk", "game.games.hansa.view.desk",
                               "game.games.hansa_teutonica.view.desk"):  # fmt: skip
                    watched.setattr(f"{module}.blit_text", note)
                table.view.draw_desk(app.surface, seat, table.match.state, frozenset())
        assert not cut
        app.pop()


@pytest.mark.parametrize(("size", "ratio"), [((780, 1688), 2), *PHONES], ids=str)
def test_many_bonus_markers_in_the_strip_are_made_out_and_none_lies_on_another(
    open_app: Open, size: tuple[int, int], ratio: float
) -> None:
    """All five images remain distinguishable."""
    app = open_app(size, ratio)
    app.push(table := TableScene(app, played("hansa-teutonica", 0)))
    app.step()
    assert isinstance(table.view, HansaTeutonicaView)
    found = table.view.desks[table.shown_seat]
    for held, used, plate in ((1, 0, 0), (1, 3, 0), (2, 2, 0), (3, 2, 0), (2, 2, 1), (4, 4, 0), (2, 5, 1)):
        unused, spent = ({f"{kind}.{many}": 2 for kind in range(many)} for many in (held, used))
        slots = [slot for _, _, slot, _ in found._slots(unused, spent, [str(kind) for kind in range(plate)])]
        assert len(slots) == held + used + plate and all(slot.width >= 20 * ratio for slot in slots)
        assert all(found.markers().inflate(1, 1).contains(slot) for slot in slots)
        inner = [slot.inflate(-1, -1) for slot in slots]
        assert not any(one.collidelist(inner[:index]) >= 0 for index, one in enumerate(inner))
        assert held > 1 or slots[0].width >= found.finger * 0.99, "it is to be touched"


@pytest.mark.parametrize("game", GAMES)
def test_the_strip_of_a_replay_pulls_up_too(open_app: Open, game: str) -> None:
    app = open_app(*PHONES[0])
    app.home(routes.Title())
    app.open(routes.Replay(finished(game).record, since=40, paused=True))
    app.step()
    replay, person = app.scene, Person(app)
    assert isinstance(replay, ReplayScene) and not is_up(replay)
    person.tap_at(desk(replay).centerx, desk(replay).centery)
    assert is_up(replay)
    person.tap_at(*replay.stage.camera.seen.center)
    assert not is_up(replay)
    person.tap("desk.1")
    assert is_up(replay) and replay.shown_seat == 1


def test_a_lesson_that_speaks_of_the_desk_brings_it_up(open_app: Open) -> None:
    app = open_app(*PHONES[0])
    app.home(routes.Title())
    app.open(routes.LessonTable(course("hansa-teutonica")[0], 0))
    app.step()
    table = app.scene
    assert isinstance(table, TableScene) and isinstance(table.table_mode, LessonCoach)
    assert table.table_mode.pointed_out() == ("seat.0",) and is_up(table)


COACHED = [(game, kind) for game in GAMES for kind in ("lesson", "puzzle", "guided")]


def coached(app: App, game: str, kind: str) -> TableScene:
    """Return a table with a coach's card."""
    app.home(routes.Title())
    if kind == "lesson":
        app.open(routes.LessonTable(course(game)[1], 2))
    elif kind == "puzzle":
        app.open(routes.PuzzleTable(puzzles(game)[0]))
    else:
        app.open(routes.FirstGame(game))
        table = app.scene
        assert isinstance(table, TableScene) and isinstance(table.table_mode, GuidedGame)
        table.table_mode.recall()
    app.step()
    table = app.scene
    assert isinstance(table, TableScene) and isinstance(table.table_mode, Coach)
    return table


@pytest.mark.parametrize("way", ["touch", "drag", "page"])
@pytest.mark.parametrize(("game", "kind"), COACHED)
def test_a_coachs_card_leaves_most_of_the_height_to_the_board_and_folds_to_its_heading(
    open_app: Open, game: str, kind: str, way: str
) -> None:
    app = open_app(*PHONES[0])
    table = coached(app, game, kind)
    coach = table.table_mode
    assert isinstance(coach, Coach) and not coach.folded
    beside = table.stage.camera.window.height
    least = 0.37 if kind == "guided" else 0.38  # the guide's card stays; benefits have two rows
    assert beside > least * app.metrics.height, "while the card is read (203 of 844 pixels it was)"
    card = coach.card.copy()
    heading = (card.centerx, card.y + app.metrics.unit * 0.8)
    ways: dict[str, Callable[[], None]] = {
        "touch": lambda: Person(app).tap_at(*heading),
        "drag": lambda: drag(app, heading, -card.height * 0.5),
        "page": lambda: app.handle(Pick("card")),
    }
    ways[way]()
    app.step()
    assert coach.folded and coach.card.height < 60 * app.metrics.ratio
    camera = table.stage.camera
    over_strip = 64 * app.metrics.ratio if kind == "guided" else 0  # the guide's card covers the strip
    assert camera.window.height > beside + (card.height - over_strip) * 0.6
    assert coach.card.top >= desk(table).bottom - 1
    app.handle(Pick("card"))
    app.step()
    assert not coach.folded and coach.card == card


def test_a_folded_card_unfolds_when_the_coach_says_something_else(open_app: Open) -> None:
    app = open_app(*PHONES[0])
    table = coached(app, "hansa-teutonica", "lesson")
    coach = table.table_mode
    assert isinstance(coach, LessonCoach)
    coach.fold()
    assert coach.folded
    coach._read_on()
    assert not coach.folded, "another step"
    coach.fold()
    table.choice.remark = "That is not to be had."
    assert not coach.folded, "an answer"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "kind"), COACHED)
def test_in_the_smallest_phone_a_card_leaves_the_board_its_place(
    open_app: Open, game: str, kind: str, language: str
) -> None:
    app = open_app(*PHONES[1])
    app.settings.language = language
    app.apply_settings()
    table = coached(app, game, kind)
    layout = table.stage.layout
    assert layout is not None and layout.strip is not None
    assert table.stage.camera.window.height > 0.2 * app.metrics.height
    assert isinstance(table.table_mode, Coach)
    texts = [one for one in table.table_mode.widgets() if isinstance(one, Paragraph)]
    assert all(table.table_mode.card.inflate(2, 2).contains(one.rect) for one in texts)


def test_on_the_way_up_buttons_and_arrows_ride_on_the_desk(open_app: Open) -> None:
    app = open_app(*PHONES[0], pace="normal")
    table = seated(app, "hansa-teutonica")
    before = {one.id: one.rect.copy() for one in table.widgets if isinstance(one, Button)}
    drawer = table.desks.drawer
    for _ in range(3):
        drawer.drag(0.2)
        table.layout(table.app.metrics)
        layout = table.stage.layout
        assert layout is not None and 0 < layout.lift < layout.rise
        for one in table.widgets:
            if isinstance(one, Button) and before[one.id].y >= layout.board.bottom:
                assert one.rect.y == pytest.approx(before[one.id].y - layout.lift, abs=0.5), one.id
            if isinstance(one, Edge):
                assert one.rect.bottom <= layout.board.bottom - layout.lift + 1


@pytest.mark.parametrize(("size", "ratio"), PHONES, ids=str)
def test_the_rings_of_goods_beside_each_other_do_not_touch(
    open_app: Open, size: tuple[int, int], ratio: float
) -> None:
    app = open_app(size, ratio)
    table = seated(app, "hansa")
    goods = ("cloth", "amber", "cloth")
    desk = table.view.desks[0]
    assert isinstance(desk, HansaDesk) and desk.strip
    one, other = (rect for _, rect in desk.tiles(goods))
    assert other.left - one.right >= 6 * ratio and desk.shelf.contains(other)
    crowded = [rect for _, rect in desk.tiles(("cloth", "amber", "wine", "fish", "fur", "wood"))]
    assert all(desk.shelf.inflate(1, 1).contains(rect) for rect in crowded)
