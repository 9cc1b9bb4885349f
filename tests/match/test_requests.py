"""Requests to AI workers contain only information known to the requesting seat."""

from __future__ import annotations

import json
from random import Random

import pytest

from game.bots.levels import choose
from game.bots.players import player
from game.engine import State, ruleset
from game.engine.record import Record
from game.games.hansa.rules.position_format import format_position
from game.games.hansa.rules.state import HansaState
from game.match import Computer, analysis
from game.match.statistics import statistics
from game.worker_messages import request


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[int | None]:
    """The seats for which positions were written, in order."""
    seats: list[int | None] = []

    def position(state: HansaState, seat: int | None = None) -> str:
        seats.append(seat)
        return format_position(state)

    monkeypatch.setattr(HansaState, "position", position)
    return seats


def played(actions: int) -> tuple[Record, list[State]]:
    """Return a game of three after a number of actions, and its state before each of them and at the end."""
    state = ruleset("hansa").new_game(3, seed=7)
    record, states = Record.of(state), [state.copy()]
    for _ in range(actions):
        record.append(state.legal_actions()[0])
        state.apply(state.legal_actions()[0])
        states.append(state.copy())
    return record, states


def test_a_computer_and_a_hint_ask_with_what_the_seat_to_decide_may_know(asked: list[int | None]) -> None:
    for state in played(12)[1]:
        asked.clear()
        for text in (Computer("hard").request(state, 1), request("choose", state, level="hard")):
            assert json.loads(text)["position"].startswith("hansa seats=3 ")
        assert asked == [state.actor, state.actor]


def test_an_analysis_asks_with_what_each_seat_knew_that_was_to_move(asked: list[int | None]) -> None:
    record, states = played(40)
    numbers = statistics(record)
    assert len(numbers.standings) > 3
    drawn = [seat for one in numbers.draws for seat in [states[one.number].actor] * 2]
    assert sorted(map(str, asked)) == sorted(
        map(str, [*drawn, *(states[standing.step].actor for standing in numbers.standings)])
    )
    asked.clear()
    course = analysis.AnalysisRun(record, numbers)
    for at in range(len(numbers.standings)):
        assert json.loads(course.request(at))["position"] == numbers.standings[at].position
    assert not asked, "the positions were written down as the turns began"


def test_a_player_of_the_bots_reads_only_what_its_seat_may_know(asked: list[int | None]) -> None:
    _, states = played(12)
    for state in states[::4]:
        asked.clear()
        seat = state.actor
        choice = player("medium").choose(state, Random(1))
        assert choice.plan and asked[0] == seat


def two_stages(state: State) -> tuple[str, State, State]:
    """Return an answer whose plan continues after another player's decision, the position of the request, and
    the position in which the plan continues."""
    rng = Random(2)
    while state.actor is not None:
        choice = choose(state, "medium", rng)
        if choice.then and choice.firm == 1:
            later = state.ruleset.parse_position(choice.then[0].position)
            plan, then = [action.text for action in choice.plan], [list(stage) for stage in choice.then]
            return json.dumps({"plan": plan, "firm": 1, "then": then}), state, later
        state.apply(choice.action)
    raise AssertionError("nobody is displaced")


def test_a_computer_goes_on_with_its_plan_if_others_decide_as_foreseen() -> None:
    text, state, later = two_stages(ruleset("hansa-teutonica").new_game(3, seed=2))
    plan, one = json.loads(text)["plan"], Computer("medium")
    one.answered(text, state, 1)
    one.played()
    assert one.next(state.copy(), 2) is None, "not where it was not foreseen"
    one.answered(text, state, 1)
    one.played()
    action = one.next(later, 2)
    assert action is not None and action.text == plan[1]


@pytest.mark.parametrize(
    ("then", "place"),
    [
        *[(None, "then"), (7, "then"), ([7], "then.0"), ([["hansa"]], "then.0")],
        *[([["hansa", "2"]], "then.0.1"), ([[1, 1]], "then.0.0"), ([["", 1], ["", True]], "then.1.1")],
    ],
)
def test_the_error_about_an_answer_names_the_place(then: object, place: str) -> None:
    state = ruleset("hansa-teutonica").new_game(3, seed=2)
    first, one = state.legal_actions()[0].text, Computer()
    text = json.dumps({"plan": [first, first], "firm": 1, "then": then})
    assert f"{place}: " in one.answered(text, state, 1)
    assert one.next(state, 1) in state.legal_actions(), "the game goes on"
