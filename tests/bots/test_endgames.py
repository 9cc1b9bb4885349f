"""The tool that solves late positions by rollouts to the end of the game (`tools.endgames`)."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.levels import MEDIUM
from tests.bots.kit import THREAT
from tools import endgames
from tools.players import player
from tools.rows import append_row, read_rows

IDLE = ("income 3t", "displace trader kampen-osnabrueck.1", "income 2t1m", "end-turn")


def test_the_plan_that_prevents_the_end_wins_more_rollouts(monkeypatch: pytest.MonkeyPatch) -> None:
    state = endgames.parsed(THREAT)
    medium = endgames.whole(state, player(MEDIUM))
    plans = {endgames.after(state, plan): plan for plan in (IDLE, medium)}
    monkeypatch.setattr(endgames, "LOOKS", (4, 8))
    monkeypatch.setattr(endgames, "plans_of", lambda state, turns: plans)
    row = endgames.solved(THREAT, ())
    first, last = row["plans"]
    assert any(action.startswith("displace") and "groningen-emden" in action for action in first["plan"])
    assert last["plan"] == list(IDLE) and last["behind"] > 0.4
    assert endgames.decided(row) and endgames.finds(row, medium) and not endgames.finds(row, IDLE)


def test_a_game_is_finished_once_for_every_seat(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, results = tmp_path / "positions.jsonl", tmp_path / "results.jsonl"
    append_row(file, {"position": THREAT})
    for _ in range(2):  # the second time the stored results are printed
        endgames.main(["play", str(file), "quick", "quick", "--results", str(results)])
    rows = read_rows(results)
    assert [row["seat"] for row in rows] == [0, 1, 2]
    assert all(row["won"] in (0.0, 1.0) and row["turns"] >= 1 for row in rows)
    first, second = capsys.readouterr().out.splitlines()
    assert first == second and first.startswith("3 seats: ")
