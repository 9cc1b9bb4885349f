"""The puzzles of the games: the search confirms that their answers are best."""

from __future__ import annotations

import json
from random import Random

import pytest

from game import engine
from game.assets import of_game
from game.bots.themes import themes, themes_of
from game.match.puzzle import SOLVED, Attempt, Puzzle, read_puzzles
from tests.needs import needs
from tools.puzzles.__main__ import PUZZLES, TIMES
from tools.puzzles.find import checked, renewed
from tools.puzzles.ladder import FULL, LATER, LIKES, risen

GAMES = engine.rulesets()
FEW = 4
"""Minimum number of puzzles about each theme."""


def shelved(game: str) -> tuple[Puzzle, ...]:
    return read_puzzles(game, (of_game(game) / PUZZLES).read_text(encoding="utf-8"))


@pytest.mark.parametrize("game", GAMES)
def test_every_answer_can_be_played_and_solves_its_puzzle(game: str) -> None:
    needs(game, "puzzles")
    puzzles = shelved(game)
    assert len({puzzle.id for puzzle in puzzles}) == len(puzzles)
    for puzzle in puzzles:
        after = puzzle.solution()[-1]
        assert Attempt(puzzle).evaluate(after, len(puzzle.answer)) == SOLVED


@pytest.mark.parametrize("game", GAMES)
def test_puzzles_rise_by_step_and_level(game: str) -> None:
    needs(game, "puzzles")
    rows = json.loads((of_game(game) / PUZZLES).read_text(encoding="utf-8"))
    assert risen(game, rows) == rows, "`python -m tools.puzzles pack` puts them in their order"
    found = [puzzle for puzzle in shelved(game) if puzzle.step <= FULL]
    later = LATER.get(game, ())
    assert list(dict.fromkeys(puzzle.step for puzzle in found)) == [
        *(step for step in (1, 2, 3, 4) if step not in later),
        *later,
    ]
    single = [puzzle for puzzle in found if puzzle.step == 1]
    assert single[0].state().turn_number < 20
    for puzzle in single:
        assert puzzle.state().seats == 2 and len(puzzle.answer) <= 2, puzzle.id
    for step in (1, 2, 3, 4):
        levels = [puzzle.level for puzzle in found if puzzle.step == step]
        assert levels == sorted(levels)


@pytest.mark.parametrize("game", GAMES)
def test_the_first_puzzles_have_only_rules_that_the_lessons_show(game: str) -> None:
    """No pawn, neutral traders or other board."""
    needs(game, "puzzles")
    for puzzle in shelved(game)[:20]:
        state = puzzle.state()
        assert state.options.get("board", "base") == "base", puzzle.id
        assert game != "hansa-teutonica" or state.seats > 2, puzzle.id


def test_few_puzzles_of_a_step_are_alike() -> None:
    rows = json.loads((of_game("hansa") / PUZZLES).read_text(encoding="utf-8"))
    same = [row | {"id": str(number)} for number, row in enumerate([rows[0]] * 4)]
    assert len(risen("hansa", [*same, rows[-1]])) == LIKES + 1


def test_what_is_known_stays_when_others_like_it_are_added() -> None:
    """Even if they are easier, and would come before it."""
    rows = json.loads((of_game("hansa") / PUZZLES).read_text(encoding="utf-8"))
    known = [row for row in rows if row["step"] == rows[-1]["step"]][-1:]
    easier = [known[0] | {"id": str(number), "level": 1} for number in range(LIKES)]
    assert known[0]["id"] in [row["id"] for row in risen("hansa", [*known, *easier])]


@pytest.mark.parametrize("game", GAMES)
def test_each_puzzle_has_the_themes_that_its_position_and_answer_show(game: str) -> None:
    needs(game, "puzzles")
    for row in json.loads((of_game(game) / PUZZLES).read_text(encoding="utf-8")):
        assert row["themes"] == themes(game, row) != [], row["id"]


@pytest.mark.parametrize("game", GAMES)
def test_every_theme_has_a_few_puzzles_on_the_base_boards(game: str) -> None:
    needs(game, "puzzles")
    found = [puzzle for puzzle in shelved(game) if puzzle.step <= FULL]
    for theme in themes_of(game):
        assert sum(theme in puzzle.themes for puzzle in found) >= FEW, theme


MINDEN = (
    "hansa-teutonica seats=3 supply=3t,6t1m,7t1m offices=minden:{holder}t houses=minden-hannover:0t,0t,0t"
)


@pytest.mark.parametrize(("holder", "feeds"), [(0, False), (1, True)])
def test_a_claim_feeds_whoever_else_controls_a_town_of_the_route(holder: int, feeds: bool) -> None:
    answer = ["claim minden-hannover", "office hannover.1"]
    reason = ["claim-office", {"route": "minden-hannover", "town": "hannover", "n": 1}]
    row = {"position": MINDEN.format(holder=holder), "answer": answer, "reason": reason}
    assert ("feeds" in themes("hansa-teutonica", row)) == feeds


@pytest.mark.parametrize(("more", "near"), [("", False), (" points=3,18,2", True), (" bag=-", True)])
def test_the_end_is_a_theme_where_somebody_could_soon_bring_it_about(more: str, near: bool) -> None:
    position = MINDEN.format(holder=0) + more
    row = {"position": position, "answer": ["income 3t", "end-turn"], "reason": ["income", {}]}
    assert themes("hansa-teutonica", row) == ["income", *(["end"] if near else [])]


@pytest.mark.parametrize("game", GAMES)
def test_the_answers_of_puzzles_are_clearly_best(game: str) -> None:
    needs(game, "puzzles")
    for puzzle in shelved(game):
        assert puzzle.chance - puzzle.second_chance >= 0.05, puzzle.id
        assert puzzle.sure >= 0.99, puzzle.id


@pytest.mark.parametrize("game", GAMES)
def test_the_clearest_answer_still_is_best_and_the_second_best_plan_is_not(game: str) -> None:
    """`python -m tools.puzzles check <game>` checks all of them."""
    needs(game, "puzzles")
    puzzle = min(shelved(game), key=lambda puzzle: puzzle.second_chance - puzzle.chance)
    row = {
        "position": puzzle.position,
        "answer": puzzle.answer,
        "chance": puzzle.chance,
        "second": puzzle.second,
    }
    assert not checked(game, row, Random(1), TIMES), puzzle.id
    swapped = {**row, "answer": puzzle.second, "second": puzzle.answer}
    assert checked(game, swapped, Random(1), TIMES), puzzle.id
    assert renewed(game, swapped, Random(1), TIMES) is None


@pytest.mark.parametrize("game", GAMES)
def test_a_puzzle_tells_the_chance_that_is_found_today(game: str) -> None:
    """The stored win probability of an answer must match the search."""
    needs(game, "puzzles")
    rows = json.loads((of_game(game) / PUZZLES).read_text(encoding="utf-8"))
    row = max(rows, key=lambda row: row["chance"] - row["second_chance"])
    stale = row | {"chance": row["chance"] - 0.3}
    assert "told" in checked(game, stale, Random(1), TIMES)
    new = renewed(game, stale, Random(1), TIMES)
    assert new is not None and not checked(game, new, Random(2), TIMES)
    assert new["answer"] == row["answer"] and abs(new["chance"] - row["chance"]) < 0.1
