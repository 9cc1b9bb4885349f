"""Two instances of Kontor on one host have separate games; data of older versions is migrated once."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page

from game.client.storage.link import encode
from game.engine.record import read

from .conftest import Host, Visit, linked
from .game_page import kept_games, opened_link
from .test_games_safe import record_of

pytestmark = pytest.mark.returning
Open = Callable[..., Visit]

OLD_GAME = record_of(3)

WITH_OLD_JOURNAL = """
  if (!sessionStorage.visited) {
    sessionStorage.visited = true;
    Object.assign(localStorage, %s);
    const request = indexedDB.open("kontor", 1);
    request.onupgradeneeded = () => request.result.createObjectStore("changes", { keyPath: "key" });
    request.onsuccess = () => {
      const changes = request.result.transaction("changes", "readwrite").objectStore("changes");
      changes.put({ key: "kontor.game/lost", text: %s, number: 9 });
      request.result.close();
    };
  }
"""


@pytest.fixture
def two_folders(site: Path, tmp_path: Path) -> Iterator[Host]:
    for folder in ("one", "two"):
        linked(site, tmp_path / folder)
    host = Host(tmp_path)
    yield host
    host.stop()


def keys(page: Page) -> list[str]:
    found: list[str] = page.evaluate("Object.keys(localStorage)")
    return sorted(key for key in found if "game/" in key)


def test_two_kontors_on_one_host_keep_their_games_apart(visit: Open, two_folders: Host) -> None:
    one = visit(on=two_folders)
    opened_link(one.open("one/"), encode(read(OLD_GAME)))
    (key,) = keys(one.page)
    assert key.startswith("kontor:/one/:game/")
    other = one.another_tab()
    page = other.open("two/")
    assert "continue" not in [element["id"] for element in page.evaluate("kontor.elements()")]
    opened_link(page, encode(read(OLD_GAME)))
    assert [key.partition("game/")[0] for key in keys(page)] == ["kontor:/one/:", "kontor:/two/:"]


def test_what_an_older_kontor_kept_is_taken_over_once(visit: Open) -> None:
    one = visit()
    kept = {"kontor.game/old": OLD_GAME, "kontor.settings": '{"language": "de"}', "kontor-number": "8"}
    one.page.add_init_script(WITH_OLD_JOURNAL % (json.dumps(kept), json.dumps(OLD_GAME)))
    page = one.open()
    assert sorted(kept_games(page)) == ["kontor:/:game/lost", "kontor:/:game/old"]
    assert set(kept_games(page).values()) == {OLD_GAME}
    assert page.evaluate("document.documentElement.lang") == "de"
    assert page.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('kontor.'))") == []
    page.reload()
    page = one.ready()
    assert len(kept_games(page)) == 2
