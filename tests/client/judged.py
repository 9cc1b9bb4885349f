"""Analyses of the tests' finished games: computed at some turns, once for all workers, or invented."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from game.bots import answer
from game.engine.record import read
from game.match.analysis import AnalysisRun
from game.match.statistics import Statistics, statistics
from tests.match.games import finished_text
from web.cache import keep

EVERY = 11
"""Turns per computed analysis: enough for some mistakes."""
SLOW = {"hansa": {24, 35, 57}}
"""Turns left out: their analysis takes twice as long as that of all others of the game, and none of them is
an exercise of the seat with most."""


folder = Path()
"""Directory of the computed analyses, set by conftest.py."""


@cache
def numbers(game: str) -> Statistics:
    return statistics(read(finished_text(game)))


@cache
def judged_game(game: str) -> str:
    """Return the stored analysis of a game, with a few turns judged by the computer players."""

    def write(path: Path) -> None:
        path.write_text(_judged(game), encoding="utf-8")

    return keep(folder / f"judged-{game}", write).read_text(encoding="utf-8")


def _judged(game: str) -> str:
    course = AnalysisRun(read(finished_text(game)), numbers(game))
    for at in range(len(course.standings)):
        told: dict[str, Any] = {"verdicts": [], "luck": [], "chances": _drift(at)}
        if at % EVERY == 2 and at not in SLOW.get(game, ()):
            told |= json.loads(answer(course.request(at)))
        course.take(at, json.dumps(told))
    return course.to_keep()


@cache
def invented(game: str, seat: int | None = None) -> str:
    """Return an analysis with invented judgements.

    seat  the player with costly turns; None: three turns of any player
    """
    course = AnalysisRun(read(finished_text(game)), numbers(game))
    count = len(course.standings)
    for at in range(count):
        wrong = at in (count // 4, count // 2, count - 3)
        if seat is not None:
            wrong = at + 1 < count and at % 5 == 0 and _verdict(game, at, 0.0)["seat"] == seat
        rows = [[0, _verdict(game, at, 0.11 if wrong else 0.0)]] if at + 1 < count else []
        course.take(at, json.dumps({"verdicts": rows, "luck": [], "chances": _drift(at)}))
    return course.to_keep()


def _verdict(game: str, at: int, given_away: float) -> dict[str, Any]:
    state = read(finished_text(game)).ruleset.parse_position(numbers(game).standings[at].position)
    return {
        "seat": state.actor,
        "choices": 5,
        "given_away": given_away,
        "error": given_away / 4,
        "sure": 0.99,
        "chance": 0.31,
        "played": 0.31 - given_away,
        "plan": [],
        "line": [state.legal_actions()[0].text],
        "reason": None,
        "did": None,
    }


def _drift(at: int) -> list[float]:
    """Return win probabilities of three players that change from turn to turn."""
    first, second = 0.15 + (at * 7) % 5 / 50, 0.3 + (at * 3) % 7 / 70
    return [round(one, 4) for one in (first, second, 1 - first - second)]
