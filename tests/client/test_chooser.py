"""The path tree: it can express every legal action and nothing else."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game import engine
from game.client.touch.chooser import Chooser
from game.engine.core import Action

paths = st.lists(st.lists(st.sampled_from("abcde"), max_size=4).map(tuple), min_size=1, max_size=12)


def actions_of(paths: list[tuple[str, ...]]) -> list[Action]:
    return [Action(f"{number} {' '.join(path)}", path) for number, path in enumerate(paths)]


def say(chooser: Chooser, action: Action) -> Action | None:
    """Activate the elements requested on the way to the action, until an action is complete."""
    said = None
    while said is None:
        said = chooser.touch(next(e for e in chooser.offered if action in chooser.actions_with(e)))
    return said


@given(paths)
def test_every_action_can_be_said_by_its_path(paths: list[tuple[str, ...]]) -> None:
    for action in (actions := actions_of(paths)):
        assert say(Chooser(actions), action) is action


@given(paths, st.randoms(use_true_random=False))
def test_any_touches_end_with_a_legal_action(paths: list[tuple[str, ...]], rng: random.Random) -> None:
    actions = actions_of(paths)
    chooser, said = Chooser(actions), None
    for _ in range(20):
        before = chooser.actions
        touchable = [*chooser.offered, *chooser.reachable]
        assert touchable, "something can always be touched"
        element = rng.choice(touchable)
        assert set(chooser.actions_with(element)) <= set(before)
        said = chooser.touch(element)
        if said is not None:
            break
    assert said in actions


@given(paths, st.randoms(use_true_random=False))
def test_back_takes_exactly_one_touch_back(paths: list[tuple[str, ...]], rng: random.Random) -> None:
    chooser = Chooser(actions_of(paths))
    seen = []
    for _ in range(3):
        seen.append((chooser.offered, chooser.reachable, chooser.chosen))
        if chooser.touch(rng.choice([*chooser.offered, *chooser.reachable])) is not None:
            break
    for before in reversed(seen):
        assert chooser.back()
        assert (chooser.offered, chooser.reachable, chooser.chosen) == before
    assert not chooser.back()


def test_the_empty_house_first_then_only_the_piece_is_asked() -> None:
    actions = actions_of([("trader", "house 1"), ("trader", "house 2"), ("merchant", "house 1"), ("done",)])
    chooser = Chooser(actions)
    assert chooser.touch("house 1") is None
    assert chooser.offered == ("trader", "merchant")
    assert chooser.touch("merchant") is actions[2]


def test_the_only_one_left_is_played_at_once() -> None:
    actions = actions_of([("trader", "house 1"), ("merchant", "house 2")])
    assert Chooser(actions).touch("house 2") is actions[1]


def test_what_is_asked_goes_before_what_is_needed_later() -> None:
    actions = actions_of([("house 1",), ("trader", "house 1")])
    assert Chooser(actions).touch("house 1") is actions[0]


def test_a_single_legal_action_is_still_asked() -> None:
    chooser = Chooser(actions_of([("end turn",)]))
    assert chooser.offered == ("end turn",)


def test_an_element_of_no_path_is_refused() -> None:
    with pytest.raises(KeyError):
        Chooser(actions_of([("a",)])).touch("z")


@pytest.mark.parametrize("ruleset_id", engine.rulesets())
def test_in_real_games_every_legal_action_can_be_said(ruleset_id: str) -> None:
    rng = random.Random(11)
    state = engine.ruleset(ruleset_id).new_game(seats=3, seed=5)
    for _ in range(120):
        if state.actor is None:
            break
        legal = list(state.legal_actions())
        for action in rng.sample(legal, min(len(legal), 6)):
            assert say(Chooser(legal), action) is action
        state.apply(rng.choice(legal))


def test_a_first_touch_of_something_wide_asks_what_it_shall_be_used_for() -> None:
    """A good that can be sold or given for markets asks for its use first."""
    state = engine.ruleset("hansa").parse_position(
        "hansa seats=3 ship=danzig coins=2,3,3 markets=danzig:2,reval:2,stockholm:2 unsold=red.1+red.3,-,-"
    )
    legal = state.legal_actions()
    chooser = Chooser(legal, "good.")
    assert chooser.touch("good.red.3") is None
    assert chooser.offered == ("colour.red", *(f"markets.{n}" for n in (1, 2, 3)))
    sale = chooser.touch("colour.red")
    assert sale is not None and sale.text == "sell red 1 3"
    narrow = Chooser(legal)
    narrow.touch("good.red.3")
    assert narrow.offered == ("markets.1", "markets.2", "markets.3")
