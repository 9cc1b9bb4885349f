"""An accepted position leads only to accepted positions; states and actions can be serialised."""

from __future__ import annotations

import copy
import pickle
from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from game.engine import ParseError
from game.games.hansa.rules.board import COLOURS, GOODS
from game.games.hansa.rules.position_format import FIELDS
from game.games.hansa.rules.ruleset import RULESET
from game.games.hansa.rules.state import HansaState
from tests.engine.hansa.hansa_table import at, play_random, texts


def fields(line: str) -> dict[str, str]:
    return dict(word.split("=", 1) for word in line.split()[1:])


def lines(seats: int, rng: Random) -> list[str]:
    """Return positions from random games with much buying and selling."""
    found = []
    for seed in range(6):
        state = RULESET.new_game(
            seats,
            {"stall_guard": "on" if seed % 2 else "off", "extra_card": "on" if seed % 3 else "off"},
            seed,
        )
        while state.actor is not None:
            assert state.now is not None
            if state.now.id not in ("turn", "restock") or rng.random() < 0.05:
                found.append(state.position())
            liked = [
                action
                for action in state.legal_actions()
                if action.text.startswith(("restock", "buy ", "sell ")) and rng.random() < 0.8
            ]
            state.apply(rng.choice(liked or state.legal_actions()))
        found.append(state.position())
    return found


def mangle(line: str, pool: list[str], rng: Random) -> str:
    """Return the line with some fields dropped, swapped with those of other lines, or made up."""
    said, seats = fields(line), int(fields(line)["seats"])
    for name in rng.sample(FIELDS, rng.choice((1, 1, 2, 3))):
        kind = rng.random()
        if kind < 0.2:
            said.pop(name, None)
        elif kind < 0.8 or name in ("seats", "colours"):
            said[name] = fields(rng.choice(pool)).get(name, "-")
        else:
            made = {
                "selling": "+".join(rng.sample(COLOURS, rng.randint(0, 2))) or "-",
                "losses": "+".join(
                    f"{rng.randint(0, 3)}:{rng.choice(COLOURS)}" for _ in range(rng.randint(1, 2))
                ),
                "unsold": ",".join("+".join(rng.sample(GOODS, rng.randint(1, 4))) for _ in range(seats)),
                "ask": rng.choice(
                    ("turn", "restock", "sell-more", "loss", "taxes", "over", "first-placement")
                ),
                "idle": str(rng.randint(0, 30)),
                "number": str(rng.randint(0, 99)),
            }
            said[name] = made.get(name, said.get(name, "-"))
    return " ".join(f"{name}={value}" for name, value in said.items())


def accepted(seats: int, tries: int) -> Iterator[HansaState]:
    rng = Random(seats)
    pool = lines(seats, rng)
    for _ in range(tries):
        try:
            yield at(mangle(rng.choice(pool), pool, rng))
        except ParseError:
            continue


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_action_of_an_accepted_position_leads_to_an_accepted_position(seats: int) -> None:
    """Of positions with equal pending decisions, forty are tested."""
    asked: Counter[object] = Counter()
    for state in accepted(seats, 1500):
        line = state.position()
        assert RULESET.parse_position(line).position() == line
        question = state.now and state.now.id
        asked[question] += 1
        if asked[question] > 40:
            continue
        for action in state.legal_actions():
            after = state.copy()
            after.apply(action)
            after.check()
            try:
                again = RULESET.parse_position(after.position())
            except ParseError as refusal:
                pytest.fail(f"{refusal}\n{line}\n{action}\n{after.position()}")
            assert again.position() == after.position() and texts(again) == texts(after)
    assert asked.keys() == {"turn", "restock", "sell-more", "loss", "taxes", "first-placement", None}


def test_a_state_goes_to_another_process_and_back() -> None:
    for seed, actions in ((1, 0), (2, 30), (3, 200), (4, 10**6)):
        state = RULESET.new_game(3, seed=seed)
        play_random(state, seed, actions)
        state.legal_actions()
        for twin in (pickle.loads(pickle.dumps(state)), copy.deepcopy(state)):
            assert twin.ruleset is RULESET and twin.now is state.now
            assert twin.position() == state.position() and twin.goods == state.goods
            assert all(
                one is other for one, other in zip(twin.legal_actions(), state.legal_actions(), strict=True)
            )
            before = state.position()
            play_random(twin, seed)
            assert state.position() == before and twin.outcome is not None


def test_an_action_stays_the_one_shared_object() -> None:
    for text in ("restock", "sell red 1 2", "build red.2 1"):
        action = RULESET.parser(3)(text)
        assert pickle.loads(pickle.dumps(action)) is action and copy.deepcopy(action) is action
