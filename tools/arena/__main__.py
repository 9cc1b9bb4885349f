"""Let computer players play each other (docs/developing/arena.md).

python -m tools.arena hansa-teutonica --seats 3 medium easy
python -m tools.arena hansa --seats 2,3,4 hard medium easy --schedule round-robin --games 500
"""

from __future__ import annotations

import argparse
import sys
from concurrent.futures import BrokenExecutor
from pathlib import Path
from time import monotonic

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from game.command.ending import CommandError, ended, explained
from game.command.numbers import SEED_HELP, whole
from game.engine import ParseError, rulesets
from tools.arena.entries import HELP, OPTION_HELP, parse_counts, parse_options
from tools.arena.job import play
from tools.arena.report import report
from tools.arena.results import ResultStore
from tools.arena.standings import standings
from tools.arena.tournament import AMONG, SCHEDULES, Tournament
from tools.arena.workers import Workers, add_workers, workers

SAID_EVERY = 1.0
"""Seconds between two updates of the standings in the progress bar."""


def run(results: ResultStore, games: int, crew: Workers, console: Console) -> None:
    """Play the missing games of the first `games` of each line-up, and report them as they finish."""
    tournament = results.tournament
    todo = range(games * len(tournament.cells))
    missing = [number for number in todo if number not in results.games]
    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), TextColumn("{task.description}"))
    said = 0.0
    with Progress(*columns, console=console, disable=not console.is_terminal) as bar:
        task = bar.add_task("", total=todo.stop, completed=todo.stop - len(missing))
        for index, played in crew.finished(play, (tournament.job(number) for number in missing)):
            results.add(missing[index], played)
            bar.advance(task)
            if console.is_terminal and monotonic() - said > SAID_EVERY:
                bar.update(task, description=_first(results))
                said = monotonic()


def _first(results: ResultStore) -> str:
    """Return the standing of the first player in the first line-up as a short text."""
    standing = standings(results.tournament, results.games)[0]
    line = next(line for line in standing.lines if line.player == results.tournament.players[0])
    return f"{line.player} {line.share}"


def arguments() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    description = "Let computer players play each other. Ctrl-C prints the results so far."
    parser = argparse.ArgumentParser(prog="kontor arena", description=description)
    add = parser.add_argument
    add("ruleset", choices=rulesets(), help="the game")
    add("players", nargs="+", metavar="PLAYER", help=HELP)
    add("--seats", required=True, metavar="N", help="number of players, or several: 2,3,4")
    add("--option", action="append", default=[], metavar="NAME=VALUE", help=OPTION_HELP)
    schedules = (
        "line-ups: the first player at one seat, one of the others at all other seats (among, the default); "
        "every line-up of different players (round-robin); each player against copies of itself (alone)"
    )
    add("--schedule", choices=SCHEDULES, default=AMONG, help=schedules)
    add("--games", type=whole(1), default=200, metavar="N", help="games per line-up (default: %(default)s)")
    add("--seed", type=int, default=1, metavar="N", help=SEED_HELP)
    results = "file that stores the games (JSON Lines); with an existing one, only missing games are played"
    add("--results", type=Path, metavar="FILE", help=results)
    add("--records", type=Path, metavar="DIR", help="directory that stores the record of each game")
    add_workers(parser)
    return parser


def main(words: list[str] | None = None) -> int:
    """Run `kontor arena`. Return the exit status: 0 finished, 130 interrupted (Ctrl-C), 1 a worker or the
    disk failed, 2 invalid arguments."""
    given = arguments().parse_args(words)
    console = Console(highlight=False)
    try:
        tournament = Tournament(
            given.ruleset,
            parse_counts(given.seats),
            tuple(given.players),
            parse_options(given.option),
            given.schedule,
            given.seed,
        )
        tournament.check()
        results = ResultStore(tournament, given.results, given.records)
    except ParseError as wrong:
        print(f"error: {wrong}", file=sys.stderr)
        return 2
    code = 0
    with results:
        try:
            with workers(given.processes, given.dask) as crew:
                run(results, given.games, crew, console)
        except KeyboardInterrupt:
            code = 130
        except BrokenExecutor as lost:
            advice = "the same command resumes" if given.results else "--results FILE stores finished games"
            print(f"error: a worker was lost: {lost}; {advice}", file=sys.stderr)
            code = 1
        except CommandError as failure:
            print(failure, file=sys.stderr)
            code = failure.status
        except Exception as broken:
            if not given.dask and not isinstance(broken, OSError):
                raise
            where = f"the cluster {given.dask}: " if given.dask else ""
            why = explained(broken) if isinstance(broken, OSError) else broken
            print(f"error: {where}{why}", file=sys.stderr)
            code = 1
        report(tournament, results.games, console)
    return code


if __name__ == "__main__":
    sys.exit(ended(main))
