"""Fit the factors for the odds of the player to move (`confidence.odds`) to games between computer players.

python -m tools.tune.odds hansa-teutonica --games 30 --write
python -m tools.tune.odds hansa --level hard --games 12 --into build/odds
python -m tools.tune.odds hansa-teutonica --level hard --kind 3 --between 9 --into build/odds

Each player estimates its win probability before its turns. Over a round these add up to 1 if they are
right. Factors for the beginning, the middle and the end of a game are chosen so that the sums in the first,
second and last third of the games are as close to 1 as possible. With `--into` the games are stored, and the
command continues where it stopped. With `--between` medium plays most turns, and the level single rounds
between them: a slow level is then measured in more games, because estimates of one game are correlated.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from math import fsum, sqrt
from pathlib import Path
from random import Random
from typing import NamedTuple

from game.bots.brain import brain
from game.bots.confidence import PHASES, at_phase, odds, tempered
from game.bots.players import player
from game.command.ending import ended
from game.command.numbers import whole
from game.engine import ruleset, rulesets
from game.games import GAMES
from game.levels import LEVELS, MEDIUM
from tools.checkout import data_of
from tools.rows import append_row, read_rows
from tools.tune.tables import updated

THIRDS = 3
LEAST, MOST, STEP = 0.1, 1.2, 0.005
"""Smallest and largest factor, and the precision of the fit."""


class Told(NamedTuple):
    """A win probability before a turn: the number of the turn, the seat to move, the fraction of the game
    left, the probability without the factor, and whether the factor applies."""

    turn: int
    seat: int
    left: float
    chance: float
    known: bool


class ToldGame(NamedTuple):
    """The win probabilities before the turns of a level, each seat's share of the win, and the number of
    turns."""

    told: Sequence[Told]
    shares: Sequence[float]
    turns: int


def play(
    game: str, kind: str, setup: tuple[int, dict[str, str]], level: str, seed: int, between: int = 0
) -> ToldGame:
    """Play a game and record the win probabilities before its turns.

    between  mean number of turns of medium between two rounds of the level; 0: the level plays all turns
    """
    state, rng, adapter = ruleset(game).new_game(*setup, seed), Random(seed), brain(game)
    seats, gaps = range(state.seats), Random(f"gaps {seed}")
    own, others = [player(level) for _ in seats], [player(MEDIUM) for _ in seats]
    told, turn, number, begins = list[Told](), 0, 0, 1 + gaps.randint(0, 2 * between)
    while state.actor is not None:
        seat, before, number = state.actor, state.copy(), state.turn_number
        if between and number >= begins + state.seats:
            begins = number + gaps.randint(1, 2 * between)
        plays = not between or number >= begins
        choice = (own if plays else others)[seat].choose(state.copy(), rng)
        if plays and number > turn and seat == state.turn_seat:
            turn = number
            left = adapter.left(before, adapter.context(before))
            known = adapter.powers(before).plan.at(left) > 0
            factor = odds(game, kind, level, left) if known else 1.0
            told.append(Told(turn, seat, left, tempered(choice.chances, seat, 1.0 / factor)[seat], known))
        state.apply(choice.action)
    assert state.outcome is not None
    winners = state.outcome.winners
    return ToldGame(told, [(seat in winners) / len(winners) for seat in seats], number)


def sums(games: Sequence[ToldGame], factors: Sequence[float]) -> list[float]:
    """Return the mean sum of the win probabilities over a round, for each third of the games."""
    return [_mean([whole for game in third for whole in game]) for third in rounds(games, factors)]


def errors(games: Sequence[ToldGame], factors: Sequence[float]) -> list[float]:
    """Return the standard errors of `sums`. The rounds of one game are correlated, so a game counts once."""
    found = list[float]()
    for third, mean in zip(rounds(games, factors), sums(games, factors), strict=True):
        squares = fsum(fsum(whole - mean for whole in game) ** 2 for game in third)
        found.append(sqrt(squares) / max(1, sum(map(len, third))))
    return found


def rounds(games: Sequence[ToldGame], factors: Sequence[float]) -> list[list[list[float]]]:
    """Return the sums of the win probabilities over rounds, by third and game.

    A round begins with every turn of the level. For seats that no longer move before the end, the result
    counts. Rounds of which some turns are unknown are left out.
    """
    found: list[list[list[float]]] = [[[] for _ in games] for _ in range(THIRDS)]
    for number, (told, shares, turns) in enumerate(games):
        own = {one.turn: one for one in told}
        for first in own:
            last = min(turns, first + len(shares) - 1)
            movers = [own[turn] for turn in range(first, last + 1) if turn in own]
            if len(movers) > last - first:
                estimates = {one.seat: _with_factor(one, at_phase(factors, one.left)) for one in movers}
                whole = sum(estimates.get(seat, share) for seat, share in enumerate(shares))
                found[THIRDS * (first - 1) // turns][number].append(whole)
    return found


def _mean(values: Sequence[float]) -> float:
    return fsum(values) / max(1, len(values))


def _with_factor(one: Told, factor: float) -> float:
    return tempered([one.chance, 1.0 - one.chance], 0, factor)[0] if one.known else one.chance


def fitted(games: Sequence[ToldGame]) -> list[float]:
    """Return the factors by `PHASES`, by coordinate descent."""

    def off(factors: Sequence[float]) -> float:
        return sum((total - 1.0) ** 2 for total in sums(games, factors))

    best, step = [0.7] * len(PHASES), 0.2
    least = off(best)
    while step > STEP:
        near = [
            [factor + (change if number == at else 0.0) for number, factor in enumerate(best)]
            for at in range(len(PHASES))
            for change in (step, -step)
        ]
        found = min((off(one), one) for one in near if min(one) >= LEAST and max(one) <= MOST)
        if found[0] < least:
            least, best = found
        else:
            step /= 2
    return best


def current(game: str, kind: str, level: str) -> list[float]:
    """Return the factors in use, by `PHASES`."""
    return [odds(game, kind, level, left) for left in (1.0, 0.5, 0.0)]


def games_of(
    game: str,
    kind: str,
    setup: tuple[int, dict[str, str]],
    level: str,
    seeds: range,
    into: Path | None,
    between: int,
) -> list[ToldGame]:
    """Return a game for every seed, read from `into` or played and appended to it."""
    known = dict[int, ToldGame]()
    if into is not None:
        for seed, told, shares, turns in read_rows(into):
            known[seed] = ToldGame([Told(*one) for one in told], shares, turns)
    for seed in seeds:
        if seed not in known:
            known[seed] = play(game, kind, setup, level, seed, between)
            if into is not None:
                append_row(into, [seed, *known[seed]])
    return [known[seed] for seed in seeds]


def main(words: list[str] | None = None) -> int:
    """Run the command. Return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tools.tune.odds", description=__doc__)
    parser.add_argument("game", choices=rulesets())
    parser.add_argument("--level", choices=LEVELS, default=MEDIUM)
    parser.add_argument("--kind", action="append", help="kinds of game, such as 3 (all)")
    parser.add_argument("--games", type=whole(1), default=30, help="of each kind (30)")
    parser.add_argument(
        "--between", type=whole(0), default=0, help="mean number of turns of medium between two rounds (0)"
    )
    parser.add_argument("--seed", type=whole(0, 2**62), default=1)
    parser.add_argument("--into", type=Path, help="directory in which the games are stored")
    parser.add_argument("--write", action="store_true", help="store the factors in the game's powers.txt")
    asked = parser.parse_args(words)
    changes = dict[str, dict[str, float]]()
    for seats, options in GAMES[asked.game].kinds:
        setup = seats, dict(options)
        kind = brain(asked.game).kind(seats, ruleset(asked.game).new_game(*setup, asked.seed).options)
        if asked.kind is not None and kind not in asked.kind:
            continue
        into = None
        if asked.into is not None:
            into = asked.into / f"{asked.game}-{kind}-{asked.level}.jsonl"
        seeds = range(asked.seed, asked.seed + asked.games)
        games = games_of(asked.game, kind, setup, asked.level, seeds, into, asked.between)
        factors = fitted(games)
        plain, now, after = (
            " ".join(
                f"{one:.2f} ({error:.2f})"
                for one, error in zip(sums(games, each), errors(games, each), strict=True)
            )
            for each in ([1.0] * len(PHASES), current(asked.game, kind, asked.level), factors)
        )
        told = " ".join(f"{factor:.2f}" for factor in factors)
        head = f"{asked.game} {kind}"
        print(f"{head}: sums {plain} without factors, {now} now, {after} with {told}", flush=True)
        changes[kind] = {
            f"odds.{asked.level}.{phase}": round(100 * factor)
            for phase, factor in zip(PHASES, factors, strict=True)
        }
    if asked.write:
        path = data_of(asked.game) / "bots/powers.txt"
        path.write_text(updated(path.read_text(encoding="utf-8"), changes, path.name), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(ended(main))
