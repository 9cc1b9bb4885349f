"""The list of saved games shows the board, the players, the player to act and the date of each."""

from __future__ import annotations

import gc
import random
import weakref
from collections.abc import Callable
from typing import Any

import pygame
import pytest

from game import engine
from game.client.app import routes
from game.client.app.app import App
from game.client.app.gestures import Wheel
from game.client.storage.link import encode, received
from game.client.storage.saved_text import turn
from game.client.tables import page as games_page
from game.client.tables.card import PlayerScore, TableCard, _arranged, players
from game.client.tables.page import AT_ONCE, TablesPage
from game.client.views import make_view
from game.client.views.thumbnail import Thumbnail
from game.client.views.view import GameView
from game.client.words.dates import when
from game.client.words.i18n import LANGUAGES, use_language
from game.engine.record import Record, write
from game.match import Match
from game.platform import Changed
from tests.client.conftest import Person, finished, hurried, new_match, play_some
from tests.needs import known

NOW = "2026-11-23 09:10"


def played(game: str, steps: int, **tags: str) -> Match:
    """Return a game after a number of steps, with further tags (`player.1` is written `player_1`)."""
    match, rng = new_match(game, 3), random.Random(5)
    play_some(match, rng, steps)
    match.record.tags |= {key.replace("_", "."): text for key, text in tags.items()}
    return Match.resume(f"{game}-{steps}", match.text())


def listed(app: App) -> TablesPage:
    """Return the list, with nothing of it drawn yet."""
    app.home(routes.Title())
    app.open(routes.Games())
    assert isinstance(app.scene, TablesPage)
    return app.scene


def cards(scene: TablesPage) -> list[TableCard]:
    return [widget for widget in scene.widgets if isinstance(widget, TableCard)]


def test_points_stay_on_the_cards_when_another_window_stores_something(open_app: Callable[..., App]) -> None:
    app = open_app()
    app.saves.save(played("hansa", 20))
    scene = listed(app)
    while scene.update(0.0) is not None:
        pass
    (before,) = [[one.standing for one in card.standings] for card in cards(scene)]
    app.handle(Changed("storage"))
    app.step()
    (after,) = [[one.standing for one in card.standings] for card in cards(scene)]
    assert before == after and None not in after


@pytest.mark.parametrize("room", [260, 420, 800])
def test_the_players_on_a_card_stand_in_columns(open_app: Callable[..., App], room: int) -> None:
    open_app()
    names = ("Anna", "Ben", "Käthe", "Dietrich von Lübeck", "Jo")
    seats = tuple(PlayerScore(name, "red", None, "12", False) for name in names)
    rows = _arranged(seats, 16, room, wide=False)
    assert [one.name for row in rows for _, one in row] == list(names)
    columns = [x for x, _ in rows[0]]
    assert all([x for x, _ in row] == columns[: len(row)] for row in rows)


def picture(scene: TablesPage, card: TableCard) -> pygame.Surface | None:
    board = scene._boards.get(card.key)
    return board.picture if board else None


def settle(app: App) -> int:
    """Step until nothing is left to be drawn. Return the number of frames."""
    for frame in range(2000):
        app.step()
        if app.scene.update(0.0) is None:
            return frame
    raise AssertionError("the list never comes to rest")


@pytest.fixture
def read_through(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The games that were read whole, in order."""
    seen: list[str] = []
    whole = Thumbnail.of

    def noted(record: Record, room: tuple[int, int]) -> Thumbnail:
        seen.append(record.tags["date"])
        return whole(record, room)

    monkeypatch.setattr(Thumbnail, "of", staticmethod(noted))
    return seen


def many(app: App, count: int) -> None:
    record = new_match("hansa", 2).record
    for number in range(count):
        record.tags["date"] = f"{2000 + number:04}-01-01 10:00"
        app.platform.write(f"game/{number:04}", write(record))


# ---- the board --------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [(1280, 720), (390, 844)])
def test_boards_are_drawn_for_the_rows_in_sight_only(
    open_app: Callable[..., App], read_through: list[str], size: tuple[int, int]
) -> None:
    app = open_app(size)
    many(app, AT_ONCE)
    scene = listed(app)
    assert read_through == [], "the list opens without them"
    settle(app)
    seen = [card for card in cards(scene) if card.in_part]
    assert 2 < len(seen) < 12
    assert read_through == [card.entry.date for card in seen]
    for card in cards(scene):
        assert (picture(scene, card) is not None) == card.in_part


def test_of_a_finished_picture_nothing_else_is_kept(
    open_app: Callable[..., App], monkeypatch: pytest.MonkeyPatch
) -> None:
    views: list[weakref.ref[GameView[Any]]] = []

    def noted(*of: Any) -> GameView[Any]:
        views.append(weakref.ref(view := make_view(*of)))
        return view

    monkeypatch.setattr("game.client.views.thumbnail.make_view", noted)
    app = open_app()
    many(app, 5)
    scene = listed(app)
    settle(app)
    gc.collect()
    assert picture(scene, cards(scene)[0]) is not None
    assert views and not any(view() for view in views)


def test_a_board_is_drawn_once_and_kept(open_app: Callable[..., App], read_through: list[str]) -> None:
    app = open_app()
    many(app, 20)
    scene = listed(app)
    settle(app)
    before = picture(scene, cards(scene)[0])
    for amount in (-30, 30):
        app._gesture(Wheel(640, 360, amount))
        settle(app)
    assert scene.scroll == 0 and picture(scene, cards(scene)[0]) is before
    assert len(read_through) == len(set(read_through)), "no game is read through twice"
    Person(app).click("more.0019")
    app.pop()
    settle(app)
    assert picture(scene, cards(scene)[0]) is before


def test_a_list_that_moves_draws_no_boards_and_is_not_laid_out_anew(
    open_app: Callable[..., App], read_through: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many games are shown, scrolling costs the same."""
    app = open_app()
    many(app, 300)
    scene = listed(app)
    scene.shown = 300
    scene.entered()
    app.refresh()
    settle(app)
    read_through.clear()
    made: list[str] = []
    monkeypatch.setattr(games_page, "TableCard", lambda *given, **_: made.append(given[0]))
    places = [card.rect.y for card in cards(scene)]
    for step in range(1, 30):
        app._gesture(Wheel(640, 360, -2))
        app.step()
        assert [card.rect.y for card in cards(scene)] == pytest.approx([y - scene.scroll for y in places])
        assert scene.scroll > 0 and read_through == [] and made == [], step
    assert len(cards(scene)) == 300


@pytest.mark.parametrize("game", engine.rulesets())
def test_a_board_shows_how_the_game_stands(open_app: Callable[..., App], game: str) -> None:
    app = open_app()
    found: list[bytes] = []
    for steps in (0, 40, 40):
        match = played(game, steps)
        match.id = f"{game}-{len(found)}"
        app.saves.save(match)
        scene = listed(app)
        settle(app)
        shown = picture(scene, next(card for card in cards(scene) if card.entry.id == match.id))
        assert shown is not None
        found.append(pygame.image.tobytes(shown, "RGB"))
    assert found[0] != found[1], "pieces are seen"
    assert found[1] == found[2]


def test_a_game_that_cannot_be_replayed_has_no_board_and_spoils_no_other(
    open_app: Callable[..., App],
) -> None:
    app = open_app()
    fine, broken = played("hansa", 10), played("hansa", 12)
    app.saves.save(fine)
    app.saves.save(broken)
    text = app.platform.read(f"game/{broken.id}") or ""
    rows = text.rstrip().splitlines()
    rows[-2] = text.split("\n\n")[1].splitlines()[0]  # the first action cannot be the last
    app.platform.write(f"game/{broken.id}", "\n".join(rows) + "\n")
    scene = listed(app)
    settle(app)
    boards = {card.entry.id: picture(scene, card) for card in cards(scene)}
    assert boards[broken.id] is None and boards[fine.id] is not None


# ---- player to act ------------------------------------------------------------------------------

AGAINST = {"player_1": "computer hard", "player_2": "computer easy"}


def to_decide(match: Match, seat: int) -> Match:
    """Return the game continued until that seat must decide."""
    rng = random.Random(2)
    while match.state.actor != seat:
        match.play(hurried(match.state, rng))
    return match


def told(app: App, match: Match) -> str:
    app.saves.save(match)
    listed(app)
    app.step()
    return next(element.label for element in app.elements() if element.id == f"open.{match.id}")


@pytest.mark.parametrize(
    ("tags", "seat", "own", "words"),
    [
        (AGAINST, 0, "", "Your turn."),
        (AGAINST, 1, "", ""),
        ({}, 1, "", "Your turn, Ben."),
        ({}, 1, "Ben", "Your turn."),
        ({"mail": "yes"}, 1, "Ben", "Your turn."),
        ({"mail": "yes"}, 1, "Anna", "Ben is next."),
        ({"mail": "yes"}, 1, "", "Ben is next."),
    ],
)
def test_the_list_says_which_person_must_decide(
    open_app: Callable[..., App], tags: dict[str, str], seat: int, own: str, words: str
) -> None:
    app = open_app()
    app.settings.name = own
    label = told(app, to_decide(played("hansa", 5, **tags), seat))
    assert words in label
    assert words or ("turn" not in label and "next" not in label)


def test_nobody_must_decide_in_a_game_that_is_over(open_app: Callable[..., App]) -> None:
    label = told(open_app(), finished("hansa"))
    assert "turn" not in label and "finished" in label.lower()


@pytest.mark.parametrize("size", [(1280, 720), (390, 844)])
def test_the_board_of_a_game_from_an_older_kontor_tells_whose_turn_it_is(
    open_app: Callable[..., App], size: tuple[int, int]
) -> None:
    app = open_app(size)
    match = to_decide(played("hansa", 5), 2)
    app.saves.save(match)
    key = f"game/{match.id}"
    app.platform.write(key, (app.platform.read(key) or "").replace("tag actor 2\n", ""))
    scene = listed(app)
    assert [card.turn for card in cards(scene)] == [""]
    settle(app)
    assert [card.turn for card in cards(scene)] == ["Your turn, Käthe"]
    assert cards(scene)[0].needed(app.metrics.unit) <= cards(scene)[0].rect.height


def test_whose_turn_it_is_stays_with_the_keeper() -> None:
    match = played("hansa", 5)
    match.record.tags["actor"] = "1"
    assert "actor" not in received(encode(match.record)).record.tags


# ---- players and dates --------------------------------------------------------------------------


def test_whoever_leads_stands_out(open_app: Callable[..., App]) -> None:
    app, match = open_app(), finished("hansa-teutonica")
    app.saves.save(match)
    assert match.state.outcome is not None
    shown = players(app.saves.games()[0])
    most = max(match.state.outcome.totals)
    assert [one.leads for one in shown] == [points == most for points in match.state.outcome.totals]
    assert [one.colour for one in shown] == [player.colour for player in match.players]
    assert turn(app.saves.games()[0], None, "") == ""


DATES = {
    "en": ("today 02:31", "yesterday", "3 November", "1 March 2025"),
    "de": ("heute 02:31", "gestern", "3. November", "1. März 2025"),
    "it": ("oggi 02:31", "ieri", "3 novembre", "1º marzo 2025"),
    "pt": ("hoje 02:31", "ontem", "3 de novembro", "1 de março de 2025"),
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_date_is_said_as_people_say_it(language: str) -> None:
    use_language(language)
    kept = ("2026-11-23 02:31", "2026-11-22 23:59", "2026-11-03 20:00", "2025-03-01 20:00")
    expected = known(language, DATES, "DATES of tests/client/test_saved.py")
    assert tuple(when(text, NOW) for text in kept) == expected
    assert when("2026-11-23", NOW) == expected[0].split()[0]
    use_language("en")


@pytest.mark.parametrize("text", ["", "-", "soon", "2026-13-45 10:00", "2026-11-2310:00"])
def test_what_is_no_date_stays_as_it_is(text: str) -> None:
    assert when(text, NOW) == text


def test_yesterday_was_last_year() -> None:
    assert when("2025-12-31 22:00", "2026-01-01 00:10") == "yesterday"
    assert when("2026-11-24 00:10", NOW) == "24 November", "the clock was put back"
