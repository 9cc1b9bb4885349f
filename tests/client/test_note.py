"""Private notes: kept on the device and in backups, and sent to no one."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from game.client.app import routes
from game.client.app.app import App
from game.client.draw.widgets import TextField
from game.client.storage.backup import everything, in_files, is_backup, parts, take_in
from game.client.storage.notes import LONGEST_NOTE, keep_note, note_on
from game.client.tables.note import NotePage
from tests.client.conftest import Person, Screen, new_match

from .devices import Device, Service
from .rooms_friends import begun, match, play

pytestmark = pytest.mark.usefixtures("unseen")
NOTE = "Anna collects blue goods.\n\n“Lübeck” next — 😀"


def written(app: App, text: str = NOTE) -> NotePage:
    """Type a note on the page that is open."""
    page = app.scene
    assert isinstance(page, NotePage)
    field = Person(app).widget("note")
    assert isinstance(field, TextField)
    field.change(text)
    app.refresh()
    app.step()
    return page


def test_a_note_written_at_the_table_is_there_on_every_visit_until_it_is_emptied(
    open_app: Callable[..., App],
) -> None:
    app, played = open_app(), new_match("hansa", 2)
    app.home(routes.Title())
    app.open(routes.Table(played))
    app.step()
    person = Person(app)
    person.click("menu")
    person.click("note")
    written(app)
    person.click("done")
    assert app.scene.name == "menu"
    assert note_on(app.platform, played.id) == NOTE
    app.open(routes.Note(played.id))
    app.step()
    assert written(app, " \n").text == " \n" and note_on(app.platform, played.id) == ""


def test_a_note_goes_with_its_game_and_is_as_long_as_the_field(open_app: Callable[..., App]) -> None:
    app, played = open_app(), new_match("hansa", 2)
    app.saves.save(played)
    keep_note(app.platform, played.id, "x" * (LONGEST_NOTE + 10))
    assert note_on(app.platform, played.id) == "x" * LONGEST_NOTE
    app.saves.delete(played.id)
    assert note_on(app.platform, played.id) == ""


def test_a_backup_brings_the_notes_of_its_games_and_replaces_none(tmp_path: Path) -> None:
    old, new = App(Screen(tmp_path / "old")), App(Screen(tmp_path / "new"))
    games = [new_match("hansa", 2, seed) for seed in (1, 2, 3)]
    for number, game in enumerate(games):
        game.id = f"old{number}"
        old.saves.save(game)
        keep_note(old.platform, game.id, f"{NOTE} {number}")
    games[0].id = "known"
    new.saves.save(games[0])
    keep_note(new.platform, "known", "my own")
    text = everything(old.saves)
    longest = max(len(part.encode()) for part in parts(text))
    files = in_files(text, longest + 200)
    assert len(files) > 1 and all(is_backup(file) for file in files)
    for file in files:
        *_, taken = take_in(new.saves, file)
        assert not taken.broken
    notes = {new.saves.record(game.id).seed: note_on(new.platform, game.id) for game in new.saves.games()}
    assert notes == {1: "my own", 2: f"{NOTE} 1", 3: f"{NOTE} 2"}


def test_older_versions_find_the_games_of_a_backup_with_notes(open_app: Callable[..., App]) -> None:
    """They ignore everything before the first results or record."""
    app, played = open_app(), new_match("hansa", 2)
    app.saves.save(played)
    keep_note(app.platform, played.id, "kontor-record 1\n" + NOTE)
    notes, results, game = parts(everything(app.saves))
    assert notes.startswith("kontor-notes ") and results.startswith("kontor-results ")
    assert game.startswith("kontor-record ") and NOTE.splitlines()[0] not in game


def test_nothing_that_leaves_the_device_contains_the_note(tmp_path: Path, service: Service) -> None:
    anna, ben = begun(tmp_path, service)
    sent: list[str] = []
    say = service.say

    def noted(device: Device, text: str) -> None:
        sent.append(text)
        say(device, text)

    service.say = noted  # type: ignore[method-assign]
    anna.person.click("menu")
    anna.person.click("note")
    written(anna.app, "a secret plan")
    anna.person.click("done")
    anna.person.click("resume")
    play(service, [anna, ben], random.Random(1), 4)
    played = match(anna)
    assert sent and note_on(anna.app.platform, played.id) == "a secret plan"
    told = [*sent, played.text(), anna.app.saves.record(played.id).tags.get("note", "")]
    assert not any("secret plan" in text for text in told)
