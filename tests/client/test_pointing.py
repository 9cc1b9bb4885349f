"""Mouse movement is cheap: the items with cards are looked up only after changes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from game import engine
from game.client.app.app import App
from game.client.app.gestures import Wheel
from game.client.table.table import TableScene
from tests.client.conftest import Person, new_match

GAMES = engine.rulesets()


@pytest.fixture
def watched(
    open_app: Callable[..., App], request: pytest.FixtureRequest
) -> tuple[App, TableScene, list[int]]:
    """A table of the game, and the versions of the match for which its view listed the items with cards."""
    app = open_app()
    table = TableScene(app, new_match(request.param, 3))
    asked: list[int] = []
    about = table.view.about

    def counted(state: Any, shown: int) -> Any:
        asked.append(table.match.version)
        return about(state, shown)

    table.view.about = counted  # type: ignore[method-assign]
    app.push(table)
    app.step()
    return app, table, asked


@pytest.mark.parametrize("watched", GAMES, indirect=True)
def test_the_view_is_asked_once_for_what_has_a_card_however_far_the_mouse_moves(
    watched: tuple[App, TableScene, list[int]],
) -> None:
    app, table, asked = watched
    first = next(spot for spot in table.targets if not spot.startswith("house."))
    table.touch(first)  # a piece in hand, in one of the games
    app.refresh()
    app.step()
    window = table.stage.camera.window
    asked.clear()
    for part in range(1, 40):
        Person(app).move_to(
            window.x + window.width * part / 40, window.y + window.height * (part * 7 % 40) / 40
        )
    assert len(asked) <= 1


@pytest.mark.parametrize("watched", GAMES, indirect=True)
def test_it_is_asked_anew_when_something_has_happened_and_when_the_board_lies_elsewhere(
    watched: tuple[App, TableScene, list[int]],
) -> None:
    app, table, asked = watched
    before = table.pointing.things()
    table.play(table.match.state.legal_actions()[0])
    table.pointing.things()
    assert asked[-1] == table.match.version
    table.handle(Wheel(*table.stage.camera.window.center, 4))
    app.refresh()
    app.step()
    near = table.pointing.things()
    moved = [one for one in near if one in before and near[one].rect.size != before[one].rect.size]
    assert any(table.view.on_board(one) for one in moved)
