"""Each reason for a failed start has its own error message, and the page recovers."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Playwright, expect

from game.client.words.i18n import LANGUAGES
from web.site.serve import Handler

from .conftest import START, VISITOR, Host, Visit, launched, linked
from .test_page import expect_trouble

pytestmark = pytest.mark.passing
Open = Callable[..., Visit]
Serve = Callable[[type[Handler]], Host]

KINDS = ("offline", "lost", "missing", "damaged", "type", "file", "unable", "broken")
TEXTS = ("stuck", *(f"trouble.{kind}" for kind in KINDS))


@pytest.fixture
def serve(site: Path, tmp_path: Path) -> Iterator[Serve]:
    """Return a function that serves a copy of the site by the test's handler."""
    hosts: list[Host] = []

    def start(handler: type[Handler]) -> Host:
        folder = tmp_path / f"served{len(hosts)}"
        hosts.append(Host(linked(site, folder), handler))
        return hosts[-1]

    yield start
    for host in hosts:
        host.stop()


def dying_at(name: str) -> tuple[type[Handler], threading.Event]:
    """Return a server that dies half-way through a file, and its event "dead"; when cleared, it serves
    again."""
    dead = threading.Event()
    died_before = threading.Event()

    class Dying(Handler):
        def do_GET(self) -> None:
            if dead.is_set():
                self.close_connection = True
            else:
                super().do_GET()

        def copyfile(self, source: Any, outputfile: Any) -> None:
            if not self.path.endswith(name) or died_before.is_set():
                return super().copyfile(source, outputfile)
            content = source.read()
            outputfile.write(content[: len(content) // 2])
            outputfile.flush()
            died_before.set()
            dead.set()
            self.close_connection = True

    return Dying, dead


@pytest.mark.parametrize(
    ("name", "again"),
    [
        ("/pyodide.asm.wasm", True),
        ("/game.pack", False),
        ("/pyodide.asm.mjs", False),
        ("/main.js", True),
        ("/words.js", False),
        ("/files.js", False),
    ],
)
def test_a_server_that_dies_on_the_way_is_a_lost_connection(
    visit: Open, serve: Serve, name: str, again: bool
) -> None:
    """Once it serves `again`, the page opens."""
    handler, dead = dying_at(name)
    host = serve(handler)
    one = visit(on=host)
    one.page.goto(host.url)
    expect_trouble(one.page, "The connection to the server was lost")
    assert dead.is_set()
    if again:
        dead.clear()
        one.page.click("#again")
        one.ready()


def calling_scripts(kind: str | None, *, strictly: bool = False) -> type[Handler]:
    """Return a server that sends scripts with another type, or none; `strictly` forbids browsers to guess."""

    class Calling(Handler):
        def guess_type(self, path: Any) -> str:
            script = str(path).endswith((".js", ".mjs"))
            return "" if script and kind is None else kind if script and kind else super().guess_type(path)

        def send_header(self, keyword: str, value: str) -> None:
            if value and (strictly or keyword != "X-Content-Type-Options"):
                super().send_header(keyword, value)

    return Calling


@pytest.mark.parametrize(
    "handler",
    [calling_scripts("text/plain"), calling_scripts("text/plain", strictly=True), calling_scripts(None)],
    ids=["text", "strictly text", "no type"],
)
def test_scripts_of_the_wrong_type_are_reported_with_a_remedy(
    visit: Open, serve: Serve, handler: type[Handler]
) -> None:
    host = serve(handler)
    page = visit(on=host).page
    page.goto(host.url)
    expect_trouble(page, "should send .js and .mjs files as text/javascript")
    expect(page.locator("#trouble-command")).to_contain_text("python -m http.server")


def test_only_mjs_of_the_wrong_type_is_told_as_well(visit: Open, serve: Serve) -> None:
    class NoMjs(Handler):
        def guess_type(self, path: Any) -> str:
            return "application/octet-stream" if str(path).endswith(".mjs") else super().guess_type(path)

    host = serve(NoMjs)
    page = visit(on=host).page
    page.goto(host.url)
    expect_trouble(page, "should send .js and .mjs files as text/javascript")
    expect(page.locator("#report")).to_contain_text(".mjs")


def test_a_page_opened_as_a_file_says_what_to_do(visit: Open, host: Host) -> None:
    page = visit().page
    page.goto((host.folder / "index.html").as_uri())
    expect_trouble(page, "opened as a file")
    expect(page.locator("#trouble-command")).to_contain_text("python -m http.server")


@pytest.fixture
def insecure(playwright: Playwright, host: Host) -> Iterator[Visit]:
    """A page by plain http from a host that is not this computer, where crypto.subtle is missing."""
    host.origin = host.origin.replace("localhost", "kontor.test")
    with launched(playwright, "--host-resolver-rules=MAP kontor.test 127.0.0.1") as browser:
        yield Visit(browser.new_page(**VISITOR), host)


def spoil(file: Path) -> None:
    content = bytearray(file.read_bytes())
    content[len(content) // 2] ^= 1
    file.write_bytes(content)


@pytest.mark.parametrize("pattern", ["*/stdlib.pack", "*/pyodide.mjs"])
def test_wrong_bytes_by_plain_http_are_damage(insecure: Visit, host: Host, pattern: str) -> None:
    spoil(host.file(pattern))
    insecure.page.goto(host.url)
    expect_trouble(insecure.page, "arrived damaged")
    assert not insecure.page.evaluate("isSecureContext")


def test_plain_http_is_enough(insecure: Visit) -> None:
    assert insecure.open().evaluate("isSecureContext") is False


@pytest.mark.parametrize(
    ("name", "again"),
    [
        ("words.js", False),
        ("trouble.js", False),
        ("download.js", False),
        ("start.js", True),
        ("files.js", False),
        ("voyage.js", True),
    ],
)
def test_damage_to_any_script_is_reported(visit: Open, host: Host, name: str, again: bool) -> None:
    """Once the script is whole `again`, the page opens."""
    script = host.file(f"page-*/{name}")
    content = script.read_bytes()
    script.write_bytes(b"globalThis.intruder = true;\n" + content)
    one = visit()
    one.page.goto(host.url)
    expect_trouble(one.page, "arrived damaged")
    assert one.page.evaluate("globalThis.intruder") is None
    if again:
        script.write_bytes(content)
        one.page.click("#again")
        one.ready()


def test_a_damaged_script_does_not_run_though_its_preload_was_forgotten(visit: Open, host: Host) -> None:
    """Each import is checked separately: a browser can fetch a file again after its preload failed."""
    index, script = host.file("index.html"), host.file("page-*/words.js")
    text, found = re.subn(r'<link rel="modulepreload" href="[^"]*/words.js"[^>]*>', "", index.read_text())
    assert found == 1
    index.write_text(text)
    script.write_bytes(b"globalThis.intruder = true;\n" + script.read_bytes())
    page = visit().page
    page.goto(host.url)
    expect(page.locator("#trouble")).to_be_visible(timeout=START)
    assert page.evaluate("globalThis.intruder") is None


def test_every_cause_has_a_sentence_of_its_own_in_every_language(visit: Open, host: Host) -> None:
    said = set()
    for language, told in LANGUAGES.items():
        page = visit(locale=told.locale.replace("_", "-")).page
        page.goto((host.folder / "index.html").as_uri())
        assert page.evaluate("document.documentElement.lang") == language
        said |= {page.evaluate("(key) => aground.say(key)", key) for key in TEXTS}
    assert len(said) == len(TEXTS) * len(LANGUAGES)


def test_the_hint_for_a_page_that_hangs_speaks_the_visitors_language(visit: Open, host: Host) -> None:
    page = visit(locale="it-IT").page
    page.goto(host.url)
    expect(page.locator("#stuck")).to_contain_text("Chiudere e riaprire Kontor", timeout=START)
