"""Sharing a game by link, text or file, from one browser to another without a server."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pygame
import pytest
from playwright.sync_api import Page
from zxingcpp import read_barcodes

from game.client.storage.link import encode, received
from game.engine.record import Record, read

from .conftest import Host, Visit
from .game_page import kept_games, open_latest, play, scene, start_game, state, touch, touchable
from .test_games_safe import record_of, with_storage

pytestmark = pytest.mark.returning
Open = Callable[..., Visit]
CLIPBOARD = ("clipboard-read", "clipboard-write")


def copied(page: Page, element: str) -> str:
    """Return the text that an element of the share page copies to the clipboard."""
    touch(page, element)
    return str(page.evaluate("navigator.clipboard.readText()"))


def share_page(page: Page) -> None:
    touch(page, "menu")
    touch(page, "share")
    assert scene(page) == "share"


def codes_in(page: Page) -> list[str]:
    """Return the contents of the QR codes on the screen."""
    picture = pygame.image.load(BytesIO(page.screenshot()))
    return [code.text for code in read_barcodes(pygame.surfarray.array3d(picture).swapaxes(0, 1).copy())]


def game_in(page: Page) -> Record:
    """Return the game on the table."""
    return read(state(page)["record"])


def sent_game(guest: Visit, game: str = "hansa", actions: int = 5) -> tuple[Page, str]:
    """Return the shared page with a game on its table, and the link to that game."""
    page = guest.page
    start_game(page, game)
    play(page, actions)
    share_page(page)
    link = copied(page, "copy-link")
    assert codes_in(page) == [link]
    touch(page, "back")
    touch(page, "resume")
    return page, link


@pytest.mark.parametrize("game", ["hansa", "hansa-teutonica"])
def test_a_friend_goes_on_where_the_link_was_made(visit: Open, guest: Visit, host: Host, game: str) -> None:
    page, link = sent_game(guest, game)
    assert link.startswith(guest.host.url + "#game=")
    other = visit()
    friend = other.open(link.removeprefix(guest.host.url))
    assert scene(friend) == "arrival" and kept_games(friend) == {}, "nothing is done unasked"
    touch(friend, "continue")
    assert game_in(friend).actions == game_in(page).actions
    assert game_in(friend).tags["name.0"] == game_in(page).tags["name.0"]
    assert len(kept_games(friend)) == 1
    assert friend.url == host.url, "a reload does not ask again"
    play(friend, 1)
    friend.reload()
    other.ready()
    open_latest(friend)
    assert state(friend)["actions"] == state(page)["actions"] + 1


def test_by_mail_the_game_goes_back_and_forth(visit: Open, guest: Visit) -> None:
    page, _ = sent_game(guest, "hansa", 1)
    share_page(page)
    touch(page, "mail")
    touch(page, "back")
    touch(page, "resume")
    while scene(page) == "table":
        play(page, 1)
    assert scene(page) == "share", "the page comes by itself after the own turn"
    friend = visit(permissions=CLIPBOARD).open(copied(page, "copy-link").removeprefix(guest.host.url))
    touch(friend, "continue")
    while scene(friend) == "table":
        play(friend, 1)
    answer = copied(friend, "copy-link")
    page.evaluate("(link) => { location.hash = new URL(link).hash; }", answer)
    page.evaluate("kontor.idle()")
    assert scene(page) == "arrival", "a link opened while the game runs is noticed"
    touch(page, "go-on")
    assert game_in(page).actions == game_in(friend).actions
    assert len(kept_games(page)) == 1, "it is one game on either side"


def test_a_link_can_be_watched_and_left(visit: Open, host: Host) -> None:
    other = visit()
    page = other.open("#" + encode(read(record_of(5))))
    touch(page, "watch")
    assert scene(page) == "replay"
    touch(page, "leave")
    page.reload()
    page = other.ready()
    assert scene(page) == "arrival", "as long as it is undecided the question stays"
    touch(page, "leave")
    assert scene(page) == "title" and page.url == host.url and kept_games(page) == {}


def test_a_link_that_cannot_be_opened_says_so_and_changes_nothing(guest: Visit) -> None:
    page, link = sent_game(guest)
    kept, fragment = kept_games(page), link.partition("#")[2]
    touch(page, "menu")
    touch(page, "leave")
    for broken in (fragment[:-20], fragment.replace("game=a", "game=z"), "game=a" + "A" * 100_000, "game="):
        page.evaluate("(fragment) => { location.hash = fragment; }", broken)
        page.evaluate("kontor.idle()")
        assert scene(page) == "refusal", broken[:40]
        touch(page, "back")
        assert scene(page) == "title" and page.url == guest.host.url
    assert kept_games(page) == kept


def test_a_broken_link_at_the_start_leads_to_a_working_page(visit: Open, host: Host) -> None:
    one = visit()
    page = one.open("#game=a0815")
    assert scene(page) == "refusal"
    touch(page, "back")
    start_game(page)
    assert one.errors == []


def test_a_fragment_of_another_kind_is_left_alone(visit: Open, host: Host) -> None:
    page = visit().open("#chapter")
    assert scene(page) == "title" and page.url.endswith("#chapter")


def test_a_game_is_saved_as_a_file_and_opened_from_one(visit: Open, guest: Visit, tmp_path: Path) -> None:
    page, _ = sent_game(guest)
    share_page(page)
    with page.expect_download() as download:
        touch(page, "file")
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)
    assert received(file.read_text()).record.actions == read(next(iter(kept_games(page).values()))).actions

    friend = visit().open()
    for element in ("games", "paste"):
        touch(friend, element)
    with friend.expect_file_chooser() as chooser:
        friend.mouse.click(*middle(friend, "file"))
    chooser.value.set_files(file)
    wait_for_scene(friend, "arrival")
    touch(friend, "continue")
    assert state(friend)["actions"] == state(page)["actions"]

    touch(friend, "menu")
    touch(friend, "leave")
    photo = tmp_path / "photo.jpg"
    photo.write_bytes(bytes(range(256)) * 40_000)
    friend.set_input_files("#file-entry", photo)
    wait_for_scene(friend, "refusal")


def test_a_copied_text_is_pasted_into_the_page(visit: Open, guest: Visit) -> None:
    page, link = sent_game(guest)
    share_page(page)
    friend = visit().open()
    for text in (copied(page, "copy-text"), f"Your turn!\n\n{link}\n"):
        for element in ("games", "paste", "record"):
            touch(friend, element)
        friend.keyboard.insert_text(text)
        friend.evaluate("kontor.idle()")
        touch(friend, "open")
        assert scene(friend) == "arrival"
        for element in ("leave", "back", "back"):
            touch(friend, element)


def test_a_phone_offers_its_own_way_to_send_a_link(visit: Open) -> None:
    one = visit()
    one.page.add_init_script("navigator.share = async (what) => { globalThis.sent = what; };")
    page = with_storage(one, begun=record_of(2))
    open_latest(page)
    share_page(page)
    assert "send" in touchable(page)
    touch(page, "send")
    assert len(received(page.evaluate("sent.url")).record.actions) == 2
    page.evaluate(
        "() => { navigator.share = async () => { throw new DOMException('closed', 'AbortError'); }; }"
    )
    touch(page, "send")
    assert one.errors == [], "closing the dialog is no error"


def test_nothing_of_a_link_is_run_or_sent(visit: Open, host: Host) -> None:
    """Names and texts of a link are only drawn; the server never receives the fragment."""
    record = read(record_of(5))
    record.tags["name.0"] = "<img src=x onerror=alert(1)>"
    record.tags["name.1"] = "${globalThis.run=1}{0.__class__}"
    one = visit()
    page = one.open("#" + encode(record))
    touch(page, "continue")
    play(page, 2)
    assert page.evaluate("globalThis.run") is None and page.locator("img[src=x]").count() == 0
    assert one.errors == [] and not any("game=" in path for path in host.asked)


def middle(page: Page, element: str) -> tuple[float, float]:
    """Return the middle of an element."""
    box = page.evaluate("(id) => kontor.elements().find((element) => element.id === id)", element)
    return box["x"] + box["w"] / 2, box["y"] + box["h"] / 2


def wait_for_scene(page: Page, name: str) -> None:
    """Wait until the game shows a scene that the page opens asynchronously."""
    page.evaluate(
        """async (name) => {
          while (kontor.state().scene !== name) await new Promise(requestAnimationFrame);
          await kontor.idle();
        }""",
        name,
    )
