"""The site after the first visit: offline, in a subdirectory, from simple servers, in a new version."""

from __future__ import annotations

import http.server
import shutil
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from web.site.runtime import listed_modules

from .conftest import START, Host, Visit, serving
from .deploy import CHANGES, deploy, parts_of
from .game_page import until_so

Open = Callable[..., Visit]


def settle(page: Page) -> None:
    """Wait until the page has stored everything for the next visit."""
    expect(page.locator("html")).to_have_attribute("data-settled", "", timeout=START)


def cache_names(page: Page) -> list[str]:
    return list(page.evaluate("caches.keys()"))


def test_the_site_opens_with_the_server_stopped_and_the_second_start_uses_the_kept_memory(
    visit: Open, host: Host
) -> None:
    one = visit()
    settle(one.open())
    assert [name for name in cache_names(one.page) if ":memory:" in name]
    host.stop()
    one.page.reload()
    one.ready()
    fetched = "performance.getEntriesByType('resource').map(({ name }) => name.split('/').at(-1))"
    assert "pyodide.asm.mjs" in one.page.evaluate(fetched)
    assert not [name for name in one.page.evaluate(fetched) if name.endswith(".pack")], "nothing is unpacked"
    assert [name for name in cache_names(one.page) if ":memory:" in name], "it was of no use, and forgotten"
    again = one.another_tab().open()
    assert again.evaluate("kontor.elements().length") > 0


IN_PYTHON = """
    // Run Python in the game's interpreter, by way of the App's report of its state.
    let bridge;
    Object.defineProperty(globalThis, "kontor", {
        get: () => bridge,
        set(made) {
            const { setReport } = made;
            made.setReport = (report) => {
                const own = report.__func__.__globals__.copy();
                globalThis.python = (code, name) => {
                    own.get("__builtins__").get("exec")(code, own);
                    return own.get(name);
                };
                setReport(report);
            };
            bridge = made;
        },
    });
"""


@pytest.mark.settled
def test_from_the_kept_memory_everything_can_be_imported_and_chance_begins_anew(visit: Open) -> None:
    one = visit()
    one.page.add_init_script(f"(() => {{ {IN_PYTHON} }})();")
    settle(one.open())
    drawn = set()
    for _ in range(2):
        one.page.reload()
        one.ready()
        code = (
            f"import importlib; found = len([importlib.import_module(name) for name in {listed_modules()}])"
        )
        assert one.page.evaluate("(code) => python(code, 'found')", code) == len(listed_modules())
        drawn.add(one.page.evaluate("python('import random; drawn = random.random()', 'drawn')"))
    assert len(drawn) == 2
    assert one.errors == []


@pytest.mark.settled
def test_a_new_version_is_offered_and_never_forced(visit: Open, host: Host, tmp_path: Path) -> None:
    one = visit()
    settle(one.open())
    version = one.page.evaluate("KONTOR.version")
    deploy(host, CHANGES["script"](parts_of(host.folder), tmp_path / "changed"))
    one.page.reload()
    one.ready()
    assert one.page.evaluate("KONTOR.version") == version
    expect(one.page.locator("#notice")).to_be_visible(timeout=START)
    assert one.page.evaluate("KONTOR.version") == version
    one.page.click("#notice-no")
    expect(one.page.locator("#notice")).to_be_hidden()
    one.page.reload()
    one.ready()
    expect(one.page.locator("#notice")).to_be_visible(timeout=START)
    settle(one.page)
    assert len([name for name in cache_names(one.page) if ":site:" in name]) == 2, "neither is tidied away"
    with one.page.expect_navigation():
        one.page.click("#notice-yes")
    one.ready()
    fresh = one.page.evaluate("KONTOR.version")
    assert fresh != version
    until_so(one.page, "(await caches.keys()).filter((name) => name.includes(':site:')).length === 1")
    (name,) = (name for name in cache_names(one.page) if ":site:" in name)
    assert name.endswith(f":{fresh}")


LATER = """(minutes) => {
    const { now } = Date;
    Date.now = () => now() + 60000 * minutes;
    document.dispatchEvent(new Event("visibilitychange"));
}"""
"""Makes the page visible again after a number of minutes."""


@pytest.mark.settled
def test_a_page_that_is_resumed_looks_for_a_new_version_once_an_hour(
    visit: Open, host: Host, tmp_path: Path
) -> None:
    one = visit()
    settle(one.open())
    deploy(host, CHANGES["script"](parts_of(host.folder), tmp_path / "changed"))
    host.asked.clear()
    one.page.evaluate(LATER, 10)
    assert "/service-worker.js" not in host.asked
    one.page.evaluate(LATER, 60)
    one.page.evaluate(LATER, 5)
    expect(one.page.locator("#notice")).to_be_visible(timeout=START)
    assert host.asked.count("/service-worker.js") == 1


SITE_CACHE = "caches.keys().then((names) => names.find((name) => name.includes(':site:')))"
CACHED = f"""{SITE_CACHE}.then((name) => name ? caches.open(name) : undefined)
    .then((cache) => cache?.keys() ?? []).then((found) => found.length)"""


@pytest.mark.settled
def test_an_offline_copy_that_something_else_deletes_is_made_again_at_the_next_visit(
    visit: Open, host: Host
) -> None:
    one = visit()
    settle(one.open())
    whole = one.page.evaluate(CACHED)
    assert whole > 10
    lost: list[Callable[[], object]] = [
        lambda: one.page.evaluate(f"{SITE_CACHE}.then((name) => caches.delete(name))"),
        lambda: one.page.evaluate(
            f"{SITE_CACHE}.then((name) => caches.open(name)).then((cache) => cache.delete('./'))"
        ),
    ]
    for lose in lost:
        lose()
        assert one.page.evaluate(CACHED) < whole
        one.open()
        until_so(one.page, f"await ({CACHED}) === {whole}")
    host.stop()
    one.open()


@pytest.fixture
def plain_host(site: Path, tmp_path: Path) -> Iterator[Host]:
    """The site in a subdirectory of Python's own server, with precompressed files."""
    shutil.copytree(site, tmp_path / "root/games/kontor")
    handler = partial(http.server.SimpleHTTPRequestHandler, directory=str(tmp_path / "root"))
    plain = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    serving(plain)
    host = Host.__new__(Host)
    host.folder = tmp_path / "root/games/kontor"
    host._server = plain
    host.origin = f"http://localhost:{plain.server_port}"
    yield host
    host.stop()


SILENT = """
for (const [owner, names] of [[caches, ["open", "keys", "has"]], [Cache.prototype, ["match", "put", "keys"]]])
    for (const name of names) owner[name] = () => new Promise(() => {});
opened = undefined;
"""


@pytest.mark.settled
def test_a_cache_that_never_answers_the_service_worker_does_not_keep_the_page_from_opening(
    visit: Open, host: Host
) -> None:
    one = visit()
    settle(one.open())
    (worker,) = (it for it in one.page.context.service_workers if it.url.startswith(host.url))
    worker.evaluate(SILENT)
    one.page.reload()
    one.ready()
    assert one.errors == []


def test_a_sub_folder_of_a_plain_server_is_enough(visit: Open, plain_host: Host) -> None:
    one = visit(on=plain_host)
    page = one.open("games/kontor/")
    settle(page)
    assert all(name.startswith("kontor:/games/kontor/:") for name in cache_names(page))
    plain_host.stop()
    page.reload()
    one.ready()


@pytest.mark.settled
def test_precompressed_files_are_used_if_the_server_has_them(visit: Open, site: Path, tmp_path: Path) -> None:
    host = Host(shutil.copytree(site, tmp_path / "twins"))
    for twin in host.folder.rglob("*.br"):
        twin.with_suffix("").unlink()  # so that nothing else can be sent
    one = visit(on=host)
    settle(one.open())
    host.stop()
    one.page.reload()
    one.ready()
