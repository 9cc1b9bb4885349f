"""Lessons have no dead ends: after any activation at any step the end can still be reached."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from math import inf
from typing import NamedTuple

import pytest

from game.client.app import routes
from game.client.app.app import App
from game.client.app.gestures import Hold, Key
from game.client.learn import courses
from game.client.learn import lesson as lesson_scenes
from game.client.learn.courses import lesson_id
from game.client.storage.save_store import SaveStore
from game.client.table.table import TableScene
from game.match.lesson import Lesson
from game.platform import Pick
from tests.client.lesson_table import LESSONS, coach_of, scene_of

pytestmark = pytest.mark.usefixtures("unseen")
ELSEWHERE = {"leave", "log", "look"}
"""Controls that leave the lesson, or only show information."""
BACKWARDS = {"coach.back", "key.u", "key.backspace"}
"""Controls that restart an earlier step: always possible, but no progress."""
KEYS = ("u", "backspace", "escape", "return", "h", "r", "b", "f", "i")


class Place(NamedTuple):
    """A state of a learner in a lesson.

    States that differ only by which house, good or the like was activated count as one: every activation is
    tried, but continuing from each would take too long.
    """

    step: int
    done: int
    chosen: tuple[str, ...]
    right: frozenset[str]
    instead: int


class Walk:
    """A simulated learner without a screen, who can be restored to an earlier state."""

    def __init__(self, app: App, lesson: Lesson) -> None:
        self.app, self.lesson = app, lesson
        app.home(routes.Title())
        app.open(routes.LessonTable(lesson, 0))

    @property
    def scene(self) -> TableScene:
        return scene_of(self.app)

    def begin(self, step: int, touches: tuple[str, ...]) -> None:
        """Restart a step, and repeat its activations."""
        self.app.replace(routes.LessonTable(self.lesson, step))
        for touch in touches:
            self.touch(touch)

    def touches(self) -> list[str]:
        """Return all controls, and the keys that have an effect."""
        offered = [widget.id for widget in self.scene.widgets if widget.act]
        keys = [f"key.{name}" for name in KEYS if name != "escape" or self.scene.chooser.chosen]
        touches = [one for one in dict.fromkeys(offered) if one not in ELSEWHERE]
        of_coach = [one for one in touches if one.startswith("coach.")]  # stay while the step does
        return [*touches, *(f"long.{one}" for one in of_coach[:1]), *keys]

    def touch(self, what: str) -> None:
        """Activate that control, or press that key. Return the result after opponents' replies."""
        kind, _, name = what.partition(".")
        if kind == "key" and name == "escape":
            self.scene.cancel()
        elif kind == "key":
            self.scene.handle(Key(name, False, False))
        elif kind == "long":
            where = next(widget.rect for widget in self.scene.widgets if widget.id == name)
            self.scene.handle(Hold(*where.center, True))
        else:
            self.app.handle(Pick(what))  # as the accessibility list does
        self.app.refresh()
        while self.scene.update(inf) == 0:
            pass

    def place(self) -> Place:
        scene, teacher = self.scene, coach_of(self.scene).teacher
        chosen = tuple(element.partition(".")[0] for element in scene.chooser.chosen)
        right = teacher.allowed(scene.match.state)
        verbs = frozenset(action.text.partition(" ")[0] for action in right)
        return Place(
            coach_of(scene).teacher.step,
            coach_of(scene).teacher.done,
            chosen,
            verbs,
            len(scene.choice.others),
        )

    def exact(self) -> object:
        """Return everything that an activation can change, except for texts."""
        scene = self.scene
        return (
            coach_of(scene).teacher.step,
            scene.match.state.position(),
            scene.chooser.chosen,
            tuple(scene.choice.others),
        )

    def ways(self) -> dict[Place, dict[str, Place]]:
        """Return the graph of states before the end: by state, the next state after each activation."""
        begun = deque[tuple[int, tuple[str, ...]]]((step, ()) for step in range(len(self.lesson.steps)))
        ways: dict[Place, dict[str, Place]] = {}
        noted: set[Place] = set()
        while begun:
            step, before = begun.popleft()
            self.begin(step, before)
            here, exact = self.place(), self.exact()
            if here in ways or coach_of(self.scene).teacher.finished:
                continue
            ways[here] = {}
            for touch in self.touches():
                if self.exact() != exact:
                    self.begin(step, before)
                self.touch(touch)
                ways[here][touch] = there = self.place()
                if there not in noted:
                    noted.add(there)
                    begun.append((step, (*before, touch)))
        return ways


def arriving(ways: dict[Place, dict[str, Place]], end: int) -> set[Place]:
    """Return the states from which the end can be reached without restarting a step."""
    found = {place for leads in ways.values() for place in leads.values() if place.step == end}
    before = -1
    while before != len(found):
        before = len(found)
        for place, leads in ways.items():
            if any(there in found for touch, there in leads.items() if touch not in BACKWARDS):
                found.add(place)
    return found


INSTEAD = Lesson.read(
    "hansa-teutonica",
    "goal",
    """{"steps": [
        {"position": "hansa-teutonica seats=3 supply=5t1m,6t1m,7t1m houses=minden-hannover:0t,0t"},
        {"do": ["place * minden-hannover.3"]},
        {"do": ["claim minden-hannover"]},
        {}
    ]}""",
)
"""A lesson in which one activation plays the usual piece, and the other can be placed instead."""


def test_the_other_piece_instead_and_undo_lead_on_as_well(
    open_app: Callable[..., App], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SaveStore, "keep_settings", lambda *_: None)
    monkeypatch.setattr(courses, "parts", lambda _: ((INSTEAD,), (), ()))
    monkeypatch.setattr(lesson_scenes, "following", lambda _: None)
    walk = Walk(open_app(), INSTEAD)
    walk.begin(1, ("house.minden-hannover.3", "instead.0"))
    assert coach_of(walk.scene).teacher.step == 2
    assert "1m" not in walk.scene.match.state.position().split("supply=")[1].split(",")[0]
    ways = walk.ways()
    touches = {touch for leads in ways.values() for touch in leads}
    assert {"instead.0", "key.u", "coach.back", "coach.do", "coach.next"} <= touches
    assert not set(ways) - arriving(ways, len(INSTEAD.steps))


@pytest.mark.parametrize("lesson", LESSONS, ids=lesson_id)
def test_every_touch_at_every_step_leaves_a_way_on_to_the_end(
    open_app: Callable[..., App], monkeypatch: pytest.MonkeyPatch, lesson: Lesson
) -> None:
    monkeypatch.setattr(SaveStore, "keep_settings", lambda *_: None)
    ways = Walk(open_app(), lesson).ways()
    assert {place.step for place in ways} == set(range(len(lesson.steps)))
    assert not set(ways) - arriving(ways, len(lesson.steps))
    helped = [{"coach.next", "coach.do"} & leads.keys() for leads in ways.values()]
    assert all(helped), "there is always somebody who shows how to go on"
