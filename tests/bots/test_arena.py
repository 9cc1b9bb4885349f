"""A tournament's results do not depend on the workers that play its games, or on interruptions."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Mapping
from io import StringIO
from pathlib import Path
from random import Random

import pytest
from rich.console import Console

from game.bots.choice import Choice
from game.bots.search import Search, Variation
from game.bots.steps import Steps
from game.bots.thinkers import GreedyPlayer
from game.engine import ParseError, State
from game.engine.record import read, replay
from tools.arena.__main__ import main, run
from tools.arena.entries import parse_entry
from tools.arena.interval import wilson
from tools.arena.job import GameResult
from tools.arena.rating import ratings
from tools.arena.report import report
from tools.arena.results import ResultStore
from tools.arena.standings import quantile, standings
from tools.arena.tournament import ALONE, ROUND_ROBIN, Tournament
from tools.arena.workers import on_dask, on_processes

ROOT = Path(__file__).resolve().parents[2]
CONTRARY = f"{__name__}:Contrary"
CRASHES = f"{__name__}:Crasher"


class Contrary(GreedyPlayer):
    """A player that prefers bad plans: it looks as far ahead as a greedy player, and takes the worst it
    sees."""

    def __init__(self) -> None:
        super().__init__("contrary")

    def lines(
        self, search: Search, rng: Random, work: int | None, seconds: float | None
    ) -> Steps[list[Variation]]:
        return (yield from super().lines(search, rng, work, seconds))[::-1]


class Crasher:
    """A player that terminates its worker process."""

    name = "crasher"

    def choose(
        self, state: State, rng: Random, *, work: int | None = None, seconds: float | None = None
    ) -> Choice:
        os.kill(os.getpid(), signal.SIGKILL)
        raise AssertionError("still alive")


def tournament(
    *players: str,
    seats: tuple[int, ...] = (2, 3),
    schedule: str = "among",
    name: str = "hansa",
    **options: str,
) -> Tournament:
    return Tournament(name, seats, players, options, schedule)


def played(
    event: Tournament, games: int, processes: int = 2, path: Path | None = None
) -> dict[int, GameResult]:
    """Return the results without times."""
    with ResultStore(event, path) as results, on_processes(processes) as crew:
        run(results, games, crew, Console(quiet=True))
        return timeless(results.games)


def timeless(games: Mapping[int, GameResult]) -> dict[int, GameResult]:
    return {
        number: game._replace(turn_ms=((),) * len(game.ranks), call_ms=((),) * len(game.ranks), record="")
        for number, game in games.items()
    }


def test_a_player_that_prefers_bad_plans_loses() -> None:
    event = tournament(CONTRARY, "greedy", seats=(3,))
    games = played(event, 15)
    (standing,) = standings(event, games)
    bad, other = standing.lines
    assert bad.share.high < 1 / 3 < other.share.low
    assert bad.share.high + 2 * other.share.low == pytest.approx(1)
    found = ratings(event, games)
    assert found[CONTRARY].mu < found["greedy"].mu


def test_results_do_not_depend_on_how_many_play() -> None:
    event = tournament("taste", "random")
    assert played(event, 10, processes=1) == played(event, 10, processes=2)


@pytest.mark.parametrize("schedule", ["among", ROUND_ROBIN])
@pytest.mark.parametrize("count", [2, 3, 4])
def test_everybody_has_every_seat_alike_and_each_deal_once(schedule: str, count: int) -> None:
    players = ("taste", "random", "taste@1", "random@1")[:count]
    event = tournament(*players, seats=(2, 3), schedule=schedule)
    for index, cell in enumerate(event.cells):
        numbers = range(index, 6 * cell.seats * len(event.cells), len(event.cells))
        seats = Counter((seat, who) for n in numbers for seat, who in enumerate(event.seating(n)))
        for who, times in Counter(cell.players).items():
            assert {seats[seat, who] for seat in range(cell.seats)} == {6 * times}
        assert len({event.job(number).seed for number in numbers}) == 6


def test_a_round_robin_has_every_line_up() -> None:
    four = tournament(*"abcd", seats=(3,), schedule=ROUND_ROBIN)
    assert [cell.players for cell in four.cells] == [tuple(some) for some in ("abc", "abd", "acd", "bcd")]
    two = tournament(*"ab", seats=(3,), schedule=ROUND_ROBIN)
    assert [cell.players for cell in two.cells] == [tuple("aab"), tuple("abb")]


def test_what_is_interrupted_goes_on_and_counts_nothing_twice(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    event = tournament("taste", "random")
    played(event, 5, path=path)
    text = path.read_text()
    path.write_text(text[:-40])  # the machine stopped while writing the last line
    played(event, 5, path=path)
    everything = played(event, 12, path=path)
    assert everything == played(event, 12)
    numbers = [json.loads(line)["game"] for line in path.read_text().splitlines()[1:]]
    assert sorted(numbers) == list(range(24))


def test_results_of_another_tournament_are_refused_and_stay(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "results.jsonl"
    played(tournament("taste", "random", seats=(2,)), 2, path=path)
    before = path.read_text()
    words = ["hansa", "taste", "random", "--results", str(path), "--games", "2"]
    assert main([*words, "--seats", "3"]) == 2
    assert "line 1" in capsys.readouterr().err
    path.write_text(before + "{}\n")
    assert main([*words, "--seats", "2"]) == 2
    assert "line 4" in capsys.readouterr().err
    assert path.read_text() == before + "{}\n"


@pytest.mark.parametrize(
    "holds", [b"\x89PNG\r\n\x1a\n\xff\xfe", b"no line at all", b"[" * 100_000 + b"\n", None]
)
def test_a_file_that_cannot_hold_results_is_said_and_stays(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], holds: bytes | None
) -> None:
    path = tmp_path / "results.jsonl"
    if holds is None:
        path.mkdir()  # like a file that is not writable, also for an administrator
    else:
        path.write_bytes(holds)
    words = ["hansa", "taste", "random", "--seats", "2", "--games", "1", "--results", str(path)]
    assert main(words) == 2
    said = capsys.readouterr().err
    assert said.startswith("error: ") and str(path) in said and "Traceback" not in said
    assert path.is_dir() if holds is None else path.read_bytes() == holds


def test_a_folder_for_records_that_cannot_be_used_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place = tmp_path / "records"
    place.write_text("in the way")
    words = ["hansa", "taste", "random", "--seats", "2", "--games", "1", "--records", str(place)]
    assert main([*words, "--processes", "1"]) == 1
    assert "error: " in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["nobody", "taste", "--seats", "2"], "'nobody'"),
        (["taste", "--seats", "2"], "two players"),
        (["taste", "taste", "--seats", "2"], "named once"),
        (["taste", "random", "--seats", "7"], "2 to 4 players"),
        (["taste", "random", "--seats", "two"], "'two'"),
        (["taste", "random", "--seats", "2", "--option", "x=1"], "unknown option 'x'"),
        (["taste", "random", "--seats", "2", "--option", "x"], "NAME=VALUE"),
        (["greedy+no.json", "random", "--seats", "2"], "no.json"),
        (["taste+no.json", "random", "--seats", "2"], "'taste' takes no weights"),
    ],
)
def test_what_cannot_be_played_is_said(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["hansa", *words]) == 2
    assert said in capsys.readouterr().err


def test_ctrl_c_shows_what_there_is_and_the_same_command_goes_on(tmp_path: Path) -> None:
    words = ["hansa", "taste", "random", "--seats", "2", "--results", "r.jsonl", "--games"]
    command = [sys.executable, "-m", "tools.arena", *words]
    path = tmp_path / "r.jsonl"
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(
        [*command, "1000000"],
        cwd=tmp_path,
        env=environment,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as running:
        while not path.exists() or path.read_text().count("\n") < 9:
            assert running.poll() is None
            os.sched_yield()
        running.send_signal(signal.SIGINT)
        said, errors = running.communicate(timeout=60)
    assert running.returncode == 130 and "taste among random" in said and "Traceback" not in errors
    count = path.read_text().count("\n")
    more = [*command, str(count + 3)]
    done = subprocess.run(more, cwd=tmp_path, env=environment, capture_output=True, text=True, check=True)
    assert f"{count + 3} games" in done.stdout and path.read_text().count("\n") == count + 4


def test_a_worker_that_dies_is_said_and_what_was_played_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["hansa", CRASHES, "taste", "--seats", "2", "--games", "1", "--processes", "1"]) == 1
    assert "worker was lost" in capsys.readouterr().err


def test_records_are_kept_on_request(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["hansa", "taste", "random", "--seats", "2", "--games", "3", "--records", str(tmp_path / "r")]
    assert main(words) == 0
    assert "3 games" in capsys.readouterr().out
    for path in sorted((tmp_path / "r").iterdir()):
        record = read(path.read_text())
        assert sorted(record.tags[f"name.{seat}"] for seat in (0, 1)) == ["random", "taste"]
        assert replay(record).outcome is not None


def test_the_report_names_shares_points_times_ends_and_ratings() -> None:
    event = tournament("taste", "random", seats=(2,))
    with on_processes(1) as crew, ResultStore(event) as results:
        run(results, 8, crew, Console(quiet=True))
    written = StringIO()
    report(event, results.games, Console(width=120, file=written))
    said = written.getvalue()
    (standing,) = standings(event, results.games)
    for words in (
        f"{standing.lines[0].share.share:.3f}",
        "sold",
        "rounds",
        "supply 8",
        "strength",
        "ms a turn",
    ):
        assert words in said
    wins = sum(game.shares[event.seating(number).index("taste")] for number, game in results.games.items())
    assert standing.lines[0].share == wilson(wins, 8)


def test_shared_wins_are_shared_fairly() -> None:
    event = tournament("taste", "random", seats=(3,))
    games = played(event, 3)
    games = {number: game._replace(ranks=(1, 1, 3)) for number, game in games.items()}
    (standing,) = standings(event, games)
    mine = [0.5 if event.seating(number).index("taste") < 2 else 0.0 for number in sorted(games)]
    assert standing.lines[0].shares == mine and sum(mine) == 1.0


def test_wilsons_interval_and_quantiles_are_the_textbooks() -> None:
    low, high = wilson(8, 10)[1:]
    assert (round(low, 4), round(high, 4)) == (0.4902, 0.9433)
    assert wilson(0, 0)[1:] == (0.0, 1.0)
    values = list(range(1, 101))
    assert [quantile(values, part) for part in (0, 0.05, 0.5, 0.95, 1)] == [1, 5, 50, 95, 100]


def test_players_are_named_with_their_measure_and_their_weights(tmp_path: Path) -> None:
    assert parse_entry("taste@40")[:3] == ("taste", 40, None)
    assert parse_entry("taste@0.25s")[:3] == ("taste", None, 0.25)
    (tmp_path / "w.json").write_text('{"weights": {"b": 2, "a": 1}}')
    assert parse_entry(f"greedy@40+{tmp_path}/w.json").weights == (("a", 1.0), ("b", 2.0))
    with pytest.raises(ParseError, match="player: PLAYER"):
        parse_entry("taste@x")


def test_a_cluster_that_loses_a_worker_loses_no_game_and_counts_none_twice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    import dask
    from distributed import LocalCluster

    event = tournament("taste", "random", seats=(4,))
    killed: list[int] = []
    with (
        # A result that was being fetched when its worker died is computed again after the connection times
        # out.
        dask.config.set({"distributed.comm.timeouts.connect": "2s"}),
        LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
        on_dask(cluster.scheduler_address) as crew,
        ResultStore(event) as results,
    ):
        kept = results.add

        def add(number: int, game: GameResult) -> None:
            kept(number, game)
            if len(results.games) == 10:
                killed.append(next(iter(cluster.workers.values())).pid)
                os.kill(killed[0], signal.SIGKILL)

        monkeypatch.setattr(results, "add", add)
        run(results, 30, crew, Console(quiet=True))
    assert killed and timeless(results.games) == played(event, 30)


def test_a_player_may_play_alone_and_every_game_has_a_deal_of_its_own() -> None:
    alone = Tournament("hansa", (2, 3), ("taste",), {}, ALONE)
    alone.check()
    assert [str(cell) for cell in alone.cells] == ["taste alone, 2 players", "taste alone, 3 players"]
    jobs = [alone.job(number) for number in range(8)]
    assert [len(job.players) for job in jobs] == [2, 3] * 4
    assert len({(job.seed, len(job.players)) for job in jobs}) == len(jobs)
    with pytest.raises(ParseError, match="two players"):
        Tournament("hansa", (2,), ("taste",), {}).check()
