"""The player's own results: the games and seats that count, and the stored text."""

from __future__ import annotations

import random

import pytest

from game import engine
from game.match import Computer, Match, Person
from game.match.controller import Controller
from game.match.learning import HEAD, Result, read_entries, with_entries
from game.match.loading import whole
from game.match.tally import TRIED, ending, result_of, rows
from tests.match.games import finished, hurried

GAMES = engine.rulesets()


def played(game: str, *controllers: Controller, date: str = "2026-11-21 10:15") -> Match:
    """Return a finished game for three; the controllers are recorded, but do not act."""
    match = finished(game)
    match.record.tags["date"] = date
    for seat, controller in enumerate(controllers):
        match.set_controller(seat, controller)
    return match


def result(match: Match, name: str = "") -> Result | None:
    assert match.state.outcome is not None
    return result_of(match.record, match.state.outcome, match.id or "x", name)


@pytest.mark.parametrize("game", GAMES)
def test_the_only_person_gets_the_result(game: str) -> None:
    match = played(game, Computer("hard"), Person(), Computer("hard"))
    found, outcome = result(match), match.state.outcome
    assert found is not None and outcome is not None
    assert found[:6] == ("2026-11-21", game, 3, "hard", outcome.ranks[1], outcome.totals[1])


def test_among_several_persons_it_is_the_one_with_the_name() -> None:
    match = played("hansa", Person(), Person(), Computer())
    first, second = (player.name for player in match.players[:2])
    assert result(match) is None and result(match, "Nobody") is None
    outcome = match.state.outcome
    assert outcome is not None
    for seat, name in enumerate((first, second)):
        found = result(match, name)
        assert found is not None and (found.rank, found.points) == (outcome.ranks[seat], outcome.totals[seat])


@pytest.mark.parametrize(
    ("others", "against"),
    [
        ((Computer("easy"), Computer("easy")), "easy"),
        ((Computer("easy"), Computer("hard")), "mixed"),
    ],
)
def test_it_says_against_whom(others: tuple[Controller, ...], against: str) -> None:
    found = result(played("hansa", Person(), *others))
    assert found is not None and found.against == against


def test_computers_among_themselves_and_tried_games_do_not_count() -> None:
    assert result(played("hansa", Computer(), Computer(), Computer())) is None
    match = played("hansa", Person(), Computer(), Computer())
    match.record.tags[TRIED] = "yes"
    assert result(match) is None


def test_what_is_written_is_read() -> None:
    found = [result(played(game, Person(), Computer("easy"), Computer("easy"))) for game in GAMES]
    known = [one for one in found if one is not None]
    assert len(known) == len(GAMES)
    assert read_entries(Result, with_entries("", known)) == known


def test_a_copy_adds_nothing_and_a_new_end_replaces_the_old() -> None:
    one = Result("2026-11-21", "hansa", 2, "easy", 2, 40, "00000001", "aa")
    text = with_entries("", [one])
    better = one._replace(rank=1, points=50)
    assert with_entries(text, [better], imported=True) == text
    assert read_entries(Result, with_entries(text, [better])) == [better]
    assert with_entries(text, [better._replace(game="bb")]) == text, "another save of that game"


def test_however_many_results_there_are_a_new_one_is_read() -> None:
    one = Result("2026-11-21", "hansa", 2, "easy", 2, 40, "00000001", "aa")
    text = with_entries("", (one._replace(setup=f"{number:08x}") for number in range(20_000)))
    newest = one._replace(setup="ffffffff")
    found = read_entries(Result, with_entries(text, [newest]))
    assert found[-1] == newest and len(found) == 20_001


HOSTILE = (
    "result",
    "result - hansa 2 easy 1 40 00000000",
    "result - hansa 2 easy 1 40 00000000 x y",
    "result - hansa 2 bots 1 40 00000000 x",
    "result - hansa 2 easy 1 99999999999999999999 00000000 x",
    "result \u0662\u0660\u0662\u0666-11-21 hansa 2 easy 1 40 00000000 x",
    "result - \u202ehansa 2 easy 1 40 00000000 x",
    "\0" * 50,
    "ab " * 5_000,
)


@pytest.mark.parametrize("line", HOSTILE)
def test_lines_that_are_not_understood_are_passed_over_and_stay(line: str) -> None:
    one = Result("-", "hansa", 2, "easy", 1, 40, "00000001", "aa")
    text = f"{HEAD}\n{line}\n"
    assert read_entries(Result, text) == []
    more = with_entries(text, [one])
    assert read_entries(Result, more) == [one] and line in more.splitlines()


def test_sums_by_game_players_and_opponents() -> None:
    one = Result("-", "hansa", 2, "easy", 1, 40, "00000001", "aa")
    results = [one, one._replace(rank=2, points=30), one._replace(seats=3), one._replace(against="hard")]
    assert [(row.seats, row.against, row.games, row.won, row.mean, row.best) for row in rows(results)] == [
        (2, "easy", 2, 1, 35.0, 40),
        (2, "hard", 1, 1, 40.0, 40),
        (3, "easy", 1, 1, 40.0, 40),
    ]


def test_a_record_is_played_again_in_slices() -> None:
    match = played("hansa", Person(), Computer("hard"), Computer("hard"))
    work = ending(match.record, match.id or "x", "")
    assert 0 <= next(work) < 1
    assert whole(work) == result(match)
    cut = Match.start("", match.ruleset, match.players, {}, 1)
    cut.play(hurried(cut.state, random.Random(1)))
    assert whole(ending(cut.record, "x", "")) is None
