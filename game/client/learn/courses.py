"""The available lessons and puzzles, and the player's progress in them."""

from __future__ import annotations

from functools import cache

from game.client.draw.theme import ASSETS
from game.client.frame.scene import Host
from game.client.words.i18n import catalogue, t
from game.match.lesson import Lesson
from game.match.progress import DONE, read_progress, write_progress
from game.match.puzzle import Puzzle, read_puzzles


@cache
def course(ruleset_id: str) -> tuple[Lesson, ...]:
    """The lessons on a game, in order; none if it has none. Raises `ParseError` for a broken one."""
    return _read(ruleset_id, "*.json")


@cache
def further(ruleset_id: str) -> tuple[Lesson, ...]:
    """The lessons on what a game can be played with besides: nobody has to do them before a game."""
    return _read(ruleset_id, "further/*.json")


def number_of(lesson: Lesson) -> int:
    """Its number in the list; those of `further` count on."""
    return (*course(lesson.ruleset_id), *further(lesson.ruleset_id)).index(lesson) + 1


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
    """The course or the further lessons, whichever it is one of."""
    base, more = course(lesson.ruleset_id), further(lesson.ruleset_id)
    return more if lesson in more else base


def following(lesson: Lesson) -> Lesson | None:
    """The next lesson: the base ones and the further ones end with a game."""
    lessons = around(lesson)
    place = lessons.index(lesson) + 1
    return lessons[place] if place < len(lessons) else None


def own_name(app: Host, colour: str) -> str:
    """What somebody who learns is called: by the name in the settings, failing that by the colour."""
    return app.settings.name.strip() or t(f"colour.{colour}").capitalize()


def progress_of(app: Host, name: str) -> str:
    """Progress in a lesson or puzzle: `DONE`, a step, or "" if it was not begun."""
    return read_progress(app.settings.lessons).get(name, "")


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
