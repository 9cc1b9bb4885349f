"""The environments conform to PettingZoo, and observations contain nothing hidden."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from game.engine import Action, ParseError, State, ruleset, rulesets
from game.engine.taste import Taste
from game.games.hansa_teutonica.rules.editions import EDITIONS, EXTRAS
from game.research import Environment, environment

GAMES = [(name, seats) for name in rulesets() for seats in ruleset(name).seats]
VARIANTS = [
    *((name, seats, {}) for name, seats in GAMES),
    *(("hansa-teutonica", 2, {"two_players": kind}) for kind in ("neutral-it", "neutral-pt")),
    ("hansa", 3, {"stall_guard": "on"}),
]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(("name", "seats"), GAMES)
def test_pettingzoos_own_checks_pass(name: str, seats: int) -> None:
    api_test(environment(name, seats), num_cycles=200)
    seed_test(lambda: environment(name, seats), num_cycles=100)


def moments(name: str, seats: int, options: dict[str, str], seed: int, count: int = 400) -> Iterator[State]:
    """Yield states of a varied game."""
    state, taste = ruleset(name).new_game(seats, options, seed), Taste(Random(seed))
    for _ in range(count):
        if state.actor is None:
            return
        yield state
        state.apply(taste.choose(state.legal_actions(), state.actor))


@pytest.mark.parametrize(("name", "seats", "options"), VARIANTS)
def test_an_observation_tells_all_that_is_public_and_nothing_that_is_hidden(
    name: str, seats: int, options: dict[str, str]
) -> None:
    env = Environment(name, seats, options)
    env.reset(seed=1)
    told: dict[tuple[str, bytes], list[str]] = {}
    for seed in (3, 4):
        for state in moments(name, seats, options, seed):
            env.game, position = state, state.position()
            agent = env.possible_agents[state.turn_number % seats]
            seen = env.observe(agent)
            assert env.observation_space(agent).contains(seen)
            env.game = ruleset(name).parse_position(position).determinize(Random(seed))
            assert np.array_equal(seen["observation"], env.observe(agent)["observation"]), position
            key = agent, seen["observation"].tobytes()
            assert told.setdefault(key, canonical(position)) == canonical(position)


def canonical(position: str) -> list[str]:
    """Return the position with the markers to be placed in sorted order, which is irrelevant."""
    return [
        "+".join(sorted(field.removeprefix("plate=").split("+"))) if field.startswith("plate=") else field
        for field in position.split(" ")
    ]


@pytest.mark.parametrize(("name", "seats", "options"), VARIANTS)
def test_the_mask_is_what_is_legal_and_numbers_are_words(
    name: str, seats: int, options: dict[str, str]
) -> None:
    env = Environment(name, seats, options)
    env.reset(seed=5)
    for state in moments(name, seats, options, 5, 200):
        env.game = state
        actor = state.actor
        assert actor is not None
        mask = env.observe(f"player_{actor}")["action_mask"]
        legal = {env.number(action) for action in state.legal_actions()}
        assert set(np.flatnonzero(mask).tolist()) == legal
        assert {env.action(number) for number in legal} == set(state.legal_actions())
        other = f"player_{(actor + 1) % seats}"
        assert not env.observe(other)["action_mask"].any()


@pytest.mark.parametrize("name", rulesets())
def test_every_number_is_an_action_and_numbers_follow_the_words(name: str) -> None:
    texts = Environment(name, ruleset(name).seats[0]).texts
    rules = ruleset(name)
    parsers = [rules.parser(rules.seats[0]), rules.parser(4)]
    for row in EDITIONS if name == "hansa-teutonica" else ():
        chosen = {option: values[0] for option, values in row.when.items()}
        extras = {extra.option: extra.values[0] for extra in EXTRAS if extra.suits(row.board)}
        parsers.append(rules.parser(row.seats[0], rules.full_options(row.seats[0], chosen | extras)))
    assert list(texts) == sorted(set(texts))
    for text in texts[:: max(1, len(texts) // 500)]:
        known = next((parse for parse in parsers if is_action(text, parse)), None)
        assert known, text
        parsers.remove(known)
        parsers.insert(0, known)  # likely the next position's game as well; rejecting one is slow


def is_action(text: str, parse: Callable[[str], Action]) -> bool:
    try:
        return parse(text).text == text
    except ParseError:
        return False


def test_seats_are_counted_from_the_one_that_looks() -> None:
    env = Environment("hansa", 3)
    env.reset(seed=1)
    start = [part.name for part in env.layout].index("actor")
    seen = [int(env.observe(agent)["observation"][start]) for agent in env.possible_agents]
    assert env.game.actor is not None
    assert sorted(seen) == [0, 1, 2] and seen[env.game.actor] == 0


@pytest.mark.parametrize("name", rulesets())
def test_rewards_add_up_to_nothing_and_the_winner_has_most(name: str) -> None:
    env = environment(name, 3, most_rounds=8)
    env.reset(seed=2)
    rng = Random(2)
    totals: dict[str, tuple[float, int]] = {}
    ends: set[bool] = set()
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        if terminated or truncated:
            totals[agent] = (reward, info["points"])
            ends.add(truncated)
            env.step(None)
        else:
            legal = np.flatnonzero(observation["action_mask"])
            env.step(int(legal[int(rng.random() * len(legal))]))
    assert len(totals) == 3 and sum(reward for reward, _ in totals.values()) == pytest.approx(0)
    best = max(points for _, points in totals.values())
    if ends == {True}:
        assert all((reward > 0) == (points == best) for reward, points in totals.values())


def test_a_game_or_table_there_is_not_is_refused() -> None:
    with pytest.raises(ParseError, match="unknown ruleset 'go'"):
        Environment("go", 2)
    with pytest.raises(ParseError, match="2 to 4 players"):
        Environment("hansa", 5)
    with pytest.raises(ParseError, match="unknown option"):
        Environment("hansa", 2, {"x": "y"})


def test_an_illegal_action_ends_the_game_for_who_did_it() -> None:
    env = environment("hansa", 2)
    env.reset(seed=1)
    agent = env.agent_selection
    mask = env.observe(agent)["action_mask"]
    env.step(int(np.flatnonzero(mask == 0)[0]))
    assert env.terminations[agent] and env.rewards[agent] == -1


def test_the_example_of_the_page_plays_a_game() -> None:
    page = (Path(__file__).resolve().parents[2] / "docs/developing/research.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    names: dict[str, Any] = {}
    exec(example.replace("seats=3", "seats=3, most_rounds=3"), names)
    assert names["env"].unwrapped.game.turn_number > 9 and not names["env"].agents
