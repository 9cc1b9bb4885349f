"""Lessons, a puzzle and an exercise are played from the accessibility list and the announcements alone."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from game import engine
from game.client.app import routes
from game.client.app.app import App
from game.client.learn.courses import lesson_id, progress_of, puzzles
from game.client.storage.save_store import SaveStore
from game.client.words.i18n import finished as exercises
from game.client.words.i18n import lessons, t
from game.match.lesson import Lesson
from game.match.progress import DONE
from tests.client.blind import QUESTION, Reader, nearest
from tests.client.lesson_table import LESSONS, coach_of, scene_of
from tests.client.test_mistakes import Judge, begin, coach
from tests.client.test_mistakes import opened as opened_with_judge
from tests.needs import needs
from tests.web.blind import TOOLS

pytestmark = pytest.mark.usefixtures("unseen")
Open = Callable[..., App]
MOST = 80
"""Maximum number of presses in a lesson."""
ASIDE = {"coach.back", "coach.do", "leave", "back", "log", "look", "whole"}
"""Controls that do not answer the question."""


def answers(reader: Reader) -> list[str]:
    """Return the names of the controls before those of the tools, without those that help or lead away."""
    found = []
    for one in reader.app.elements():
        if one.label == TOOLS:
            break
        if one.kind == "button" and one.id not in ASIDE and not one.id.startswith("more."):
            found.append(one.label)
    return found


@pytest.mark.parametrize("lesson", LESSONS, ids=lesson_id)
def test_a_lesson_is_played_to_its_end_without_sight(
    open_app: Open, monkeypatch: pytest.MonkeyPatch, lesson: Lesson
) -> None:
    monkeypatch.setattr(SaveStore, "keep_settings", lambda *_: None)
    app = open_app()
    app.home(routes.Title())
    app.open(routes.LessonTable(lesson, 0))
    reader, teacher = Reader(app), coach_of(scene_of(app)).teacher
    everything = list(reader.heard)
    for _ in range(MOST):
        table = scene_of(app)
        teacher = coach_of(table).teacher
        if teacher.finished:
            break
        told = reader.told()
        names = [one.label for one in reader.controls()]
        assert len(names) == len(set(names)), "each control has a name of its own"
        assert (
            lessons(lesson.key("title")) in told.question
            and t("replay.step", number=teacher.step + 1, total=len(lesson.steps)) in told.question
        )
        offered = answers(reader)
        asked = next((one.label for one in app.elements() if one.id == QUESTION), "")
        assert bool(asked) == teacher.asks, "what is asked is under the heading"
        text = next(one for one in told.lines[""] if one != asked)
        assert sum(text in said for said in everything) == 1, "the text was said, once"
        reader.press(lessons("next") if not teacher.asks else nearest(offered, text, asked))
        everything += reader.heard
        assert reader.heard, "every press is answered"
        teacher = coach_of(scene_of(app)).teacher
        answer = reader.heard[-1]
        if teacher.asks and not teacher.finished and answer not in reader.told().lines[""]:  # a warning
            assert reader.question() in answer, "the question is heard last"
    assert teacher.finished
    assert {lessons("after"), lessons("play")} & {*reader.told().buttons[""]}


@pytest.mark.parametrize("game", engine.rulesets())
def test_a_puzzle_is_solved_without_sight(open_app: Open, game: str) -> None:
    if not puzzles(game):
        needs(game, "puzzles")
    app, puzzle = open_app(), puzzles(game)[0]
    app.home(routes.Title())
    app.open(routes.PuzzleTable(puzzle))
    reader = Reader(app)
    told, task = reader.told(), " ".join(reader.heard)
    assert told.question == lessons("puzzle", number=1) and told.question not in told.lines[""]
    assert reader.question() in task and told.lines[""][1] in task
    reader.press(lessons("puzzle.show"))
    answer = reader.told().lines[""][0]
    assert answer in " ".join(reader.heard)
    reader.press(lessons("puzzle.again"))
    plan = answer.partition(":")[2].split(";")
    while lessons("puzzle.solved") not in " ".join(reader.heard):
        before = reader.question()
        reader.press(nearest(answers(reader), *plan))
        assert reader.heard
        if before == reader.question() or not scene_of(app).chooser.chosen:
            plan = plan[1:] or [t("button.end-turn")]
    assert progress_of(app, puzzle.id) == DONE


def test_a_mistake_is_corrected_in_the_second_try_without_sight(tmp_path: Path) -> None:
    app = opened_with_judge(tmp_path)
    judge = app.platform
    assert isinstance(judge, Judge)
    begin(app, "hansa")
    reader = Reader(app)
    told = reader.told()
    assert exercises("mistake.number", number=1, total=len(coach(app).exercises)) == told.question
    assert any("percentage point" in line for line in told.lines[""]) and reader.question() in told.lines[""]

    async def tried(given_away: float) -> list[str]:
        judge.gives_away = given_away
        heard = []
        for _ in range(30):
            reader.press(next(name for name in answers(reader) if name.startswith(t_ends)))
            heard += reader.heard
            while coach(app).result == "evaluating":
                await asyncio.sleep(0)
                app.step()
            reader.settle()
            heard += reader.heard
            if coach(app).result:
                return heard
        raise AssertionError("the turn does not end")

    t_ends = scene_of(app).view.label("button.end-turn", coach(app).match.state)
    assert any(said.startswith("Not yet. A clue:") for said in asyncio.run(tried(0.2)))
    reader.press(exercises("mistake.again"))
    again = " ".join(reader.heard)
    assert "Second try. A clue:" in again and "Not yet" not in again, "nothing has been judged in this try"
    assert any(said.startswith(exercises("mistake.solved")) for said in asyncio.run(tried(0.0)))
