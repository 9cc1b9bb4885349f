"""Training by self-play finds winning weights, can be interrupted, and does not depend on the number of
processes."""

from __future__ import annotations

import json
import shutil
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from game.bots.choice import Choice
from game.bots.weights import parsed
from game.command.ending import CommandError
from game.engine import Action, State
from game.games.hansa_teutonica.bots.weights import CLOCK, TABLES
from tools.arena.entries import parse_entry
from tools.arena.interval import wilson
from tools.arena.job import Contestant, Job, play
from tools.tune import adopt
from tools.tune.__main__ import main
from tools.tune.evolution import Setting
from tools.tune.progress import TuningState

ROOT = Path(__file__).resolve().parents[2]
ME = f"{__name__}:Taster"


class Taster:
    """Plays *Hansa* by a preference for each kind of action: a simple model that is trained fast."""

    name = "taster"

    def __init__(self, likings: Mapping[str, float] | None = None) -> None:
        self.likings = likings

    def weights(self, ruleset: str, seats: int, options: Mapping[str, str]) -> Mapping[str, float]:
        return {"buy": -1.0, "place": 0.5, "sell": -1.0, "end": 1.0}

    def with_weights(self, weights: Mapping[str, float]) -> Taster:
        return Taster(weights)

    def choose(
        self, state: State, rng: Random, *, work: int | None = None, seconds: float | None = None
    ) -> Choice:
        likings = self.likings or self.weights("hansa", 2, {})

        def liking(action: Action) -> float:
            return likings.get(action.text.split()[0].split("-")[0], 0.0) + 3 * rng.random()

        return Choice((max(state.legal_actions(), key=liking),))


def words(tmp_path: Path, *more: str, name: str = "state.json", processes: int = 1) -> list[str]:
    return [
        *("hansa", "--seats", "2,3", "--player", ME, "--state", str(tmp_path / name)),
        *("--out", str(tmp_path / "weights.json"), "--processes", str(processes)),
        *("--pairs", "12", "--spread", "0.8", "--step", "0.3", "--check-every", "4", "--check-games", "12"),
        *more,
    ]


def kept(tmp_path: Path, name: str = "state.json") -> dict[str, Any]:
    """Return the state file without anything that depends on the machine and the command."""
    data = json.loads((tmp_path / name).read_text())
    return {key: value for key, value in data.items() if key not in ("seconds", "runs")}


def test_weights_learnt_by_self_play_win_against_those_of_the_start(tmp_path: Path) -> None:
    assert main(words(tmp_path, "--games", "400")) == 0
    learnt, old = parse_entry(f"{ME}+{tmp_path / 'weights.json'}"), Contestant(ME)
    shares = []
    for seed in range(60):
        seat = seed % 2
        game = play(Job("hansa", 1000 + seed, (learnt, old) if seat == 0 else (old, learnt)))
        shares.append(game.shares[seat])
    assert wilson(sum(shares), len(shares)).low > 0.5


def test_learning_in_parts_and_on_more_processes_gives_the_same_weights(tmp_path: Path) -> None:
    assert main(words(tmp_path, "--games", "72", name="whole.json")) == 0
    assert main(words(tmp_path, "--games", "24", name="parts.json")) == 0
    first = kept(tmp_path, "parts.json")
    assert main(words(tmp_path, "--games", "72", name="parts.json", processes=2)) == 0
    parts, whole = kept(tmp_path, "parts.json"), kept(tmp_path, "whole.json")
    assert (first["games"], parts["games"]) == (24, 72)
    assert parts["weights"] == whole["weights"] != first["weights"]
    assert len(json.loads((tmp_path / "parts.json").read_text())["runs"]) == 2


def test_ctrl_c_leaves_a_state_that_goes_on(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tools.tune", *words(tmp_path, "--games", "100000", processes=2)]
    with subprocess.Popen(
        command, cwd=ROOT, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as running:
        assert running.stdout is not None
        assert "generation 1" in running.stdout.readline()
        running.send_signal(signal.SIGINT)
        _, said = running.communicate(timeout=60)
    assert running.returncode == 130 and "resumes" in said and "Traceback" not in said
    games = kept(tmp_path)["games"]
    assert games >= 24
    assert main(words(tmp_path, "--games", str(games + 1))) == 0
    assert kept(tmp_path)["games"] == games + 24


def test_a_state_of_something_else_is_refused_and_left_as_it_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words(tmp_path, "--games", "24")) == 0
    before = (tmp_path / "state.json").read_text()
    other = words(tmp_path, "--option", "stall_guard=on")
    assert main(other) == 2
    assert "learns something else" in capsys.readouterr().err
    (tmp_path / "broken.json").write_text("{")
    assert main(words(tmp_path, name="broken.json")) == 2
    assert "broken.json" in capsys.readouterr().err
    assert (tmp_path / "state.json").read_text() == before


@pytest.mark.parametrize("player", ["taste", "greedy+nowhere.json", "hard@much", "nobody"])
def test_a_player_that_cannot_learn_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], player: str
) -> None:
    given = words(tmp_path)
    given[given.index(ME)] = player
    assert main(given) == 2
    assert player.split("+")[-1] in capsys.readouterr().err


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_learning_starts_from_the_weights_of_that_kind_of_game(seats: int) -> None:
    """With two seats an option decides which kind it is; missing options have default values."""
    start = TuningState.begin(Setting("hansa-teutonica", (seats,), {}, "quick"), {}, 1)
    assert start.weights == {**CLOCK, **TABLES["2-pawn" if seats == 2 else str(seats)]}


def test_one_change_is_learnt_to_the_weights_of_each_player_count() -> None:
    setting = Setting("hansa-teutonica", (3, 4), {"board": "east"}, "quick", change=True)
    begun = TuningState.begin(setting, {}, 1)
    assert set(begun.weights.values()) == {0.0} and "control.visby" in begun.weights
    changed = {**begun.weights, "office": 0.5}
    for seats in (3, 4):
        entry = setting.job(1, [changed] * seats).players[0]
        before = TABLES.get(f"{seats}-east", TABLES[str(seats)])
        assert dict(entry.weights)["office"] == before["office"] + 0.5


def adoptable(tmp_path: Path, **changes: object) -> str:
    """Write weights as `tools.tune --out` does, and a copy of the game's table. Return the file's name."""
    table = tmp_path / "assets/games/hansa/bots/weights.txt"
    table.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(ROOT / "assets/games/hansa/bots/weights.txt", table)
    data: dict[str, object] = {"ruleset": "hansa", "seats": [3], "options": {}, "player": "greedy"}
    data |= {"work": None, "change": False}
    (tmp_path / "trained.json").write_text(json.dumps(data | changes))
    return str(tmp_path / "trained.json")


def test_trained_weights_are_adopted_into_the_table_of_their_kind_of_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    name = adoptable(tmp_path, weights={"early.goods": 1.234567, "late.closing": 0.5, "new.row": 3.0})
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "assets/games/hansa/bots/weights.txt"
    before = parsed(path.read_text(encoding="utf-8"), path.name)
    assert adopt.main([name]) == 0
    after = parsed(path.read_text(encoding="utf-8"), path.name)
    trained = {"early.goods": 1.2346, "late.closing": 0.5, "new.row": 3.0}
    assert (
        after["3"] == {**before["3"], **trained} and after["2"] == before["2"] and after["4"] == before["4"]
    )
    assert "weights.txt, 3: 3 of " in capsys.readouterr().out


def test_a_trained_change_is_added_to_the_weights_of_each_player_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = adoptable(tmp_path, seats=[2, 3], change=True, weights={"early.goods": 0.25})
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "assets/games/hansa/bots/weights.txt"
    before = parsed(path.read_text(encoding="utf-8"), path.name)
    assert adopt.main([name]) == 0
    after = parsed(path.read_text(encoding="utf-8"), path.name)
    for kind, more in (("2", 0.25), ("3", 0.25), ("4", 0.0)):
        assert after[kind]["early.goods"] == pytest.approx(before[kind]["early.goods"] + more, rel=1e-4)


@pytest.mark.parametrize(
    ("changes", "more", "message"),
    [
        ({"ruleset": "chess", "weights": {}}, (), "unknown ruleset 'chess'"),
        ({"weights": {"early.goods": "much"}}, (), "a JSON object of weights expected"),
        ({}, (), "a JSON object of weights expected"),
        ({"weights": {}}, ("--table", "bots/nowhere.txt"), "--table: no file bots/nowhere.txt"),
    ],
)
def test_weights_that_cannot_be_adopted_leave_the_table_as_it_is(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    changes: dict[str, object],
    more: Sequence[str],
    message: str,
) -> None:
    name = adoptable(tmp_path, **changes)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(CommandError, match=message):
        adopt.main([name, *more])
    table = "assets/games/hansa/bots/weights.txt"
    assert (tmp_path / table).read_bytes() == (ROOT / table).read_bytes()
