"""Mistakes of several games by kind, and exercises that come again at growing intervals."""

from __future__ import annotations

import pytest

from game import engine
from game.bots.mistakes import OTHER, kinds_of, mistake_kind, themes_of_kind
from game.bots.themes import themes_of
from game.client.learn.courses import puzzles
from game.client.words.i18n import catalogue
from game.match.learning import KnownMistake, KnownMistakes, Review, line_of, read_entries, with_entries
from game.match.practice import INTERVALS, box_after, days_until, due_first, is_due, totals
from tests.needs import needs

GAMES = engine.rulesets()
TODAY = "2026-11-28 07:00"


def test_an_exercise_comes_again_after_growing_intervals_and_soon_after_a_failure() -> None:
    box, waits = 0, []
    for number in range(7):
        before = Review("a.1", box, "2026-11-28") if number else None
        box = box_after(before, TODAY, solved=True) or 0
        waits.append(days_until(box))
    assert waits == [*INTERVALS, INTERVALS[-1], INTERVALS[-1]] and INTERVALS == (1, 3, 7, 16, 35)
    assert box_after(Review("a.1", box, "2026-11-28"), TODAY, solved=False) == 0 and days_until(0) == 1


def test_a_success_before_its_day_does_not_lengthen_the_interval() -> None:
    assert box_after(Review("a.1", 2, "2026-12-01"), TODAY, solved=True) is None


def test_overdue_exercises_come_first_then_new_ones() -> None:
    known = {
        "late": Review("late", 1, "2026-11-20"),
        "now": Review("now", 1, "2026-11-28"),
        "soon": Review("soon", 1, "2026-11-29"),
    }
    assert due_first(["new", "soon", "now", "late"], known, TODAY) == ["late", "now", "new"]
    assert is_due(None, TODAY) and not is_due(known["soon"], TODAY)


def test_the_costliest_kind_of_several_games_comes_first() -> None:
    found = (
        KnownMistake(5, "opening", "tempo", 0.05),
        KnownMistake(9, "end", "tempo", 0.05),
        KnownMistake(30, "end", "end", 0.3),
    )
    first, second = totals(
        [KnownMistakes("0" * 8, "hansa", "a", found), KnownMistakes("1" * 8, "hansa", "b", found[:1])]
    )
    assert (first.kind, first.number, first.by_phase) == ("end", 1, (0, 0, 1))
    assert (second.kind, second.number, second.by_phase) == ("tempo", 3, (2, 0, 1))
    assert second.loss == pytest.approx(0.15)


def test_mistakes_and_reviews_are_stored_and_replaced_one_by_one() -> None:
    mistakes = KnownMistakes("8f3c0a12", "hansa", "3f2a91bc", (KnownMistake(5, "opening", "supply", 0.041),))
    text = with_entries(
        "", [mistakes, Review("8f3c0a12.5", 1, "2026-11-29"), Review("ht-1", 0, "2026-11-29")]
    )
    assert line_of(mistakes) == "mistakes 8f3c0a12 hansa 3f2a91bc 5:opening:supply:410"
    text = with_entries(text, [Review("8f3c0a12.5", 2, "2026-12-02")])
    assert read_entries(KnownMistakes, text) == [mistakes]
    assert [one.box for one in read_entries(Review, text)] == [2, 0]


@pytest.mark.parametrize("game", GAMES)
def test_every_kind_has_a_name_and_puzzles_that_practise_it(game: str) -> None:
    about = {theme for puzzle in puzzles(game) for theme in puzzle.themes}
    for kind in kinds_of(game):
        assert {f"kind.{kind}", f"kind.{kind}.text"} <= catalogue(game, "en").keys()
        assert themes_of_kind(game, kind) and {*themes_of_kind(game, kind)} <= themes_of(game).keys()
        assert about & {*themes_of_kind(game, kind)}, kind


@pytest.mark.parametrize("game", GAMES)
def test_the_second_plans_of_the_puzzles_are_mistakes_of_every_kind(game: str) -> None:
    if not kinds_of(game):
        needs(game, "themes")
    found = {
        puzzle.id: mistake_kind(
            puzzle.state(), (puzzle.second, puzzle.second_reason), (puzzle.answer, puzzle.reason)
        )
        for puzzle in puzzles(game)
    }
    assert {*found.values()} == {*kinds_of(game)}
    late = {puzzle.id for puzzle in puzzles(game) if {"end", "closing"} & {*puzzle.themes}}
    assert late and {found[one] for one in late} == {"end"}


@pytest.mark.parametrize("game", GAMES)
def test_a_plan_that_cannot_be_played_has_a_kind_all_the_same(game: str) -> None:
    state = engine.ruleset(game).new_game(3, seed=1)
    nothing = ("no such action",), None
    assert mistake_kind(state, nothing, nothing) in (*kinds_of(game), OTHER)
