"""A score means the same in every place: after the star the points so far, after the flag the total now."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pygame
import pytest

from game import engine
from game.client.app import routes
from game.client.app.app import App
from game.client.draw import paint, theme
from game.client.draw.canvas import Canvas
from game.client.draw.widgets import Look
from game.client.pages.arrival import ArrivalPage, SeatRow
from game.client.storage.settings import Settings
from game.client.table.desks import Tab
from game.client.table.table import TableScene
from game.client.tables.card import TableCard
from game.client.tables.page import TablesPage
from game.client.views.desk import DeskFrame
from game.client.views.standing import PointsLegend, Standing, total
from game.client.words.i18n import LANGUAGES
from game.match import Match
from tests.client.conftest import finished
from tests.client.gallery import half_played

pytestmark = pytest.mark.usefixtures("unseen")
GAMES = engine.rulesets()
Drawn = list[tuple[int, str, str]]


def on_desks(table: TableScene, monkeypatch: pytest.MonkeyPatch) -> Drawn:
    """Return seat, points and total that the player boards show."""
    found, draw = Drawn(), DeskFrame.draw_points

    def noting(desk: DeskFrame, target: pygame.Surface, points: str, flagged: str = "") -> float:
        found.append((desk.seat, points, flagged))
        return draw(desk, target, points, flagged)

    monkeypatch.setattr(DeskFrame, "draw_points", noting)
    for seat in range(len(table.match.players)):
        table.view.set_desk(seat, pygame.FRect(0, 0, 400, 240), False, 20, text=20)
        table.view.draw_desk(Canvas((400, 240)), seat, table.match.state, frozenset())
    return sorted(found)


async def in_list(app: App, match: Match) -> list[Standing | None]:
    """Return the standings in the list of games, once its board has been drawn."""
    app.saves.save(match)
    app.open(routes.Games())
    page = app.scene
    assert isinstance(page, TablesPage)
    app.step()
    for _ in range(3000):
        if page.update(0.0) is None:
            break
        await asyncio.sleep(0)
        app.step()
    (card,) = (one for one in page.widgets if isinstance(one, TableCard))
    return [one.standing for one in card.standings]


@pytest.mark.parametrize("over", [False, True], ids=["going on", "over"])
@pytest.mark.parametrize("game", GAMES)
def test_tab_desk_list_and_arrival_show_the_same_points_in_the_same_order(
    open_app: Callable[..., App], monkeypatch: pytest.MonkeyPatch, game: str, over: bool
) -> None:
    app, match = open_app((390, 844)), finished(game) if over else half_played(game)
    app.home(routes.Title())
    app.open(routes.Table(match))
    app.step()
    table = app.scene
    assert isinstance(table, TableScene)
    tabs = [one for one in table.widgets if isinstance(one, Tab)]
    told = [
        Standing(player.name, tab.points, tab.total) for player, tab in zip(match.players, tabs, strict=True)
    ]
    seats = range(len(match.players))
    totals = [str(total(match.state, seat)) for seat in seats]
    assert not over or [(one.points, one.total) for one in told] == [(number, "") for number in totals]
    assert on_desks(table, monkeypatch) == [(seat, told[seat].points, told[seat].total) for seat in seats]
    app.home(routes.Title())
    app.open(routes.Arrived(match))
    page = app.scene
    assert isinstance(page, ArrivalPage)
    app.step()
    assert [row.standing for row in page.widgets if isinstance(row, SeatRow)] == told
    app.home(routes.Title())
    assert asyncio.run(in_list(app, match)) == told


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("text", Settings.TEXT)
def test_the_legend_of_the_signs_is_never_cut(
    open_app: Callable[..., App], monkeypatch: pytest.MonkeyPatch, text: str, language: str
) -> None:
    app = open_app((320, 568))
    app.settings.text, app.settings.language = text, language
    app.keep_settings()
    app.open(routes.Arrived(half_played("hansa-teutonica")))
    (legend,) = (one for one in app.scene.widgets if isinstance(one, PointsLegend))
    wide, blit_text = list[float](), paint.blit_text

    def write(target: Any, words: str, role: str, pixels: float, ink: Any, rect: Any, *rest: Any) -> None:
        wide.append(theme.font(role, round(pixels)).size(words)[0] / rect.width)
        blit_text(target, words, role, pixels, ink, rect, *rest)

    monkeypatch.setattr(paint, "blit_text", write)
    legend.draw(Canvas((320, 568)), Look(app.metrics.unit))
    assert len(wide) == 2 and max(wide) <= 1
