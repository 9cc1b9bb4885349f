"""A replay shows the place of each step, and describes it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pygame
import pytest

from game import engine
from game.client.app import routes
from game.client.app.app import App
from game.client.app.gestures import Drag
from game.client.draw import paint
from game.client.draw.canvas import Canvas
from game.client.draw.notice import READABLE, PlacedNotice
from game.client.review import replay as replay_module
from game.client.review.replay import ReplayScene
from game.client.stage.changes import changes_of
from game.match import Match
from game.match.affecting import affecting
from game.match.analysis import with_plan
from tests.client.conftest import Person, Screen, finished, new_match

pytestmark = pytest.mark.usefixtures("unseen")
PHONE = ((780, 1688), 2)


def opened(app: App, match: Match, *, since: int = 0, paused: bool = False) -> ReplayScene:
    app.home(routes.Title())
    app.open(routes.Replay(match.record, since, paused=paused))
    app.step()
    assert isinstance(app.scene, ReplayScene)
    return app.scene


def in_sight(replay: ReplayScene) -> bool:
    """Return whether everything that the last step has changed or touched is visible."""
    state, move, camera = replay.match.state, replay.match.moves[-1], replay.stage.camera
    changed = [one.place for one in changes_of(replay.view, [move], state)]
    shapes = replay.camera_control.on_board([*changed, *move.action.path], state)
    return all(camera.seen.inflate(1, 1).contains(shape.rect) for shape in shapes)


@pytest.mark.parametrize("game", engine.rulesets())
def test_where_a_step_happens_comes_into_sight_on_a_phone(open_app: Callable[..., App], game: str) -> None:
    """Also from a zoomed-in view, where it would otherwise be far outside."""
    replay = opened(open_app(*PHONE), finished(game), paused=True)
    seen = replay.stage.camera.seen
    replay.stage.camera.scale(2, seen.left, seen.top)
    replay.stage.place_board()
    moved = set()
    for _ in range(60):
        replay.forward()
        assert in_sight(replay), f"{replay.step}: {replay.caption}"
        moved.add(replay.stage.camera.pose)
    assert len(moved) > 1
    replay.go_to(20)
    assert in_sight(replay), "where it jumps to, too"


def test_who_moves_the_board_while_a_replay_plays_has_it_their_way_until_it_is_started_again(
    open_app: Callable[..., App],
) -> None:
    replay = opened(open_app(*PHONE), finished("hansa-teutonica"))
    assert replay.playing
    x, y = replay.stage.camera.seen.center
    for _ in range(40):
        replay.handle(Drag(x, y, 60, 0, x, y))
    pose = replay.stage.camera.pose
    unseen = False
    for _ in range(20):
        replay.forward()
        assert replay.stage.camera.pose == pose
        unseen = unseen or not in_sight(replay)
    assert unseen
    replay._play()
    replay._play()
    replay.forward()
    assert replay.playing and in_sight(replay)


def test_a_step_without_words_keeps_those_of_the_step_before(open_app: Callable[..., App]) -> None:
    """Payment for a displacement is described with it: without a text of its step the line would be empty."""
    match = new_match("hansa-teutonica", 3)
    for text in ("place trader goettingen-quedlinburg.1", "end-turn"):
        match.play(match.state.parse_action(text))
    match.play(match.state.parse_action("displace trader goettingen-quedlinburg.1"))
    match.play(match.state.legal_actions()[0])
    assert match.moves[-1].action.text.startswith("pay")
    app = open_app(*PHONE)
    replay = opened(app, match, paused=True)
    captions = []
    while replay.step < replay.total:
        replay.forward()
        captions.append(replay.caption)
    assert captions[-1] == captions[-2] and "displace" in captions[-1]
    assert isinstance(app.platform, Screen)
    assert sum(captions[-1] in said for said in app.platform.said) == 1, "nobody hears the same twice"
    assert app.platform.said[-1] == "Step 4 of 4.", "a step without words is heard all the same"
    replay.go_to(0)
    assert not replay.caption


def test_a_replay_that_begins_at_a_step_tells_it_and_has_it_in_sight(open_app: Callable[..., App]) -> None:
    """The analysis opens a replay at a moment, whose step must be described immediately."""
    match = finished("hansa-teutonica")
    whole, poses = opened(open_app(*PHONE), match, paused=True), set()
    assert not whole.caption
    for step in range(1, whole.total, 9):
        whole.go_to(step)
        replay = opened(open_app(*PHONE), match, since=step, paused=True)
        assert replay.caption and replay.caption == whole.caption
        assert in_sight(replay), replay.caption
        poses.add(replay.stage.camera.pose)
    assert len(poses) > 1


def test_the_places_of_a_better_plan_are_in_sight_below_its_advice(open_app: Callable[..., App]) -> None:
    app, record = open_app(*PHONE), finished("hansa-teutonica").record
    for step in range(40, 240, 20):
        app.home(routes.Title())
        better = with_plan(record, step, [str(action) for action in record.actions[step : step + 2]])
        advice = "In the game: this way, which is told at some length.\nBetter: that way."
        app.open(routes.Replay(record, step, paused=True, better=better, advice=advice))
        app.step()
        replay = app.scene
        assert isinstance(replay, ReplayScene)
        (panel,) = (widget.rect for widget in replay.widgets if widget.id == "advice")
        seen = replay.stage.camera.seen
        places = [place for action in better.actions[step:] for place in action.path]
        shapes = replay.camera_control.on_board(places, replay.match.state)
        below = pygame.FRect(seen.x, panel.bottom, seen.width, seen.bottom - panel.bottom)
        assert all(below.inflate(1, 1).contains(shape.rect) for shape in shapes), (step, places)


@pytest.mark.parametrize("size", [(640, 1136), PHONE[0], (1688, 780)], ids=str)
def test_what_a_step_was_does_not_lie_on_advice(
    open_app: Callable[..., App], monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
) -> None:
    app, match, slips = open_app(size, 2), finished("hansa-teutonica"), list[PlacedNotice]()
    app.home(routes.Title())
    app.open(routes.Replay(match.record, 20, paused=True, advice="In the game: this.\nBetter: that."))
    app.step()
    replay = app.scene
    assert isinstance(replay, ReplayScene) and replay.caption
    monkeypatch.setattr(replay_module, "draw_note", lambda target, note, unit: slips.append(note))
    for step, covered in ((20, False), (21, True)):
        replay.go_to(step)
        app.refresh()
        replay.caption = "Tideman displaces with a trader: house 2, Göttingen–Quedlinburg. " * 3
        slips.clear()
        replay.draw_above(Canvas(size))
        assert any(widget.id == "advice" for widget in replay.widgets) != covered
        assert bool(slips) == covered


@pytest.mark.parametrize("size", [(640, 1136), PHONE[0], (1688, 780)], ids=str)
def test_what_a_step_was_is_never_in_tiny_letters(
    open_app: Callable[..., App], monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
) -> None:
    replay, written = opened(open_app(size, 2), finished("hansa-teutonica"), paused=True), list[float]()
    replay.caption = "Tideman displaces with a trader: house 2, Göttingen–Quedlinburg. " * 3

    def noted(target: pygame.Surface, words: str, role: str, pixels: float, *rest: Any) -> None:
        written.append(pixels)

    monkeypatch.setattr(paint, "blit_text", noted)
    canvas = Canvas(size)
    replay.draw_above(canvas)
    assert len(written) > 1 and min(written) >= round(replay.app.metrics.plain * READABLE)
    slips = list[pygame.FRect]()
    monkeypatch.setattr(replay_module, "draw_note", lambda target, note, unit: slips.append(note.rect))
    replay.draw_above(canvas)
    tabs = [widget.rect for widget in replay.widgets if widget.id.startswith("desk.")]
    assert slips and tabs and slips[0].collidelist(tabs) < 0


@pytest.mark.parametrize(("size", "ratio"), [((1280, 720), 1), PHONE, ((1688, 780), 2)], ids=str)
def test_two_buttons_skip_to_what_affects_the_person_here_and_back(
    open_app: Callable[..., App], size: tuple[int, int], ratio: float
) -> None:
    app, match = open_app(size, ratio), finished("hansa-teutonica")
    app.open(routes.Replay(match.record, paused=True, seat=1))
    app.step()
    replay, person, found = app.scene, Person(app), affecting(match.record, 1)
    assert isinstance(replay, ReplayScene) and len(found) > 3
    for step in found[:3]:
        person.click("mine-on")
        assert replay.step == step
    person.key(pygame.K_b)
    assert replay.step == found[1]
    person.click("mine-back")
    assert replay.step == found[0]
    (back,) = (one for one in replay.widgets if one.id == "mine-back")
    assert back.act is None, "nothing before affects this person"
    replay.go_to(found[-1])
    person.key(pygame.K_n)
    assert replay.step == found[-1]


def test_a_replay_of_others_offers_no_steps_that_affect_the_person_here(
    open_app: Callable[..., App],
) -> None:
    replay = opened(open_app(), finished("hansa-teutonica"))
    assert "mine-on" not in [one.id for one in replay.widgets]
