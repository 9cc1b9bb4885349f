"""Every lesson can be played by each of its solutions, and accepts nothing else."""

from __future__ import annotations

import itertools
import json
from collections import Counter

import pytest

from game import engine
from game.assets import of_game
from game.client.words.i18n import LANGUAGES, file_of
from game.engine.core import IllegalAction, ParseError
from game.match import AwaitingTimer, Match
from game.match.lesson import Lesson, Teacher, matching
from game.match.progress import read_progress, write_progress

LESSONS = [
    Lesson.read(game, path.stem.partition("-")[2], path.read_text(encoding="utf-8"))
    for game in engine.rulesets()
    for path in sorted((of_game(game) / "lessons").rglob("*.json"))
]
NAMES = [f"{lesson.ruleset_id}.{lesson.name}" for lesson in LESSONS]


def begin(lesson: Lesson, step: int = 0) -> tuple[Match, Teacher]:
    """Return a match at a given step of the lesson."""
    teacher = Teacher(lesson, step)
    return teacher.match, teacher


def reply(match: Match) -> None:
    """Play the opponents' moves of the lesson."""
    while isinstance(match.waits(), AwaitingTimer):
        match.step()


def take(lesson: Lesson, way: int) -> None:
    """Play a lesson to its end, taking the `way`-th allowed action wherever there is a choice."""
    match, teacher = begin(lesson)
    while not teacher.finished:
        before = teacher.step
        if not teacher.asks:
            teacher.read_on()
        else:
            allowed = teacher.allowed(match.state)
            assert allowed, f"nothing can be done in step {teacher.step + 1}: {match.state.decision}"
            action = allowed[way % len(allowed)]
            match.play(action)
            teacher.follow()
            reply(match)
        if teacher.step > before and teacher.moves_on:
            match, teacher = begin(lesson, teacher.step)
    assert not teacher.opponent.script


@pytest.mark.parametrize("lesson", LESSONS, ids=NAMES)
def test_no_table_vanishes_under_the_hands_of_whoever_has_just_done_something(lesson: Lesson) -> None:
    """A step that sets up the table again follows one that is only read."""
    for before, step in itertools.pairwise(lesson.steps):
        assert not (step.position and before.do)


def test_there_are_seventeen_lessons_on_one_game_and_seven_on_the_other() -> None:
    counts = Counter(lesson.ruleset_id for lesson in LESSONS)
    assert (counts["hansa"], counts["hansa-teutonica"]) == (7, 17)


@pytest.mark.parametrize("lesson", LESSONS, ids=NAMES)
@pytest.mark.parametrize("way", [0, 1, 2, -1])
def test_every_lesson_is_played_to_its_end_by_any_way_it_allows(lesson: Lesson, way: int) -> None:
    take(lesson, way)


@pytest.mark.parametrize("lesson", LESSONS, ids=NAMES)
def test_a_lesson_can_be_entered_at_every_step(lesson: Lesson) -> None:
    for step in range(len(lesson.steps)):
        match, teacher = begin(lesson, step)
        assert bool(teacher.allowed(match.state)) == teacher.asks, f"step {step + 1}"


@pytest.mark.parametrize("lesson", LESSONS, ids=NAMES)
def test_something_is_learnt_by_doing_and_nothing_else_is_allowed(lesson: Lesson) -> None:
    """Reading steps allow no action; the others allow only what is meant, though more is legal."""
    more = 0
    for step, told in enumerate(lesson.steps):
        match, teacher = begin(lesson, step)
        allowed = teacher.allowed(match.state)
        legal = match.state.legal_actions()
        assert set(allowed) <= set(legal)
        assert bool(allowed) == bool(told.do)
        more += bool(allowed) and len(allowed) < len(legal)
    assert more or all(pattern.endswith("*") for told in lesson.steps for pattern in told.do)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("lesson", LESSONS, ids=NAMES)
def test_every_step_has_its_text_and_no_text_is_left_over(lesson: Lesson, language: str) -> None:
    path = file_of("lessons", language)
    texts = json.loads(path.read_text(encoding="utf-8"))
    wanted = {lesson.key("title"), *(lesson.key(step) for step in range(len(lesson.steps)))}
    wrong = {f"{lesson.key(step)}.wrong" for step, told in enumerate(lesson.steps) if told.do}
    own = {key.removesuffix(".no-letters") for key in texts if key.startswith(lesson.key(""))}
    assert wanted <= own <= wanted | wrong


def test_the_teacher_waits_for_everything_a_step_wants() -> None:
    lesson = next(lesson for lesson in LESSONS if lesson.name == "moving")
    match, teacher = begin(lesson, 2)
    for left in (2, 1):
        assert teacher.step == 2
        allowed = teacher.allowed(match.state)
        assert len(allowed) == left
        match.play(allowed[0])
        teacher.follow()
        assert (teacher.step == 3) == (left == 1)
    match.undo()
    teacher.follow()
    assert (teacher.step, teacher.done) == (2, 1), "what is taken back is wanted again"


def test_patterns_stand_for_whole_actions() -> None:
    legal = engine.ruleset("hansa-teutonica").new_game(3).legal_actions()
    assert {a.text for a in matching("place * minden-hannover.1", legal)} == {
        "place trader minden-hannover.1",
        "place merchant minden-hannover.1",
    }
    assert [a.text for a in matching("end-turn | nothing", legal)] == ["end-turn"]
    assert not matching("place", legal)


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("", "lesson x"),
        ("[]", "no steps"),
        ('{"steps": []}', "no steps"),
        ('{"steps": [{"show": []}]}', "first step has no position"),
        ('{"steps": [{"position": 3}]}', "step 1: position: text expected, got 3"),
        ('{"steps": [{"position": "hansa", "do": [1]}]}', "step 1: do.0: text expected, got 1"),
        ('{"steps": [{"position": "hansa"}, {"dance": []}]}', "step 2: there is no field 'dance'"),
        ('{"steps": [{"position": "hansa"}, {"then": ["done"]}]}', "step 2: opponents reply"),
    ],
)
def test_a_broken_lesson_is_refused_with_the_reason(text: str, wrong: str) -> None:
    with pytest.raises(ParseError, match=wrong):
        Lesson.read("hansa", "x", text)


def test_a_lesson_that_cannot_be_played_names_the_step() -> None:
    text = '{"steps": [{"position": "hansa", "do": ["sail riga"]}, {}]}'
    with pytest.raises(IllegalAction, match="x, step 1"):
        Lesson.read("hansa", "x", text).state(1)


def test_progress_survives_writing_and_nonsense() -> None:
    assert read_progress(write_progress({"a.b": "done", "c.d": "2"})) == {"a.b": "done", "c.d": "2"}
    assert read_progress("a.b=² c.d =3 e.f=done") == {"e.f": "done"}
