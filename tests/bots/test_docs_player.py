"""The example player of docs/developing/writing-a-player.md plays as documented."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

from tools.arena.job import FORFEIT
from tools.arena.results import ResultStore
from tools.arena.standings import standings
from tools.arena.tournament import Tournament

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs/developing/writing-a-player.md").read_text(encoding="utf-8")


def test_the_twenty_lines_of_the_page_play_in_the_arena_by_its_command(tmp_path: Path) -> None:
    source = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)[0]
    command = re.findall(r"^\./build\.sh arena (.*hasty:Hasty.*)$", PAGE, re.MULTILINE)[0]
    assert len(source.splitlines()) <= 22
    (tmp_path / "hasty.py").write_text(source, encoding="utf-8")
    words = [sys.executable, "-m", "tools.arena", *shlex.split(command), "--results", "games.jsonl"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(words, cwd=tmp_path, env=environment, capture_output=True, text=True, check=True)
    assert "hasty:Hasty among taste, 3 players: 60 games" in done.stdout
    event = Tournament("hansa", (3,), ("hasty:Hasty", "taste"), {})
    with ResultStore(event, tmp_path / "games.jsonl") as results:
        (standing,) = standings(event, results.games)
    assert len(results.games) == 60 and not standing.ends[FORFEIT]
    assert standing.lines[0].share.low > 1 / 3, "it plays better than random"
