"""Analysis of a game turn by turn: requests, stored results, statistics."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from game.engine.core import ParseError
from game.engine.record import Record, read
from game.match.analysis import TURNING_POINTS, AnalysisRun
from game.match.learning import RatedGame
from game.match.mistake_sizes import SIZES, size_of
from game.match.rating import GRADES, LEAST_GAMES, grades, ratings
from game.match.statistics import Statistics, statistics
from game.worker_messages import DecisionEvaluation, Luck, TurnEvaluation, Verdict

RECORDS = Path(__file__).parents[1] / "engine" / "records"


def recorded(name: str) -> tuple[Record, Statistics]:
    record = read((RECORDS / f"{name}.txt").read_text(encoding="utf-8"))
    return record, statistics(record)


def verdict(seat: int, given_away: float = 0.0, choices: int = 4) -> dict[str, Any]:
    row: dict[str, Any] = {"seat": seat, "choices": choices, "given_away": given_away, "error": 0.01}
    row |= {"sure": 0.9, "chance": 0.5, "played": 0.5 - given_away, "plan": [], "line": []}
    return row | {"reason": None, "did": None}


def answer(seats: int, *verdicts: list[Any], luck: list[Any] | None = None) -> str:
    chances = [round(1 / seats, 4)] * seats
    return json.dumps({"verdicts": list(verdicts), "luck": luck or [], "chances": chances})


def test_it_goes_on_where_it_was_stopped_and_nothing_is_judged_twice() -> None:
    record, numbers = recorded("hansa-2")
    course = AnalysisRun(record, numbers)
    for at in range(5):
        assert course.next == at
        course.take(at, answer(2))
    again = AnalysisRun(record, numbers, course.to_keep())
    assert again.next == 5 and again.whole() is None
    while (at := again.next) is not None:
        again.take(at, answer(2))
    assert (found := again.whole()) is not None and len(found.chances) == len(numbers.standings)


def test_what_is_kept_of_another_course_of_the_game_counts_for_nothing() -> None:
    record, numbers = recorded("hansa-2")
    course = AnalysisRun(record, numbers)
    course.take(0, answer(2))
    other = recorded("hansa-3")
    assert AnalysisRun(*other, course.to_keep()).next == 0


def test_a_game_that_has_gone_on_is_judged_from_where_it_was() -> None:
    record, _ = recorded("hansa-2")
    begun = Record.of(record.new_game())
    begun.actions[:] = record.actions[:60]
    early = AnalysisRun(begun, statistics(begun))
    while (at := early.next) is not None:
        early.take(at, answer(2))
    later = AnalysisRun(record, statistics(record), early.to_keep()).next
    assert later is not None and 0 < later == len(early.standings) - 1, "only the turn under way is left"


def test_every_draw_of_a_turn_is_asked_about_with_the_positions_around_it() -> None:
    record, numbers = recorded("hansa-3")
    course, drawn = AnalysisRun(record, numbers), 0
    for at in range(len(numbers.standings)):
        asked = json.loads(course.request(at))
        for number, before, after in asked["draws"]:
            assert asked["played"][number] == "restock" and before != after
            drawn += 1
    assert drawn == sum(action.text == "restock" for action in record.actions) == len(numbers.draws)


@pytest.mark.parametrize(
    "text",
    [
        *("", "{}", "[]", answer(3)),
        answer(2, [0, verdict(7)]),
        answer(2, [99, verdict(0)]),
        answer(2, [0, verdict(0, 1.5)]),
        answer(2, luck=[[[0.1], [0.1]]]),
    ],
)
def test_an_answer_about_something_else_is_refused(text: str) -> None:
    with pytest.raises(ParseError):
        AnalysisRun(*recorded("hansa-2")).take(0, text)


def test_the_costliest_turns_are_told_of_in_their_order() -> None:
    record, numbers = recorded("hansa-2")
    course, costs = AnalysisRun(record, numbers), {3: 0.04, 8: 0.2, 11: 0.01, 14: 0.07, 20: 0.12}
    for at in range(len(numbers.standings)):
        rows = [[0, verdict(0, costs.get(at, 0.0))]] if at + 1 < len(numbers.standings) else []
        course.take(at, answer(2, *rows))
    found = course.whole()
    assert found is not None
    assert [one.at for one in found.mistakes] == [3, 8, 14, 20]
    assert [one.size for one in found.mistakes] == ["small", "large", "small", "clear"]
    assert [one.at for one in found.turning] == [8, 14, 20] and len(found.turning) == TURNING_POINTS
    for one in found.mistakes:
        assert one.step == numbers.standings[one.at].step and one.played == tuple(course.played(one.at))
        assert one.better > one.after


def verdict_of(seat: int, chance: float, given_away: float, choices: int = 4) -> DecisionEvaluation:
    return DecisionEvaluation(seat, choices, given_away, 0.0, 1.0, chance, chance - given_away)


def judged(seat: int, given_away: float, choices: int = 4, gain: float | None = None) -> TurnEvaluation:
    one = verdict_of(seat, 0.5, given_away, choices)
    luck = () if gain is None else (Luck((gain, -gain), (0.02, 0.02)),)
    return TurnEvaluation((Verdict(0, one),), luck, (0.5, 0.5))


def test_a_rating_is_the_error_per_decision_and_forced_moves_are_none() -> None:
    turns = [judged(0, 0.0, choices=1)] * 5 + [judged(0, each / 100) for each in range(10)]
    mine, theirs = ratings(turns, (1,), 2)
    assert mine.decisions == 10 and mine.mean == pytest.approx(0.045)
    assert 0.005 < mine.error < 0.02
    assert (mine.faultless, mine.worst) == (1, 0.09) and theirs.decisions == 0


def rated(mean: float, error: float) -> RatedGame:
    return RatedGame("2026-11-21", "hansa", 3, "8f3c0a12", 20, mean, error)


def test_only_several_games_have_a_level_of_play_and_their_error_makes_it_a_range() -> None:
    for mean in (0.0, 0.016, 0.2):
        assert grades([rated(mean, 0.01)] * (LEAST_GAMES - 1)) == ()
    clear = grades([rated(0.014, 0.001)] * LEAST_GAMES)
    vague = grades([rated(0.014, 0.02)] * LEAST_GAMES)
    assert clear == ("good",) and vague[0] == "masterly" and vague[-1] == "patchy"
    assert set(clear) < set(vague) and list(vague) == [name for name in GRADES if name in vague]
    assert grades([rated(0.9, 0.3)] * LEAST_GAMES) == ("learning",)


def test_what_is_played_once_all_is_won_or_lost_is_no_decision() -> None:
    """Otherwise a game lost by 29 to 46 could be called strong, as nothing could be lost any more."""
    lost, won, thrown = (
        verdict_of(0, chance, cost) for chance, cost in ((0.01, 0.0), (0.99, 0.0), (0.99, 0.5))
    )
    assert not lost.decided and not won.decided and thrown.decided
    turns = [judged(0, 0.04)] * 8 + [TurnEvaluation((Verdict(0, lost),), (), ())] * 30
    mine = ratings(turns, (1,), 2)[0]
    assert mine.decisions == 8 and mine.mean == pytest.approx(0.04)


def test_a_mistake_has_the_size_of_what_is_told_of_it() -> None:
    """A mistake shown as 8 % belongs to those from 8 % on."""
    assert [size_of(cost) for cost in (0.0349, 0.036, 0.0751, 0.146)] == ["", "small", "clear", "large"]


def test_the_result_without_luck_is_the_result_minus_what_was_drawn() -> None:
    lucky = [judged(0, 0.0, gain=0.1)] * 3 + [judged(1, 0.0)]
    winner, loser = ratings(lucky, (0,), 2)
    assert winner.luck == pytest.approx(0.3) and winner.adjusted == pytest.approx(0.7)
    assert loser.luck == pytest.approx(-0.3) and loser.adjusted == pytest.approx(0.3)
    assert winner.luck_error == pytest.approx(0.02 * 3**0.5)
    none, _ = ratings([judged(0, 0.0)], (0,), 2)
    assert none.luck is None and none.adjusted == 1


def test_sizes_grow() -> None:
    assert sorted(SIZES.values()) == list(SIZES.values()) and sorted(GRADES.values()) == list(GRADES.values())
