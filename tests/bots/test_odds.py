"""The tool that fits the odds of the player to move: which rounds count, and what they add up to."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.levels import EASY
from tools.tune.odds import Told, ToldGame, errors, fitted, games_of, main, play, sums

EVEN = (1.0, 1.0, 1.0)
SETUP = 3, dict[str, str]()


def game(*chances: tuple[int, float], turns: int) -> ToldGame:
    """Return a game of two seats that seat 0 wins, with estimates before some turns."""
    told = [Told(turn, (turn - 1) % 2, 1 - turn / turns, chance, True) for turn, chance in chances]
    return ToldGame(told, (1.0, 0.0), turns)


def test_estimates_of_a_round_are_added_up() -> None:
    whole = game((1, 0.5), (2, 0.6), (3, 0.7), (4, 0.4), (5, 0.6), (6, 0.1), turns=6)
    assert sums([whole], EVEN) == pytest.approx([(1.1 + 1.3) / 2, (1.1 + 1.0) / 2, (0.7 + 1.1) / 2])


def test_rounds_of_which_a_turn_is_unknown_do_not_count() -> None:
    parts = game((1, 0.5), (2, 0.6), (5, 0.7), (7, 0.8), (8, 0.3), (12, 0.2), turns=12)
    assert sums([parts], EVEN) == pytest.approx([1.1, 1.1, 1.0 + 0.2])


def test_the_rounds_of_a_game_count_as_one_for_the_error() -> None:
    games = [game((1, 0.5), (2, each), (3, 0.5), turns=9) for each in (0.4, 0.6)]
    assert sums(games, EVEN)[0] == pytest.approx(1.0)
    assert errors(games, EVEN)[0] == pytest.approx((2 * 0.2**2) ** 0.5 / 4)


def test_fitted_factors_make_the_sums_one() -> None:
    games = [game(*((turn, 0.6) for turn in range(1, 13)), turns=12)]
    assert sums(games, EVEN)[0] == pytest.approx(1.2)
    assert sums(games, fitted(games)) == pytest.approx([1.0] * 3, abs=0.03)


def test_a_level_plays_whole_rounds_between_turns_of_medium() -> None:
    told, shares, turns = play("hansa", "3", SETUP, EASY, 1, between=4)
    known = [one.turn for one in told]
    assert 3 <= len(known) < turns and sum(shares) == pytest.approx(1)
    begun = [turn for turn in known if turn - 1 not in known]
    assert all(turn + more in known for turn in begun for more in range(3) if turn + more <= turns)
    assert len(play("hansa", "3", SETUP, EASY, 1).told) > len(known)


def test_stored_games_are_not_played_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["hansa", "--level", EASY, "--kind", "3", "--games", "2", "--into", str(tmp_path)]
    main(words)
    first = capsys.readouterr().out
    [file] = tmp_path.iterdir()
    before = file.read_bytes()
    main(words)
    assert capsys.readouterr().out == first and file.read_bytes() == before
    assert games_of("hansa", "3", SETUP, EASY, range(1, 3), file, 0)[1] == play("hansa", "3", SETUP, EASY, 2)
