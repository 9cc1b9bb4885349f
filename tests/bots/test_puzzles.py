"""The puzzles of the games: the search confirms that their answers are best."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from game import engine
from game.assets import of_game
from game.bots.themes import themes, themes_of
from game.match.puzzle import SOLVED, Attempt, Puzzle, read_puzzles
from tests.bots.kit import THREAT
from tests.bots.test_rollouts import PASS_BY, STOP
from tests.needs import needs
from tools.puzzles import judge
from tools.puzzles.__main__ import PUZZLES, main
from tools.puzzles.contest import BY_HARD, BY_MEDIUM, Entrant, certainty, contest, decidable
from tools.puzzles.find import as_row, rejudged, unjudged
from tools.puzzles.judge import LEAST_MARGIN, Rejected, judged
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
def test_only_puzzles_that_were_played_to_the_end_claim_a_certainty(game: str) -> None:
    needs(game, "puzzles")
    for puzzle in shelved(game):
        if puzzle.medium is None:
            assert not puzzle.sure and puzzle.hard is None, puzzle.id
            continue
        assert puzzle.hard is not None and puzzle.medium.games >= BY_MEDIUM.least, puzzle.id
        assert puzzle.hard.games >= BY_HARD.least and puzzle.hard.chance > puzzle.hard.second, puzzle.id
        assert puzzle.sure >= 0.99 and puzzle.chance - puzzle.second_chance >= LEAST_MARGIN / 2, puzzle.id


FEW_GAMES = (
    BY_MEDIUM._replace(most=16, sure=0.97),
    BY_HARD._replace(most=5, least=5),
)


@pytest.fixture
def threat(monkeypatch: pytest.MonkeyPatch) -> engine.State:
    """A position in which an opponent is about to end the game and win. Few plans are compared."""
    needs("hansa-teutonica", "puzzles")
    monkeypatch.setattr(judge, "RIVALS", 0)
    return engine.ruleset("hansa-teutonica").parse_position(THREAT)


def test_the_end_of_the_game_decides_which_plan_is_the_answer(threat: engine.State) -> None:
    """Even if a file had the plans the other way round."""
    found = judged(threat, [PASS_BY, STOP], 1, *FEW_GAMES)
    assert found.answer == STOP and found.second == PASS_BY and not found.accepted
    assert found.sure >= 0.97 and 8 <= found.medium.games <= 16 and found.hard.games == 5
    assert found.medium.chance > 0.5 > found.medium.second
    row = as_row(threat, found)
    assert row["alike"] == 1, "both begin with the same action, and the reasons are those for the rest"
    puzzle = read_puzzles("hansa-teutonica", json.dumps([row | {"id": "x", "step": 3}]))[0]
    assert puzzle.points and len(puzzle.points[0]) == 3
    assert "medium" not in unjudged(row) and unjudged(row)["sure"] == 0


def test_plans_that_win_equally_often_are_no_puzzle(threat: engine.State) -> None:
    other = ("income 3t", "displace trader groningen-emden.2")
    with pytest.raises(Rejected):
        judged(threat, [STOP, other], 1, *FEW_GAMES)


def test_a_plan_that_wins_as_often_as_the_answer_is_accepted(threat: engine.State) -> None:
    other = ("income 3t", "displace trader groningen-emden.2")
    found = judged(threat, [STOP, other, PASS_BY], 1, *FEW_GAMES)
    assert found.answer == STOP and found.accepted == (other,) and found.second == PASS_BY
    row = as_row(threat, found) | {"id": "x", "step": 3}
    puzzle = read_puzzles("hansa-teutonica", json.dumps([row]))[0]
    for plan in (STOP, other):
        assert Attempt(puzzle).evaluate(puzzle.solution(plan)[-1], 2) == SOLVED


def test_plans_of_a_contest_leave_it_when_they_are_certainly_worse(threat: engine.State) -> None:
    entrants = [Entrant(STOP), Entrant(PASS_BY)]
    assert contest(threat, entrants, BY_MEDIUM, 1) == entrants[:1]
    first, second = (len(one.wins) for one in entrants)
    assert BY_MEDIUM.least <= first == second < BY_MEDIUM.most
    assert entrants[0].sure(entrants[1]) >= BY_MEDIUM.sure > 0.9 > entrants[1].sure(entrants[0])


def test_a_contest_ends_when_its_plans_are_equal(threat: engine.State) -> None:
    """Certainty is out of reach long before the last playout of the schedule."""
    entrants = [Entrant(STOP), Entrant(("income 3t", "displace trader groningen-emden.2"))]
    assert len(contest(threat, entrants, BY_MEDIUM, 1)) == 2
    assert BY_MEDIUM.futile <= len(entrants[0].wins) < BY_MEDIUM.most


def test_plans_are_equal_only_after_enough_playouts(threat: engine.State) -> None:
    """A few playouts do not show whether two plans are equal. Without a third plan it makes no difference."""
    entrants = [Entrant(STOP), Entrant(("income 3t", "displace trader groningen-emden.2")), Entrant(PASS_BY)]
    schedule = BY_MEDIUM._replace(settled=24)
    assert len(contest(threat, entrants, schedule, 1)) == 2
    assert len(entrants[2].wins) < 24 <= len(entrants[0].wins) < BY_MEDIUM.most


def test_a_contest_continues_while_a_lead_can_become_certain() -> None:
    """As one of 0.23 in 32 games of hard."""
    ahead, behind = (
        Entrant(("a",), [1.0] * 10 + [0.0] * 22),
        Entrant(("b",), [0.0] * 10 + [1.0] * 3 + [0.0] * 19),
    )
    assert ahead.sure(behind) < BY_HARD.sure and decidable(ahead, behind, BY_HARD)
    assert not decidable(ahead, behind, BY_HARD._replace(most=32))
    assert not decidable(behind, ahead, BY_HARD)


@pytest.mark.parametrize(("chance", "earlier"), [(0.5, (0, 0)), (0.3, (0, 0)), (0.5, (18, 3))])
def test_a_plan_that_is_not_better_is_seldom_certainly_better(
    chance: float, earlier: tuple[int, int]
) -> None:
    """However often the evidence is examined, and whatever an earlier contest showed."""
    wrong, rng = 0, Random(1)
    for _ in range(400):
        better = worse = 0
        for _ in range(100):
            better, worse = (better + 1, worse) if rng.random() < chance else (better, worse + 1)
            if certainty((better, worse), earlier) >= 0.9:
                wrong += 1
                break
    assert wrong / 400 <= 0.1


def test_an_illegal_answer_is_rejected(threat: engine.State) -> None:
    row = {"position": THREAT, "answer": ["claim goslar-quedlinburg"], "second": list(STOP)}
    with pytest.raises(Rejected):
        rejudged("hansa-teutonica", row)


def test_results_are_adopted_and_what_was_not_judged_keeps_no_certainty(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    needs("hansa", "puzzles")
    rows = json.loads((of_game("hansa") / PUZZLES).read_text(encoding="utf-8"))[:3]
    tell = {"medium": [16, 0.9, 0.1], "hard": [8, 0.8, 0.2], "sure": 0.995}
    results = [rows[0] | tell | {"rejected": ""}, rows[1] | {"rejected": "it is none"}]
    (tmp_path / PUZZLES).write_text(json.dumps(rows))
    (tmp_path / "judged.jsonl").write_text("".join(json.dumps(row) + "\n" for row in results))
    monkeypatch.setattr("tools.puzzles.__main__.data_of", lambda game: tmp_path)
    assert main(["adopt", "hansa", str(tmp_path / "judged.jsonl")]) == 0
    kept = {puzzle.id: puzzle for puzzle in read_puzzles("hansa", (tmp_path / PUZZLES).read_text())}
    assert kept.keys() == {rows[0]["id"], rows[2]["id"]}
    assert kept[rows[0]["id"]].sure == 0.995 and not kept[rows[2]["id"]].sure
