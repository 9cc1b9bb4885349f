"""A game in the page is never lost: not by a crash, a closed tab, a second tab, nor by a full or damaged storage."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from game import engine
from game.engine.record import Record, read, replay, write

from .conftest import Host, Visit
from .game_page import actions_on, kept_games, open_latest, play, scene, show, start_game, state, touch

Open = Callable[..., Visit]

FULL = """
    const setItem = Storage.prototype.setItem;
    Storage.prototype.setItem = function (key, text) {
      if (globalThis.full) throw new DOMException("The quota has been exceeded.", "QuotaExceededError");
      return setItem.call(this, key, text);
    };
"""
BLOCKED = """
    Object.defineProperty(globalThis, "localStorage", {
      get() { throw new DOMException("Access is denied for this document.", "SecurityError"); },
    });
"""


def record_of(steps: int) -> str:
    """The text of a game of Hansa after so many steps."""
    game = engine.ruleset("hansa").new_game(seats=2, seed=5)
    record = Record.of(game, {"name.0": "Anna", "name.1": "Ben", "date": "2026-01-01 10:00"})
    for _ in range(steps):
        record.append(game.legal_actions()[0])
        game.apply(record.actions[-1])
    return write(record)


def another_page(one: Visit, host: Host) -> Visit:
    """A second page of the same visitor."""
    return Visit(one.page.context.new_page(), host)


# ---- a tab that dies ----------------------------------------------------------------------------


def crash(page: Page) -> None:
    with page.expect_event("crash"):
        page.context.new_cdp_session(page).send("Page.crash", None) if False else page.evaluate_handle("0")


@pytest.mark.parametrize("death", ["close", "crash", "leave"])
def test_a_tab_that_dies_right_after_an_action_loses_nothing(visit: Open, host: Host, death: str) -> None:
    one = visit()
    page = one.open()
    start_game(page)
    play(page, 3)
    record = state(page)["record"]
    if death == "close":
        page.close()
    elif death == "crash":
        kill(page)
    else:
        page.goto("about:blank")
    other = another_page(one, host)
    page = other.open()
    open_latest(page)
    assert read(state(page)["record"]).actions == read(record).actions


def kill(page: Page) -> None:
    """Let the process of the page end as by a fault."""
    session = page.context.new_cdp_session(page)
    with page.expect_event("crash"):
        try:
            session.send("Page.crash")
        except Exception as gone:  # the answer never comes: nobody is left to give it
            assert "crash" in str(gone).lower() or "closed" in str(gone).lower(), gone
