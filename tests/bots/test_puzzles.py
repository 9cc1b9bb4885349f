"""The puzzles of assets/puzzles: the search still finds that their answers are best."""

from __future__ import annotations

from random import Random

import pytest

from game import engine
from game.bots.puzzles.__main__ import SHELF, TIMES
from game.bots.puzzles.find import checked
from game.match.puzzle import SOLVED, Attempt, Puzzle, read_puzzles

GAMES = engine.rulesets()


def shelved(game: str) -> tuple[Puzzle, ...]:
    return read_puzzles(game, (SHELF / f"{game}.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("game", GAMES)
def test_every_answer_can_be_played_and_solves_its_puzzle(game: str) -> None:
    puzzles = shelved(game)
    assert len({puzzle.id for puzzle in puzzles}) == len(puzzles)
    for puzzle in puzzles:
        after = puzzle.solution()[-1]
        assert Attempt(puzzle).judge(after, len(puzzle.answer)) == SOLVED


@pytest.mark.parametrize("game", GAMES)
def test_puzzles_go_from_easy_to_difficult_and_their_answers_are_clearly_best(game: str) -> None:
    puzzles = shelved(game)
    assert [puzzle.level for puzzle in puzzles] == sorted(puzzle.level for puzzle in puzzles)
    for puzzle in puzzles:
        assert puzzle.chance - puzzle.second_chance >= 0.05, puzzle.id
        assert puzzle.sure >= 0.99, puzzle.id


@pytest.mark.parametrize("game", GAMES)
def test_the_clearest_answers_still_are_best_and_the_second_best_plan_is_not(game: str) -> None:
    """`python -m game.bots.puzzles check <game>` checks all of them."""
    clearest = sorted(shelved(game), key=lambda puzzle: puzzle.second_chance - puzzle.chance)[:2]
    for puzzle in clearest:
        row = {"position": puzzle.position, "answer": puzzle.answer, "second": puzzle.second}
        assert not checked(game, row, Random(1), TIMES), puzzle.id
        swapped = {**row, "answer": puzzle.second, "second": puzzle.answer}
        assert checked(game, swapped, Random(1), TIMES), puzzle.id
