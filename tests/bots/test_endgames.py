"""The tool that solves late positions by rollouts to the end of the game (`tools.endgames`), and the solved
ones (endgames.jsonl.xz). The test checks those that are marked as a sample.

`python -m tools.endgames measure tests/bots/endgames.jsonl.xz hard` prints what a player finds in all.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from game.levels import HARD, MEDIUM
from tests.bots.kit import THREAT
from tools import endgames
from tools.players import player
from tools.rows import append_row, read_rows

SOLVED = read_rows(Path(__file__).with_name("endgames.jsonl.xz"))
IDLE = ("income 3t", "displace trader kampen-osnabrueck.1", "income 2t1m", "end-turn")


def test_the_plan_that_prevents_the_end_wins_more_rollouts(monkeypatch: pytest.MonkeyPatch) -> None:
    state = endgames.parsed(THREAT)
    medium = endgames.whole(state, player(MEDIUM))
    plans = {endgames.after(state, plan): plan for plan in (IDLE, medium)}
    monkeypatch.setattr(endgames, "ROLLOUTS", 10)
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


def test_hard_finds_the_best_plan_of_late_positions() -> None:
    sample = [row for row in SOLVED if row.get("sample")]
    assert len(sample) >= 3 and all(map(endgames.decided, sample))
    for row in sample:
        turn = endgames.whole(endgames.parsed(row["position"]), player(HARD))
        assert any(list(turn) == known["plan"] for known in row["plans"]), "its plan has been rolled out"
        assert endgames.finds(row, turn), row["position"]


def test_every_solved_position_has_200_rollouts_of_its_best_plan_or_a_clear_one() -> None:
    most = endgames.ROLLOUTS
    for row in SOLVED:
        best, *others = row["plans"]
        clear = all(not endgames.as_good(one["behind"], one["error"]) for one in others)
        assert best["behind"] == 0 and (best["rollouts"] == most or clear), row["position"]
        assert all(one["rollouts"] <= best["rollouts"] for one in others)
