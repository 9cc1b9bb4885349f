"""The page in Firefox."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from game import engine
from game.bots.worker import answer
from game.worker_messages import request

from .conftest import Host
from .firefox import FIREFOX, Firefox

WAIT = """
    const html = document.documentElement;
    while (!("%s" in html.dataset)) {
        const trouble = document.getElementById("report").textContent;
        if (trouble) return trouble;
        await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return "";
"""


@pytest.fixture
def firefox(tmp_path: Path) -> Iterator[Firefox]:
    if not FIREFOX:
        pytest.skip("no Firefox here (on Debian: firefox-esr)")
    firefox = Firefox(tmp_path / "profile")
    yield firefox
    firefox.close()


def elements(firefox: Firefox) -> dict[str, Any]:
    """Return the controls by id when the game waits for the player."""
    return {
        one["id"]: one for one in firefox.run("await window.kontor.idle(); return window.kontor.elements()")
    }


def test_firefox_opens_keeps_and_plays_the_site_and_thinks_in_a_worker(firefox: Firefox, host: Host) -> None:
    firefox.open(host.url)
    assert firefox.run(WAIT % "settled") == ""
    assert firefox.run("return (await caches.keys()).length") == 3, "the site, its memory, the last arrival"
    state = engine.ruleset("hansa-teutonica").new_game(3, seed=3)
    text = request("choose", state, level="hard", seed=1, work=2)
    ask = f"JSON.stringify(await window.kontor.think({json.dumps(text)}, window.String))"
    answered = ["answer", answer(text)]
    assert json.loads(firefox.run(f"return {ask}")) == answered
    ended = f"""
        const asked = window.kontor.think({json.dumps(text.replace(": 2}", ": 1000000}"))}, window.String);
        window.kontor.stopThinking();
        return (await asked)[0];
    """
    assert firefox.run(ended) == "lost"
    host.stop()
    assert json.loads(firefox.run(f"return {ask}")) == answered
    firefox.open(host.url)
    assert firefox.run(WAIT % "ready") == ""
    for element in ("new", "game.hansa", "company.people", "start"):
        box = elements(firefox)[element]
        firefox.click(box["x"] + box["w"] / 2, box["y"] + box["h"] / 2)
    assert "menu" in elements(firefox)
    assert firefox.run("return window.kontor.state().scene") == "table"
