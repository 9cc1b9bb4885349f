"""The share page shows a link as a QR code, which the camera of another device can read."""

from __future__ import annotations

import random
import string
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pygame
import pytest
from zxingcpp import read_barcodes

from game.client.app.app import App
from game.client.draw import theme
from game.client.draw.qr import MAX_BYTES, QUIET, qr_surface
from game.client.draw.widgets import Paragraph
from game.client.pages.share import CodeScene, SharePage
from game.client.pages.title import TitleScene
from game.client.storage.link import received
from game.client.words.i18n import LANGUAGES, t
from game.match import Match
from tests.client.conftest import Person
from tests.client.sharing import Page, played

RECORDS = Path(__file__).parents[1] / "engine/records"
LINK = "https://kontor.example/play/#room="
Open = Callable[..., App]


class Device(NamedTuple):
    """A window, and the minimum device pixels per module of a long game's code."""

    size: tuple[int, int]
    ratio: float
    on_page: int
    large: int


DEVICES = {
    "laptop": Device((1280, 720), 1, 2, 4),
    "phone": Device((1170, 2532), 3, 6, 7),
    "older phone": Device((780, 1688), 2, 4, 4),
}


@pytest.fixture
def share(tmp_path: Path) -> Iterator[Open]:
    """A function that opens the share page of a game in a browser's window, with its code drawn."""
    apps: list[App] = []

    def opened(match: Match, device: Device = DEVICES["laptop"], **settings: str) -> App:
        app = App(Page(tmp_path, device.size, device.ratio))
        apps.append(app)
        pygame.event.clear()
        for name, value in {"speed": "off", **settings}.items():
            setattr(app.settings, name, value)
        app.apply_settings()
        app.push(TitleScene(app))
        app.push(SharePage(app, match))
        for _ in range(3):
            app.step()
        return app

    yield opened
    theme.use("dark")


def recorded(name: str) -> Match:
    return Match.resume("kept", (RECORDS / f"{name}.txt").read_text(encoding="utf-8"))


def read(picture: pygame.Surface) -> list[str]:
    """Return the contents of the QR codes in an image."""
    return [code.text for code in read_barcodes(pygame.surfarray.array3d(picture).swapaxes(0, 1).copy())]


def link_of(app: App) -> str:
    assert isinstance(app.scene, SharePage)
    return app.scene.link


def smallest(text: str) -> pygame.Surface:
    """Return the code of a text with one pixel per module."""
    return next(code for size in range(29, 186) if (code := qr_surface(text, size)))


def pixels(app: App, text: str) -> int:
    """Return the device pixels per module of the visible code."""
    (code,) = (widget for widget in app.scene.widgets if widget.label == t("share.code"))
    side, modules = round(code.rect.width), smallest(text).get_width()
    assert side % modules == 0, "a module has whole pixels"
    return side // modules


@pytest.mark.parametrize("colours", sorted(theme.THEMES))
@pytest.mark.parametrize("device", DEVICES.values(), ids=DEVICES)
def test_a_camera_reads_the_link_to_a_game_of_over_400_actions(
    share: Open, device: Device, colours: str
) -> None:
    match = recorded("hansa-teutonica-4")
    assert len(match.record.actions) > 400
    app = share(match, device, theme=colours)
    link = link_of(app)
    assert read(app.surface) == [link] and pixels(app, link) >= device.on_page
    assert received(link).record.actions == match.record.actions
    Person(app).click("code")
    app.step()
    assert isinstance(app.scene, CodeScene)
    assert read(app.surface) == [link] and pixels(app, link) >= device.large


@pytest.mark.parametrize("text", ["normal", "largest"])
@pytest.mark.parametrize("game", ["hansa", "hansa-teutonica"])
def test_the_code_of_a_game_just_begun_has_modules_that_are_easy_to_read(
    share: Open, game: str, text: str
) -> None:
    for device in DEVICES.values():
        app = share(played(game, 5), device, text=text)
        assert read(app.surface) == [link_of(app)] and pixels(app, link_of(app)) >= 3


@pytest.mark.parametrize("length", [40, 60, 300, 1000, MAX_BYTES])
def test_a_code_of_any_length_is_read_and_has_its_margin(length: int) -> None:
    rng = random.Random(length)
    link = LINK + "".join(rng.choices(string.ascii_letters + string.digits + "-_", k=length - len(LINK)))
    code = qr_surface(link, 720)
    assert code and code.get_width() > 540
    ground = pygame.Surface((760, 760))
    ground.blit(code, (20, 20))
    assert read(ground) == [link]
    small, side = smallest(link), smallest(link).get_width()
    dark = [(x, y) for x in range(side) for y in range(side) if not small.get_at((x, y))[0]]
    assert min(map(min, dark)) == QUIET and max(map(max, dark)) == side - QUIET - 1


def test_there_is_no_code_for_a_longer_text_and_none_in_too_small_a_place() -> None:
    assert qr_surface("x" * MAX_BYTES, 200) and qr_surface("x" * (MAX_BYTES + 1), 2000) is None
    assert qr_surface("x" * MAX_BYTES, 184) is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_too_long_for_a_code_says_so_in_its_place(share: Open, language: str) -> None:
    match = recorded("hansa-teutonica-2-pawn")
    app = share(match, language=language)
    shown = " ".join(widget.label for widget in app.scene.widgets if isinstance(widget, Paragraph))
    number = len(match.record.actions)
    most = number * MAX_BYTES // len(link_of(app)) // 10 * 10
    assert t("share.code.long", number=number, most=most) in shown and 800 < most < number
    assert read(app.surface) == [] and Person(app).widget("copy-link")


def test_the_code_is_told_by_name_and_a_touch_or_escape_puts_the_large_one_away(share: Open) -> None:
    app = share(played("hansa", 20))
    link = link_of(app)
    assert [one.label for one in app.elements() if one.id == "code"] == ["QR code of the link"]
    ways: tuple[Callable[[], None], ...] = (
        lambda: Person(app).click("back"),
        lambda: Person(app).key(pygame.K_ESCAPE),
        lambda: Person(app).click_at(640, 360),
        lambda: Person(app).click_at(5, 5),
    )
    for leave in ways:
        Person(app).click("code")
        app.step()
        assert app.scene.heading() == "QR code of the link" and read(app.surface) == [link]
        leave()
        assert isinstance(app.scene, SharePage)


def test_a_game_that_is_now_by_mail_has_another_code(share: Open) -> None:
    app = share(played("hansa", 20))
    before = link_of(app)
    Person(app).click("mail")
    app.step()
    assert link_of(app) != before and read(app.surface) == [link_of(app)]


def test_the_page_is_seen_before_its_code_is_made(share: Open) -> None:
    app = share(played("hansa", 20))
    app.push(SharePage(app, played("hansa", 20, seed=8)))
    app.step()
    assert read(app.surface) == [] and Person(app).widget("copy-link")
    app.step()
    app.step()
    assert read(app.surface) == [link_of(app)]
