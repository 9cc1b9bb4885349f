"""Input to the installed app from the system: shortcuts, opened files, and content shared by other apps."""

from __future__ import annotations

import json
from collections.abc import Callable
from html import escape
from urllib.parse import unquote

import pytest
from playwright.sync_api import Page

from game.client.storage.link import encode
from tests.match.games import finished_text, new_match

from .conftest import Host, Visit
from .game_page import kept_games, scene, state, touch, until_so
from .test_offline import settle
from .test_share_link import wait_for_scene

Open = Callable[..., Visit]
GAME = finished_text("hansa")
NOTHING = "\x00\x01 no game at all " * 99
LAUNCH = """
    const value = { setConsumer: (consumer) => { globalThis.launch = consumer; } };
    Object.defineProperty(globalThis, "launchQueue", { value });
"""
OPEN_FILES = """async (texts) => {
    const handle = (text, at) => ({ getFile: async () => {
        if (text === null) throw new DOMException("gone", "NotFoundError");
        return new File([text], `game-${at}.txt`, { type: "text/plain" });
    } });
    await launch({ files: texts.map(handle) });
}"""
SHARE = """async (texts) => {
    const form = new FormData();
    texts.forEach((text, at) => form.append("file", new File([text], `${at}.txt`, { type: "text/plain" })));
    await fetch("share", { method: "POST", body: form });
    location.hash = "shared";
}"""


def sent_by(page: Page, host: Host, **words: str) -> None:
    """Share words as another app: the browser sends them as a form does."""
    fields = "".join(f'<input name="{name}" value="{escape(word)}">' for name, word in words.items())
    page.goto("about:blank")
    page.set_content(
        f'<form method="post" enctype="multipart/form-data" action="{host.url}share">{fields}</form>'
    )
    page.evaluate("document.forms[0].submit()")


@pytest.mark.settled
def test_what_another_app_shares_is_opened_without_a_network(visit: Open, host: Host) -> None:
    match = new_match("hansa", 3)
    match.play(match.state.legal_actions()[0])
    one = visit()
    page = one.open()
    settle(page)
    host.stop()
    link = f"{host.url}#{encode(match.record)}"
    sent_by(page, host, title="Your turn", text=f"Anna: {link} – until Sunday?", url="")
    one.ready()
    wait_for_scene(page, "arrival")
    assert page.url == host.url and kept_games(page) == {}, "nothing is done unasked, nor again on a reload"
    sent_by(page, host, title="", text="kontor-night\nkontor-night at Anna's?", url=link)
    one.ready()
    wait_for_scene(page, "arrival")
    for mark in ("%23", "?utm=mail%2523"):  # as mail filters escape the #
        page.goto("about:blank")
        page.goto(link.replace("#", mark).replace("game=", "game%3D"))
        one.ready()
        wait_for_scene(page, "arrival")
        assert unquote(page.url) == link
    touch(page, "continue")
    assert state(page)["actions"] == 1
    games = kept_games(page)
    for texts, led in (
        ([NOTHING], "refusal"),
        ([], "refusal"),
        ([GAME], "arrival"),
        ([GAME, GAME], "take-in"),
    ):
        page.evaluate(SHARE, texts)
        wait_for_scene(page, led)
        page.evaluate("kontor.idle()")
        assert page.url == host.url and kept_games(page) == games, "whatever comes, nothing is lost"
    assert not page.evaluate("caches.has('kontor:/:shared')") and one.errors == []


@pytest.mark.passing
def test_the_installed_app_opens_at_a_button_or_with_a_file(visit: Open, host: Host) -> None:
    one = visit(color_scheme="light")
    one.page.add_init_script(LAUNCH)
    page = one.open("#lessons")
    assert scene(page) == "lessons" and page.url == host.url
    colours = "[...document.querySelectorAll('meta[name=theme-color]')].map((one) => one.content)"
    ground = page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
    assert page.evaluate(colours) == [ground, ground], "whichever scheme the system has, the chosen theme"
    devtools = page.context.new_cdp_session(page)
    assert devtools.send("Page.getAppManifest")["errors"] == []
    assert devtools.send("Page.getAppId")["appId"] == host.url, "as it has been since it could be installed"
    reasons = devtools.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert {reason["errorId"] for reason in reasons} <= {"in-incognito"}
    for texts, led in (
        ([None], "refusal"),
        ([NOTHING], "refusal"),
        ([GAME], "arrival"),
        ([GAME, GAME], "take-in"),
    ):
        page.evaluate(OPEN_FILES, texts)
        wait_for_scene(page, led)
    page.evaluate("location.hash = 'play'")
    until_so(page, "kontor.state().scene === 'table'")
    assert page.url == host.url and one.errors == []
    assert json.loads(page.evaluate("localStorage.getItem('kontor:/:settings')"))["game"]
