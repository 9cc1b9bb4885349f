"""Requests to AI workers, which contain no hidden information."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

from game import engine
from game.bots.analysis import PRAISE, done_for
from game.bots.answer import ANSWERS, thinking
from game.bots.brain import brain
from game.bots.levels import choose
from game.bots.worker import Thought, answer
from game.engine.record import read, steps
from game.worker_messages import REQUESTS, Choice, MessageError, from_json, request, to_json
from tests.needs import needs

RECORDS = sorted((Path(__file__).parents[1] / "engine/records").glob("*.txt"))
POSITION = engine.ruleset("hansa").new_game(seats=3, seed=11)


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_request_holds_nothing_hidden(path: Path) -> None:
    """It contains the position string only, which is unchanged when hidden information is re-dealt."""
    rng = Random(1)
    for number, (state, _, _) in enumerate(steps(read(path.read_text(encoding="utf-8")))):
        if number % 7 == 0:
            asked = json.loads(request("choose", state, level="easy"))
            assert asked == {
                "ask": "choose",
                "ruleset": state.ruleset.id,
                "position": state.position(),
                "level": "easy",
                "seed": 0,
                "seconds": None,
                "work": None,
            }
            assert state.determinize(rng).position() == asked["position"]


def test_a_request_does_not_depend_on_the_seed_of_the_game() -> None:
    game = engine.ruleset("hansa")
    state = game.parse_position(POSITION.position())
    assert state.seed != POSITION.seed
    assert request("choose", state, level="easy") == request("choose", POSITION, level="easy")


@pytest.mark.parametrize("name", ["record", "actions", "tags"])
def test_no_ask_takes_a_record(name: str) -> None:
    for ask in REQUESTS:
        asked = {"ask": ask, "ruleset": "hansa", "position": POSITION.position(), name: "x"}
        assert f"{ask} takes no {name}" in json.loads(answer(json.dumps(asked)))["error"]


def test_every_kind_of_request_is_answered() -> None:
    assert ANSWERS.keys() == {*REQUESTS.values()}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"ask": "guess"}, "ask: one of choose, judge, roll out, threats expected, got 'guess'"),
        ({"ask": 7}, "ask: text expected, got 7"),
        ({"ask": ["judge"]}, "ask: text expected, got ['judge']"),
        ({"ruleset": "chess"}, "ruleset: one of hansa"),
        ({"position": "once upon a time"}, "position: "),
        ({"position": None}, "position: text expected, got None"),
        ({"seed": True}, "seed: integer expected, got True"),
        ({"sead": 1}, "choose takes no sead; it takes ruleset, position, level, seed"),
    ],
)
def test_a_request_that_makes_no_sense_is_answered_with_the_reason(
    change: dict[str, Any], message: str
) -> None:
    asked = json.loads(request("choose", POSITION, level="easy")) | change
    assert json.loads(answer(json.dumps(asked)))["error"].startswith(message)


@pytest.mark.parametrize(
    ("facts", "message"),
    [
        ({"ask": "choose"}, "level: missing"),
        (
            {"ask": "choose", "level": "mighty"},
            "level: one of easy, medium, hard, master expected",
        ),
        ({"ask": "choose", "level": "easy", "seconds": "long"}, "seconds: number expected, got 'long'"),
        ({"ask": "choose", "level": "easy", "work": 0}, "work: a positive number expected, got 0"),
        ({"ask": "choose", "level": "easy", "seed": 10**30, "work": 0.5}, "work: integer expected, got 0.5"),
        ({"ask": "judge"}, "played: missing"),
        ({"ask": "judge", "played": "end-turn"}, "played: list expected, got 'end-turn'"),
        ({"ask": "judge", "played": [1]}, "played.0: text expected, got 1"),
        ({"ask": "judge", "played": [], "draws": [[0, ""]]}, "draws.0: number, before, after expected"),
        (
            {"ask": "judge", "played": ["x"], "draws": [[4, "", ""]]},
            "draws.0: an action from 0 on expected",
        ),
        ({"ask": "judge", "played": ["x"], "draws": [[0, "once", "upon"]]}, "draws.0: "),
        ({"ask": "choose", "level": "easy", "seed": "x"}, "seed: integer expected, got 'x'"),
    ],
)
def test_the_error_names_the_field_of_a_request(facts: dict[str, Any], message: str) -> None:
    asked = {"ruleset": "hansa", "position": POSITION.position(), **facts}
    assert json.loads(answer(json.dumps(asked)))["error"].startswith(message)


def test_a_message_that_is_read_is_the_one_that_was_written() -> None:
    """Both sides use the same classes, so no field is lost between them."""
    for level in ("easy", "hard"):
        found = choose(POSITION, level, Random(2), work=5)
        assert found.alternatives and from_json(type(found), to_json(found), POSITION.parse_action) == found


@pytest.mark.parametrize("text", ['{"plan": "7"}', '{"plan": [7]}', "[]", "{}", '{"error": "lost"}', "{"])
def test_an_answer_that_makes_no_sense_is_refused(text: str) -> None:
    with pytest.raises(MessageError):
        from_json(Choice, text)


@pytest.mark.parametrize("text", ["", "{", "[]", "7", "null", "\x00", "[" * 100_000])
def test_text_that_is_no_request_is_answered_with_the_reason(text: str) -> None:
    assert "expected" in json.loads(answer(text))["error"]


def test_a_request_that_makes_no_sense_is_refused_where_it_is_understood() -> None:
    with pytest.raises(MessageError):
        next(thinking("{"))


def test_a_fault_while_thinking_is_told_with_the_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(POSITION), "legal_actions", lambda self: 1 // 0)
    assert "ZeroDivisionError" in json.loads(answer(request("choose", POSITION, level="easy")))["error"]


def test_a_thought_goes_on_where_it_stopped() -> None:
    text = request("choose", POSITION, level="hard", seed=1, work=60)
    said: list[str] = []
    thought = Thought(text, said.append)
    found, slices = None, 0
    while found is None:
        found, slices = thought.advance(1e-9), slices + 1
    assert found == answer(text)
    assert slices > len(said) > 1
    assert all(re.fullmatch("[0-9]+/60", line) for line in said) and len({*said}) == len(said)


@pytest.mark.parametrize("game", engine.rulesets())
def test_an_analysis_says_what_the_worst_turns_were_for(game: str) -> None:
    """The reason a computer gives for the actions of a turn is found again from their texts."""
    needs(game, "reasons")
    state, rng = engine.ruleset(game).new_game(seats=3, seed=4), Random(4)
    mind, told = brain(game), 0
    for _ in range(12):
        begun, taken = state.copy(), list[str]()
        while state.actor is not None and state.turn_number == begun.turn_number:
            choice = choose(state, "easy", rng)
            for action in choice.plan[: choice.firm]:
                taken.append(action.text)
                state.apply(action)
        done = done_for(mind, begun, taken)
        told += done is not None and begun.actor == begun.turn_seat
        assert done is None or done.id not in PRAISE
        assert done_for(mind, begun, []) is None
    assert told > 6


@pytest.mark.parametrize("game", engine.rulesets())
def test_a_turn_that_a_better_plan_is_known_for_is_not_praised(game: str) -> None:
    """Such a turn does not get the comment that there was nothing better to do."""
    needs(game, "reasons")
    state, rng, mind = engine.ruleset(game).new_game(seats=3, seed=4), Random(4), brain(game)

    def praised() -> bool:
        """Return whether ending the turn now has a reason that praises it."""
        if "end-turn" not in [action.text for action in state.legal_actions()]:
            return False
        reason = mind.reason(state, (state.parse_action("end-turn"),), mind.context(state))
        return reason is not None and reason.id in PRAISE

    while not praised():
        state.apply(choose(state, "easy", rng).action)
    assert done_for(mind, state, ["end-turn"]) is None
