"""The page of a new game: both games and all seats are visible."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import pytest

from game import engine
from game.client.app.app import App
from game.client.app.setup import ALONE, BOARD, Setup
from game.client.draw.widgets import Widget
from game.client.pages.new_game import NewGamePage
from game.client.views.board_cards import PREVIEWS, BoardCard
from game.client.words.i18n import LANGUAGES
from game.games.hansa_teutonica.rules.editions import played_by
from game.match import LEVELS

pytestmark = pytest.mark.usefixtures("unseen")
Open = Callable[..., App]
SIZES = [
    ((1280, 720), 1.0), ((1920, 1080), 1.0), ((768, 1024), 1.0), ((1170, 2532), 3.0), ((844, 390), 1.0),
    ((640, 1136), 2.0),
]  # fmt: skip


def new_game(app: App, game: str, seats: int) -> NewGamePage:
    setup = Setup(game)
    setup.seats = seats
    setup.invite(ALONE)
    page = NewGamePage(app, setup)
    app.push(page)
    app.step()
    return page


def whole(widget: Widget) -> bool:
    """Return whether the whole control is visible."""
    place = widget.rect
    return widget.clip is None or (place.top >= widget.clip.top and place.bottom <= widget.clip.bottom)


@pytest.mark.parametrize("size", [(1280, 720), (1366, 768), (1920, 1080), (2560, 1440)])
@pytest.mark.parametrize("language", LANGUAGES)
def test_all_seats_are_in_sight_in_a_wide_window(
    open_app: Open, language: str, size: tuple[int, int]
) -> None:
    app = open_app(size)
    app.settings.language = language
    app.keep_settings()
    for game in engine.rulesets():
        most = engine.ruleset(game).seats[-1]
        page = new_game(app, game, most)
        found = {widget.id: widget for widget in page.widgets if widget.act}
        assert page.scroll == 0
        for seat in range(most):
            levels = [f"who.{seat}.{level}" for level in ("person", *LEVELS)]
            for element in (f"colour.{seat}", f"name.{seat}", *levels):
                assert whole(found[element]), element
            assert found[f"name.{seat}"].rect.width > app.metrics.unit * 9, "a name has room"
        for element in (*(f"game.{each}" for each in engine.rulesets()), "start", "seats.2"):
            assert whole(found[element]), element


@pytest.mark.parametrize(("size", "ratio"), SIZES)
def test_the_games_stand_side_by_side_with_pictures_of_their_boards(
    open_app: Open, size: tuple[int, int], ratio: float
) -> None:
    app = open_app(size, ratio)
    page = new_game(app, "hansa", 3)
    cards = [widget for widget in page.widgets if widget.id.startswith("game.")]
    assert [card.id for card in cards] == [f"game.{game}" for game in engine.rulesets()]
    for one, other in pairwise(card.rect for card in cards):
        assert one.size == other.size
        assert (one.top == other.top and one.right < other.left) or one.bottom < other.top
    assert cards[0].rect.top == cards[1].rect.top
    assert all(whole(card) for card in cards)
    while page.update(0.0) is not None:
        pass
    boards = [widget.board_image for widget in page.widgets if isinstance(widget, BoardCard)]
    assert len(boards) == len(cards)
    narrowest = 5 if len(cards) <= 2 else 4
    for card, board in zip(cards, boards, strict=True):
        assert board is not None and board.picture is not None
        assert app.metrics.unit * narrowest < board.picture.get_width() < card.rect.width


def test_the_pictures_are_made_once_whatever_is_chosen(open_app: Open) -> None:
    PREVIEWS._kept.clear()
    app, before = open_app(), PREVIEWS.made
    page = new_game(app, "hansa", 3)
    for element in ("seats.2", "game.hansa-teutonica", "seats.5", "company.people"):
        while page.update(0.0) is not None:
            pass
        next(widget for widget in page.widgets if widget.id == element and widget.act).act()  # type: ignore[misc]
        app.refresh()
    page.update(0.0)
    boards = engine.ruleset("hansa-teutonica").options
    offered = next(option for option in boards if option.id == BOARD).offered()
    usual = {option.id: option.default for option in boards}
    shown = [board for board in offered if {2, 5} & {*played_by(usual | {BOARD: board})}]
    assert PREVIEWS.made - before == len(engine.rulesets()) + len(shown)


# ---- boards and expansions --------------------------------------------------------------------------


def act(page: NewGamePage, element: str) -> None:
    """Activate a control of the page."""
    widget = next(widget for widget in page.widgets if widget.id == element and widget.act)
    assert widget.act
    widget.act()
    page.app.refresh()


def offered(page: NewGamePage, group: str) -> list[str]:
    """Return the controls of a group."""
    return [one.id.removeprefix(group) for one in page.widgets if one.act and one.id.startswith(group)]


def test_a_board_is_chosen_by_its_picture_and_brings_its_edition_and_players(open_app: Open) -> None:
    page = new_game(open_app(), "hansa-teutonica", 2)
    assert offered(page, "board.")[:2] == ["base", "east"] and offered(page, "seats.") == [*"2345"]
    act(page, "board.east")
    assert page.setup.seats == 3 and offered(page, "seats.") == [*"345"], "the East is not for two"
    assert page.setup.preset() == "East 2010" and page.setup.presets() == ["East 2010"]
    match = page.setup.begin(page.app)
    assert match.state.seats == 3 and match.record.options["board"] == "east"
    assert match.record.options["remove_3"] == "move"


def test_whoever_comes_back_to_a_board_finds_the_rules_chosen_there(open_app: Open) -> None:
    page = new_game(open_app(), "hansa-teutonica", 4)
    page.setup.use_preset("Portuguese")
    act(page, "board.east")
    assert page.setup.preset() == "East 2010"
    act(page, "board.base")
    assert page.setup.preset() == "Portuguese" and page.setup.seats == 4


def test_parts_of_the_game_are_switches_and_those_that_a_board_lacks_are_not_offered(open_app: Open) -> None:
    page = new_game(open_app(), "hansa-teutonica", 3)
    act(page, "option.missions")
    act(page, "option.favour")
    page.setup.use_preset("Big Box")
    assert page.setup.chosen()["favour"] == "on" and page.setup.preset() == "Big Box"
    act(page, "board.east")
    shown = {widget.id: widget.state for widget in page.widgets}
    assert "option.missions" not in shown and shown["option.favour"] == "chosen"
    options = page.setup.begin(page.app).record.options
    assert options["favour"] == "on" and options.get("missions", "off") == "off"
    act(page, "board.base")
    assert page.setup.begin(page.app).record.options["missions"] == "on"


def test_every_choice_that_the_page_offers_makes_a_game(open_app: Open) -> None:
    page = new_game(open_app(), "hansa-teutonica", 2)
    for board in offered(page, "board."):
        act(page, f"board.{board}")
        for seats in offered(page, "seats."):
            act(page, f"seats.{seats}")
            for part in page.setup.parts():
                if page.setup.chosen()[part.id] == "off":
                    act(page, f"option.{part.id}")
                assert page.setup.chosen()[part.id] == "on"
            assert page.setup.begin(page.app).state.seats == int(seats)
