"""Play every pair of compatible option values, and every combination of modules.

./build.sh fuzz pairs                  each setup once to the end and four times from the middle of a game
./build.sh fuzz pairs --seed 10        other games
./build.sh fuzz pairs --only favour:on only the setups with this in their names
./build.sh fuzz pairs --game GAME      one game, as a failure names it
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import nullcontext
from multiprocessing import Pool

from game.engine.registry import ruleset, rulesets
from tests.engine.pairs.play import Failed, Game, PairFuzzer, games, parse_game
from tests.engine.pairs.setups import setups

PROGRESS = 30.0
"""Seconds between two progress lines."""
Played = tuple[Failed | None, Counter[str], Counter[str]]


def play(game: Game) -> Played:
    """Play a game. Return the failure, if any, and counts of its decisions and kinds of actions."""
    fuzzer = PairFuzzer(game)
    return fuzzer.run(), fuzzer.asked, fuzzer.played


def main(arguments: list[str] | None = None) -> int:
    """Run the command. Return the exit status: 0 if all invariants hold, otherwise 1."""
    parser = argparse.ArgumentParser(
        prog="./build.sh fuzz pairs", description="Play all pairs of options and check every step."
    )
    parser.add_argument("--seed", type=int, default=0, help="first random seed (default: 0)")
    parser.add_argument("--games", type=int, default=4, help="games from the middle per setup (default: 4)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes (default: all cores)")
    parser.add_argument("--ruleset", choices=rulesets(), action="append", help="may be repeated")
    parser.add_argument("--only", default="", help="only setups with this in their names: board:east, /2/")
    parser.add_argument("--game", type=parse_game, help="only this one, as a failure names it")
    given = parser.parse_args(arguments)
    chosen = [one for name in given.ruleset or rulesets() for one in setups(ruleset(name))]
    chosen = [setup for setup in chosen if given.only in str(setup)]
    if not chosen:
        parser.error(
            f"--only: no setup has {given.only!r} in its name; names such as {setups(ruleset('hansa'))[3]}"
        )
    todo = [given.game] if given.game else games(chosen, range(given.seed, given.seed + given.games))
    print(f"{len(chosen)} setups, {len(todo)} games")
    failed, asked, played = 0, Counter[str](), Counter[str]()
    for broken, questions, actions in told(todo, given.jobs):
        asked.update(questions)
        played.update(actions)
        failed += broken is not None
        if broken:
            print(f"\n{broken}", flush=True)
    print(f"{sum(played.values())} actions, each checked; asked: {shown(asked)}; played: {shown(played)}")
    print(f"{failed} of {len(todo)} games failed")
    return 1 if failed else 0


def told(todo: list[Game], jobs: int) -> Iterator[Played]:
    """Play the games in several processes, or in this one for a single job, with progress lines."""
    said = time.monotonic()
    with nullcontext() if jobs == 1 else Pool(min(jobs, len(todo)) or 1) as pool:
        for number, one in enumerate(pool.imap(play, todo) if pool else map(play, todo), 1):
            if time.monotonic() - said >= PROGRESS:
                said = time.monotonic()
                print(f"{number} of {len(todo)} games", file=sys.stderr)
            yield one


def shown(counts: Counter[str]) -> str:
    """Return the counts as text, the most frequent first."""
    return ", ".join(f"{name} {count}" for name, count in counts.most_common())


if __name__ == "__main__":
    sys.exit(main())
