"""The available lessons and puzzles, and the player's progress in them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache

from game.assets import ASSETS
from game.client.frame.scene import Host
from game.client.words.i18n import catalogue, t
from game.match.lesson import Lesson
from game.match.players import player_name
from game.match.progress import DONE, read_progress, write_progress
from game.match.puzzle import Puzzle, read_puzzles


@cache
def course(ruleset_id: str) -> tuple[Lesson, ...]:
    """The lessons on a game, in order; none if it has none. Raises `ParseError` for a broken one."""
    return _read(ruleset_id, "*.json")


@cache
def better(ruleset_id: str) -> tuple[Lesson, ...]:
    """The lessons on playing well, for whoever knows the rules."""
    return _read(ruleset_id, "better/*.json")


@cache
def further(ruleset_id: str) -> tuple[Lesson, ...]:
    """The lessons on what a game can be played with besides."""
    return _read(ruleset_id, "further/*.json")


def parts(ruleset_id: str) -> tuple[tuple[Lesson, ...], ...]:
    """All lessons on a game, in their order. Those after the first part nobody has to do before a game."""
    return course(ruleset_id), better(ruleset_id), further(ruleset_id)


def number_of(lesson: Lesson) -> int:
    """Its number in the list; the parts count on."""
    return [each for part in parts(lesson.ruleset_id) for each in part].index(lesson) + 1


def _read(ruleset_id: str, files: str) -> tuple[Lesson, ...]:
    paths = sorted((ASSETS / "lessons" / ruleset_id).glob(files))
    return tuple(
        Lesson.read(ruleset_id, path.stem.partition("-")[2], path.read_text(encoding="utf-8"))
        for path in paths
    )


@cache
def puzzles(ruleset_id: str) -> tuple[Puzzle, ...]:
    """The puzzles of a game, by difficulty; none if it has none. Raises `ParseError` for a broken file."""
    path = ASSETS / "puzzles" / f"{ruleset_id}.json"
    return read_puzzles(ruleset_id, path.read_text(encoding="utf-8")) if path.exists() else ()


def themes(ruleset_id: str) -> list[str]:
    """What puzzles of a game can be about, in the order in which its catalogue names them."""
    keys = [key.split(".") for key in catalogue(ruleset_id, "en")]
    return [key[1] for key in keys if key[0] == "theme" and len(key) == 2]


def around(lesson: Lesson) -> tuple[Lesson, ...]:
    """The part of the lessons it is in."""
    return next(part for part in parts(lesson.ruleset_id) if lesson in part)


def following(lesson: Lesson) -> Lesson | None:
    """The next lesson: each part ends with a game."""
    lessons = around(lesson)
    place = lessons.index(lesson) + 1
    return lessons[place] if place < len(lessons) else None


def own_name(app: Host, colour: str) -> str:
    """What somebody who learns is called: by the name in the settings, failing that by the colour."""
    return player_name(app.settings.name) or t(f"colour.{colour}").capitalize()


def progress_of(app: Host, name: str) -> str:
    """Progress in a lesson or puzzle: `DONE`, a step, or "" if it was not begun."""
    return _known(app.settings.lessons).get(name, "")


@lru_cache(maxsize=1)
def _known(text: str) -> Mapping[str, str]:
    """The progress in a text: pages ask for that of each lesson and puzzle in turn."""
    return read_progress(text)


def keep_progress(app: Host, name: str, value: str) -> None:
    """Save the progress; what is done stays done."""
    progress = read_progress(app.settings.lessons)
    if progress.get(name) not in (DONE, value):
        progress[name] = value
        app.settings.lessons = write_progress(progress)
        app.keep_settings()


def keep_step(app: Host, lesson: Lesson, step: int) -> None:
    """Save which step of a lesson is next; after the last one, Play offers the game the lesson is about."""
    finished = step == len(lesson.steps)
    if finished and app.settings.game != lesson.ruleset_id:
        app.settings.game = lesson.ruleset_id
        app.keep_settings()
    keep_progress(app, lesson_id(lesson), DONE if finished else str(step))


def lesson_id(lesson: Lesson) -> str:
    """Its name, unique among all lessons and puzzles."""
    return f"{lesson.ruleset_id}.{lesson.name}"
