"""Properties of every computer player, in any game."""

from __future__ import annotations

import gc
import json
from collections.abc import Callable
from inspect import isfunction
from random import Random

import pytest

from game import bots, engine
from game.bots.brain import brain
from game.bots.budget import Budget
from game.bots.choice import Choice
from game.bots.search import Search
from game.bots.steps import finish
from game.bots.thinkers import BeamPlayer, actions_of
from game.engine import ParseError, State
from tests.needs import needs
from tools.players import PLAYERS, player

from .kit import played_positions, some_position

GAMES = [("hansa-teutonica", 3), ("hansa-teutonica", 2), ("hansa", 3)]


@pytest.mark.parametrize(("ruleset", "seats"), GAMES)
@pytest.mark.parametrize("level", bots.levels())
def test_a_plan_can_be_played_as_far_as_it_is_firm(ruleset: str, seats: int, level: str) -> None:
    state = some_position(ruleset, seats)
    seat = state.actor
    choice = bots.choose(state, level, Random(1), work=10)
    assert choice.action is choice.plan[0]
    assert 1 <= choice.firm <= len(choice.plan)
    firsts = [choice.action, *(other.plan[0] for other in choice.alternatives)]
    assert len(set(firsts)) == len(firsts), "alternatives begin otherwise"
    assert all(first in state.legal_actions() for first in firsts)
    for action in choice.plan[: choice.firm]:
        assert state.actor == seat
        assert action in state.legal_actions()
        state.apply(action)


@pytest.mark.parametrize(("ruleset", "seats"), GAMES)
def test_alternatives_are_ordered_by_their_value_and_never_the_same_actions(ruleset: str, seats: int) -> None:
    """Not even in another order, or in other houses of the same routes."""
    start, told = engine.ruleset(ruleset).new_game(seats, seed=5), 0
    for number, state in enumerate(played_positions(start, 5)):
        if number % 9 or number > 250:
            continue
        seat = state.actor or 0
        choice = bots.choose(state, "medium", Random(1))
        values = [choice.chances[seat], *(other.chances[seat] for other in choice.alternatives)]
        assert values == sorted(values, reverse=True)
        plans = [actions_of(plan) for plan in (choice.plan, *(other.plan for other in choice.alternatives))]
        assert len(set(plans)) == len(plans)
        told += len(choice.alternatives)
    assert told > 20


def stopped(ruleset: str) -> tuple[BeamPlayer, State, Choice]:
    """Return a player whose plan continues after another player's decision, with the position of that
    decision."""
    state, rng = engine.ruleset(ruleset).new_game(3, seed=2), Random(2)
    mind, seat = BeamPlayer("one", width=4, breadth=8), -1
    choice = Choice(())
    while not choice.then or choice.firm > 1:
        if state.actor is None:
            needs(ruleset, "bots")
        assert state.actor is not None
        seat, choice = state.actor, mind.choose(state, rng)
        state.apply(choice.action)
    assert state.actor not in (None, seat)
    return mind, state, choice


def foresee(state: State, seat: int | None) -> None:
    """Let the search predict others' decisions until it is this seat's turn again."""
    known = brain(state.ruleset.id)
    while state.actor != seat:
        for action in known.reply(state, known.context(state), None):
            state.apply(action)


@pytest.mark.parametrize("ruleset", engine.rulesets())
def test_a_plan_goes_on_when_others_decide_as_foreseen(ruleset: str, monkeypatch: pytest.MonkeyPatch) -> None:
    needs(ruleset, "turns of several actions")
    mind, state, choice = stopped(ruleset)
    foresee(state, state.turn_seat)
    assert state.position(state.actor) == choice.then[0].position
    monkeypatch.setattr(BeamPlayer, "lines", None)
    rest = mind.choose(state, Random(1))
    assert rest.plan == choice.plan[1:] and rest.reason == choice.reason
    assert rest.firm == choice.then[0].firm >= 1 and rest.then == choice.then[1:]
    for action in rest.plan[: rest.firm]:
        assert action in state.legal_actions()
        state.apply(action)


def test_a_plan_is_thought_over_when_others_decide_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    mind, state, choice = stopped("hansa-teutonica")
    seat, twin = state.turn_seat, state.copy()
    foresee(twin, seat)
    while state.actor != seat:
        other = [action for action in state.legal_actions() if action.text != "decline"][-1]
        state.apply(other)
    assert state.position(seat) != twin.position(seat), "another answer would be needed here"
    monkeypatch.setattr(BeamPlayer, "lines", None)
    with pytest.raises(TypeError):
        mind.choose(state, Random(1))
    assert choice.then


@pytest.mark.parametrize(("ruleset", "seats"), GAMES)
@pytest.mark.parametrize("level", bots.levels())
def test_nobody_sees_what_is_hidden_and_work_decides_alike(ruleset: str, seats: int, level: str) -> None:
    state = some_position(ruleset, seats)
    first = bots.choose(state, level, Random(3), work=10)
    assert abs(sum(first.chances) - 1) < 1e-9
    for deal in range(3):
        assert bots.choose(state.determinize(Random(deal)), level, Random(3), work=10) == first
    asked = {"ask": "choose", "ruleset": ruleset, "position": state.position(), "level": level, "seed": 3}
    answered = json.loads(bots.answer(json.dumps({**asked, "work": 10})))
    assert answered["plan"] == [action.text for action in first.plan]
    assert tuple(answered["chances"]) == first.chances


@pytest.mark.parametrize(("ruleset", "seats"), GAMES)
@pytest.mark.parametrize("level", bots.levels())
def test_what_a_search_remembers_goes_with_it(ruleset: str, seats: int, level: str) -> None:
    """Cached data must not wait for the garbage collector: phones are short of memory."""
    state = some_position(ruleset, seats)
    assert not left_by(lambda: bots.choose(state, level, Random(1), work=3))


def test_a_cycle_that_is_left_is_noticed() -> None:
    state = some_position("hansa", 3)

    def knot() -> None:
        choice = bots.choose(state, "easy", Random(1))
        object.__setattr__(choice, "plan", (choice,))

    assert left_by(knot)


def left_by(act: Callable[[], object]) -> list[object]:
    """Return our objects left in reference cycles. Other threads, such as that of xdist, leave theirs."""
    gc.disable()
    gc.freeze()  # only what is created from here on is scanned
    gc.set_debug(gc.DEBUG_SAVEALL)
    try:
        act()
        gc.collect()
        return [thing for thing in gc.garbage if module_of(thing).startswith("game.")]
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
        gc.enable()


def module_of(thing: object) -> str:
    """Return the module of a function, or of an object's class."""
    return str(getattr(thing if isfunction(thing) else type(thing), "__module__", ""))


@pytest.mark.parametrize(
    "request_",
    [
        "",
        "[]",
        '{"ask": "castle"}',
        '{"ask": "choose"}',
        '{"ask": "choose", "ruleset": "chess", "position": "", "level": "hard"}',
        '{"ask": "choose", "ruleset": "hansa", "position": "hansa seats=9", "level": "hard"}',
        '{"ask": "choose", "ruleset": "hansa", "position": "hansa", "level": "mighty"}',
        '{"ask": "choose", "ruleset": "hansa", "position": "hansa", "level": "hard", "seconds": "long"}',
    ],
)
def test_a_wrong_request_is_answered_by_what_is_wrong(request_: str) -> None:
    assert json.loads(bots.answer(request_))["error"]


def test_players_are_found_by_name() -> None:
    for name in PLAYERS:
        assert player(name).name == name
    assert player("game.bots.players:RandomPlayer").name == "random"
    for wrong in ("nobody", "game.bots:nobody", "nowhere:at_all"):
        with pytest.raises(ParseError):
            player(wrong)


def test_a_budget_is_either_work_or_seconds() -> None:
    budget = Budget(work=10)
    assert budget.affords(5, 0.5) and not budget.affords(6, 0.5)
    budget.spent = 5
    assert budget.affords(5) and not budget.affords(6)
    for wrong in ({}, {"work": 1, "seconds": 1.0}):
        with pytest.raises(ValueError):
            Budget(**wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("lines", [2, 3])
def test_the_work_goes_to_the_best_lines_until_one_is_left(lines: int) -> None:
    """Halving: all variations are played out, then the better half, within the budget; the last two as
    well."""
    state = some_position("hansa", 3, 30)
    search, budget = Search(brain("hansa"), state), Budget(work=6 * lines)
    found = finish(search.lines(8))[:lines]
    assert len(found) == lines
    order = finish(search.compare(found, Random(1), budget))
    counts = [line.count for line in order]
    assert len(order) == lines and min(counts) > 0
    assert budget.work is not None and budget.work - 2 < sum(counts) == budget.spent <= budget.work
    assert counts[0] == counts[1] == max(counts), "the last two have been continued alike"
