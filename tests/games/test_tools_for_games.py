"""The tools for a new game: one writes a package that plays, the other says what a game has and lacks."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from game.command.ending import CommandError
from tests.games.test_third_game import run
from tools.new_game import write

NAME = "salt-road"


def checked(directory: Path) -> tuple[int, str]:
    """Check the game in this directory. Return the exit status and what the check prints."""
    done = run("-m", "tools.check_game", NAME, games=str(directory))
    return done.returncode, done.stdout + done.stderr


def test_a_new_game_plays_and_has_all_its_texts_but_the_names_of_places(tmp_path: Path) -> None:
    package = write(NAME, tmp_path)
    assert sorted(path.name for path in package.iterdir()) == ["__init__.py", "rules.py", "texts.en.json"]
    status, said = checked(tmp_path)
    assert status == 0 and "nothing is wrong" in said, said
    assert "view          no: the plain view" in said
    missing = [line.strip() for line in said.splitlines() if line.startswith("    ")]
    assert all(key.partition(".")[0] == "town" for key in missing) and "never shown" not in said, said


def test_what_is_wrong_with_a_game_is_named(tmp_path: Path) -> None:
    package = write(NAME, tmp_path)
    rules, texts = package / "rules.py", package / "texts.en.json"
    source = rules.read_text(encoding="utf-8")
    rules.write_text(source.replace('@action("pass")', '@action("burn {town}", town=MAP.towns)').replace(
        "def skip(self)", "def skip(self, town: str)"), encoding="utf-8")  # fmt: skip
    texts.write_text(texts.read_text(encoding="utf-8").replace("score.towns", "score.town"), encoding="utf-8")
    status, said = checked(tmp_path)
    assert status == 1
    assert re.search(r"place (\w+) and burn \1 cannot be told apart by touch", said), said
    assert "    score.towns\n" in said and "never shown: action.pass, score.town" in said


def test_rules_that_depend_on_the_order_of_a_dictionary_are_named_with_the_event(tmp_path: Path) -> None:
    package = write(NAME, tmp_path)
    source = (package / "rules.py").read_text(encoding="utf-8")
    first = """        yield Event("first", target=f"town.{next(iter(self.placed), 'west')}")\n"""
    end = "        if self.turns =="
    (package / "rules.py").write_text(source.replace(end, first + end), encoding="utf-8")
    status, said = checked(tmp_path)
    assert status == 1 and "what is revealed gets Event(kind='first'" in said, said


@pytest.mark.parametrize(
    ("name", "said"),
    [("Salt Road", "expected small letters"), ("hansa", "there is a game 'hansa' already")],
)
def test_a_name_that_cannot_be_used_is_refused(tmp_path: Path, name: str, said: str) -> None:
    with pytest.raises(CommandError, match=said):
        write(name, tmp_path)
    assert not list(tmp_path.iterdir())


def test_a_game_that_is_not_found_is_named_with_those_that_are(tmp_path: Path) -> None:
    status, said = checked(tmp_path)
    assert status == 1 and "there is no game 'salt-road' among hansa-teutonica, hansa" in said


def test_tests_with_a_loop_over_games_hold_for_a_short_game_in_one_language(tmp_path: Path) -> None:
    """Some loop inside, and would not be selected by the name of the game."""
    write(NAME, tmp_path)
    looping = (
        "tests/client/test_new_game.py::test_the_games_stand_side_by_side_with_pictures_of_their_boards",
        "tests/client/test_i18n.py",
        "tests/client/test_lessons.py::test_after_the_last_lesson_the_first_game_is_one_touch_away",
        "tests/match/test_clock.py",
        "tests/match/test_waiting.py",
        "tests/match/test_lesson.py::test_there_are_seventeen_lessons_on_one_game_and_seven_on_the_other",
    )
    done = run(
        "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", *looping, games=str(tmp_path)
    )
    assert done.returncode == 0, done.stdout[-4000:]


def test_the_readme_of_the_desktop_bundle_names_a_game_without_texts(tmp_path: Path) -> None:
    (write(NAME, tmp_path) / "texts.en.json").unlink()
    done = run("-c", "from web.release.desktop import readme; print(readme())", games=str(tmp_path))
    assert "Hansa Teutonica · Hansa · Salt road" in done.stdout, done.stderr
