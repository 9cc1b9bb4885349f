"""Compiled by `./build.sh fast`, the engine plays games identical to those of the Python source.

Everything is translated to C, which takes some seconds, but only the engine and *Hansa* are compiled here, at
the lowest optimisation level, to save time. `./build.sh bench fast` compares games of the compiled players.
"""

from __future__ import annotations

import doctest
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tools.native import constants
from tools.native.__main__ import COMMANDS
from tools.native.build import Wish, assemble, compiled, copy_sources, environment, sources, translated
from tools.native.modules import LIBRARIES, libraries

ROOT = Path(__file__).resolve().parents[2]
RECORDS = sorted(Path(ROOT, "tests/engine/records").glob("hansa-[234].txt"))

REPLAY = """
import pickle
import sys
from pathlib import Path
from game.games.hansa.rules import turn
from game.engine.record import read

print(turn.__file__, file=sys.stderr)
for path in sys.argv[1:]:
    record = read(Path(path).read_text(encoding="utf-8"))
    state = record.new_game()
    for action in record.actions:
        print(state.decision, *state.legal_actions(), *state.copy().apply(action), sep="\\n  ")
        state.apply(action)
        print(pickle.loads(pickle.dumps(state)).position())
    print(state.outcome)
"""


def replayed(environment: dict[str, str]) -> tuple[str, str]:
    """Return the results of replayed records, and the file of the module that replayed them."""
    command = [sys.executable, "-c", REPLAY, *map(str, RECORDS)]
    run = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return run.stdout, run.stderr.strip()


@pytest.mark.skipif(not shutil.which("gcc"), reason="needs a C compiler")
def test_the_compiled_engine_plays_the_recorded_games_like_the_plain_one() -> None:
    wish = Wish(("kontor_engine", "kontor_hansa_rules"), "0")
    folder = compiled(ROOT, lambda doing, done, of: None, wish)
    plain, by_python = replayed({**os.environ, "PYTHONPATH": str(ROOT)})
    fast, by_machine = replayed(environment(folder, ROOT))
    assert RECORDS and len(plain.splitlines()) > 1000
    assert by_python.endswith(".py") and by_machine.endswith(".so")
    assert fast == plain


def test_all_that_is_compiled_can_be_translated(tmp_path: Path) -> None:
    copy_sources(ROOT, tmp_path)
    extensions = translated(tmp_path, Wish(), lambda doing, done, of: None)
    names = {extension.name for extension in extensions}
    assert {f"{library}__mypyc" for library in LIBRARIES} <= names


def test_two_checkouts_with_the_same_sources_may_put_the_snapshot_together_at_once(tmp_path: Path) -> None:
    workshop, folder = tmp_path / "workshop", tmp_path / "snapshot"
    copy_sources(ROOT, workshop)
    assemble(workshop, [], folder)
    before = folder.stat().st_ino
    assemble(workshop, [], folder)
    assert folder.stat().st_ino == before
    assert (folder / "game/bots/search.py").exists() and sorted(tmp_path.iterdir()) == [folder, workshop]


BENCH = """
import tests.bench.bots, tests.bench.engine
from tests.bench.__main__ import main

tests.bench.bots.main = tests.bench.engine.main = lambda: None
main([])
"""


def test_the_bench_of_the_compiled_engine_needs_nothing_that_is_not_compiled(tmp_path: Path) -> None:
    copy_sources(ROOT, tmp_path)
    command = [sys.executable, "-c", BENCH]
    run = subprocess.run(command, env=environment(tmp_path, ROOT), capture_output=True, text=True)
    assert run.stdout.split() == ["==", "engine", "==", "bots"], run.stderr


def test_constants_are_declared_so_for_the_compiler() -> None:
    assert doctest.testmod(constants) == (0, 2)


def test_every_folder_of_engine_and_players_has_a_library_and_weights_stay_data() -> None:
    found = libraries(ROOT)
    assert all(found[name] for name in LIBRARIES)
    hot = {"game/engine/core.py", "game/games/hansa/rules/turn.py", "game/bots/search.py"}
    modules = {path for paths in found.values() for path in paths}
    assert hot <= modules and not any(path.endswith("weights.py") for path in modules)
    weights = {path.as_posix() for path in sources(ROOT) if path.suffix == ".txt"}
    assert weights >= {"assets/games/hansa/bots/weights.txt", "tools/baselines/hansa_reference.txt"}


def test_every_command_starts_with_the_sources_that_are_copied_for_the_compiler(tmp_path: Path) -> None:
    copy_sources(ROOT, tmp_path)
    packages = [name for name in COMMANDS.values() if (ROOT / name.replace(".", "/")).is_dir()]
    commands = "\n".join([*(f"import {name}.__main__" for name in packages), "import tools.openings"])
    run = subprocess.run(
        [sys.executable, "-c", commands], env=environment(tmp_path, ROOT), capture_output=True, text=True
    )
    assert packages and not run.stderr
