"""Single-character keys can be switched off (WCAG 2.1.4): then they do nothing, and no text names them."""

from __future__ import annotations

import string
from collections.abc import Callable

import pygame
import pytest

from game.client.app import routes
from game.client.app.accessibility import elements
from game.client.app.app import App
from game.client.app.gestures import Key
from game.client.draw.widgets import TextField
from game.client.review.replay import ReplayScene
from game.client.table.table import TableScene
from game.client.words.i18n import LANGUAGES, t
from game.match import Match
from game.platform import Pick
from tests.client.conftest import Person, new_match

pytestmark = pytest.mark.usefixtures("unseen")
OpenApp = Callable[..., App]
CHARACTERS = [
    *(ord(one) for one in string.ascii_lowercase + string.digits + string.punctuation),
    *(pygame.K_KP_PLUS, pygame.K_KP_MINUS, pygame.K_KP0, pygame.K_KP_PERIOD),
]
OTHERS = ("escape", "return", "tab", "space", "left", "page down", "backspace", "home", "f2", "keypad enter")


def switched_off(app: App) -> App:
    app.settings.keys = "off"
    app.keep_settings()
    return app


def played() -> Match:
    """Return a game with an action that can be undone."""
    match = new_match("hansa", 2)
    for _ in range(20):
        match.play(match.state.legal_actions()[0])
        if match.can_undo:
            return match
    raise AssertionError("nothing can be taken back")


def at_table(app: App) -> TableScene:
    table = TableScene(app, played())
    app.push(table)
    app.step()
    return table


def heard_by_the_scene(app: App, monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """Return the keys of all characters that reach the scene on top."""
    heard = set[str]()

    def hear(gesture: object) -> bool:
        if isinstance(gesture, Key):
            heard.add(gesture.name)
        return False

    monkeypatch.setattr(app.scene, "handle", hear)
    for key in CHARACTERS:
        Person(app).key(key)
    return heard


def test_all_characters_are_keys_until_they_are_switched_off_and_others_remain(
    open_app: OpenApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = open_app()
    at_table(app)
    assert heard_by_the_scene(app, monkeypatch) == {pygame.key.name(key) for key in CHARACTERS}
    assert heard_by_the_scene(switched_off(app), monkeypatch) == set()
    assert not [name for name in OTHERS if Key(name, shift=False, control=False).is_character]


@pytest.mark.parametrize("off", [False, True])
def test_undo_by_its_letter_only_while_letters_are_keys(open_app: OpenApp, off: bool) -> None:
    app = open_app()
    table = at_table(app)
    if off:
        switched_off(app)
    before = len(table.match.moves)
    Person(app).key(pygame.K_u)
    assert (len(table.match.moves) < before) != off
    before = len(table.match.moves)
    Person(app).key(pygame.K_BACKSPACE)
    assert len(table.match.moves) < before or not off


def test_a_replay_is_played_by_space_and_arrows_when_letters_are_switched_off(open_app: OpenApp) -> None:
    app = switched_off(open_app())
    app.open(routes.Replay(played().record, 1, paused=True))
    app.step()
    replay = app.scene
    assert isinstance(replay, ReplayScene)
    person, at = Person(app), replay.step
    person.key(pygame.K_COMMA)
    assert replay.step == at
    person.key(pygame.K_LEFT)
    assert replay.step == at - 1


def test_what_is_typed_into_a_field_arrives_all_the_same(open_app: OpenApp) -> None:
    app = switched_off(open_app())
    app.open(routes.NewGame())
    app.step()
    person = Person(app)
    field = next(widget.id for widget in app.scene.widgets if widget.id.startswith("name"))
    person.click(field)
    person.key(pygame.K_u)
    person.type("Ute")
    written = person.widget(field)
    assert isinstance(written, TextField) and written.value.endswith("Ute")


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_letter_is_named_or_read_out_while_they_are_switched_off(open_app: OpenApp, language: str) -> None:
    app = open_app()
    app.settings.language = language
    app.keep_settings()
    table = at_table(app)
    assert Person(app).widget("look").label.endswith("(I)")
    switched_off(app)
    app.refresh()
    app.step()
    assert Person(app).widget("look").label == t("look") and "(I)" not in t("look")
    assert not [one.label for one in elements(table) if "(I)" in one.label]


def test_the_switch_is_among_the_settings_and_an_older_version_leaves_it_alone(open_app: OpenApp) -> None:
    app = open_app()
    app.open(routes.Settings())
    app.step()
    app.handle(Pick("keys"))
    assert app.settings.keys == "off"
    stored = app.platform.read("settings")
    assert stored is not None and '"keys": "off"' in stored
