"""A phone hides nothing: the whole board first, arrows to hidden parts, finger-sized targets."""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest

from game.client.app import routes
from game.client.app.app import App
from game.client.app.gestures import Hold
from game.client.draw import paint
from game.client.draw.notice import FOOT_LEAST, READABLE, PlacedNotice
from game.client.draw.widgets import Button, ButtonSpec, Look
from game.client.stage.edges import Edge, edge_pointers
from game.client.stage.notice_layout import prompt_line
from game.client.table import drawing
from game.client.table.desks import Tab
from game.client.table.table import TableScene
from game.client.touch.hit_targets import HitTarget
from game.client.touch.plan_preview import steps_of
from game.client.views.standing import GaugeWidget
from game.client.words.i18n import t
from tests.match.games import finished

from .conftest import Person, Screen, new_match

PHONES = [((1170, 2532), 3), ((640, 1136), 2), ((1688, 780), 2), ((1280, 720), 2)]
GAMES = ("hansa-teutonica", "hansa")


def seated(app: App, game: str) -> TableScene:
    table = TableScene(app, new_match(game, 3))
    app.push(table)
    app.step()
    return table


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("size", "ratio"), PHONES[2:], ids=str)
def test_the_first_picture_of_a_wide_window_shows_the_whole_board(
    open_app: Callable[..., App], game: str, size: tuple[int, int], ratio: float
) -> None:
    table = seated(open_app(size, ratio), game)
    window, board = table.stage.camera.window, table.stage.camera.board
    assert window.inflate(1, 1).contains(board)
    assert all(spot.in_sight for spot in table.targets.values())
    assert not [widget for widget in table.widgets if isinstance(widget, Edge)]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("size", "ratio"), PHONES[:2], ids=str)
def test_the_first_picture_of_an_upright_phone_fills_its_window_and_all_of_it_is_a_touch_away(
    open_app: Callable[..., App], game: str, size: tuple[int, int], ratio: float
) -> None:
    app = open_app(size, ratio)
    table = seated(app, game)
    camera = table.stage.camera
    if game == "hansa":  # towns all over the board can be chosen
        assert table.stage.at_home
        table.stage.glide_filled(0.0)
        table.layout(table.app.metrics)
    assert camera.board.contains(camera.window.inflate(-1, -1))
    assert camera.board.height == pytest.approx(camera.window.height)
    assert camera.window.height > 0.45 * size[1]
    Person(app).tap("whole")
    assert camera.window.inflate(1, 1).contains(camera.board)
    if size[1] > 2000:  # the smallest phone has no room for a button next to the board
        Person(app).tap("near")
        assert camera.board.height == pytest.approx(camera.window.height)


@pytest.mark.parametrize("game", GAMES)
def test_below_the_whole_board_is_the_log_or_the_player_board(
    open_app: Callable[..., App], game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    logs = list[pygame.FRect]()
    monkeypatch.setattr(drawing, "draw_log", lambda target, room, *more: logs.append(room))
    app = open_app((1170, 2532), 3)
    table = seated(app, game)
    table.stage.glide_home(0.0)
    app.refresh()
    app.step()
    board, whole = table.stage.camera.board, Person(app).widget("near").rect
    assert whole.bottom < board.y < whole.bottom + app.metrics.unit, "the board is right below the button"
    room = logs[-1]
    assert board.bottom < room.y and room.bottom < table.stage.free.bottom
    assert room.height > 0.3 * table.stage.camera.window.height
    table.desks.drawer.pull(up=True)
    for _ in range(3):
        app.refresh()
        app.step()
    assert table.stage.camera.seen.contains(board), "all of it is seen above the unfolded player board"


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("size", "ratio"), [*PHONES, ((768, 1024), 1), ((1280, 720), 1)], ids=str)
def test_on_the_whole_board_no_button_hides_any_of_it(
    open_app: Callable[..., App], game: str, size: tuple[int, int], ratio: float
) -> None:
    table = seated(open_app(size, ratio), game)
    table.stage.glide_home(0.0)
    table.layout(table.app.metrics)
    buttons = [widget for widget in table.widgets if isinstance(widget, Button)]
    assert buttons and not [one.id for one in buttons if one.rect.colliderect(table.stage.camera.board)]


@pytest.mark.parametrize(("size", "ratio"), [*PHONES, ((768, 1024), 1), ((1280, 720), 1)], ids=str)
def test_the_buttons_of_a_replay_are_in_one_row_and_no_two_look_alike(
    open_app: Callable[..., App], size: tuple[int, int], ratio: float
) -> None:
    app = open_app(size, ratio)
    app.home(routes.Title())
    app.open(routes.Replay(finished("hansa-teutonica").record))
    app.step()
    layout = app.scene.stage.layout  # type: ignore[attr-defined]
    buttons = [widget for widget in app.scene.widgets if isinstance(widget, Button)]
    steps = [button for button in buttons if button.id != "try"]  # it can be above the others
    below = [button for button in steps if button.rect.y > layout.status.bottom]
    assert not [button.id for button in buttons if button.rect.colliderect(layout.board)]
    assert {button.rect.y for button in below} == {below[0].rect.y} and len(below) >= 5
    looks = [pygame.image.tobytes(paint.icon(one.icon, 48, (0, 0, 0)), "RGBA") for one in buttons]
    assert len(set(looks)) == len(buttons)


@pytest.mark.parametrize("game", GAMES)
def test_what_is_asked_out_of_sight_is_pointed_to_and_one_touch_away(
    open_app: Callable[..., App], game: str
) -> None:
    app = open_app((1170, 2532), 3)
    table, person = seated(app, game), Person(app)
    camera = table.stage.camera
    asked = next(spot for spot in table.targets.values() if spot.on_board)
    camera.scale(4, *asked.rect.center)
    table.layout(table.app.metrics)
    arrows = [widget for widget in table.widgets if isinstance(widget, Edge)]
    hidden = [spot for spot in table.targets.values() if spot.on_board and not spot.in_sight]
    assert hidden and sum(arrow.count for arrow in arrows) == len(hidden)
    assert all(camera.window.contains(arrow.rect) for arrow in arrows)
    there = {spot.id for spot in hidden}
    person.tap(arrows[0].id)
    assert any(spot.in_sight for spot in table.targets.values() if spot.id in there)
    person.tap("whole")
    assert table.stage.at_home


def test_a_finger_beside_a_small_target_makes_the_table_go_nearer(open_app: Callable[..., App]) -> None:
    app = open_app((1170, 2532), 3)
    table, person = seated(app, "hansa-teutonica"), Person(app)

    def narrowest(name: str) -> float:
        spot: HitTarget = table.targets[name]
        return min(spot.rect.width, spot.rect.height)

    person.tap("whole")
    house = next(name for name in table.targets if name.startswith("house."))
    finger, rect = app.metrics.finger, table.targets[house].rect
    assert narrowest(house) < finger / 4
    person.tap_at(rect.centerx - finger / 3, rect.centery)
    assert not table.match.moves, "it was chosen although the finger was beside it"
    assert narrowest(house) >= 0.74 * finger
    assert table.targets[house].in_sight


@pytest.mark.parametrize(("size", "ratio"), PHONES, ids=str)
def test_tabs_tell_mark_points_and_whose_turn_it_is(
    open_app: Callable[..., App], size: tuple[int, int], ratio: float
) -> None:
    app = open_app(size, ratio)
    table = seated(app, "hansa-teutonica")
    tabs = [widget for widget in table.widgets if isinstance(widget, Tab)]
    assert [tab.player for tab in tabs] == list(table.match.players)
    assert [tab.acts for tab in tabs] == [seat == table.match.state.actor for seat in range(len(tabs))]
    assert [tab.points for tab in tabs] == [
        table.view.points(seat, table.match.state) for seat in range(len(tabs))
    ]
    assert all(tab.rect.height >= app.metrics.finger for tab in tabs)


def test_an_arrow_keeps_clear_of_what_can_be_touched() -> None:
    window, seen = pygame.FRect(0, 0, 400, 300), pygame.FRect(356, 130, 44, 44)
    (arrow,) = edge_pointers([pygame.FRect(900, 140, 20, 20)], [seen], [], window, 44, lambda rects: None)
    assert window.contains(arrow.rect) and not arrow.rect.collidepoint(seen.center)


def test_what_is_out_of_sight_on_a_side_has_one_arrow_with_their_number(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    written: list[str] = []
    monkeypatch.setattr(paint, "blit_text", lambda _, words, *how: written.append(words))
    window, target = pygame.FRect(100, 100, 400, 300), pygame.Surface((600, 500))
    beyond = [(20, y) for y in (110, 190, 390)] + [(x, 480) for x in (150, 300, 420)] + [(590, 250)]
    arrows = edge_pointers(
        [pygame.FRect(x, y, 8, 8) for x, y in beyond], [], [], window, 44, lambda rects: None
    )
    for arrow in arrows:
        arrow.draw(target, Look(16))
    assert written == ["3", "3", "1"] and [arrow.count for arrow in arrows] == [3, 3, 1]
    assert [arrow.label for arrow in arrows] == ["3 more on the left", "3 more below", "1 more on the right"]


def test_the_text_size_counts_at_once_and_is_kept(open_app: Callable[..., App]) -> None:
    app = open_app((1280, 720))
    app.open(routes.Settings())
    normal = app.metrics.unit
    Person(app).click("text.largest")
    assert app.metrics.unit == pytest.approx(normal * 1.4)
    assert app.saves.settings().text == "largest"


@pytest.mark.parametrize(("size", "ratio"), PHONES, ids=str)
def test_the_largest_text_leaves_a_phone_its_table(
    open_app: Callable[..., App], size: tuple[int, int], ratio: float
) -> None:
    app = open_app(size, ratio)
    app.settings.text = "largest"
    app.keep_settings()
    table = seated(app, "hansa-teutonica")
    assert table.stage.layout is not None
    whole = pygame.FRect(app.metrics.rect)
    beside = [one for one in table.widgets if not isinstance(one, HitTarget) or not one.on_board]
    assert all(whole.contains(widget.rect) for widget in beside)
    board = table.stage.camera.board
    assert board.width * board.height > 0.12 * whole.width * whole.height


def test_further_rows_of_buttons_lie_on_nothing(
    open_app: Callable[..., App], monkeypatch: pytest.MonkeyPatch
) -> None:
    app = open_app(*PHONES[0])
    table = seated(app, "hansa")
    assert table.stage.layout is not None
    board = table.stage.layout.board.height
    many = [ButtonSpec(f"one.{number}", f"A choice in many words {number}", None) for number in range(9)]
    monkeypatch.setattr(table.arrangement, "_specs", lambda: many)
    app.refresh()
    table.update_layout()
    layout = table.stage.layout
    kept = [layout.board, *layout.tabs, *(one.rect for one in layout.desks if one.drawn)]
    rows = [one.rect for one in table.widgets if one.id.startswith("one.")]
    assert len(rows) == 9 and not [rect for rect in rows if rect.collidelist(kept) >= 0]
    assert len({rect.y for rect in rows}) > 1 and layout.board.height < board - app.metrics.button
    monkeypatch.undo()
    app.refresh()
    table.update_layout()
    assert table.stage.layout.board.height == board


LONG = "Here a sentence says why that is not to be had, and " + "what else could be done about it, " * 4


@pytest.mark.parametrize(("size", "ratio"), [*PHONES[:2], ((768, 1024), 1), ((2532, 1170), 3)], ids=str)
def test_every_note_stands_in_the_two_lines_where_the_question_was(
    open_app: Callable[..., App], monkeypatch: pytest.MonkeyPatch, size: tuple[int, int], ratio: float
) -> None:
    """A note of any length has that place and covers neither counters nor buttons nor the board."""
    notes, asked = list[PlacedNotice](), list[str]()
    monkeypatch.setattr(drawing, "draw_note", lambda _, note, unit: notes.append(note))
    monkeypatch.setattr(drawing, "draw_status", lambda _, status, *rest: asked.append(status.prompt))
    app = open_app(size, ratio)
    table = seated(app, "hansa-teutonica")
    for words in (LONG[:20], LONG[:47], LONG * 2):
        table.choice.remark = words
        app.refresh()
        app.step()
        assert len(notes[-1].lines) <= 2 and notes[-1].pixels >= round(app.metrics.plain * READABLE)
        assert len(notes[-1].lines) * notes[-1].pixels <= notes[-1].rect.height
        assert not asked[-1], "the note has the place of the prompt"
    layout, place = table.stage.layout, prompt_line(table.stage, app.metrics)
    assert layout is not None and {tuple(note.rect) for note in notes} == {tuple(place or ())}
    exact = (Button, Tab, GaugeWidget)
    others = [layout.board, *(widget.rect for widget in table.widgets if isinstance(widget, exact))]
    assert notes[-1].rect.collidelist(others) < 0 and notes[-1].cut and notes[-1].lines[-1].endswith("…")


def test_a_touch_shows_all_of_a_note_that_is_longer_than_its_place(open_app: Callable[..., App]) -> None:
    app = open_app((780, 1688), 2)
    table, person = seated(app, "hansa-teutonica"), Person(app)
    table.choice.remark = LONG * 2
    app.refresh()
    app.step()
    folded = table.drawing.slip().note
    assert folded is not None
    person.tap_at(*folded.rect.center)
    whole = table.drawing.slip().note
    assert whole is not None and " ".join(whole.lines) == LONG * 2
    assert whole.rect.topleft == folded.rect.topleft and len(table.match.moves) == 0
    person.tap_at(whole.rect.centerx, whole.rect.bottom - 4)
    again = table.drawing.slip().note
    assert again is not None and again.rect == folded.rect and len(table.match.moves) == 0


def test_what_shows_the_whole_board_is_not_hidden_by_a_long_note(open_app: Callable[..., App]) -> None:
    app = open_app((780, 1688), 2)
    table = seated(app, "hansa-teutonica")
    usual = Person(app).widget("whole").rect.copy()
    table.choice.remark = "A long answer to a touch. " * 14
    app.refresh()
    app.step()
    Person(app).tap("notice")
    note, whole = table.drawing.slip().note, Person(app).widget("whole").rect
    assert note is not None and note.rect.colliderect(usual)
    assert not note.rect.colliderect(whole)


def test_a_finger_that_rests_on_a_small_house_is_told_about_it_and_nothing_moves(
    open_app: Callable[..., App],
) -> None:
    app = open_app((1170, 2532), 3)
    table = seated(app, "hansa-teutonica")
    pose, house = table.stage.camera.pose, table.targets["house.minden-hannover.1"]
    assert table.handle(Hold(*house.rect.center, True))
    app.step()
    card = table.pointing.card(house.id)
    assert table.pointing.held == house.id and card is not None
    assert isinstance(app.platform, Screen) and app.platform.said[-1] == card.spoken
    assert table.stage.camera.pose == pose and not table.match.moves


@pytest.mark.parametrize(("size", "ratio"), [((780, 1688), 2), *PHONES[:2]], ids=str)
def test_where_towns_all_over_the_board_can_be_chosen_a_phone_shows_all_of_them_first(
    open_app: Callable[..., App], size: tuple[int, int], ratio: float
) -> None:
    """All eight towns for the first markets of Hansa must be visible."""
    app = open_app(size, ratio)
    app.home(routes.Title())
    app.open(routes.Table(new_match("hansa", 3)))
    app.step()
    table, person = app.scene, Person(app)
    assert isinstance(table, TableScene)
    asked = [spot for spot in table.targets.values() if spot.asked and spot.on_board]
    assert len(asked) == 8 and all(spot.in_sight for spot in asked) and table.stage.at_home
    person.key(pygame.K_PLUS)
    near = table.stage.camera.zoom
    assert near > 1.2
    table.play(table.match.state.legal_actions()[0])
    assert table.stage.camera.zoom == near, "whoever has looked nearer stays there"


@pytest.mark.parametrize(("size", "ratio"), PHONES, ids=str)
def test_a_newcomer_reads_what_is_asked_beside_how_to_answer(
    open_app: Callable[..., App], size: tuple[int, int], ratio: float
) -> None:
    app = open_app(size, ratio)
    table = seated(app, "hansa-teutonica")
    note = table.drawing.slip().note
    assert note is not None and not app.settings.played
    told, (_, asked) = " ".join(note.lines), table.choice.question().split(": ", 1)
    assert asked[1:] in told and (told.endswith(t("table.first")) or note.cut)


@pytest.mark.parametrize("text", ["normal", "largest"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_long_hint_covers_no_desk_beside_the_board(
    open_app: Callable[..., App], seats: int, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = open_app()
    app.settings.text, app.settings.played = text, "yes"
    app.keep_settings()
    app.home(routes.Title())
    app.push(table := TableScene(app, new_match("hansa-teutonica", seats)))
    app.step()
    words = "You displace Tideman on Göttingen–Quedlinburg before Tideman can claim it. " * 4
    monkeypatch.setattr(table.hint, "sentence", lambda: words.strip())
    legal = table.match.state.legal_actions()
    table.hint.steps = steps_of(table.match.state, [legal[0].text])
    app.refresh()
    app.step()
    assert table.stage.layout is not None and "take" in {one.id for one in table.widgets}
    note = table.drawing.slip().note
    assert note is not None and " ".join(note.lines) == words.strip()
    drawn = [one.rect for one in table.stage.layout.desks if one.drawn]
    buttons = [one.rect for one in table.widgets if isinstance(one, Button)]
    assert note.rect.collidelist([*drawn, *buttons]) == -1


def test_buttons_stand_closer_together_where_a_hint_would_be_small_above_them(
    open_app: Callable[..., App], monkeypatch: pytest.MonkeyPatch
) -> None:
    app = open_app()
    app.settings.played = "yes"
    table = seated(app, "hansa")
    captions = ("Play it", "Fill the warehouses (1 thaler)", "End turn (tax: 5 thalers)")
    monkeypatch.setattr(
        table.arrangement, "_specs", lambda: [ButtonSpec(words, words, None) for words in captions]
    )
    for length in range(3, 9):
        table.choice.remark = "So you have more choice, and others lose some. " * length
        app.refresh()
        table.update_layout()
        note, log = table.drawing.slip().note, table.stage.layout.log if table.stage.layout else None
        assert note is not None and log is not None
        rows = {button.rect.y for button in table.widgets if button.id in captions}
        assert note.pixels >= round(app.metrics.unit * FOOT_LEAST) or len(rows) == 1, length
