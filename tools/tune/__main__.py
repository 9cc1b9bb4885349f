"""Train a player's weights by self-play. A run can be stopped at any time and resumed.

python -m tools.tune hansa-teutonica --seats 3 --player greedy --state build/ht3.json
"""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Callable
from concurrent.futures import BrokenExecutor
from pathlib import Path
from random import Random
from time import perf_counter

from game.command.ending import INTERRUPTED, MISUSED, CommandError, ended
from game.command.numbers import SEED_HELP, real, whole
from game.engine import ParseError, ruleset, rulesets
from tools.arena.entries import HELP, OPTION_HELP, parse_counts, parse_entry, parse_options
from tools.arena.interval import wilson
from tools.arena.job import GameResult, Job, play
from tools.arena.workers import Workers, add_workers, workers
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
    description = "Train a computer player's weights by self-play. The same command resumes a stopped run."
    parser = argparse.ArgumentParser(prog="kontor tune", description=description)
    add = parser.add_argument
    add("ruleset", choices=rulesets(), help="the game")
    add(
        "--seats",
        required=True,
        metavar="N",
        help="number of players; several, as 2,3,4, share the weights",
    )
    add("--option", action="append", default=[], metavar="NAME=VALUE", help=OPTION_HELP)
    add("--player", required=True, help=f"whose weights are trained: {HELP}")
    change = "train one common change to the weights of each number of players"
    add("--change", action="store_true", help=change)
    state = "file that stores the progress (JSON); an existing one is resumed"
    add("--state", type=Path, required=True, metavar="FILE", help=state)
    out = "file of the trained weights (JSON), written after every generation"
    add("--out", type=Path, metavar="FILE", help=out)

    def number(name: str, kind: Callable[[str], float], usual: float, text: str) -> None:
        add(name, type=kind, default=usual, metavar="N", help=f"{text} (default: %(default)s)")

    number("--games", whole(1), 10_000, "total number of games")
    number("--pairs", whole(1, 100_000), 24, "pairs of games per generation")
    spread = "standard deviation of the noise, relative to the initial weight"
    number("--spread", real(0, 100, above=True), 0.25, spread)
    number("--step", real(0, 100, above=True), 0.03, "step size at the start, relative to the initial weight")
    slowing = "number of generations after which the step size is half of that at the start"
    number("--slowing", real(0, above=True), 100, slowing)
    number("--check-every", whole(1), 10, "generations between two checks against the initial weights")
    number("--check-games", whole(1, 100_000), 60, "games per check")
    add("--seed", type=int, default=1, metavar="N", help=SEED_HELP)
    add_workers(parser)
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
        raise CommandError(f"error: a worker was lost: {lost}; the same command resumes") from lost
    except KeyboardInterrupt:
        print("\nstopped; the same command resumes", file=sys.stderr)
        return INTERRUPTED
    return 0


if __name__ == "__main__":
    sys.exit(ended(main))
