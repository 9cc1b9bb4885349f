"""``./build.sh bench fast``: speed of engine and players, compiled and plain, in identical games.

Every figure is measured in two processes, one that imports the compiled snapshot and one that imports the
sources. The games are compared move by move: a difference is an error.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from hashlib import sha256
from pathlib import Path
from time import process_time

from game.bots.brain import brain
from game.engine import rulesets
from tests.bench.bots import continuation_rate, evaluation_rate, planning_rate, turns
from tests.bench.engine import best, copy_microseconds, uniform_rate
from tools.arena.job import Contestant, Job, play

ROOT = Path(__file__).resolve().parents[2]
SEATS = 3
PLAYERS = {"taste": 2, "easy": 4, "medium": 3, "hard@20": 1}
"""Players and number of games of each."""


def games(game: str, player: str, number: int) -> tuple[float, str]:
    """Return games per second of CPU time, and the moves."""
    name, _, work = player.partition("@")
    entry = Contestant(name, int(work) if work else None)
    start = process_time()
    records = [play(Job(game, seed, (entry,) * SEATS)).record for seed in range(number)]
    return number / (process_time() - start), sha256("".join(records).encode()).hexdigest()


def measure() -> dict[str, float | str]:
    """Return all measurements by name; strings must be equal in both processes."""
    found: dict[str, float | str] = {}
    for game in rulesets():
        known = brain(game)
        roots = turns(game, known)
        rates: dict[str, Callable[[], float]] = {
            "random actions/s": partial(uniform_rate, game),
            "copies/s": lambda game=game: 1e6 / copy_microseconds(game),  # type: ignore[misc]
            "evaluations/s": partial(evaluation_rate, known, roots),
            "turns planned/s": partial(planning_rate, known, roots),
            "continuations/s": partial(continuation_rate, known, roots),
        }
        for name, rate in rates.items():
            found[f"{game}: {name}"] = best(rate, max)
        for player, number in PLAYERS.items():
            rate_of, played = games(game, player, number)
            found[f"{game}: games/s, {player}, {SEATS} players"] = rate_of
            found[f"{game}: {player} played"] = played
    return found


def measured(environment: dict[str, str]) -> dict[str, float | str]:
    """Return the measurements of a process with this environment."""
    run = subprocess.run(
        [sys.executable, "-m", "tests.bench.fast"],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    found: dict[str, float | str] = json.loads(run.stdout)
    return found


def main() -> None:
    """Measure both and print them side by side."""
    from tools.native.build import compiled, environment

    folder = compiled(ROOT, lambda doing, done, of: None)
    plain = measured({**os.environ, "PYTHONPATH": str(ROOT)})
    fast = measured(environment(folder, ROOT))
    print(f"{'':48} {'plain':>10} {'compiled':>10} {'times':>6}")
    for name, rate in plain.items():
        other = fast[name]
        if isinstance(rate, float) and isinstance(other, float):
            print(f"{name:48} {rate:10.2f} {other:10.2f} {other / rate:6.2f}")
        elif rate != other:
            sys.exit(f"{name}: not the same games, compiled and plain")


if __name__ == "__main__":
    print(json.dumps(measure()))
