"""Each expansion can be deleted with its data: the rest of the game starts, plays and passes its tests."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from game.games.hansa_teutonica import expansions

ROOT = Path(__file__).resolve().parents[3]
HERE = Path("tests/games/hansa_teutonica")
RULES_TESTS = Path("tests/engine/hansa_teutonica")
EXPANSIONS = Path("game/games/hansa_teutonica/expansions")
DATA = Path("assets/games/hansa_teutonica/expansions")

CHOSEN_BY = {
    "britannia": ("board", "britannia"),
    "east": ("board", "east"),
    "favour": ("favour", "on"),
    "missions": ("missions", "on"),
    "neutral": ("two_players", "neutral-it"),
    "pawn": ("two_players", "pawn"),
    "promo": ("promos", "on"),
}
"""By expansion, the option and the value that choose it."""

TESTS = {
    "britannia": "test_ht_britannia_board.py",
    "east": "test_ht_east_board.py",
    "favour": "test_ht_favour.py",
    "missions": "test_ht_missions.py",
    "neutral": "test_ht_neutral.py",
    "pawn": "test_ht_pawn.py",
    "promo": "test_ht_promo.py",
}
"""By expansion, test modules of it, which are left out."""

TOGETHER = {
    "east": ("another_board", "green_town"),
    "favour": ("no_favour_is_bought",),
    "neutral": ("neutral", "brings_its_tribute"),
    "pawn": ("pawn", "N1"),
}
"""By expansion, parts of the names of other tests that use it."""


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A copy of the game and of its tests, compiled once for all."""
    root = tmp_path_factory.mktemp("deleted")
    shutil.copytree(ROOT / "game", root / "game")
    for name in ("tests/__init__.py", "tests/engine/__init__.py", "pyproject.toml"):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, root / name)
    shutil.copytree(ROOT / RULES_TESTS, root / RULES_TESTS)
    shutil.copytree(ROOT / HERE, root / HERE)
    shutil.copytree(ROOT / "assets", root / "assets")
    yield root
    shutil.rmtree(root)


def test_every_expansion_is_deleted_once() -> None:
    names = {name.rpartition(".")[0].rpartition(".")[2] for name in expansions.modules("rules")}
    assert names == CHOSEN_BY.keys() == TESTS.keys(), "add the expansion to CHOSEN_BY and TESTS"


@pytest.mark.parametrize("name", CHOSEN_BY)
def test_the_rest_of_the_game_does_without_an_expansion(copy: Path, name: str) -> None:
    others = [str(RULES_TESTS / TESTS[other]) for other in TESTS if other != name]
    left_out = " and ".join(f"not {part}" for part in ("keep_every_promise", *TOGETHER.get(name, ())))
    command = [sys.executable, str(HERE / "without_expansion.py"), *CHOSEN_BY[name], "-k", left_out, *others]
    moved = [folder / name for folder in (EXPANSIONS, DATA) if (copy / folder / name).exists()]
    aside = copy / "aside"
    for folder in moved:
        (aside / folder).parent.mkdir(parents=True, exist_ok=True)
        (copy / folder).rename(aside / folder)
    try:
        environment = {**os.environ, "PYTHONPATH": str(copy), "LC_ALL": "en_GB.UTF-8"}
        done = subprocess.run(command, cwd=copy, env=environment, capture_output=True, text=True, check=False)
    finally:
        for folder in moved:
            (aside / folder).rename(copy / folder)
    assert not done.returncode, (done.stdout + done.stderr)[-4000:]
