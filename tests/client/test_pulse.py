"""The targets pulse once when a person's turn begins, and then rest."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from game.client.app import routes
from game.client.app.app import App
from game.client.draw.canvas import Canvas
from game.client.stage.moments import MOST_PULSING, PULSE_SECONDS
from game.client.table.table import SOON, TableScene
from tests.client.conftest import new_match

pytestmark = pytest.mark.usefixtures("unseen")


def seated(app: App) -> TableScene:
    app.home(routes.Title())
    table = TableScene(app, new_match("hansa-teutonica", 3))
    app.push(table)
    return table


def rings(table: TableScene, app: App, now: float) -> int:
    canvas = Canvas(app.surface.get_size())
    table.showing.draw_pulse(canvas, now)
    return len(canvas.marks)


def test_the_targets_pulse_once_and_then_rest(
    open_app: Callable[..., App], monkeypatch: pytest.MonkeyPatch
) -> None:
    app = open_app(pace="normal")
    table = seated(app)
    monkeypatch.setattr(type(table), "unfinished", False)
    table.showing.start_pulse(100.0)
    some, over = rings(table, app, 100.0 + PULSE_SECONDS / 2), 100.0 + PULSE_SECONDS
    assert 0 < some <= MOST_PULSING, "a hundred empty houses do not pulse"
    assert table.showing.pulse.left(100.0) == pytest.approx(PULSE_SECONDS)
    assert table.update(100.1) == 0.0, "a frame is wanted"
    assert not rings(table, app, over) and not table.showing.pulse.left(over + 1)


def test_a_turn_begins_with_a_pulse_and_an_action_within_it_does_not(open_app: Callable[..., App]) -> None:
    app = open_app(pace="normal")
    table = seated(app)
    assert table.showing.pulse.left(0.0), "the first turn"
    for start, pulses in (("place", False), ("income", False), ("end-turn", True)):
        table.play(next(one for one in table.match.state.legal_actions() if one.text.startswith(start)))
        assert bool(table.showing.pulse.left(0.0)) == pulses


def test_the_pulse_waits_until_the_board_is_complete(
    open_app: Callable[..., App], monkeypatch: pytest.MonkeyPatch
) -> None:
    app = open_app(pace="normal")
    table = seated(app)
    table.showing.start_pulse(100.0)
    monkeypatch.setattr(type(table), "unfinished", True)
    assert table.update(100.5) == SOON, "nothing moves, but this is looked at again"
    assert table.showing.pulse.left(100.5) == pytest.approx(PULSE_SECONDS)


def test_nothing_pulses_where_nothing_shall_move(open_app: Callable[..., App]) -> None:
    app = open_app(pace="off")
    table = seated(app)
    table.play(table.match.state.legal_actions()[0])
    assert not table.showing.pulse.left(0.0)


def test_an_input_ends_the_pulse(open_app: Callable[..., App]) -> None:
    app = open_app(pace="normal")
    table = seated(app)
    table.showing.dismiss()
    assert not table.showing.pulse.left(0.0)
