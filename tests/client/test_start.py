"""The command line and the start of the client."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.client import preload, start
from game.client.app import routes
from game.client.app.app import App
from game.client.words.i18n import LANGUAGES, catalogue
from game.command.play import given
from game.platform import supervisor
from game.platform.desktop.platform import Desktop
from tests.client.conftest import Screen, new_match

LATIN_1 = 255
"""The last character of Latin-1."""


@pytest.fixture
def machine(tmp_path: Path) -> Screen:
    """A platform whose user closes the window as soon as the program waits."""
    return Screen(tmp_path)


def run(machine: Screen, *argv: str) -> dict[str, Any]:
    """Run the program until it first waits. Return its report about itself."""
    told: dict[str, Any] = {}
    reports: list[Callable[[], str]] = []

    async def run_it() -> None:
        task = asyncio.ensure_future(start.main(machine, *given(argv, machine)))

        async def waits(timeout: float | None = None, *, idle: bool = False) -> None:
            told.update(json.loads(reports[-1]()))
            task.cancel()
            await asyncio.sleep(0)

        def set_report(report: Callable[[], str]) -> None:
            reports.append(report)

        machine.set_report = set_report  # type: ignore[method-assign]
        machine.input = machine.frame = waits  # type: ignore[method-assign]
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(run_it())
    return told


def test_it_starts_and_waits(machine: Screen) -> None:
    assert run(machine)["scene"] == "title"


def test_a_record_given_by_name_is_shown(machine: Screen, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text(new_match("hansa", 2).text(), encoding="utf-8")
    told = run(machine, str(path))
    assert told["scene"] == "arrival"


def test_a_file_that_is_not_there_is_named(machine: Screen, tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match=r"no such file: .*nowhere\.txt"):
        given([str(tmp_path / "nowhere.txt")], machine)


def test_a_file_that_is_no_text_is_named(machine: Screen, tmp_path: Path) -> None:
    path = tmp_path / "picture.png"
    path.write_bytes(b"\x89PNG\xff\xfe")
    with pytest.raises(SystemExit, match=r"not a text file: .*picture\.png"):
        given([str(path)], machine)


def test_help_says_what_can_be_given(machine: Screen, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        given(["--help"], machine)
    assert not left.value.code and "[FILE | --room LINK]" in capsys.readouterr().out


def test_an_unknown_switch_is_refused(machine: Screen, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        given(["game.txt", "--colour-blind"], machine)
    assert left.value.code == 2 and "--colour-blind" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("kept", "system", "said"),
    [
        ("", "de_AT.UTF-8", "Diese Datei gibt es nicht"),
        ("", "fr_FR.UTF-8", "there is no such file"),
        ("it", "de_AT.UTF-8", "questo file non esiste"),
        ("pt", "", "este ficheiro não existe"),
    ],
)
def test_the_command_line_speaks_the_language_of_the_settings_or_of_the_system(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kept: str, system: str, said: str
) -> None:
    """The window that it opens has that language as well."""
    for variable, value in {"LC_ALL": "", "LC_MESSAGES": "", "LANG": system}.items():
        monkeypatch.setenv(variable, value)
    desktop = Desktop(tmp_path)
    desktop.write("settings", f'{{"language": "{kept}"}}')
    with pytest.raises(SystemExit, match=said):
        given([str(tmp_path / "nowhere.txt")], desktop)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_command_line_says_can_be_written_on_any_terminal(language: str) -> None:
    """The letters of its language, but no curly quotes or dashes, which an old terminal would replace."""
    for entry in catalogue("command", language).values():
        assert isinstance(entry, str)
        assert not [sign for sign in entry if not sign.isalpha() and ord(sign) > LATIN_1]


def in_a_new_interpreter(program: str) -> str:
    """Return the last line of the program's output, in a new interpreter without imports of the tests."""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return done.stdout.splitlines()[-1]


def test_the_title_imports_only_what_it_needs_and_then_the_rest_in_small_steps() -> None:
    program = """
import marshal
import sys
from functools import cache
from itertools import chain
from pathlib import Path
import pygame
from game.client import start
from game.client.app.routes import Route

@cache
def size(file):  # of the compiled module; the web app has no docstrings either
    return len(marshal.dumps(compile(Path(file).read_bytes(), "", "exec", optimize=2)))

def imported():
    modules = {name: module for name, module in sys.modules.items() if name.startswith("game.")}
    return {name: size(module.__file__) for name, module in modules.items()}

import game.client.pages.title
title = imported()
from game.client import preload, views
steps, before = [], imported()
pygame.font.init()
pygame.display.set_mode((64, 64))
for _ in chain(preload.scenes(), views.prepare()):
    steps.append(sum(imported().values()) - sum(before.values()))
    before = imported()
scenes = [f"game.client.{route.scene.partition(':')[0]}" for route in Route.__subclasses__()]
assert scenes and all(module in sys.modules for module in scenes)
print(sum(title.values()), max(steps), [name for name in title if name.startswith("game.client.table")])
"""
    title, longest, table = in_a_new_interpreter(program).split(maxsplit=2)
    assert int(title) < 530_000 and int(longest) < 124_000 and table == "[]"


def test_the_first_table_is_prepared_while_the_title_waits() -> None:
    program = """
import sys
import pygame
from game import engine
from game.client import views
from game.match import PlayerInfo
pygame.font.init()
pygame.display.set_mode((64, 64))
steps = sum(1 for _ in views.prepare())
before = set(sys.modules)
players = [PlayerInfo("Anna", "red"), PlayerInfo("Ben", "blue"), PlayerInfo("Eve", "green")]
boards = [views.make_view(engine.ruleset(game), players).picture.ready for game in engine.rulesets()]
print(steps, all(boards), sorted(set(sys.modules) - before))
"""
    steps, boards, left = in_a_new_interpreter(program).split(maxsplit=2)
    assert int(steps) > 15 and boards == "True" and left == "[]"


def test_a_new_scene_is_drawn_on_the_frame_after_its_opening(open_app: Callable[..., App]) -> None:
    app = open_app()
    app.home(routes.Title())
    app.step()
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_TAB, mod=0, unicode=""))
    app.step()
    title = pygame.image.tobytes(app.surface, "RGB")
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0, unicode=""))
    app.step()
    assert app.scene.name != "title" and pygame.image.tobytes(app.surface, "RGB") == title
    app.step()
    assert pygame.image.tobytes(app.surface, "RGB") != title


def test_a_preparation_that_fails_is_reported_and_done_again(
    machine: Screen, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is a background task: nothing else would tell that later scenes start slowly."""
    attempts: list[bool] = []

    def prepare() -> Iterator[None]:
        attempts.append(True)
        yield
        if len(attempts) == 1:
            raise ZeroDivisionError("once")

    reports: list[Callable[[], str]] = []

    async def waits(timeout: float | None = None, *, idle: bool = False) -> None:
        if json.loads(reports[-1]())["prepared"]:
            pygame.event.post(pygame.event.Event(pygame.QUIT))
        await asyncio.sleep(0)

    monkeypatch.setattr(supervisor, "FIRST_DELAY", 0.0)
    monkeypatch.setattr(preload, "prepare", prepare)
    machine.set_report = reports.append  # type: ignore[assignment, method-assign]
    machine.input = machine.frame = waits  # type: ignore[method-assign]
    asyncio.run(asyncio.wait_for(start.main(machine), 60))
    assert len(attempts) == 2 and "ZeroDivisionError: once" in capsys.readouterr().err


def test_what_a_snapshot_prepares_spares_the_next_start_its_work() -> None:
    """The images of boards are in the window's format then, and no typeface is left open."""
    program = """
from importlib import import_module
import pygame
from game.client import preload, views
preload.import_module = lambda name: "browser" in name or name.endswith("page_worker") or import_module(name)
preload.everything(640, 360, "light", "de")
early = pygame.font.get_init(), pygame.display.get_init()
from game import engine
from game.client.draw import svg, theme
from game.client.words.i18n import Translator
from game.match import PlayerInfo
drawn = []
svg.raster = drawn.append
pygame.font.init()
pygame.display.set_mode((64, 64))
masks = pygame.display.get_surface().get_masks()
steps = sum(1 for _ in views.prepare())
players = [PlayerInfo("Anna", "red"), PlayerInfo("Ben", "blue"), PlayerInfo("Eve", "green")]
pictures = [views.make_view(engine.ruleset(game), players).picture for game in engine.rulesets()]
formats = {tile.get_masks() == masks for one in pictures for tile in one._small.tiles.values()}
print(*early, theme.ui.name, Translator.language, drawn, all(one.small_width for one in pictures), formats)
"""
    assert in_a_new_interpreter(program) == "False False light de [] True {True}"
