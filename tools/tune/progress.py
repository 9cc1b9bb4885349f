"""The state of a training run: one JSON file, rewritten after every generation."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from math import isfinite
from pathlib import Path
from typing import Any

from game.command.ending import CommandError, shortened
from game.engine import ParseError
from tools.arena.interval import Interval
from tools.arena.job import Contestant, GameResult
from tools.tune.evolution import Setting

FORMAT = "kontor-tune 1"


@dataclass(frozen=True)
class Check:
    """A match of the current weights against the initial ones.

    games    number of training games before it; `fair` is the chance level
    share    win share in `of` games, with the bounds of the 95 % confidence interval
    """

    generation: int
    games: int
    of: int
    fair: float
    share: Interval

    def __str__(self) -> str:
        return f"against the start {self.share}, fair {self.fair:.3f}, {self.of} games"


@dataclass
class TuningState:
    """Everything needed to resume a training run.

    start    the initial weights; `weights` are the current ones
    games    number of training games, without those of checks
    seconds  CPU time of the players in them
    runs     by run of the command: the commit and the command line
    """

    setting: Setting
    seed: int
    start: dict[str, float]
    weights: dict[str, float]
    generation: int = 0
    games: int = 0
    seconds: float = 0.0
    runs: list[dict[str, str]] = field(default_factory=list)
    checks: list[Check] = field(default_factory=list)

    @classmethod
    def begin(cls, setting: Setting, weights: Mapping[str, float], seed: int) -> TuningState:
        """Start from the given weights, or from those of the player."""
        if not weights:
            weights = setting.own(setting.seats[0])
        if setting.change:
            weights = dict.fromkeys(weights, 0.0)
        return cls(setting, seed, dict(weights), dict(weights))

    @classmethod
    def load(cls, path: Path, setting: Setting) -> TuningState:
        """Load a file written by `save`. Raises `ParseError` if it is invalid or trains something other than
        `setting`."""
        try:
            data = json.loads(path.read_text(encoding="utf-8"))
            if data.pop("format") != FORMAT:
                raise ValueError("another format")
            kept = data.pop("setting")
            found = Setting(**{**kept, "seats": tuple(kept["seats"])})
            checks = [Check(**{**each, "share": Interval(*each["share"])}) for each in data.pop("checks")]
            progress = cls(setting=found, checks=checks, **data)
            if wrong := progress._odd():
                raise ValueError(f"{wrong} is not of its kind")
        except OSError as refused:
            raise ParseError(f"{shortened(str(path))} cannot be read: {refused.strerror}") from refused
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as broken:
            raise ParseError(f"{path}: a state file of tools.tune expected: {broken}") from broken
        if found != setting:
            raise ParseError(f"{path} learns something else: {found}")
        return progress

    def _odd(self) -> str:
        """Name a value that no run can have written; empty if all are possible."""
        counts = {"seed": self.seed, "generation": self.generation, "games": self.games}
        tables = {"start": self.start, "weights": self.weights}
        odd = [name for name, count in counts.items() if not isinstance(count, int)]
        odd += [
            name
            for name, table in tables.items()
            if not all(isinstance(value, int | float) and isfinite(value) for value in table.values())
        ]
        return next(iter(odd), "")

    def save(self, path: Path) -> None:
        """Write the state to a new file and move it into place: after an interruption the old or the new one
        exists."""
        _write(path, {"format": FORMAT, **asdict(self)})

    def export(self, path: Path) -> None:
        """Write the weights as data for a player, with their origin."""
        last = self.checks[-1] if self.checks else None
        _write(
            path,
            {
                **asdict(self.setting),
                "games": self.games,
                "generations": self.generation,
                "runs": self.runs,
                "check": str(last) if last else "",
                "weights": {name: float(f"{value:.5g}") for name, value in self.weights.items()},
            },
        )

    def count(self, games: Sequence[GameResult]) -> None:
        """Add the number of games and the players' CPU time."""
        self.games += len(games)
        self.seconds += sum(sum(calls) for game in games for calls in game.call_ms) / 1000

    def entry(self) -> Contestant:
        """Return the player with the current weights."""
        return Contestant(self.setting.player, self.setting.work, weights=tuple(self.weights.items()))


def commit() -> str:
    """Return the commit of the working directory, with a plus sign if it has changes; empty outside a
    checkout."""
    try:
        name = subprocess.run(
            ["git", "describe", "--always", "--dirty=+", "--exclude=*"],
            capture_output=True,
            text=True,
            check=True,
        )
    except (OSError, subprocess.CalledProcessError):
        return ""
    return name.stdout.strip()


def _write(path: Path, data: Mapping[str, Any]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.is_dir():
        raise CommandError(f"error: {path} is a directory; name a file")
    beside = path.with_name(path.name + ".new")
    beside.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
    os.replace(beside, path)
