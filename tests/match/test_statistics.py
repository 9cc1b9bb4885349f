"""The statistics of a game (game/match/statistics.py)."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.engine.record import Record, read, replay
from game.match.statistics import statistics

RECORDS = sorted((Path(__file__).parents[1] / "engine" / "records").glob("*.txt"))


def recorded(name: str) -> Record:
    return read((RECORDS[0].parent / f"{name}.txt").read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_the_points_end_with_the_score_and_every_turn_has_its_standing(path: Path) -> None:
    record = read(path.read_text(encoding="utf-8"))
    over = replay(record)
    told = statistics(record)
    assert over.outcome is not None
    assert told.standings[-1].points == over.outcome.totals
    assert told.standings[-1].step == len(record.actions)
    turns = [standing.turn for standing in told.standings if standing.turn]
    assert turns == list(range(1, over.turn_number + 1))


def test_every_route_claimed_and_every_income_taken_is_counted() -> None:
    record = recorded("hansa-teutonica-3")
    counts = dict(statistics(record).counts)
    texts = [action.text for action in record.actions]
    assert sum(counts["routes"]) == sum(text.startswith("claim ") for text in texts)
    assert sum(counts["income"]) == sum(text.startswith("income ") for text in texts)
    assert sum(counts["displacing"]) == sum(counts["displaced"]) > 0


def test_coins_paid_to_players_are_coins_received() -> None:
    counts = dict(statistics(recorded("hansa-3")).counts)
    assert sum(counts["paid"]) == sum(counts["received"]) > 0
    assert counts["paid"] != counts["received"]


def test_an_unfinished_game_can_be_told_too() -> None:
    record = recorded("hansa-4")
    del record.actions[30:]
    assert statistics(record).standings
