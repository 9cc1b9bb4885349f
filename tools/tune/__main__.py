"""Train a player's weights by self-play. A run can be stopped at any time and resumed.

python -m tools.tune hansa-teutonica --seats 3 --player greedy --state build/ht3.json
"""

from __future__ import annotations

import argparse
import shlex
import sys
from concurrent.futures import BrokenExecutor
from pathlib import Path
from random import Random
from time import perf_counter

from game.command.ending import INTERRUPTED, MISUSED, CommandError, ended
from game.command.numbers import real, whole
from game.engine import ParseError, ruleset, rulesets
from tools.arena.entries import HELP, parse_counts, parse_entry, parse_options
from tools.arena.interval import wilson
from tools.arena.job import GameResult, Job, play
from tools.arena.workers import MOST_PROCESSES, Workers, cores, workers
from tools.tune.evolution import Setting, Weights, moved, pairs, scales, slope
from tools.tune.progress import Check, TuningState, commit


def begin(given: argparse.Namespace) -> TuningState:
    """Load the progress from the state file, or start afresh."""
    entry = parse_entry(given.player)
    seats = parse_counts(given.seats)
    options = parse_options(given.option)
    setting = Setting(given.ruleset, seats, options, entry.player, entry.work, given.change)
    for count in seats:
        ruleset(setting.ruleset).full_options(count, setting.options)
    if given.state.exists():
        return TuningState.load(given.state, setting)
    return TuningState.begin(setting, dict(entry.weights), given.seed)


def play_all(crew: Workers, jobs: list[Job]) -> list[GameResult]:
    """Play the games; the results are in the order of the jobs."""
    played = dict(crew.finished(play, jobs))
    return [played[number] for number in range(len(jobs))]


def generation(progress: TuningState, crew: Workers, given: argparse.Namespace) -> None:
    """Play one generation and update the weights."""
    rng = Random(f"{progress.seed} generation {progress.generation}")
    setting = progress.setting
    scale = scales(setting.own(setting.seats[0]) if setting.change else progress.start)
    made = pairs(setting, progress.weights, scale, given.spread, given.pairs, rng)
    games = play_all(crew, [job for pair in made for job in pair.jobs])
    direction = slope(zip(made, games[::2], games[1::2], strict=True))
    step = given.step / (1 + progress.generation / given.slowing)
    progress.weights = moved(progress.weights, direction, scale, step)
    progress.generation += 1
    progress.count(games)


def check(progress: TuningState, crew: Workers, given: argparse.Namespace) -> Check:
    """Measure the win share of a player with the current weights against players with the initial ones."""
    rng = Random(f"{progress.seed} check {progress.generation}")
    counts = progress.setting.seats
    jobs: list[Job] = []
    mine: list[int] = []
    for number in range(given.check_games):
        seats = counts[number % len(counts)]
        mine.append(number // len(counts) % seats)
        weights: list[Weights] = [progress.start] * seats
        weights[mine[-1]] = progress.weights
        jobs.append(progress.setting.job(rng.getrandbits(40), weights))
    games = play_all(crew, jobs)
    wins = sum(game.shares[seat] for game, seat in zip(games, mine, strict=True))
    fair = sum(1 / len(game.ranks) for game in games) / len(games)
    return Check(progress.generation, progress.games, len(games), fair, wilson(wins, len(games)))


def learn(progress: TuningState, crew: Workers, given: argparse.Namespace) -> None:
    """Train until enough games are played, saving after every generation."""
    started = perf_counter()
    while progress.games < given.games:
        generation(progress, crew, given)
        said = ""
        if progress.generation % given.check_every == 0 or progress.games >= given.games:
            progress.checks.append(check(progress, crew, given))
            said = f", {progress.checks[-1]}"
        store(progress, given)
        took = perf_counter() - started
        print(f"{took:6.0f} s  generation {progress.generation}, {progress.games} games{said}", flush=True)


def store(progress: TuningState, given: argparse.Namespace) -> None:
    """Write the state file, and the weights if `--out` is given."""
    progress.save(given.state)
    if given.out:
        progress.export(given.out)


def arguments() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    parser = argparse.ArgumentParser(
        prog="kontor tune",
        description="Learn a player's weights by self-play. After Ctrl-C it goes on from its state file.",
    )
    add = parser.add_argument
    add("ruleset", choices=rulesets())
    add("--seats", required=True, help="player count, or several to be played in turn: 2,3,4")
    add("--option", action="append", default=[], metavar="NAME=VALUE", help="of the ruleset; may be repeated")
    add("--player", required=True, help=f"whose weights: {HELP}")
    add("--change", action="store_true", help="learn one change to the weights of each player count")
    add("--state", type=Path, required=True, metavar="FILE", help="where the learning stands (JSON)")
    add("--out", type=Path, metavar="FILE", help="the weights as data (JSON), written with every generation")
    add("--games", type=whole(1), default=10_000, help="stop after so many games (10,000)")
    add("--pairs", type=whole(1, 100_000), default=24, help="pairs of games in a generation (24)")
    add(
        "--spread",
        type=real(0, 100, above=True),
        default=0.25,
        help="noise on a weight, as a part of its size (0.25)",
    )
    add(
        "--step",
        type=real(0, 100, above=True),
        default=0.03,
        help="how far a weight moves at first, likewise (0.03)",
    )
    add(
        "--slowing",
        type=real(0, above=True),
        default=100,
        help="the step is halved after so many generations (100)",
    )
    add("--check-every", type=whole(1), default=10, help="generations between checks against the start (10)")
    add("--check-games", type=whole(1, 100_000), default=60, help="games of a check (60)")
    add("--seed", type=int, default=1, help="another number plays other games")
    add(
        "--processes",
        type=whole(1, MOST_PROCESSES),
        default=cores(),
        help="how many games at a time (one a core)",
    )
    add("--dask", metavar="ADDRESS", help="play on this Dask cluster instead")
    return parser


def main(words: list[str] | None = None) -> int:
    """Run `kontor tune`. Return the exit status: 0 finished, 130 interrupted (Ctrl-C), 2 invalid
    arguments."""
    given = arguments().parse_args(words)
    try:
        progress = begin(given)
        command = shlex.join(["python", "-m", "tools.tune", *(sys.argv[1:] if words is None else words)])
        progress.runs.append({"commit": commit(), "command": command})
        store(progress, given)  # before any game, so that no result is lost to an unwritable file
        with workers(given.processes, given.dask) as crew:
            learn(progress, crew, given)
    except ParseError as wrong:
        print(f"error: {wrong}", file=sys.stderr)
        return MISUSED
    except BrokenExecutor as lost:
        raise CommandError(f"error: a worker was lost: {lost}; the same command goes on") from lost
    except KeyboardInterrupt:
        print("\nstopped; the same command goes on", file=sys.stderr)
        return INTERRUPTED
    return 0


if __name__ == "__main__":
    sys.exit(ended(main))
