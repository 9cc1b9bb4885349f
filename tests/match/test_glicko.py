"""Ratings of players and puzzles by Glicko-2."""

from __future__ import annotations

import pytest

from game.match.glicko import Skill, updated


def test_the_worked_example_of_its_author_gives_his_figures() -> None:
    opponents = [(Skill(1400, 30), 1.0), (Skill(1550, 100), 0.0), (Skill(1700, 300), 0.0)]
    after = updated(Skill(1500, 200), opponents)
    assert (after.rating, after.deviation) == pytest.approx((1464.06, 151.52), abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


def test_a_period_without_games_only_widens_the_deviation() -> None:
    after = updated(Skill(1700, 60), [])
    assert after.rating == 1700 and after.deviation == pytest.approx((60**2 + (0.06 * 173.7178) ** 2) ** 0.5)


@pytest.mark.parametrize("player", [Skill(), Skill(1900, 40), Skill(700, 350, 0.2)])
@pytest.mark.parametrize("puzzle", [Skill(1300, 200), Skill(1700, 30)])
def test_player_and_puzzle_move_apart_in_opposite_directions(player: Skill, puzzle: Skill) -> None:
    for score in (0.0, 1.0):
        own, other = updated(player, [(puzzle, score)]), updated(puzzle, [(player, 1 - score)])
        assert (own.rating > player.rating) == bool(score) == (other.rating < puzzle.rating)
        assert own.volatility > 0 and own.deviation < 1.2 * player.deviation


def test_a_surprising_series_raises_the_volatility() -> None:
    strong = Skill(2000, 50)
    lost = updated(strong, [(Skill(1200, 50), 0.0)] * 6)
    won = updated(strong, [(Skill(1200, 50), 1.0)] * 6)
    assert lost.volatility > strong.volatility > won.volatility


def test_a_rating_is_shown_as_two_deviations_around_it() -> None:
    assert Skill(1503.4, 61).interval == (1380, 1630)


def test_the_most_distant_ratings_that_can_be_stored_are_updated() -> None:
    best, worst = Skill(9999.9, 200), Skill(0.0, 0.1, 0.000001)
    assert updated(best, [(worst, 1.0)]).rating == pytest.approx(best.rating)
    assert updated(best, [(worst, 0.0)]).rating < best.rating
    assert updated(worst, [(best, 0.0)]).rating == pytest.approx(worst.rating)
