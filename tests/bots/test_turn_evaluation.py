"""Evaluations of a turn."""

from __future__ import annotations

import json
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from game import engine
from game.bots import answer, turn_evaluation
from game.bots.brain import brain
from game.bots.levels import choose
from game.bots.search import Search, Variation
from game.bots.steps import Steps, finish
from game.bots.turn_evaluation import evaluate_decision, luck_of
from game.engine import ParseError, State
from game.worker_messages import DecisionEvaluation, Draw, TurnEvaluation, from_json, request

from .kit import some_position

GAMES = ("hansa-teutonica", "hansa")
SEATS = {"hansa-teutonica": 3, "hansa": 2}
"""Numbers of players with which an evaluation is fast."""
CLAIMS = (
    "hansa-teutonica seats=3 options=- start=0 number=13 turn=0 ask=turn actor=0 actions=2 ending=- "
    "houses=emden-osnabrueck:0m,0t,0t,1t+osnabrueck-bremen:0t,2t,0t+goslar-quedlinburg:1t,1t,.,.+goe"
    "ttingen-quedlinburg:2t,2t,2t+quedlinburg-halle:1t,0t,.,. offices=hildesheim:2t extras=- "
    "table=.,.,.,. supply=3t,3t1m,1t1m stock=3t,5t,5t levels=1:actiones:2 neutral=- points=0,0,0 "
    "linked=- markers=2:swap_offices used=- "
    "taverns=emden-osnabrueck:plus_3_actions+osnabrueck-bremen:remove_3+lueneburg-perleberg:extra_of"
    "fice bag=12 plate=0 box=- pawn=- steps=2 acted=no hand=- origins=- allowance=0 route=- fresh=-"
)
"""A claim draws a marker, whose value varies by more than the turn's choices matter."""


def judge(state: State, played: Sequence[str], rng: Random) -> DecisionEvaluation | None:
    return finish(evaluate_decision(state, played, rng))


def turn_start(game: str, seats: int = 0, seed: int = 5) -> State:
    """Return a position in which a turn with many choices begins; 0 seats: those of `SEATS`."""
    state = some_position(game, seats or SEATS[game], 50, seed)
    turn = state.turn_number
    while state.turn_number == turn:
        state.apply(choose(state, "easy", Random(1)).action)
    return state


def turn_of(state: State, level: str) -> list[str]:
    """Return a whole turn as a level plays it, with decisions of others in it."""
    now, rng, played = state.copy(), Random(3), list[str]()
    while now.actor is not None and now.turn_number == state.turn_number:
        action = choose(now, level, rng).action
        played.append(action.text)
        if any(event.kind in now.ruleset.revealing for event in now.apply(action)):
            break
    return played


def idle_turn(state: State) -> list[str]:
    """Return a turn in which its player does as little as possible."""
    now, played = state.copy(), list[str]()
    while now.actor is not None and now.turn_number == state.turn_number:
        action = now.legal_actions()[-1]
        played.append(action.text)
        now.apply(action)
    return played


@pytest.mark.parametrize("game", GAMES)
def test_a_wasted_turn_gives_chance_away_and_the_best_plan_does_not(game: str) -> None:
    state = turn_start(game, 3)
    wasted = judge(state, ["end-turn"] if game == "hansa" else idle_turn(state), Random(3))
    assert wasted is not None and wasted.seat == state.actor and wasted.choices > 1
    assert wasted.given_away > turn_evaluation.CLOSE and wasted.sure > 0.8
    assert wasted.chance - wasted.played == pytest.approx(wasted.given_away, abs=1e-3)
    again = judge(state, wasted.line, Random(4))
    assert again is not None and again.given_away < wasted.given_away / 2


@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_given_away_less_than_nothing_and_the_same_is_always_found(game: str) -> None:
    state = turn_start(game, seed=8)
    for level in ("easy", "medium"):
        played = turn_of(state, level)
        found = judge(state, played, Random(4))
        assert found is not None and 0 <= found.given_away <= 1 and found.error >= 0
    assert found == judge(state, played, Random(4))


@pytest.mark.parametrize("game", GAMES)
def test_what_looks_better_is_judged_by_other_continuations(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Selection bias: the playouts by which a plan stood out would overestimate it."""
    state, gains = turn_start(game), list[float]()
    played = ["end-turn"] if game == "hansa" else idle_turn(state)
    duel, last = turn_evaluation._duel, [1.0]

    def watched(*arguments: Any) -> Steps[Any]:
        found = yield from duel(*arguments)
        gains.append(found.gain)
        return found._replace(gain=found.gain * last[0] ** len(gains))

    def used_all(*_: object) -> Steps[None]:
        """Say that no action was left unused: such turns are always looked at again."""
        yield ""

    monkeypatch.setattr(turn_evaluation, "_duel", watched)
    monkeypatch.setattr(turn_evaluation, "fuller_turn", used_all)
    told = judge(state, played, Random(1))
    assert told is not None and len(gains) == 2 and gains[0] != gains[1]
    gains.clear()
    last[0] = 0.01
    told = judge(state, played, Random(1))
    assert told is not None and len(gains) == 1, "what does not stand out is not looked at again"
    assert told.given_away == 0.0


def test_it_does_not_count_which_marker_a_plan_happens_to_draw() -> None:
    """Otherwise an idle turn would be faultless or a large mistake by chance."""
    state = engine.ruleset("hansa-teutonica").parse_position(CLAIMS)
    for seed in range(1, 5):
        found = judge(state, ["end-turn"], Random(seed))
        assert found is not None and 0.04 < found.given_away < 0.16, seed


def test_it_is_judged_by_what_was_known_not_by_what_was_drawn() -> None:
    """Face-down cards and tiles do not affect the evaluation of earlier decisions."""
    state = turn_start("hansa", seed=3)
    assert any(action.text == "restock" for action in state.legal_actions())
    verdicts = set()
    for deal in range(2):
        dealt = state.determinize(Random(deal), state.actor)
        line = dealt.ruleset.parse_position(dealt.position(dealt.actor))
        verdicts.add(str(judge(line, ["restock"], Random(1))))
    assert len(verdicts) == 1


def test_where_there_is_one_plan_nothing_is_decided(monkeypatch: pytest.MonkeyPatch) -> None:
    state = turn_start("hansa")
    mind = brain("hansa")
    first = finish(Search(mind, state.determinize(Random(1), state.actor)).lines(1))[0]
    texts = [action.text for action in first.plan]

    def only(self: Search, *_: object) -> Steps[list[Variation]]:
        yield ""
        return [first]

    monkeypatch.setattr(Search, "lines", only)
    found = judge(state, texts, Random(1))
    assert found is not None and found.choices == 1 and found.given_away == 0


def test_nobody_is_judged_for_what_is_decided_in_the_turn_of_another() -> None:
    state = turn_start("hansa-teutonica")
    while state.actor == state.turn_seat:
        state = next(iter(_displaced(state)))
    assert judge(state, [state.legal_actions()[0].text], Random(1)) is None


def _displaced(state: State) -> list[State]:
    """Return positions with a decision of another player, or a later one of the same player."""
    rng, now = Random(0), state.copy()
    while now.actor is not None:
        actions = now.legal_actions()
        displacing = [action for action in actions if action.text.startswith("displace")]
        now.apply(displacing[0] if displacing else actions[int(rng.random() * len(actions))])
        if now.actor is not None and now.actor != now.turn_seat and now.turn_seat is not None:
            return [now]
    raise AssertionError("nobody was displaced")


def test_good_and_bad_draws_of_a_restock_even_out() -> None:
    state = some_position("hansa", 3, 60)
    while all(action.text != "restock" for action in state.legal_actions()):
        state.apply(choose(state, "easy", Random(1)).action)
    gains = []
    for deal in range(12):
        after = state.determinize(Random(deal), state.actor)
        after.apply(after.parse_action("restock"))
        luck = finish(luck_of(state, "restock", after, Random(1)))
        assert sum(luck.gains) == pytest.approx(0, abs=1e-3)
        gains.append(luck.gains[state.actor or 0])
    assert len(set(gains)) > 3
    assert abs(sum(gains) / len(gains)) < 0.05


def test_the_error_told_of_a_draw_is_how_far_it_is_off() -> None:
    """It is the error of the calibrated probability, not of the estimates, whose error is seven times as
    large."""
    state = some_position("hansa", 3, 30)
    while all(action.text != "restock" for action in state.legal_actions()):
        state.apply(choose(state, "easy", Random(1)).action)
    after = state.determinize(Random(1), state.actor)
    after.apply(after.parse_action("restock"))
    found = [finish(luck_of(state, "restock", after, Random(seed))) for seed in range(12)]
    for seat in range(3):
        gains = [luck.gains[seat] for luck in found]
        mean = sum(gains) / len(gains)
        apart = (sum((gain - mean) ** 2 for gain in gains) / (len(gains) - 1)) ** 0.5
        told = (sum(luck.errors[seat] ** 2 for luck in found) / len(found)) ** 0.5
        assert apart / 2.5 < told < 2.5 * apart


def evaluated(state: State, **facts: Any) -> TurnEvaluation:
    """Return the answer of a worker to a request for an evaluation."""
    return from_json(TurnEvaluation, answer(request("judge", state, **facts)))


@pytest.mark.parametrize("game", GAMES)
def test_a_turn_is_judged_by_request_alike_for_the_analysis_and_a_person_who_waits(game: str) -> None:
    state = turn_start(game)
    played = idle_turn(state)
    found = evaluated(state, played=played)
    assert found.decisions[0].seat == state.actor and not found.gains and not found.chances
    analysed = evaluated(state, played=played, chances=True)
    assert analysed.verdicts == found.verdicts and sum(analysed.chances) == pytest.approx(1, abs=0.01)
    # A teaching game comments on exactly the turns that the analysis lists as mistakes.
    soon = evaluated(state, played=played, seconds=600)
    assert soon.verdicts == analysed.verdicts and soon.decisions[0].given_away > turn_evaluation.CLOSE


def test_a_draw_is_judged_by_request_with_what_followed_it() -> None:
    state = some_position("hansa", 3, 60)
    while all(action.text != "restock" for action in state.legal_actions()):
        state.apply(choose(state, "easy", Random(1)).action)
    seat, after = state.actor, state.copy()
    after.apply(after.parse_action("restock"))
    rest = turn_of(after, "medium")
    draw = Draw(0, state.position(seat), after.position(seat))
    found = evaluated(state, played=["restock", *rest], draws=[draw])
    assert [one.start for one in found.verdicts] == [0, 1]
    assert len(found.gains) == len(found.errors) == 3 and sum(found.gains) == pytest.approx(0, abs=1e-3)


@pytest.mark.parametrize(
    "facts",
    [
        {"played": "end-turn"},
        {"played": ["end-turn"], "draws": [[0, "nonsense", "nonsense"]]},
        {"played": ["end-turn"], "draws": [[4, "", ""]]},
        {"played": [], "draws": 3},
    ],
    ids=str,
)
def test_a_request_that_makes_no_sense_is_refused(facts: dict[str, object]) -> None:
    state = engine.ruleset("hansa").new_game(2, seed=1)
    asked = {"ask": "judge", "ruleset": "hansa", "position": state.position(), **facts}
    assert "error" in json.loads(answer(json.dumps(asked)))


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"verdicts": [], "luck": [], "chances": [2]}', "null"])
def test_an_answer_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(ParseError):
        from_json(TurnEvaluation, text)


def test_a_turn_with_unused_actions_is_judged_by_what_they_could_have_done(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A measured loss counts even if it is smaller than its error; of other turns it does not."""
    state = turn_start("hansa-teutonica")

    def vague(search: Search, own: Variation, rivals: Sequence[Variation], *_: object) -> Steps[Any]:
        yield ""
        even = [1 / state.seats] * state.seats
        gain = [0.02 if seat == search.seat else -0.01 for seat in range(state.seats)]
        more = [a + b for a, b in zip(even, gain, strict=True)]
        return turn_evaluation._Duel(rivals[0], 0.02, 0.5, even, more)

    monkeypatch.setattr(turn_evaluation, "_duel", vague)
    idle = judge(state, ["end-turn"], Random(1))
    assert idle is not None and idle.given_away > 0 and idle.line
    full = judge(state, turn_of(state, "easy"), Random(1))
    assert full is not None and full.given_away == 0
