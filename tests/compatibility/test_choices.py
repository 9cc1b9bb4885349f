"""Computers choose as in 429bc39a, with win probabilities equal to the last bit, except where they are better
by intention (`corpus/changes.json`).

The corpus holds positions of both games, on every board and with the modules: early, in the middle and late.
For each it has the choices of easy, medium, hard and master with a fixed seed and few playouts. The suite
checks the fastest ones. After a change of the computer players or the engine, check all of them:

python -m tests.compatibility.test_choices

It names the choices that differ. `tests/bots/test_ht_choices_frozen.py` also compares candidates and
evaluations in many more positions, but only by hashes.
"""

from __future__ import annotations

import sys

import pytest

from tests.compatibility import reading
from tests.compatibility.corpus import differences, report, rows

CHOICES = rows("choices.jsonl.xz")
LEVELS = ("easy", "medium", "hard", "master")
QUICK = {"easy": 400, "medium": 400, "hard": 350, "master": 450}
"""Maximum duration in milliseconds of choices checked by the suite, by level."""


def compared(name: str) -> list[str]:
    """Return how the choice with this name differs."""
    row = CHOICES[name]
    now = reading.choice_of(row["ruleset"], row["position"], row["level"], row["work"], row["seed"])
    return differences({field: row[field] for field in ("plan", "firm", "chances")}, now)


@pytest.mark.parametrize("level", LEVELS)
def test_a_computer_chooses_the_same_plan_with_the_same_win_probabilities(level: str) -> None:
    asked = [name for name, row in CHOICES.items() if row["level"] == level and row["ms"] <= QUICK[level]]
    assert len(asked) > 10
    found = {name: compared(name) for name in asked}
    assert report(found) == ""


def main() -> int:
    """Compare all choices and print those that differ; the exit status is 1 if there are any."""
    found = {name: compared(name) for name in CHOICES}
    wrong = {name: told for name, told in found.items() if told}
    for name, told in wrong.items():
        print(name, *told, sep="\n  ")
    print(f"{len(found)} choices, {len(wrong)} differ")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
