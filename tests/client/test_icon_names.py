"""Icon buttons: names on pointing, fixed places in the toolbar, and one meaning for each icon."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path

import pytest

import game
from game import engine
from game.client.app import routes
from game.client.app.app import App
from game.client.app.gestures import Hold, Press
from game.client.draw.widgets import Button, Widget
from game.client.table.table import TableScene
from game.match import Computer
from tests.client.conftest import Person, Screen, new_match
from tests.client.gallery import gallery

Open = Callable[..., App]
TOOLS = ("menu", "log", "undo", "hint", "replay")


def open_table(app: App, seats: int = 3) -> TableScene:
    """Open a new game of Hansa."""
    app.home(routes.Title())
    app.open(routes.Table(new_match("hansa", seats)))
    app.step()
    while app.scene.unfinished:
        app.step()
    assert isinstance(app.scene, TableScene)
    return app.scene


def tool(app: App, element: str) -> Widget:
    """Return a widget of the scene, locked or not."""
    return next(one for one in app.scene.widgets if one.id == element)


def named(app: App) -> str:
    """Return the name that is shown next to an icon, or ""."""
    button = app.names.shown
    return "" if button is None else app.names.words(button)


def test_pointing_at_an_icon_shows_its_name_and_its_key(open_app: Open) -> None:
    app = open_app()
    open_table(app)
    person = Person(app)
    person.move_to(5, 300)
    assert named(app) == ""
    for element, words in (("menu", "Menu (M)"), ("hint", "Hint (H)"), ("undo", "Undo (U)")):
        person.move_to(*tool(app, element).rect.center)
        assert named(app) == words, "also of a tool that is locked"
    app.settings.keys = "off"
    assert named(app) == "Undo"
    app._gesture(Press(*tool(app, "undo").rect.center))
    assert named(app) == "", "until it is pressed"


def test_the_name_is_drawn_next_to_the_icon_and_covers_no_other_tool(open_app: Open) -> None:
    app = open_app()
    open_table(app)
    before = app.surface.copy()
    Person(app).move_to(*tool(app, "log").rect.center)
    changed = [
        (x, y)
        for x in range(0, 1280, 2)
        for y in range(0, 720, 2)
        if app.surface.get_at((x, y)) != before.get_at((x, y))
    ]
    others = [tool(app, one).rect for one in TOOLS if one != "log"]
    near = tool(app, "log").rect.inflate(400, 200)
    assert changed and all(near.collidepoint(*place) for place in changed)
    assert not any(rect.collidepoint(*place) for rect in others for place in changed)


def test_a_long_press_says_the_name_and_does_nothing_else(open_app: Open) -> None:
    app = open_app((780, 1688), 2.0)
    table = open_table(app)
    steps = len(app.scene.match.moves) if app.scene.match else 0
    app._gesture(Hold(*tool(app, "reading").rect.center, touch=True))
    assert isinstance(app.platform, Screen) and app.platform.said[-1] == "Read the board"
    assert named(app) == "Read the board", "a finger has no keys"
    assert app.scene is table and not table.reading.on and len(table.match.moves) == steps


def test_the_keyboard_sees_the_name_as_well(open_app: Open) -> None:
    app = open_app()
    open_table(app)
    app._keyboard.focus_on("log")
    assert named(app) == "Log (L)"


@pytest.mark.parametrize("game_id", engine.rulesets())
def test_every_icon_of_every_screen_has_a_name(open_app: Open, game_id: str) -> None:
    app = open_app()
    for scene in gallery(app, game_id):
        for widget in scene.widgets:
            if isinstance(widget, Button) and widget.caption is not None and not widget.caption:
                assert widget.label and widget.tipped, f"{scene.name}: {widget.id}"


@pytest.mark.parametrize(
    ("size", "ratio"), [((1280, 720), 1.0), ((780, 1688), 2.0), ((844, 390), 1.0), ((768, 1024), 1.0)]
)
def test_no_tool_moves_when_another_one_is_of_use_or_not(
    open_app: Open, size: tuple[int, int], ratio: float
) -> None:
    app = open_app(size, ratio)
    table = open_table(app)
    places = {one: tuple(tool(app, one).rect) for one in TOOLS}
    assert tool(app, "hint").act and not tool(app, "replay").act, "nothing has happened yet"
    table.match.set_controller(0, Computer("easy"))
    app.refresh()
    assert not tool(app, "hint").act
    assert {one: tuple(tool(app, one).rect) for one in TOOLS} == places
    table.match.set_controller(0, new_match("hansa", 3).controllers[0])
    while table.match.state.actor == 0:
        table.match.play(table.match.state.legal_actions()[0])
    app.refresh()
    assert {one: tuple(tool(app, one).rect) for one in TOOLS} == places


def test_a_large_tablet_has_room_for_words_on_the_tools(open_app: Open) -> None:
    app = open_app((1024, 1366))
    open_table(app)
    shown = {one: tool(app, one) for one in TOOLS}
    captions = [one.caption for one in shown.values() if isinstance(one, Button)]
    assert captions == ["Menu", "Log", "Undo", "Hint", "Lately"]


# ---- one meaning ------------------------------------------------------------------------------


def _key_of(call: ast.Call) -> str:
    """Return the constant first argument of a call such as `t("back")`, or ""."""
    first = call.args[0] if call.args else None
    return str(first.value) if isinstance(first, ast.Constant) else ""


def keys_of_icons() -> dict[str, set[str]]:
    """Return for each icon the keys of the texts on its buttons, from the source of the client."""
    found: dict[str, set[str]] = defaultdict(set)
    for path in Path(game.__path__[0], "client").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or getattr(node.func, "id", "") not in ("ButtonSpec", "Button"):
                continue
            texts = [
                words
                for each in ast.walk(node)
                if each is not node and isinstance(each, ast.Call) and (words := _key_of(each))
            ]
            given = [one.value for one in node.keywords if one.arg == "icon"] + node.args[4:5]
            for icon in (one.value for one in given if isinstance(one, ast.Constant)):
                if icon and texts:
                    found[str(icon)].add(texts[0])
    return found


@pytest.mark.parametrize(
    ("icon", "meaning"),
    [
        ("menu", {"table.menu"}),
        ("more", set()),
        ("help", {"title.about", "menu.help", "reader.title"}),
        ("log", {"table.log", "menu.log"}),
        ("history", {"again"}),
        ("together", {"title", "move"}),
        ("hand-over", {"hand-over"}),
        (
            "replay",
            {"menu.replay", "results.replay", "analysis.see", "arrival.watch", "mistake.watch"}
            | {"puzzle.replies", "watch"},
        ),
        ("seats", {"seats", "people", "sit.free", "absent.ask"}),
        ("copy", {"share.link.copy", "share.copy", "failure.copy", "kontor.report"}),
        ("forecast", {"forecast"}),
        ("hint", {"hint", "replay.better", "rollout.suggest"}),
        ("undo", {"table.undo", "handover.undo"}),
    ],
)
def test_an_icon_means_one_thing(icon: str, meaning: set[str]) -> None:
    assert keys_of_icons()[icon] <= meaning
