"""The last rounds of a game of *Hansa* in which Anna wasted some turns, and their analysis."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from game.bots import answer
from game.engine.record import read
from game.match.analysis import AnalysisRun
from game.match.statistics import statistics

FINISHED = Path(__file__).with_suffix(".txt").read_text(encoding="utf-8")
MISTAKES = 3
"""Number of turns up to the last mistake."""
STORE = """(texts) => {
    for (const [id, text] of Object.entries(texts)) {
        const key = `kontor:/:${id}`;
        localStorage.setItem(key, text);
        dispatchEvent(new StorageEvent("storage", { key, newValue: text, storageArea: localStorage }));
    }
}"""
"""Texts are stored as in another window."""


@cache
def analysis() -> str:
    """Return the analysis as the page stores it, without evaluations of the turns after the last mistake."""
    record = read(FINISHED)
    run = AnalysisRun(record, statistics(record))
    for at in range(len(run.standings)):
        found: dict[str, Any] = {"verdicts": [], "luck": [], "chances": [0.5, 0.5]}
        run.take(at, answer(run.request(at)) if at < MISTAKES else json.dumps(found))
    return run.to_keep()


def store_analysed(page: Page) -> None:
    """Store the game with its analysis under the id "over"."""
    page.evaluate(STORE, {"analysis/over": analysis(), "game/over": FINISHED})
    page.evaluate("kontor.idle()")
