"""The pages of rules: a list of contents, and pictures of the board next to the text."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from game import engine
from game.client.app import routes
from game.client.app.app import App
from game.client.learn.courses import parts
from game.client.pages.rules import RulesPage, pictures
from game.client.views import make_view
from game.client.views.thumbnail import BoardPicture
from game.match import COLOURS, PlayerInfo
from tests.client.conftest import Person, Screen

Open = Callable[..., App]
GAMES = [game for game in engine.rulesets() if pictures(game)]


def opened(app: App, game: str) -> RulesPage:
    app.home(routes.Title())
    app.open(routes.Rules(game))
    app.step()
    assert isinstance(app.scene, RulesPage)
    return app.scene


@pytest.mark.parametrize("game", GAMES)
def test_every_picture_belongs_to_a_section_and_shows_elements_of_a_lesson(open_app: Open, game: str) -> None:
    page = opened(open_app(), game)
    for section, picture in pictures(game).items():
        assert page.words.has(f"rules.{section}.text")
        lesson = next(one for part in parts(game) for one in part if one.name == picture.lesson)
        state = lesson.state(picture.step - 1)
        players = [PlayerInfo("", colour) for colour in COLOURS[: state.seats]]
        view = make_view(state.ruleset, players, state.options)
        shown = picture.show or lesson.steps[picture.step - 1].show
        assert shown and all(view.label(one, state) for one in shown)
        on_board = [one for one in shown if view.on_board(one)]
        assert not on_board or any(view.shape(one, state) for one in on_board)


@pytest.mark.parametrize(("size", "ratio"), [((1280, 720), 1.0), ((780, 1688), 2.0), ((844, 390), 1.0)])
@pytest.mark.parametrize("game", GAMES)
def test_a_title_in_the_contents_leads_to_its_section(
    open_app: Open, game: str, size: tuple[int, int], ratio: float
) -> None:
    app = open_app(size, ratio)
    page, person = opened(app, game), Person(app)
    titles = [one.label for one in page.widgets if one.kind == "chapter"]
    contents = [one for one in page.widgets if one.id.startswith("to.")]
    assert [one.label for one in contents] == titles and len(titles) > 10
    act = person.widget("to.5").act
    assert act is not None
    act()
    app.refresh()
    heading = next(one for one in page.widgets if one.id == "rules.5")
    assert heading.in_sight and heading.rect.top < app.metrics.top + app.metrics.height / 2
    assert isinstance(app.platform, Screen) and app.platform.said[-1] == titles[4]


def test_a_close_up_shows_a_part_of_the_board_in_its_place(open_app: Open) -> None:
    app = open_app((780, 1688), 2)
    page = opened(app, "hansa-teutonica")
    page._go_to(6)
    app.refresh()
    shown = [one for one in page.widgets if isinstance(one, BoardPicture) and one.in_part]
    assert shown
    while page.update(0.0) is not None:
        app.step()
    drawn = [one.board_image.picture for one in shown if one.board_image and one.board_image.picture]
    for one, picture in zip(shown, drawn, strict=True):
        assert picture.get_width() == pytest.approx(one.rect.width, abs=1)
        assert picture.get_height() < one.rect.height + 1
        assert len({tuple(picture.get_at((x, picture.get_height() // 2))) for x in range(0, 700, 9)}) > 9
