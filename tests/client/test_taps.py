"""The first tap counts: on the centre of a target it activates it, elsewhere never one that is further away.
What it did is undone in one step."""

from __future__ import annotations

import random
from collections.abc import Callable

import pygame
import pytest

from game import engine
from game.client.app import gestures
from game.client.app.app import App
from game.client.draw.widgets import Button
from game.client.table.table import TableScene
from game.client.touch.hit_targets import HitTarget
from game.client.words.i18n import t
from tests.bench.taps import BOARDS, GOAL, WINDOWS, beside, decisions, measure, opened, tapped
from tests.client.conftest import Person, new_match
from tests.client.lesson_table import opened as opened_lesson
from tests.client.test_displacing import MERCHANTS, position
from tests.client.test_displacing import seated as displacing_table
from tests.client.test_held import drag

pytestmark = pytest.mark.usefixtures("unseen")
PHONE = ((1170, 2532), 3)
LYING = ((2532, 1170), 3)


def seated(app: App, game: str = "hansa-teutonica") -> TableScene:
    table = TableScene(app, new_match(game, 3))
    app.push(table)
    app.step()
    return table


@pytest.mark.parametrize(
    ("window", "board", "pointer"),
    [
        ("320x568", "base, 4", "finger"),
        ("390x844", "base, 5", "finger"),
        ("390x844", "Hansa, 4", "finger"),
        ("844x390", "Britannia, 5", "finger"),
        ("768x1024", "East, 5", "finger"),
        ("1280x720", "Britannia, 5", "mouse"),
    ],
)
def test_nearly_every_target_is_activated_by_one_tap_on_its_centre_and_none_from_nearer_to_another(
    window: str, board: str, pointer: str
) -> None:
    found = measure(window, "normal", {board: decisions(board)}, finger=pointer == "finger")
    opening, later = found[board]
    assert opening.share >= GOAL, opening.missed
    assert later.share >= GOAL, later.missed
    assert opening.taken > 20 and opening.wrong == later.wrong == 0


def lonely(table: TableScene) -> tuple[HitTarget, float, float]:
    """Return a house and a point 10 CSS pixels to its side with nothing else near."""
    finger = table.app.metrics.finger
    for spot in table.targets.values():
        for side in (-1, 1):
            x, y = spot.rect.centerx + side * (spot.rect.width / 2 + finger * 10 / 44), spot.rect.centery
            others = (other for other in table.targets.values() if other is not spot and other.on_board)
            alone = all(beside(other, x, y) > finger for other in others)
            if spot.id.startswith("house.") and alone and table.stage.camera.seen.collidepoint(x, y):
                return spot, x, y
    raise AssertionError("no house is alone")


def test_a_tap_ten_pixels_outside_a_lonely_house_does_not_take_it_but_asks(
    open_app: Callable[..., App],
) -> None:
    app = open_app(*PHONE)
    table = seated(app)
    spot, x, y = lonely(table)
    zoom = table.stage.camera.zoom
    Person(app).tap_at(x, y)
    assert not table.match.moves and table.stage.camera.zoom > zoom
    assert table.choice.remark == t("table.near") and table.drawing.focused == spot.id


def between(table: TableScene) -> list[tuple[str, float, float]]:
    """Return points at which a tap is in doubt, each with the name of the nearest target."""
    rng, found = random.Random(4), list[tuple[str, float, float]]()
    targets = [spot for spot in table.targets.values() if spot.on_board and spot.in_sight]
    while len(found) < 12:
        x, y = (rng.gauss(one, table.app.metrics.finger / 3) for one in rng.choice(targets).rect.center)
        exact = table.at(x, y, True)
        if exact is None and (rivals := table.hit_tester.in_doubt(x, y, True)):
            found.append((rivals[0].id, x, y))
    return found


@pytest.mark.parametrize(("size", "ratio"), [PHONE, LYING, ((640, 1136), 2)], ids=str)
@pytest.mark.parametrize("home", [False, True], ids=["opening", "whole board"])
def test_the_second_tap_on_the_spot_of_a_doubtful_one_takes_the_marked_target_which_still_lies_there(
    open_app: Callable[..., App], size: tuple[int, int], ratio: float, home: bool
) -> None:
    app = open_app(size, ratio)
    table, person = seated(app), Person(app)
    camera = table.stage.camera
    if home:
        table.stage.glide_home(0.0)
        table.layout(table.app.metrics)
    start = camera.pose
    for house, x, y in between(table):
        person.tap_at(x, y)
        assert not table.match.moves and table.drawing.focused == house
        assert table.targets[house].rect.inflate(2, 2).collidepoint(x, y), "it lies under the finger"
        person.tap_at(x, y)
        assert [move.action.path[-1] for move in table.match.moves] == [house]
        table.undo()
        camera.go_to(start)
        app.refresh()


def test_looking_elsewhere_withdraws_the_mark(open_app: Callable[..., App]) -> None:
    app = open_app(*PHONE)
    table, person = seated(app), Person(app)
    _, x, y = between(table)[0]
    person.tap_at(x, y)
    assert table.drawing.focused and table.choice.remark
    person.tap("whole")
    assert not table.drawing.focused and not table.choice.remark


@pytest.mark.parametrize("pointer", ["finger", "mouse"])
def test_a_tap_in_a_house_that_cannot_be_chosen_never_takes_the_one_next_to_it(
    open_app: Callable[..., App], pointer: str
) -> None:
    with opened(open_app(*LYING), decisions("Britannia, 5")["relocate"]) as table:
        state, asked = table.match.state, 0
        for element in table.view.things(state):
            shape = table.view.shape(element, state) if element.startswith("house.") else None
            if shape is None or element in table.targets:
                continue
            for turn in range(16):
                at = pygame.Vector2(shape.rect.width * 0.45, 0).rotate(turn * 22.5) + shape.rect.center
                assert not isinstance(table.at(at.x, at.y, pointer == "finger"), HitTarget), element
                asked += 1
        assert asked


@pytest.mark.parametrize(("size", "ratio"), [PHONE, ((1280, 720), 1)], ids=str)
@pytest.mark.parametrize("pointer", ["finger", "mouse"])
def test_a_double_tap_on_an_empty_house_places_one_piece_and_does_not_lift_it(
    open_app: Callable[..., App],
    monkeypatch: pytest.MonkeyPatch,
    size: tuple[int, int],
    ratio: float,
    pointer: str,
) -> None:
    app = open_app(size, ratio)
    table, person = seated(app), Person(app)
    house = next(
        spot
        for spot in table.targets.values()
        if tapped(table, *spot.rect.center) is spot and spot.id.startswith("house.")
    )
    x, y = house.rect.center
    tap = person.tap_at if pointer == "finger" else person.click_at
    monkeypatch.setattr(gestures, "QUICK_SECONDS", 1e9)
    zoom = table.stage.camera.zoom
    for shift in (0, 0, 2 * ratio, -2 * ratio, house.rect.width / 2 + 8 * ratio):
        tap(x + shift, y)
    assert len(table.match.moves) == 1 and not table.chooser.chosen
    assert table.stage.camera.zoom == zoom, "nor does a tap just outside it zoom"
    monkeypatch.setattr(gestures, "QUICK_SECONDS", 0.0)
    tap(x, y)
    assert table.pointing.in_hand is not None, "a deliberate second tap lifts it"


def test_a_double_tap_in_doubt_only_asks(
    open_app: Callable[..., App], monkeypatch: pytest.MonkeyPatch
) -> None:
    app = open_app(*PHONE)
    table, person = seated(app), Person(app)
    house, x, y = between(table)[0]
    monkeypatch.setattr(gestures, "QUICK_SECONDS", 1e9)
    zoom = table.stage.camera.zoom
    person.tap_at(x, y)
    near = table.stage.camera.zoom
    person.tap_at(x, y)
    assert near > zoom and table.stage.camera.zoom == near
    assert not table.match.moves and table.drawing.focused == house


def test_a_double_tap_never_presses_the_button_that_has_come_where_another_was(
    open_app: Callable[..., App], monkeypatch: pytest.MonkeyPatch
) -> None:
    app = open_app()
    seated(app)
    person = Person(app)
    monkeypatch.setattr(gestures, "QUICK_SECONDS", 1e9)
    place = person.widget("menu").rect.center
    person.click_at(*place)
    assert app.scene.name == "menu"
    app.scene.widgets.append(Button("leave", "", pygame.FRect(0, 0, *app.surface.get_size()), app.pop))
    person.click_at(*place)
    assert app.scene.name == "menu"


def test_a_double_tap_on_an_empty_spot_zooms(
    open_app: Callable[..., App], monkeypatch: pytest.MonkeyPatch
) -> None:
    app = open_app()
    table, person = seated(app), Person(app)
    monkeypatch.setattr(gestures, "QUICK_SECONDS", 1e9)
    monkeypatch.setattr(gestures, "DOUBLE_SECONDS", 1e9)
    board, zoom = [spot for spot in table.targets.values() if spot.on_board], table.stage.camera.zoom
    middle = pygame.Vector2(table.stage.camera.seen.center)
    places = (middle + pygame.Vector2(step * 7, 0).rotate(step * 40) for step in range(60))
    place = next(at for at in places if min(beside(spot, at.x, at.y) for spot in board) > 40)
    person.click_at(*place)
    person.click_at(*place)
    assert table.stage.camera.zoom > zoom


def test_quick_taps_on_undo_all_count(open_app: Callable[..., App], monkeypatch: pytest.MonkeyPatch) -> None:
    app = open_app()
    table, person = seated(app), Person(app)
    for house in [element for element in table.chooser.reachable if element.startswith("house.")][:2]:
        person.click(house)
    assert len(table.match.moves) == 2
    monkeypatch.setattr(gestures, "QUICK_SECONDS", 1e9)
    person.click("undo")
    person.click("undo")
    assert not table.match.moves


def test_two_quick_taps_on_the_supply_pay_two_traders(
    open_app: Callable[..., App], monkeypatch: pytest.MonkeyPatch
) -> None:
    app = open_app(*PHONE)
    app.settings.placing = "ask"
    table, person = displacing_table(app, position("5t2m")), Person(app)
    table.touch(MERCHANTS)
    table.touch("supply.trader")
    app.refresh()
    monkeypatch.setattr(gestures, "QUICK_SECONDS", 1e9)
    person.tap("supply.trader")
    person.tap("supply.trader")
    assert [move.action.text for move in table.match.moves][1:] == ["pay trader", "pay trader"]


@pytest.mark.parametrize("board", ["base, 5", "Britannia, 3", "Hansa, 4"])
def test_what_a_tap_did_is_undone_by_one_tap_on_a_button_in_sight(
    open_app: Callable[..., App], board: str
) -> None:
    app = open_app(*PHONE)
    undone = 0
    for decision, text in decisions(board).items():
        with opened(app, text) as table:
            before = table.match.state.position()
            seen = [spot for spot in table.targets.values() if spot.in_sight and not spot.folded]
            spot = next((spot for spot in seen if tapped(table, *spot.rect.center) is spot), None)
            if spot is None:
                continue
            person = Person(app)
            person.tap_at(*spot.rect.center)
            if not table.match.can_undo or table.match.state.position() == before:
                continue
            button = person.widget("undo")
            assert min(button.rect.size) >= app.metrics.finger * 0.99, decision
            person.tap("undo")
            assert table.match.state.position() == before, decision
            undone += 1
    assert undone >= 2
    assert board in BOARDS and "390x844" in WINDOWS


FULL = "hansa-teutonica seats=3 supply=5t1m,4t1m,7t1m houses=bremen-minden:0t,0t,0t"


@pytest.mark.parametrize(("size", "ratio"), [PHONE, LYING, ((1280, 720), 1)], ids=str)
@pytest.mark.parametrize("pointer", ["finger", "mouse"])
def test_a_tap_on_a_piece_of_a_route_that_can_be_claimed_claims_it_and_a_drag_moves_the_piece(
    open_app: Callable[..., App], size: tuple[int, int], ratio: float, pointer: str
) -> None:
    app = open_app(size, ratio)
    state = engine.ruleset("hansa-teutonica").parse_position(FULL)
    table, person = displacing_table(app, state), Person(app)
    tap = person.tap_at if pointer == "finger" else person.click_at
    for house in ("1", "2", "3"):
        tap(*table.targets[f"house.bremen-minden.{house}"].rect.center)
        assert [move.action.text for move in table.match.moves] == ["claim bremen-minden"], house
        table.undo()
    houses = (
        table.targets[f"house.{house}"].rect.center for house in ("bremen-minden.2", "minden-hannover.2")
    )
    drag(app, *houses, finger=pointer == "finger")
    assert [move.action.text for move in table.match.moves] == [
        "lift bremen-minden.2",
        "set minden-hannover.2",
    ]


def test_a_lesson_that_asks_for_a_claim_accepts_a_tap_on_a_piece_of_the_route(
    open_app: Callable[..., App],
) -> None:
    app = open_app(*PHONE)
    table = opened_lesson(app, 3, 4)
    app.step()
    piece = table.view.shape("house.bremen-minden.2", table.match.state)
    assert piece is not None and "house.bremen-minden.2" not in table.targets
    Person(app).tap_at(*piece.rect.center)
    assert [move.action.text for move in table.match.moves[-1:]] == ["claim bremen-minden"]
