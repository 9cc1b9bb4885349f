"""Sounds are short and soft, and play once for simultaneous events."""

from __future__ import annotations

from array import array
from collections.abc import Callable

import pytest

from game.client.app import sound
from game.client.app.app import App
from game.client.pages.settings import SettingsPage
from game.client.pages.title import TitleScene
from game.engine.core import Event
from game.platform import SOUND_RATE
from tests.client.conftest import Person, Screen

WOOD = Event("place", 0, "trader", "supply.0", "house.a-b.1")
COIN = Event("pay", 0, "coin", "purse.0", "bank", 2)
BELL = Event("points", 0, "", "", "score.0", 3)


class Listening(Screen):
    """A platform that records the sounds played."""

    def play(self, name: str, samples: bytes, *, unseen: bool = False) -> None:
        self.said.append(name)


@pytest.mark.parametrize("name", ["wood", "coin", "bell"])
def test_a_sound_is_short_soft_and_ends_in_silence(name: str) -> None:
    wave = array("h", sound.samples(name))
    assert 0.05 <= len(wave) / SOUND_RATE <= 0.6
    assert max(abs(value) for value in wave) == pytest.approx(32767 * sound.LOUD, rel=0.01)
    assert max(abs(value) for value in wave[-50:]) < 1000, "no click at the end"


def test_what_happens_together_is_heard_once(tmp_path: pytest.TempPathFactory) -> None:
    machine = Listening(tmp_path)  # type: ignore[arg-type]
    sound.play(machine, [WOOD, WOOD, COIN, BELL, WOOD])
    assert machine.said == ["bell", "coin", "wood"]
    sound.play(machine, [])
    assert len(machine.said) == 3


def test_a_machine_without_a_sound_card_stays_silent(open_app: Callable[..., App]) -> None:
    app = open_app()
    sound.play(app.platform, [WOOD])
    sound.play(app.platform, [WOOD])


def test_sound_can_be_switched_off(open_app: Callable[..., App]) -> None:
    app = open_app((1280, 1500))
    app.push(TitleScene(app))
    app.push(SettingsPage(app))
    app.step()
    Person(app).click("sound")
    assert app.settings.sound == "off" and app.saves.settings().sound == "off"
