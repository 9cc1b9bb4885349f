"""A game is one package: a third game of one module is found and played, and nothing else knows it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from itertools import chain
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
THIRD = Path(__file__).parent / "third"
RULES = THIRD / "ring_road/rules.py"
MOST = 200
"""Maximum number of lines of the rules of a small game."""

LOOPS = {
    "rules": "tests/engine/test_core.py tests/engine/test_fuzz.py tests/engine/test_broken_input.py",
    "match": "tests/match/test_match.py tests/match/test_waiting.py tests/match/test_guide.py",
    "table": "tests/client/test_table.py tests/client/test_link.py tests/client/test_first_game.py "
    "tests/client/test_guide_card.py tests/client/test_guide_suggestions.py "
    "tests/client/test_guide_warning.py tests/client/test_guide_texts.py",
    "rooms": "tests/rooms/test_room_games.py tests/rooms/test_room_secrets.py",
    "bots": "tests/bots/test_confidence.py tests/bots/test_puzzles.py tests/client/test_computers.py",
}
"""A sample of the tests that loop over all games."""


def run(*arguments: str, cwd: Path = ROOT, games: str = "") -> subprocess.CompletedProcess[str]:
    """Run Python in a separate process, with further games in these directories."""
    environment = {**os.environ, "KONTOR_GAMES": games}
    return subprocess.run(
        [sys.executable, *arguments], cwd=cwd, env=environment, capture_output=True, text=True
    )


def pytest_says(*arguments: str) -> str:
    """Run tests that know the third game; return what pytest says."""
    done = run(
        "-m", "pytest", "-q", "-rps", "-p", "no:cacheprovider", "-p", "no:xdist", *arguments, games=str(THIRD)
    )
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
    return done.stdout


def test_the_rules_of_a_small_game_fit_into_one_module_that_nothing_else_names() -> None:
    assert sorted(path.name for path in RULES.parent.glob("*.*")) == ["__init__.py", "rules.py"]
    assert len(RULES.read_text(encoding="utf-8").splitlines()) <= MOST
    named = re.compile(r"ring[-_ ]road", re.IGNORECASE)
    for folder in ("game", "tools", "assets", "web"):
        for path in (ROOT / folder).rglob("*"):
            if path.suffix in (".py", ".json", ".js", ".html"):
                assert not named.search(path.read_text(encoding="utf-8")), path.relative_to(ROOT)


def test_it_is_played_by_hand_by_computers_and_from_records() -> None:
    assert " passed" in pytest_says("tests/games/ring_road_tests.py")


def test_tests_that_loop_over_games_pass_for_it_or_name_the_part_it_lacks() -> None:
    modules = {area: names.split() for area, names in LOOPS.items()}
    said = pytest_says(*chain(*modules.values()), "-k", "ring-road")
    passed = re.findall(r"^PASSED (.*?)::", said, re.MULTILINE)
    for area, names in modules.items():
        assert sum(name in names for name in passed) >= 3, area
    for reason in re.findall(r"^SKIPPED .*?:\d+: (.*)$", said, re.MULTILINE):
        assert reason.startswith("ring-road has no "), reason


def test_a_copy_of_the_tree_plays_it_once_its_package_is_added(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "game", tmp_path / "game", ignore=shutil.ignore_patterns("__pycache__", "*.so"))
    (tmp_path / "assets").symlink_to(ROOT / "assets")
    shutil.copytree(THIRD / "ring_road", tmp_path / "game/games/ring_road")
    program = """
from random import Random
from game import engine
from game.bots import choose
from game.match import Match, PlayerInfo
rules = engine.ruleset(engine.rulesets()[-1])
match = Match.start("new", rules, [PlayerInfo("Anna", "red"), PlayerInfo("Ben", "blue")], {}, 7)
while match.state.actor is not None:
    match.play(choose(match.state, "medium", Random(1)).action)
print(rules.id, match.state.outcome.reason in rules.state.endings)
"""
    done = run("-c", program, cwd=tmp_path)
    assert done.stdout.split() == ["ring-road", "True"], done.stderr


@pytest.mark.parametrize(
    ("module", "said"),
    [
        ("", "expected GAME = Game(...) in its __init__ module"),
        ("import nowhere", "No module named 'nowhere'"),
    ],
)
def test_a_package_that_is_no_game_is_named(tmp_path: Path, module: str, said: str) -> None:
    (tmp_path / "broken_game").mkdir()
    (tmp_path / "broken_game/__init__.py").write_text(module, encoding="utf-8")
    done = run("-c", "import game.games", games=str(tmp_path))
    assert said in done.stderr and ("broken_game" in done.stderr)


def test_its_catalogue_can_lie_in_its_package(tmp_path: Path) -> None:
    shutil.copytree(THIRD / "ring_road", tmp_path / "ring_road")
    texts = '{"game.name": "Around the hub", "decision.turn": "{name}: your turn on the ring."}'
    (tmp_path / "ring_road/texts.en.json").write_text(texts, encoding="utf-8")
    program = """
from game.client.words.i18n import Translator
words = Translator("ring-road")
print(words("game.name"), words("decision.turn", name="Anna"), words("reason.route-not-full"), sep="|")
"""
    said = run("-c", program, games=str(tmp_path)).stdout.strip().splitlines()[-1]
    assert said == "Around the hub|Anna: your turn on the ring.|Route not full"
