"""What computers of *Hansa Teutonica* choose in recorded games, kept as hashes (choices_ht.json).

In many positions the candidates and what the position is worth; in some what easy and medium choose, with
chances; in a few what hard chooses. Not the reasons they give, which are words. A handful are asked here;
`python tests/bots/test_ht_choices_frozen.py` asks all and names those that differ, with `--write` it keeps
them anew: only after a change that is meant to change choices.
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
"""Of how many positions one is asked about."""
QUICK = {"guess": 8, "easy": 2, "medium": 1, "hard": 0}
"""How many of them here, of each record."""
WORK = 12
"""Continuations of hard."""


def positions(path: Path) -> Iterator[tuple[int, State]]:
    """The positions before each action of a record; nothing hidden is in them."""
    record = read(path.read_text(encoding="utf-8"))
    state = record.new_game()
    line = state.position()
    for number, (state, _, _) in enumerate(steps(record)):
        yield number, state.ruleset.parse_position(line)
        line = state.position()


def guessed(state: State) -> str:
    """Every candidate, and what the position is worth."""
    mind = brain(state.ruleset.id)
    context = mind.context(state)
    plans = mind.candidates(state, context)
    worth = mind.evaluate(state, context)
    return repr(([[action.text for action in plan] for plan in plans], worth))


def chosen(state: State, level: str) -> str:
    """What a player of this level chooses."""
    choice = choose(state, level, Random(7), work=WORK if level == "hard" else None)
    return repr(([action.text for action in choice.plan], choice.chances))


def answers(path: Path, most: dict[str, int]) -> dict[str, str]:
    """By kind and number of the position, the hash of what is answered."""
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
