"""The lessons and puzzles of each game, and the player's progress in them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from game import engine
from game.assets import of_game
from game.client.app import routes
from game.client.app.scene import Host
from game.client.storage.settings import usual_game
from game.client.words.i18n import Translator, catalogue, lessons, t
from game.match.lesson import Lesson
from game.match.players import player_name
from game.match.progress import DONE, read_progress, write_progress
from game.match.puzzle import Puzzle, read_puzzles

PARTS = {"course": "*.json", "better": "better/*.json", "further": "further/*.json"}
"""Files of the parts of the lessons: those needed for a first game, those on good play, and those on variants
and expansions."""


@cache
def parts(ruleset_id: str) -> tuple[tuple[Lesson, ...], ...]:
    """Return all lessons of a game by part, in order. Raises `ParseError` for an invalid file."""
    return tuple(_read(ruleset_id, files) for files in PARTS.values())


def _read(ruleset_id: str, files: str) -> tuple[Lesson, ...]:
    return tuple(
        Lesson.read(ruleset_id, _name(path), path.read_text(encoding="utf-8"))
        for path in _paths(ruleset_id, files)
    )


def _paths(ruleset_id: str, files: str) -> list[Path]:
    return sorted((of_game(ruleset_id) / "lessons").glob(files))


def _name(path: Path) -> str:
    """Return the name of the lesson in a file, without its number."""
    return path.stem.partition("-")[2]


def course(ruleset_id: str) -> tuple[Lesson, ...]:
    """Return the lessons before a first game, in order; empty for a game without lessons."""
    return parts(ruleset_id)[0]


def number_of(lesson: Lesson) -> int:
    """Return the number of a lesson in the list. Numbers continue from part to part."""
    return [each for part in parts(lesson.ruleset_id) for each in part].index(lesson) + 1


@cache
def puzzles(ruleset_id: str) -> tuple[Puzzle, ...]:
    """Return the puzzles of a game by difficulty; empty if it has none. Raises `ParseError` for an invalid
    file."""
    path = of_game(ruleset_id) / "puzzles.json"
    return read_puzzles(ruleset_id, path.read_text(encoding="utf-8")) if path.exists() else ()


def themes(ruleset_id: str) -> list[str]:
    """Return the themes of a game's puzzles in the order of its message catalogue."""
    keys = [key.split(".") for key in catalogue(ruleset_id, "en")]
    return [key[1] for key in keys if key[0] == "theme" and len(key) == 2]


def next_lesson(app: Host, ruleset_id: str) -> Lesson | None:
    """Return the first unfinished lesson before a first game of a game, or None."""
    unfinished = (lesson for lesson in course(ruleset_id) if progress_of(app, lesson_id(lesson)) != DONE)
    return next(unfinished, None)


def headline(lesson: Lesson) -> str:
    """Return the number and title of a lesson."""
    return lessons("headline", number=number_of(lesson), title=lessons(lesson.key("title")))


class NextStep(NamedTuple):
    """The next thing for a learner: the caption and the description of its button, and its route."""

    caption: str
    text: str
    route: Callable[[], routes.Route]


def next_step(app: Host, played: Callable[[str], bool]) -> NextStep | None:
    """Return what the player should learn next, or None if no lesson was begun or nothing is left.

    These are the lessons before a first game, then, once a game was played, those on good play and the
    puzzles. The game taught last comes first. No lesson is parsed, so the title can call this.

    played: returns True if a game with this ruleset id was played
    """
    usual, known = usual_game(app.settings), _known(app.settings.lessons)
    for game in sorted(engine.rulesets(), key=lambda game: game != usual):
        if any(name.startswith(f"{game}.") for name in known):
            step = _next_in(game, known, played)
            if step is not None:
                name = Translator(game)("game.name")
                return step if game == usual else step._replace(text=f"{name} · {step.text}")
    return None


def _next_in(game: str, known: Mapping[str, str], played: Callable[[str], bool]) -> NextStep | None:
    """Return the next step for one game."""
    names = [[f"{game}.{_name(path)}" for path in _paths(game, files)] for files in PARTS.values()]
    numbers = {name: number for number, name in enumerate(chain(*names), 1)}
    course, better, _ = ([name for name in part if known.get(name) != DONE] for part in names)
    if not course and not played(game):
        return None  # the guided game is next, and the title offers it
    if following := course or better:
        number, title = numbers[following[0]], lessons(f"{following[0]}.title")
        text = lessons("headline", number=number, title=title)
        return NextStep(lessons("after"), text, lambda: routes.LessonTable(_numbered(game, number)))
    tried = any(name.rpartition("-")[0] == game for name in known)  # ids of puzzles
    if tried or not (of_game(game) / "puzzles.json").exists():
        return None
    return NextStep(lessons("puzzles"), lessons("next.puzzles"), lambda: routes.Puzzles(game))


def _numbered(game: str, number: int) -> Lesson:
    """Return a lesson by its number in the list."""
    return [lesson for part in parts(game) for lesson in part][number - 1]


def around(lesson: Lesson) -> tuple[Lesson, ...]:
    """Return the part of the lessons that contains this one."""
    return next(part for part in parts(lesson.ruleset_id) if lesson in part)


def following(lesson: Lesson) -> Lesson | None:
    """Return the next lesson, or None after the last of a part, which leads to a game."""
    lessons = around(lesson)
    place = lessons.index(lesson) + 1
    return lessons[place] if place < len(lessons) else None


def own_name(app: Host, seat: int) -> str:
    """Return the learner's name from the settings or, if none is set, the name that games give this seat."""
    return player_name(app.settings.name) or t("player", n=seat + 1, number=seat + 1)


def progress_of(app: Host, name: str) -> str:
    """Return the progress in a lesson or puzzle: `DONE`, a step number, or "" if it was not started."""
    return _known(app.settings.lessons).get(name, "")


@lru_cache(maxsize=1)
def _known(text: str) -> Mapping[str, str]:
    """Parse the stored progress. Cached because pages query every lesson and puzzle in turn."""
    return read_progress(text)


def save_progress(app: Host, name: str, value: str) -> None:
    """Save the progress in a lesson or puzzle. `DONE` is never overwritten."""
    progress = read_progress(app.settings.lessons)
    if progress.get(name) not in (DONE, value):
        progress[name] = value
        app.settings.lessons = write_progress(progress)
        app.keep_settings()


def save_step(app: Host, lesson: Lesson, step: int) -> None:
    """Save the next step of a lesson. After the last step, the lesson's game becomes the default for a new
    game."""
    finished = step == len(lesson.steps)
    if finished and app.settings.game != lesson.ruleset_id:
        app.settings.game = lesson.ruleset_id
        app.keep_settings()
    save_progress(app, lesson_id(lesson), DONE if finished else str(step))


def lesson_id(lesson: Lesson) -> str:
    """Return the id of a lesson, unique among all lessons and puzzles."""
    return f"{lesson.ruleset_id}.{lesson.name}"
