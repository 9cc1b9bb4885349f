"""Sounds are short and soft, and play once for simultaneous events."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from pathlib import Path

import pytest

from game.client.app import sound
from game.client.app.app import App
from game.client.app.flow import Slider
from game.client.pages.settings import SettingsPage
from game.client.pages.title import TitleScene
from game.client.stage.animator import Animator
from game.client.storage.settings import Settings
from game.engine.core import Event
from game.platform import SOUND_RATE
from tests.client.conftest import Person, Screen
from tests.client.lesson_table import opened

WOOD = Event("place", 0, "trader", "supply.0", "house.a-b.1")
COIN = Event("pay", 0, "coin", "purse.0", "bank", 2)
BELL = Event("points", 0, "", "", "score.0", 3)


class Listening(Screen):
    """A platform that records the sounds played."""

    def play(self, name: str, samples: bytes, *, unseen: bool = False) -> None:
        self.said.append(name)


NAMES = (
    *("wood", "disc", "tile", "barrel", "coin", "bell", "quill", "sail", "push", "seal"),
    *("refused", "victory", "turn"),
)


@pytest.mark.parametrize("name", NAMES)
def test_a_sound_is_short_soft_and_ends_in_silence(name: str) -> None:
    wave = array("h", sound.samples(name))
    assert 0.05 <= len(wave) / SOUND_RATE <= 1
    assert max(abs(value) for value in wave) == pytest.approx(32767 * sound.LOUD, rel=0.01)
    assert max(abs(value) for value in wave[-50:]) < 1000, "no click at the end"


def test_what_happens_together_is_heard_once(tmp_path: Path) -> None:
    machine = Listening(tmp_path)
    sound.play(machine, [WOOD, WOOD, COIN, BELL, WOOD])
    assert machine.said == ["bell", "coin", "wood"]
    sound.play(machine, [])
    assert len(machine.said) == 3


def test_each_thing_has_its_own_sound() -> None:
    heard = {
        "disc": Event("place", 0, "merchant", "supply.0", "house.a-b.1"),
        "barrel": Event("buy", 0, "good.red", "warehouse.a.1", "goods.0", 1),
        "tile": Event("marker-taken", 0, "marker.move_3", "plate.0", "markers.0"),
        "quill": Event("improve", 0, "trader", "desk.0.actiones.1", "supply.0"),
        "sail": Event("sail", 0, "ship", "town.a", "town.b", 1),
        "push": Event("displaced", 1, "trader", "house.a-b.1", "hand.1"),
        "seal": Event("claim", 0, "", "", "route.a-b"),
        "victory": Event("game-end"),
        "": Event("turn", 0),
    }
    assert {name: sound.sound_of(event) for name, event in heard.items()} == {name: name for name in heard}
    assert len({sound.samples(name) for name in NAMES}) == len(NAMES)


def test_a_claim_and_the_end_of_the_game_are_heard_although_nothing_flies() -> None:
    animator = Animator(lambda event: 1.0)
    claim, end = Event("claim", 0, "", "", "route.a-b"), Event("game-end")
    animator.show([claim, WOOD, end], 0.0, 1.0)
    assert animator.advance(0.0) == [claim]
    assert {event.kind for event in animator.advance(1.0)} == {"place", "game-end"}
    assert animator.advance(2.0) == []
    animator.show([end], 3.0, 1.0)
    animator.skip()
    assert animator.advance(4.0) == [], "what is skipped is not heard later"


def test_the_volume_scales_a_sound(tmp_path: Path) -> None:
    volumes = [Settings(sound=chosen).volume for chosen in Settings.VOLUMES]
    peaks = [max(abs(value) for value in array("h", sound.samples("wood", volume))) for volume in volumes]
    assert peaks[0] == 0 and peaks == sorted(set(peaks)) and peaks[-1] < 32767
    machine = Listening(tmp_path)
    for volume in volumes:
        sound.play(machine, [WOOD], volume)
    assert machine.said[:2] == ["wood 0.2", "wood 0.4"], "each volume has samples of its own"
    assert len(set(machine.said)) == len(volumes) - 1, "the lowest is silent"


def test_a_refused_touch_is_heard_unless_sound_is_off(tmp_path: Path) -> None:
    machine = Listening(tmp_path)
    app = App(machine)
    scene = opened(app, 3, 1, "hansa")
    shape = scene.view.shape("market.danzig.0", scene.match.state)
    assert shape is not None
    for volume, heard in (("50", 1), ("0", 1)):
        app.settings.sound = volume
        Person(app).click_at(*shape.rect.center)
        assert scene.choice.remark and machine.said.count("refused") == heard


def test_a_machine_without_a_sound_card_stays_silent(open_app: Callable[..., App]) -> None:
    app = open_app()
    sound.play(app.platform, [WOOD])
    sound.play(app.platform, [WOOD])


def test_the_volume_is_chosen_on_a_slider_and_heard(tmp_path: Path) -> None:
    machine = Listening(tmp_path, (1280, 1500))
    app = App(machine)
    app.push(TitleScene(app))
    app.push(SettingsPage(app))
    app.step()
    person = Person(app)
    slider = person.widget("sound")
    assert isinstance(slider, Slider) and (slider.label, slider.value) == ("Sound", "Off")
    line = slider.line(app.metrics.unit)
    person.click_at(line.x + line.width * 0.4, line.centery)
    assert app.settings.sound == app.saves.settings().sound == "40"
    assert machine.said[-1] == "wood 0.8" and person.widget("sound").value == "40%"


@pytest.mark.parametrize(
    ("stored", "volume"),
    [("off", "0"), ("soft", "20"), ("on", "50"), ("full", "100"), ("70", "70"), ("7", "0")],
)
def test_volumes_stored_by_older_versions_sound_as_they_did(stored: str, volume: str) -> None:
    assert Settings.read({"sound": stored}).sound == volume


def test_a_new_player_hears_nothing_until_switching_sound_on_at_the_title(tmp_path: Path) -> None:
    app = App(Listening(tmp_path))
    app.push(TitleScene(app))
    app.step()
    person, labels = Person(app), [Person(app).widget("sound").label]
    assert app.settings.volume == 0
    for _ in range(2):
        person.click("sound")
        labels.append(person.widget("sound").label)
    assert labels == ["Sound is off", "Sound is on", "Sound is off"]
    person.click("sound")
    assert App(app.platform).settings.volume == 1, "it is kept"


def test_sound_is_switched_on_again_at_the_volume_it_had(tmp_path: Path) -> None:
    app = App(Listening(tmp_path))
    app.settings.sound = "80"
    app.push(TitleScene(app))
    app.step()
    heard = []
    for _ in range(2):
        Person(app).click("sound")
        heard.append(app.settings.sound)
    assert heard == ["0", "80"]
