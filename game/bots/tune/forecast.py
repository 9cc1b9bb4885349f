"""Learns a forecast of the result from games (`python -m game.bots.tune.played`). Needs NumPy, which playing
does not: pip install kontor[research].

    python -m game.bots.tune.forecast hansa-teutonica build/played-3.jsonl --hidden 8 --out build/net-3.json
    python -m game.bots.tune.forecast hansa-teutonica build/played-3.jsonl --write

The net corrects what the evaluation says, so that the winners were likeliest. A fifth of the games is not
learnt from: on it the surprise is told, without the net and with it. With `--write` the net is kept in the
game's `nets.py`.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import numpy as np

from game.bots.brain import brain
from game.bots.forecast import SCALE
from game.engine import ruleset
from game.games import GAMES, part

OPENING = 4
"""The first positions of a game are left out: all games begin alike."""
BATCH, RATE, DECAY = 256, 0.003, 0.001
FOLDS = 5
Array = Any


def read(game: str, path: Path) -> tuple[str, Array, Array, Array, Array]:
    """The kind of game; by position and seat the inputs, the chances by the evaluation and the share of the
    win; and by position the game it is from. Kept beside the file."""
    kept = path.with_suffix(".npz")
    if kept.exists() and kept.stat().st_mtime >= path.stat().st_mtime:
        data = np.load(kept)
        return str(data["kind"]), data["inputs"], data["chances"], data["shares"], data["games"]
    rules, mind, outlook = ruleset(game), brain(game), part(game, "bots", "outlook").outlook
    rows, chances, shares, games, kind = [], [], [], [], ""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines()):
        played = json.loads(line)
        for position in played["positions"][OPENING:]:
            state = rules.parse_position(position)
            context = mind.context(state)
            kind = mind.kind(state.seats, state.options)
            rows.append(outlook(state, context))
            chances.append(mind.chances(mind.evaluate(state, context), context))
            shares.append(played["shares"])
            games.append(number)
    found = [np.array(column, dtype=np.float32) for column in (rows, chances, shares)]
    np.savez(kept, kind=kind, inputs=found[0], chances=found[1], shares=found[2], games=np.array(games))
    return kind, found[0], found[1], found[2], np.array(games)


def surprise(chances: Array, shares: Array) -> float:
    """The mean of -log of what the winners were given."""
    return float(-(shares * np.log(np.maximum(chances, 1e-6))).sum(-1).mean())


class Learner:
    """The net and how it moves (Adam)."""

    def __init__(self, inputs: int, hidden: int, rng: Any) -> None:
        self.values = {
            "straight": np.zeros(inputs),
            "hidden": rng.normal(0, inputs**-0.5, (inputs, hidden)),
            "added": np.zeros(hidden),
            "out": rng.normal(0, 0.1, hidden),
        }
        self._first = {name: np.zeros_like(value) for name, value in self.values.items()}
        self._second = {name: np.zeros_like(value) for name, value in self.values.items()}
        self._moves = 0

    def chances(self, rows: Array, given: Array) -> tuple[Array, Array, Array]:
        """The corrected chances, and the steps before and after they are softened."""
        value = self.values
        inside = rows @ value["hidden"] + value["added"]
        steps = inside / (1 + abs(inside))
        sums = np.log(np.maximum(given, 1e-6)) + rows @ value["straight"] + steps @ value["out"]
        odds = np.exp(sums - sums.max(1, keepdims=True))
        return odds / odds.sum(1, keepdims=True), inside, steps

    def learn(self, rows: Array, given: Array, shares: Array, rate: float) -> None:
        """One move, towards what makes these results less surprising."""
        chances, inside, steps = self.chances(rows, given)
        wrong = (chances - shares) / len(rows)
        back = wrong[:, :, None] * self.values["out"] / (1 + abs(inside)) ** 2
        slopes = {
            "straight": np.einsum("ij,ijk->k", wrong, rows),
            "hidden": np.einsum("ijk,ijl->kl", rows, back, optimize=True),
            "added": back.sum((0, 1)),
            "out": np.einsum("ij,ijk->k", wrong, steps),
        }
        self._moves += 1
        for name, slope in slopes.items():
            first = self._first[name] = 0.9 * self._first[name] + 0.1 * slope
            second = self._second[name] = 0.999 * self._second[name] + 0.001 * slope**2
            step = first / (1 - 0.9**self._moves) / (np.sqrt(second / (1 - 0.999**self._moves)) + 1e-8)
            self.values[name] -= rate * (step + DECAY * 10 * self.values[name])

    def numbers(self, mean: Array, spread: Array) -> list[int]:
        """As `game.bots.forecast.net` reads it, for inputs as they come."""
        straight = self.values["straight"] / spread
        hidden = self.values["hidden"] / spread[:, None]
        added = self.values["added"] - mean @ hidden
        rows = [*straight]
        for step in range(len(added)):
            rows += [*hidden[:, step], added[step], self.values["out"][step]]
        return [round(float(value) * SCALE) for value in rows]


def learn(data: list[tuple[Array, Array, Array, Array]], hidden: int, passes: int, seed: int) -> list[int]:
    """The net that these games teach."""
    rows, given, shares = (np.concatenate([one[at] for one in data]) for at in range(3))
    games = np.concatenate([one[3] + 1_000_003 * number for number, one in enumerate(data)])
    test = games % FOLDS == 0
    flat = rows[~test].reshape(-1, rows.shape[2])
    mean, spread = flat.mean(0), flat.std(0) + 0.03
    rows = (rows - mean) / spread
    rng = np.random.default_rng(seed)
    learner, order = Learner(rows.shape[2], hidden, rng), np.where(~test)[0]
    for number in range(passes):
        rng.shuffle(order)
        rate = RATE * 0.5 * (1 + np.cos(np.pi * number / passes)) + 1e-5
        for at in range(0, len(order), BATCH):
            some = order[at : at + BATCH]
            learner.learn(rows[some], given[some], shares[some], rate)
        told = [surprise(learner.chances(rows[part], given[part])[0], shares[part]) for part in (test, ~test)]
        if number == passes - 1 or number % 4 == 0:
            print(f"pass {number + 1}: not learnt from {told[0]:.4f}, learnt from {told[1]:.4f}", flush=True)
    left = rows[test][:, 0, -5] * spread[-5] + mean[-5]
    chances = learner.chances(rows[test], given[test])[0]
    for least, most in ((0.6, 2), (0.3, 0.6), (-1, 0.3)):
        those = (left >= least) & (left < most)
        before, after = (surprise(one[those], shares[test][those]) for one in (given[test], chances))
        print(f"with {least} to {most} of the game left: {before:.4f} without, {after:.4f} with the net")
    print(f"all: {surprise(given[test], shares[test]):.4f} without")
    return learner.numbers(mean, spread)


def main(words: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="Learn a forecast of the result from games.")
    parser.add_argument("ruleset")
    parser.add_argument(
        "games", nargs="+", type=Path, help="files of game.bots.tune.played, of one kind of game"
    )
    parser.add_argument("--hidden", type=int, default=8)
    parser.add_argument("--passes", type=int, default=12)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args(words)
    read_all = [read(given.ruleset, path) for path in given.games]
    (kind,) = {one[0] for one in read_all}
    numbers = learn([one[1:] for one in read_all], given.hidden, given.passes, given.seed)
    if given.write:
        # Below the project's folder, where this is run: what is imported may be a compiled copy.
        write(Path("game", "bots", GAMES[given.ruleset].package, "nets.py"), kind, numbers)


def write(path: Path, kind: str, numbers: list[int]) -> None:
    """Keep the net for a kind of game in the module of nets."""
    words, lines, line = [str(number) for number in numbers], list[str](), ""
    for word in words:
        if len(line) + len(word) > 105:
            lines.append(line)
            line = ""
        line += f"{word} "
    row = '    "' + kind + '": """\n' + "\n".join([*lines, line.rstrip()]) + '\n""",\n'
    text = path.read_text(encoding="utf-8")
    head, _, rest = text.partition("NUMBERS: Mapping[str, str] = {")
    body, _, tail = rest.partition("}\n")
    kept = body.lstrip("\n")
    if f'"{kind}": """' in kept:
        before, _, after = kept.partition(f'    "{kind}": """')
        kept = before + after.partition('""",\n')[2]
    path.write_text(head + "NUMBERS: Mapping[str, str] = {\n" + kept + row + "}\n" + tail, encoding="utf-8")


if __name__ == "__main__":
    main()
