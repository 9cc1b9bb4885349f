"""After the moves of others the camera returns to the view that a person had."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pygame
import pytest

from game import engine
from game.client.app import routes
from game.client.app.app import App
from game.client.app.gestures import Wheel
from game.client.stage.camera import Pose
from game.client.table.table import TableScene
from game.engine.core import Action
from game.match import COLOURS, Computer, Match, Person, PlayerInfo
from tests.client.conftest import NAMES, hurried
from tests.client.thinker import Silent

pytestmark = pytest.mark.usefixtures("unseen")
FRAME = 1 / 8


@pytest.fixture(autouse=True)
def _loop() -> Iterator[None]:
    """Provide an event loop for the app's tasks."""
    with asyncio.Runner() as runner:
        asyncio.set_event_loop(runner.get_loop())
        yield
    asyncio.set_event_loop(None)


class Table:
    """A game of a person against two computers on a phone, whose time passes between frames only."""

    def __init__(self, folder: Path, game: str, pace: str, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 1000.0
        monkeypatch.setattr("time.monotonic", lambda: self.now)
        self.app = App(Silent(folder, (390, 844)))
        pygame.event.clear()
        self.app.settings.speed, self.app.settings.look = pace, "off"
        self.app.home(routes.Title())
        controllers = (Person(), Computer("easy"), Computer("easy"))
        players = [PlayerInfo(NAMES[seat], COLOURS[seat]) for seat in range(3)]
        match = Match.start("alone", engine.ruleset(game), players, {}, 7, controllers=controllers)
        self.app.open(routes.Table(match))
        assert isinstance(self.app.scene, TableScene)
        self.scene, self.camera, self.match = self.app.scene, self.app.scene.stage.camera, match
        self.random = Random(3)

    def look_at(self, pose: Pose) -> None:
        """Move the camera as a person does."""
        self.camera.go_to(pose)
        self.scene.stage.place_board()
        deque(self.frames(), maxlen=0)

    def step(self) -> None:
        self.now += FRAME
        self.app.step()

    def frames(self) -> Iterator[None]:
        """Draw frames until nothing moves."""
        while True:
            self.step()
            yield
            if not self.scene.stage.animator.busy and self.scene.stage.aim == self.camera.pose:
                return

    def until_decision_of(self, *seats: int) -> list[tuple[float, ...]]:
        """Play for all players until one of these seats is to decide. Return the poses of the camera."""
        poses = list[tuple[float, ...]]()
        while True:
            self.match.play(hurried(self.match.state, self.random))
            self.scene.follow(self.now)
            poses += (self.camera.pose for _ in self.frames())
            if self.match.state.actor in seats:
                poses += (self.camera.pose for _ in range(3) for _ in self.frames())
                return poses


@pytest.mark.parametrize("pace", ["normal", "off"])
@pytest.mark.parametrize("game", engine.rulesets())
def test_the_camera_returns_to_the_view_one_had(
    tmp_path: Path, game: str, pace: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table(tmp_path, game, pace, monkeypatch)
    went = 0
    for _ in range(3):
        if table.match.state.actor != 0:
            table.until_decision_of(0)
        table.look_at((2.9, 0.3, 0.3))
        table.until_decision_of(1, 2)
        had = table.scene.stage.views[0]
        poses = table.until_decision_of(0)
        elsewhere = [index for index, pose in enumerate(poses) if pose != pytest.approx(had)]
        went += bool(elsewhere)
        assert not elsewhere or pytest.approx(had) in poses[elsewhere[0] :]
        asked = [spot for spot in table.scene.targets.values() if spot.on_board and spot.asked]
        assert poses[-1] == pytest.approx(had) or any(spot.in_sight for spot in asked)
    assert went or pace == "off"


def test_the_camera_stays_where_a_person_moves_it_during_the_turns_of_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table(tmp_path, "hansa-teutonica", "normal", monkeypatch)
    table.look_at((2.9, 0.3, 0.3))
    table.until_decision_of(1, 2)
    while table.match.state.actor != 0:
        table.match.play(hurried(table.match.state, table.random))
        table.scene.follow(table.now)
    table.scene.handle(Wheel(*table.camera.window.center, 1))
    steered = table.camera.pose
    deque(table.frames(), maxlen=0)
    assert table.camera.pose == steered != pytest.approx(table.scene.stage.views[0])


def test_after_a_zoom_about_a_finger_the_next_action_leaves_no_board_cut_off_next_to_empty_space(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The board of Hansa, enlarged a little, fits into the height of a phone, but lay half above it."""
    table = Table(tmp_path, "hansa", "off", monkeypatch)
    sails: list[Action] = []
    while not sails:
        table.until_decision_of(0)
        sails = [one for one in table.match.state.legal_actions() if one.text.startswith("sail")]
    camera = table.camera
    camera.zoom_about(1.5, camera.board.centerx, camera.board.bottom - 5)
    table.scene.stage.place_board()
    assert camera.board.top < camera.window.top and camera.board.bottom < camera.window.bottom - 50
    table.match.play(sails[0])
    table.scene.follow(table.now)
    deque(table.frames(), maxlen=0)
    assert camera.zoom == pytest.approx(1.5) and camera.board.top >= camera.window.top
