"""On a full disk the game is drawn and played normally, and reports that it cannot save."""

from __future__ import annotations

import builtins
import errno
import io
import os
from collections.abc import Callable
from typing import Any

import pytest

from game.client.app import routes
from game.client.app.app import App
from game.client.table.table import TableScene
from game.client.words.i18n import t
from tests.client.conftest import Person


def fill(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make all writing fail, including temporary files."""
    real = builtins.open

    def full(*_given: object, **_named: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    def reading(file: Any, mode: str = "r", *given: Any, **named: Any) -> Any:
        return real(file, mode, *given, **named) if set(mode) <= set("rbt") else full()

    monkeypatch.setattr(builtins, "open", reading)
    monkeypatch.setattr(io, "open", reading)
    monkeypatch.setattr(os, "mkdir", full)


@pytest.mark.parametrize("when", ["before the start", "in mid-game"])
def test_a_full_disk_is_said_and_play_goes_on(
    open_app: Callable[..., App], monkeypatch: pytest.MonkeyPatch, when: str
) -> None:
    size = (1013, 733) if when == "before the start" else (1031, 741)
    if when == "before the start":
        fill(monkeypatch)
    app = open_app(size)
    app.home(routes.Title())
    app.step()
    Person(app).click("new")
    Person(app).click("company.people")
    Person(app).click("start")
    scene = app.scene
    assert isinstance(scene, TableScene)
    if when == "in mid-game":
        fill(monkeypatch)
    app.settings.theme = "light"  # everything is redrawn, in colours that no test before has used
    app.keep_settings()
    before = len(scene.match.record.actions)
    for _ in range(3):
        scene.play(scene.match.state.legal_actions()[0])
        app.refresh()
        app.step()
    assert app.scene is scene and app.notice == t("storage.full")
    assert len(scene.match.record.actions) == before + 3
    assert [game.actions for game in app.saves.games()] == [before + 3], "it is kept while the window is open"
