"""Computers use a marker added according to docs/developing/adding-a-rule.md."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

RECIPE = {
    "board.py": """
TAKE_TRADER = len(MARKERS)
MARKERS += ("take_trader",)
INSTANT_MARKERS += (TAKE_TRADER,)
MARKER_MIXES = {name: (*mix, 6) for name, mix in MARKER_MIXES.items()}
""",
    "markers.py": """
from game.games.hansa_teutonica.rules.board import TAKE_TRADER, TRADER
from game.games.hansa_teutonica.rules.codes import pile_at


def take_trader(s, events):
    pile = pile_at(s.active, TRADER)
    if s.stock[pile]:
        s.stock[pile] -= 1
        s.supply[pile] += 1
        events.append(Event("income", s.active, "trader", f"stock.{s.active}", f"supply.{s.active}"))


EFFECTS = {**EFFECTS, TAKE_TRADER: take_trader}
""",
}
"""The recipe's additions to modules of the engine."""

GAME = """
import json
from random import Random

from game.bots import answer
from game.worker_messages import request
from game.engine import ruleset

used, rng = 0, Random(4)
for level, turns in (("easy", 40), ("medium", 30), ("hard", 15)):
    state = ruleset("hansa-teutonica").new_game(seats=3, seed=5)
    while state.actor is not None and state.turn_number < turns:
        work = {} if level == "easy" else {"work": 2}
        reply = json.loads(answer(request("choose", state, level=level, seed=rng.randrange(1000), **work)))
        assert "error" not in reply, reply["error"]
        for text in reply["plan"][: reply["firm"]]:
            action = state.parse_action(text)
            if action not in state.legal_actions():
                break
            used += text == "use take_trader"
            state.apply(action)
        state.check()
    assert state.ruleset.parse_position(state.position()).position() == state.position()
print(used)
"""


def test_computers_play_with_a_marker_added_by_the_recipe(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "game", tmp_path / "game", ignore=shutil.ignore_patterns("__pycache__", "client"))
    shutil.copytree(ROOT / "assets/games", tmp_path / "assets/games")
    for module, addition in RECIPE.items():
        with (tmp_path / "game/games/hansa_teutonica/rules" / module).open("a", encoding="utf-8") as file:
            file.write(addition)
    words, environment = [sys.executable, "-c", GAME], {**os.environ, "PYTHONPATH": str(tmp_path)}
    done = subprocess.run(words, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert not done.returncode, done.stderr
    assert int(done.stdout) > 0, "they use it"
