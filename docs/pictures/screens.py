"""Take the README's screenshots of the built web app in Chromium: python -m docs.pictures.screens

Run it from the project's directory when the table has changed; `./build.sh test` installs the requirements.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Literal, NamedTuple

from playwright.sync_api import Browser, ViewportSize, sync_playwright

from game.client.storage.link import encode
from game.engine.record import read
from tests.web.conftest import Host, launched
from web.site import assemble

ROOT = Path(__file__).resolve().parents[2]
PLAYED = '{"played": "yes", "handover": "off"}'
"""Settings of a player who has seen the introduction."""
NAMES = ("Anna", "Ben", "Käthe", "Dietrich", "Elsabe")


class Picture(NamedTuple):
    """A screenshot: file, recorded game, share of it, window in CSS pixels, and theme."""

    name: str
    record: str
    share: float
    window: ViewportSize
    ratio: float = 1
    colours: Literal["light", "dark"] = "dark"


PICTURES = (
    Picture("hansa-teutonica", "hansa-teutonica-4", 0.45, ViewportSize(width=1280, height=720)),
    Picture("hansa", "hansa-3", 0.5, ViewportSize(width=1280, height=720)),
    Picture("phone", "hansa-teutonica-3", 0.44, ViewportSize(width=390, height=844), 1.5, "light"),
)


def link(picture: Picture) -> str:
    """Return the URL fragment with the beginning of the recorded game."""
    record = read((ROOT / f"tests/engine/records/{picture.record}.txt").read_text(encoding="utf-8"))
    names = {f"name.{seat}": name for seat, name in enumerate(NAMES[: record.seats])}
    actions = record.actions[: round(len(record.actions) * picture.share)]
    return encode(replace(record, actions=actions, tags={**record.tags, **names}))


def take(browser: Browser, host: Host, picture: Picture) -> None:
    """Open the game, wait until it is drawn and at rest, and take the screenshot."""
    context = browser.new_context(
        viewport=picture.window,
        device_scale_factor=picture.ratio,
        has_touch=picture.ratio > 1,
        locale="en-GB",
        reduced_motion="reduce",
        color_scheme=picture.colours,
    )
    page = context.new_page()
    page.add_init_script(f"localStorage.setItem('kontor:/:settings', '{PLAYED}')")
    page.goto(f"{host.url}#{link(picture)}")
    page.wait_for_selector("#mirror [data-id='continue']", state="attached", timeout=120_000)
    page.evaluate("document.querySelector(`#mirror [data-id='continue']`).click()")
    page.wait_for_selector("#mirror [data-id='menu']", state="attached")
    page.evaluate("kontor.idle()")
    page.screenshot(path=Path(__file__).with_name(f"{picture.name}.png"))
    context.close()


def main() -> None:
    """Build the site and take all screenshots."""
    host = Host(assemble.build())
    with sync_playwright() as playwright, launched(playwright) as browser:
        for picture in PICTURES:
            take(browser, host, picture)
            print(f"taken: docs/pictures/{picture.name}.png")


if __name__ == "__main__":
    main()
