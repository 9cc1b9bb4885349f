"""Calibration of win probabilities: they match the observed frequencies, whichever player is to move."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from game import engine
from game.assets import of_game
from game.bots import choose
from game.bots.analysis import around
from game.bots.brain import QUICK, brain
from game.bots.confidence import Power, Powers, odds, powers, raised, tempered
from game.bots.search import Search
from game.bots.steps import finish
from game.bots.weights import parsed
from game.games import GAMES
from game.levels import LEVELS
from tools.tune import calibrate
from tools.tune.tables import updated

from .kit import played_positions

Rows = list[list[float]]


def test_a_power_keeps_the_order_and_makes_chances_bolder_or_more_timid() -> None:
    estimate = [0.5, 0.3, 0.2, 0.0]
    assert raised(estimate, 8) == pytest.approx(estimate)
    timid, bold = raised(estimate, 3), raised(estimate, 20)
    assert timid[0] < 0.5 < bold[0]
    for chances in (timid, bold):
        assert sum(chances) == pytest.approx(1)
        assert chances == sorted(chances, reverse=True)
    assert raised([1.0, 0.0], 1) == [1.0, 0.0]


def test_the_power_changes_with_what_is_left_of_the_game() -> None:
    power = Power(early=2, late=12)
    assert [power.at(left) for left in (1.0, 0.5, 0.0)] == [2, 7, 12]


def test_with_neutral_traders_nothing_is_known_at_the_beginning() -> None:
    """Until a marker is drawn all playouts are identical, so their agreement is no evidence."""
    power = powers("hansa-teutonica", "2-neutral").plan
    assert raised([0.93, 0.07], power.at(1.0)) == [0.5, 0.5]
    assert raised([0.93, 0.07], power.at(0.5))[0] < 0.8


@pytest.mark.parametrize("game", sorted(GAMES))
def test_whoever_has_planned_a_turn_is_told_no_more_than_the_plan_promises(game: str) -> None:
    """In the calibration games the probabilities of a round's movers summed to 1.05 to 1.32
    (docs/lab/chances.md); masters of *Hansa* assume arbitrary replies, and expect less of their plans."""
    for seats, options in GAMES[game].kinds:
        state = engine.ruleset(game).new_game(seats, options, seed=1)
        kind = brain(game).kind(seats, state.options)
        factors = [odds(game, kind, level, left) for level in LEVELS for left in (1.0, 0.5, 0.0)]
        assert all(0.1 <= factor <= 1.2 for factor in factors) and sum(factors) < len(factors)


def test_where_nothing_is_known_nothing_is_taken_off() -> None:
    """Otherwise the first player would get less than an even chance before anything has happened."""
    state = engine.ruleset("hansa-teutonica").new_game(2, {"two_players": "neutral-it"}, seed=1)
    for level in ("easy", "medium"):
        assert choose(state, level, Random(1)).chances == pytest.approx((0.5, 0.5), abs=0.01)


def test_tempered_chances_keep_the_others_in_proportion_and_what_is_certain() -> None:
    chances = tempered([0.5, 0.3, 0.2], 0, 0.8)
    assert chances[0] < 0.5 and sum(chances) == pytest.approx(1)
    assert chances[1] / chances[2] == pytest.approx(1.5)
    assert tempered([1.0, 0.0], 0, 0.8) == [1.0, 0.0] == tempered([1.0, 0.0], 1, 0.8)


def test_the_chances_of_a_choice_are_tempered_for_whoever_chooses() -> None:
    """The probability is that of the search, calibrated for the level."""
    state = engine.ruleset("hansa-teutonica").new_game(3, seed=2)
    found = choose(state, "medium", Random(1))
    search = Search(brain("hansa-teutonica"), state.determinize(Random(1), state.actor))
    bold = finish(search.lines(8, search.brain.breadth, Random(1)))[0]
    power = search.brain.powers(state).plan
    told = search.confident(bold.estimate(), power)[search.seat]
    assert found.chances[search.seat] < told


def guesses(power: Power, count: int) -> list[calibrate.Guess]:
    """Return results with the frequencies that estimates of this exponent predict."""
    rng, found = Random(1), list[calibrate.Guess]()
    for number in range(count):
        left, first = (number % 11) / 10, rng.random()
        winner = int(rng.random() >= raised([first, 1 - first], power.at(left))[0])
        found.append(calibrate.Guess(left, [first, 1 - first], [float(seat == winner) for seat in (0, 1)]))
    return found


@pytest.mark.parametrize("power", [Power(4, 20), Power(16, 6)], ids=str)
def test_the_power_behind_the_results_is_found_again(power: Power) -> None:
    found = calibrate.best_power(some := guesses(power, 900))
    assert abs(found.early - power.early) <= 4 and abs(found.late - power.late) <= 6
    for name, count, mean, share in calibrate.reliability(some, found):
        assert count < 100 or mean == pytest.approx(share, abs=0.1), name


def test_fitted_exponents_are_read_as_they_were_written() -> None:
    text = (of_game("hansa") / "bots/powers.txt").read_text(encoding="utf-8")
    fitted = Powers(Power(3, 11), Power(2, 24))
    written = updated(text, {"3": calibrate.rows(fitted)}, "powers.txt")
    before, after = parsed(text, "powers.txt"), parsed(written, "powers.txt")
    assert after["3"] == {**before["3"], **calibrate.rows(fitted)}
    assert (after["3"]["plan.late"], after["3"]["position.early"]) == (11.0, 2.0)
    assert {**after, "3": before["3"]} == before
    known = {kind: calibrate.rows(powers("hansa", kind)) for kind in before}
    assert updated(written, known, "powers.txt") == text


def test_a_game_is_played_and_its_estimates_noted() -> None:
    into = calibrate.Guesses([], [])
    calibrate.play(engine.ruleset("hansa").new_game(2, seed=1), Random(1), into)
    assert len(into.plans) > 2 * len(into.positions) > 0
    assert len({tuple(guess.shares) for guess in into.plans}) == 1
    assert into.plans[0].left == 1 > into.plans[-1].left


@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_kind_of_game_has_powers(game: str) -> None:
    for seats, options in GAMES[game].kinds:
        state = engine.ruleset(game).new_game(seats, options, seed=1)
        kind = brain(game).kind(seats, state.options)
        rows = parsed((of_game(game) / "bots/powers.txt").read_text(encoding="utf-8"), "powers.txt")[kind]
        assert calibrate.rows(powers(game, kind)).items() <= rows.items()


def zigzag(rows: Rows) -> float:
    """Return how much win probabilities change direction from turn to turn."""
    bends = [
        abs(after - 2 * now + before)
        for (one, two), (_, three) in pairwise(pairwise(rows))
        for before, now, after in zip(one, two, three, strict=True)
    ]
    return sum(bends) / len(bends)


def test_the_curve_of_chances_does_not_depend_on_who_is_to_move() -> None:
    """The evaluation alone varies with the player to move; the mean over a round does so far less."""
    plain, smooth, rng, turn = Rows(), Rows(), Random(3), 0
    for state in played_positions(engine.ruleset("hansa").new_game(3, seed=3), 3):
        if state.turn_number > turn:
            turn = state.turn_number
            search = Search(brain("hansa"), state.determinize(rng), playouts=QUICK)
            plain.append(search.line((), search.state, 0, False).chances)
            smooth.append(finish(around(search, rng)))
    assert zigzag(smooth) < 0.5 * zigzag(plain)
