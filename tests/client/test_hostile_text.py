"""Texts from players, saves, settings and links do not break any screen."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path

import pygame
import pytest

from game import engine
from game.client import start
from game.client.app import routes
from game.client.app.app import App
from game.client.draw import theme
from game.client.pages.title import TitleScene
from game.client.review.analysis import AnalysisPage
from game.client.tables.page import TablesPage
from game.client.words.sentence import Sentence
from game.command.play import given
from game.engine.record import write
from game.match import COLOURS, Computer, Match, PlayerInfo, players_of, sanitize
from game.match.analysis import kept
from game.match.statistics import statistics
from game.platform.thinking import Tell, checked
from tests.client.conftest import Person, Screen, finished, new_match

pytestmark = pytest.mark.usefixtures("unseen")
HOSTILE = {
    "nul": "An\0na",
    "surrogate": "An\ud800na",
    "pair upside down": "\udc00\ud800",
    "right to left": "\u202eanna\u202c \u200f",
    "flood of accents": "A" + "\u0301" * 500,
    "long": "W" * 10_000,
    "long with spaces": "ab " * 5_000,
    "control signs": "".join(map(chr, range(32))),
    "nothing to see": "\u200b\u2060\ufeff",
    "line ends": "one\r\ntwo\u2028three",
    "far planes": "\U0010ffff\U000e0041😀",
}


def hostile_match(text: str, game: str = "hansa-teutonica") -> Match:
    match = new_match(game, 3)
    cut = text[:500]  # maximum length of a tag
    match.record.tags |= {"name.0": cut, "name.1": f"x{cut}"[:500], "title": cut, "date": cut}
    return Match(match.id, match.record)


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_every_screen_opens_with_any_names_and_titles(open_app: Callable[..., App], text: str) -> None:
    app = open_app()
    match = hostile_match(text)
    app.home(routes.Title())
    app.saves.save(match)
    app.home(routes.Title())
    app.step()
    for route in (
        routes.Games(),
        routes.Table(match),
        routes.Menu(match, [Sentence(text), Sentence("x" + text)]),
        routes.Log([Sentence(text)] * 3, ()),
        routes.Replay(match.record),
        routes.Share(match),
        routes.NewGame(),
        routes.Failure(text),
    ):
        app.open(route)
        scene = app.scene
        app.refresh()
        app.step()
        assert app.scene is scene, f"{scene.name} gave way to {app.scene.name}"


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_what_is_typed_can_be_any_text(open_app: Callable[..., App], text: str) -> None:
    app = open_app()
    app.home(routes.NewGame())
    app.step()
    Person(app).click("company.people")
    field = Person(app).widget("name.0")
    field.change(text)  # type: ignore[attr-defined]
    app.refresh()
    app.step()
    Person(app).widget("start").act()  # type: ignore[misc]
    app.step()
    assert app.scene.name == "table"
    match = app.current_match()
    assert match is not None and all(sign.isprintable() for sign in match.players[0].name)
    assert app.saves.open(match.id).players == match.players


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_names_are_cleaned_where_they_come_in(text: str) -> None:
    players = players_of(hostile_match(text).record)
    assert all(player.name and len(player.name) <= 24 and player.name.isprintable() for player in players)
    again = Match.start("x", engine.ruleset("hansa"), [PlayerInfo(text, c) for c in COLOURS[:2]], {}, 1)
    assert all(text.isprintable() for text in again.record.tags.values())


def test_plain_keeps_what_people_are_called() -> None:
    for name in ("Käthe", "Ñandú", "Ольга", "李雷", "Zoë-Ann O’Neill", "e\u0301a\u0323\u0302"):
        assert sanitize(name, 24) == name


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_a_typeface_draws_any_text(open_app: Callable[..., App], text: str) -> None:
    open_app()
    for role in theme.FONTS:
        face = theme.font(role, 20)
        assert face.render(text, True, theme.INK).get_width() == face.size(text)[0]


SETTINGS = (
    *("", "null", "[]", "[" * 100_000, "{}", "\0"),
    '{"speed": "warp", "motion": [], "sound": "loud", "language": "xx"}',
    json.dumps({"language": "\ud800", "speed": {"a": 1}}),
)


@pytest.mark.parametrize("kept", SETTINGS, ids=range(len(SETTINGS)))
def test_no_setting_keeps_the_title_from_opening(
    tmp_path: Path, open_app: Callable[..., App], kept: str
) -> None:
    Screen(tmp_path).write("settings", kept)
    app = open_app()
    app.home(routes.Title())
    app.step()
    assert app.scene.name == "title" and app.settings.motion == "system" and app.settings.sound == "0"


def test_a_save_the_program_stumbles_over_does_not_keep_the_title_from_opening(
    open_app: Callable[..., App], monkeypatch: pytest.MonkeyPatch
) -> None:
    app = open_app()
    app.saves.save(new_match("hansa", 3))

    def stumble(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("game.client.storage.save_store._summary", stumble)
    for route, scene in ((routes.Title(), TitleScene), (routes.Games(), TablesPage)):
        app.home(route)
        app.step()
        assert isinstance(app.scene, scene)


def test_a_start_that_fails_at_a_file_goes_on_without_it_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = Screen(tmp_path / "data")
    path = tmp_path / "game.txt"
    path.write_text(write(new_match("hansa", 3).record), encoding="utf-8")
    seen: list[App] = []

    def stumble(app: App, text: str) -> None:
        raise ZeroDivisionError

    async def look(app: App) -> None:
        app.step()
        seen.append(app)

    monkeypatch.setattr(App, "bring", stumble)
    monkeypatch.setattr(App, "run", look)
    asyncio.run(start.main(screen, *given([str(path)], screen)))
    assert seen[0].scene.name == "title" and seen[0].notice


DEEP = "[" * 100_000
ANSWERS = (
    *("", "null", "[]", "17", "{", DEEP, '{"plan": ' + DEEP, '{"plan": "all"}', '{"plan": [7]}', "NaN"),
    *('{"plan": ["\\ud800"], "firm": -3}', '{"chances": [], "turning": []}', '{"error": {}}'),
    '{"chances": [[Infinity]], "turning": [{"at": 1e999}]}',
)
REASONS = ('["route", 7]', '["claim", {"town": []}]', "[{}, {}]", '["office", {"track": {}, "rival": 99}]')


class Babbler(Screen):
    """A computer player that always answers with one text; `{first}` is a legal action."""

    text = ""

    async def think(self, request: str, progress: Tell | None = None) -> str:
        asked = json.loads(request)
        state = engine.ruleset(asked["ruleset"]).parse_position(asked["position"])
        first = json.dumps(state.legal_actions()[0].text) if state.actor is not None else ""
        return checked(self.text.replace("{first}", first))


@pytest.mark.failing_computers
def test_no_answer_of_whoever_thinks_stops_a_game_a_hint_or_an_analysis(tmp_path: Path) -> None:
    reasons = (f'{{"plan": [{{first}}], "reason": {each}}}' for each in REASONS)
    screen = Babbler(tmp_path, (640, 480))
    app = App(screen)
    app.settings.speed = app.settings.look = app.settings.handover = "off"

    async def steps(number: int) -> None:
        for _ in range(number):
            app.step()
            await asyncio.sleep(0)

    async def play() -> None:
        app.home(routes.Title())
        app.push(page := AnalysisPage(app, finished("hansa")))
        while not page.standings:
            await steps(1)
        match = new_match("hansa-teutonica", 2)
        match.set_controller(1, Computer("hard"))
        app.open(routes.Table(match))
        for screen.text in (*ANSWERS, *reasons):
            played = len(match.moves)
            while match.state.actor == 0:
                match.play(match.state.legal_actions()[0])
            app.refresh()
            await steps(60)
            assert match.state.actor == 0 and len(match.moves) > played, screen.text
            Person(app).key(pygame.K_h)
            await steps(3)
            assert app.scene.name == "table", screen.text
            page.task.ask()
            await steps(3)
            assert page.found is None and page.task.trouble, screen.text
        app.home(routes.Title())

    asyncio.run(play())


@pytest.mark.parametrize("text", ANSWERS, ids=range(len(ANSWERS)))
def test_no_analysis_that_is_kept_breaks_the_page(open_app: Callable[..., App], text: str) -> None:
    match = finished("hansa")
    numbers = statistics(match.record)
    for turns in (text, f"[{text}]", f"[[0, {text}]]"):
        assert kept(match.record, numbers, f'{{"turns": {turns}}}') is None
    assert kept(match.record, numbers, text) is None
