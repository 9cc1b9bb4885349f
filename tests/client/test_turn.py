"""Turn notifications in a room: the tab's title, a sound, and optionally a notification."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from game.client.app.app import App
from game.client.app.flow import Flow
from game.client.app.page import Page
from game.client.rooms.notices import Notices, TurnAnnouncer
from game.client.storage.settings import Settings

from .conftest import Person, Screen

LINK = "room=abcdefghijklmnopqrstuv"


class Phone(Screen):
    """A device that records its notifications."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.title, self.heard, self.notes, self.trembled = "", list[str](), dict[str, str](), 0
        self.is_hidden, self.lets, self.asked = False, "ask", 0

    def hidden(self) -> bool:
        return self.is_hidden

    def set_title(self, text: str) -> None:
        self.title = text

    def play(self, name: str, samples: bytes, *, unseen: bool = False) -> None:
        assert unseen and samples
        self.heard.append(name)

    def vibrate(self) -> None:
        self.trembled += 1

    def notifying(self) -> str:
        return self.lets

    async def ask_to_notify(self) -> str:
        self.asked += 1
        self.lets = "yes"
        return self.lets

    async def post(self, url: str, text: str) -> tuple[int, str]:
        return 0, "no server"

    def notify(self, title: str, text: str, link: str) -> None:
        self.notes[link] = text

    def forget_note(self, link: str) -> None:
        self.notes.pop(link, None)


class Sheet(Page):
    """A page with nothing but the switch."""

    def title(self) -> str:
        return "Sheet"

    def build(self, flow: Flow) -> None:
        Notices(self.app, "", "").choice(flow)


@pytest.fixture
def phone(tmp_path: Path) -> Phone:
    return Phone(tmp_path)


@pytest.fixture
def app(phone: Phone) -> App:
    app = App(phone)
    app.push(Sheet(app))
    return app


def test_the_name_of_the_tab_says_whose_turn_it_is(phone: Phone, app: App) -> None:
    turn = TurnAnnouncer(app, LINK)
    turn.tell(True, "", fresh=True)
    assert phone.title.startswith("●")
    turn.tell(False, "", fresh=True)
    assert phone.title == "Sheet · Kontor"
    turn.tell(True, "", fresh=True)
    turn.end()
    assert phone.title == "Sheet · Kontor"


def test_a_turn_is_heard_once_when_it_begins_and_not_when_one_comes_back_to_it(
    phone: Phone, app: App
) -> None:
    app.settings.sound = Settings.AUDIBLE
    TurnAnnouncer(app, LINK).tell(True, "", fresh=False)
    assert phone.heard == [] and phone.trembled == 0
    turn = TurnAnnouncer(app, LINK)
    for _ in range(2):
        turn.tell(True, "", fresh=True)
    assert phone.heard == ["turn"] and phone.trembled == 1
    app.settings.sound = "0"
    turn.tell(False, "", fresh=True)
    turn.tell(True, "", fresh=True)
    assert phone.heard == ["turn"] and phone.trembled == 2


@pytest.mark.parametrize(
    ("lets", "notes", "hidden", "noted"),
    [
        ("yes", "on", True, ["Hansa"]),
        ("yes", "off", True, []),
        ("yes", "on", False, []),
        ("ask", "on", True, []),
        ("no", "on", True, []),
        ("none", "on", True, []),
    ],
)
def test_a_note_is_shown_only_to_whoever_wants_it_and_looks_elsewhere(
    phone: Phone, app: App, lets: str, notes: str, hidden: bool, noted: list[str]
) -> None:
    phone.lets, app.settings.notes, phone.is_hidden = lets, notes, hidden
    turn = TurnAnnouncer(app, LINK)
    turn.tell(True, "Hansa", fresh=True)
    assert list(phone.notes.values()) == noted
    turn.tell(False, "", fresh=True)
    assert phone.notes == {}, "it has been dealt with"


def test_a_note_belongs_to_its_table_alone(phone: Phone, app: App) -> None:
    phone.lets, app.settings.notes, phone.is_hidden = "yes", "on", True
    first, second = TurnAnnouncer(app, LINK), TurnAnnouncer(app, "room=another")
    first.tell(True, "Hansa", fresh=True)
    second.tell(True, "Hansa Teutonica", fresh=True)
    second.tell(False, "", fresh=True)
    assert phone.notes == {LINK: "Hansa"}


def test_a_note_of_an_earlier_visit_goes_when_it_is_no_longer_ones_turn(phone: Phone, app: App) -> None:
    phone.notes[LINK] = "Hansa"
    TurnAnnouncer(app, LINK).tell(False, "", fresh=False)
    assert phone.notes == {}


def test_the_system_asks_only_when_the_switch_is_touched(
    phone: Phone, app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    person = Person(app)
    app.step()
    assert phone.asked == 0
    spawned: list[Any] = []
    monkeypatch.setattr(app, "spawn", spawned.append)
    person.click("notes")
    assert app.settings.notes == "on" and len(spawned) == 1
    with pytest.raises(StopIteration):
        spawned[0].send(None)
    assert phone.asked == 1 and person.widget("notes").state == "chosen"
    person.click("notes")
    assert app.settings.notes == "off" and phone.asked == 1
    spawned[1].close()
