"""The puzzles of assets/puzzles: the search still finds that their answers are best."""

from __future__ import annotations

import json
from random import Random

import pytest

from game import engine
from game.bots.puzzles.__main__ import SHELF, TIMES
from game.bots.puzzles.find import checked
from game.bots.puzzles.ladder import FULL, LIKES, risen
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
def test_puzzles_rise_from_one_decision_of_two_players_to_full_tables(game: str) -> None:
    rows = json.loads((SHELF / f"{game}.json").read_text(encoding="utf-8"))
    assert risen(game, rows) == rows, "`python -m game.bots.puzzles pack` puts them in their order"
    found = [puzzle for puzzle in shelved(game) if puzzle.step <= FULL]
    steps = [puzzle.step for puzzle in found]
    assert steps == sorted(steps) and set(steps) == {1, 2, 3, 4}
    first, last = found[0].state(), found[-1].state()
    assert first.seats == 2 and last.seats >= 4 and first.turn_number < 20
    for puzzle in found[: steps.count(1)]:
        assert puzzle.state().seats == 2 and len(puzzle.answer) <= 2, puzzle.id
    for step in (1, 2, 3, 4):
        levels = [puzzle.level for puzzle in found if puzzle.step == step]
        assert levels == sorted(levels)


def test_few_puzzles_of_a_step_are_alike() -> None:
    rows = json.loads((SHELF / "hansa.json").read_text(encoding="utf-8"))
    same = [row | {"id": str(number)} for number, row in enumerate([rows[0]] * 4)]
    assert len(risen("hansa", [*same, rows[-1]])) == LIKES + 1


@pytest.mark.parametrize("game", GAMES)
def test_the_answers_of_puzzles_are_clearly_best(game: str) -> None:
    for puzzle in shelved(game):
        assert puzzle.chance - puzzle.second_chance >= 0.05, puzzle.id
        assert puzzle.sure >= 0.99, puzzle.id


@pytest.mark.parametrize("game", GAMES)
def test_the_clearest_answer_still_is_best_and_the_second_best_plan_is_not(game: str) -> None:
    """`python -m game.bots.puzzles check <game>` checks all of them."""
    puzzle = min(shelved(game), key=lambda puzzle: puzzle.second_chance - puzzle.chance)
    row = {"position": puzzle.position, "answer": puzzle.answer, "second": puzzle.second}
    assert not checked(game, row, Random(1), TIMES), puzzle.id
    swapped = {**row, "answer": puzzle.second, "second": puzzle.answer}
    assert checked(game, swapped, Random(1), TIMES), puzzle.id
