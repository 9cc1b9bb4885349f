"""Choices of computers of *Hansa Teutonica* in recorded games, compared with hashes (choices_ht.json).

The hashes cover the candidates and the evaluation in many positions, choices of easy and medium with win
probabilities in some, and choices of hard in a few. Reasons are left out, as they are texts. The test checks
a small sample. `python tests/bots/test_ht_choices_frozen.py` checks all and names the differences. With
`--write` it replaces the hashes: only for intended changes of choices.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path
from random import Random

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[2]))

import pytest

from game.bots.brain import brain
from game.bots.levels import choose
from game.engine import State
from game.engine.record import read, steps

DATA = Path(__file__).with_name("choices_ht.json")
RECORDS = sorted(Path(__file__).parents[1].joinpath("engine/records").glob("hansa-teutonica-*.txt"))
EVERY = {"guess": 11, "easy": 37, "medium": 83, "hard": 211}
"""Interval of sampled positions by kind of answer."""
QUICK = {"guess": 8, "easy": 2, "medium": 1, "hard": 0}
"""Number of answers per record that the test checks."""
WORK = 12
"""Search budget of hard in playouts."""


def positions(path: Path) -> Iterator[tuple[int, State]]:
    """Yield the positions before each action of a record, without hidden information."""
    record = read(path.read_text(encoding="utf-8"))
    state = record.new_game()
    line = state.position()
    for number, (state, _, _) in enumerate(steps(record)):
        yield number, state.ruleset.parse_position(line)
        line = state.position()


def guessed(state: State) -> str:
    """Return every candidate, and the evaluation of the position."""
    mind = brain(state.ruleset.id)
    context = mind.context(state)
    plans = mind.candidates(state, context)
    worth = mind.evaluate(state, context)
    return repr(([[action.text for action in plan] for plan in plans], worth))


def chosen(state: State, level: str) -> str:
    """Return the choice of a player of this level."""
    choice = choose(state, level, Random(7), work=WORK if level == "hard" else None)
    return repr(([action.text for action in choice.plan], choice.chances))


def answers(path: Path, most: dict[str, int]) -> dict[str, str]:
    """Return the hash of each answer by kind and number of the position."""
    found: dict[str, str] = {}
    for number, state in positions(path):
        for kind, every in EVERY.items():
            if most[kind] and number % every == every // 2 and state.actor is not None:
                most = {**most, kind: most[kind] - 1}
                said = guessed(state) if kind == "guess" else chosen(state, kind)
                found[f"{kind} {number}"] = blake2b(said.encode(), digest_size=4).hexdigest()
        if not any(most.values()):
            break
    return found


@pytest.mark.parametrize("path", RECORDS, ids=[path.stem for path in RECORDS])
def test_computers_choose_what_they_always_chose(path: Path) -> None:
    kept = json.loads(DATA.read_text(encoding="utf-8"))[path.stem]
    found = answers(path, QUICK)
    assert found and found == {name: kept[name] for name in found}


def main() -> None:
    whole = dict.fromkeys(EVERY, -1)
    found = {path.stem: answers(path, whole) for path in RECORDS}
    if "--write" in sys.argv:
        DATA.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
        return
    kept = json.loads(DATA.read_text(encoding="utf-8"))
    for name, row in found.items():
        print(f"{name}: {len(row)} asked, others: {[at for at in row if row[at] != kept[name][at]]}")


if __name__ == "__main__":
    main()
