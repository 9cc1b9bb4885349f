"""Data in the browser's storage is not trusted: the page opens even if it is corrupt or foreign."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import expect

from web.site.assemble import Parts
from web.site.serve import Handler

from .conftest import START, Host, Visit, linked
from .deploy import CHANGES, deploy, parts_of
from .game_page import until_so
from .guest import isolated
from .test_games_safe import IMPATIENT
from .test_offline import settle

Open = Callable[..., Visit]
LIMIT = Path(__file__).parents[2] / "web/limit.js"

# ---- redirects and directories ----------------------------------------------------------------------


class ToIndex(Handler):
    """Redirects a directory to its index.html."""

    def do_GET(self) -> None:
        if self.path.endswith("/"):
            self.redirect(self.path + "index.html")
        else:
            super().do_GET()

    def redirect(self, to: str) -> None:
        self.send_response(302)
        self.send_header("Location", to)
        self.send_header("Content-Length", "0")
        self.end_headers()


class FromIndex(ToIndex):
    """Redirects index.html to its directory."""

    def do_GET(self) -> None:
        if self.path.endswith("/index.html"):
            self.redirect(self.path.removesuffix("index.html"))
        else:
            Handler.do_GET(self)


@pytest.mark.parametrize(
    ("handler", "folder", "address"),
    [
        pytest.param(FromIndex, ".", "index.html", marks=pytest.mark.settled),
        (ToIndex, "Büro (neu)", "B%C3%BCro%20(neu)"),
    ],
)
def test_redirects_and_odd_folders_do_not_matter(
    visit: Open, site: Path, tmp_path: Path, handler: type[Handler], folder: str, address: str
) -> None:
    root = tmp_path / "root"
    linked(site, root / folder)
    host = Host(root, handler)
    one = visit(on=host)
    settle(one.open(address))
    assert one.open(address).evaluate("Boolean(navigator.serviceWorker.controller)")
    reached = one.page.url
    host.stop()
    other = reached.removesuffix("index.html") if reached.endswith("index.html") else reached + "index.html"
    for same in (reached, other):
        one.page.goto(same)
        one.ready()


# ---- caches -----------------------------------------------------------------------------------------

SPOIL_SITE = """async ([prefix, names]) => {
    const kept = (await caches.keys()).find((name) => name.startsWith(prefix)) ?? prefix;
    const cache = await caches.open(kept);
    for (const name of names) {
        const headers = { "Content-Type": "text/javascript" };
        await cache.put(name, new Response("throw new Error('not ours')", { headers }));
    }
}"""


def names_of(host: Host) -> list[str]:
    return [f"/{path.relative_to(host.folder)}" for path in host.folder.rglob("*") if path.is_file()]


@pytest.mark.settled
def test_a_neighbours_cache_is_never_read(visit: Open, host: Host) -> None:
    one = visit()
    one.page.goto(host.url + "neighbour")
    one.page.evaluate(SPOIL_SITE, ["a neighbour's", ["/", *names_of(host)]])
    settle(one.open())
    host.stop()
    one.page.reload()
    settle(one.ready())
    assert one.page.evaluate("""caches.has("a neighbour's")"""), "and it is not tidied away"


@pytest.mark.settled
def test_corrupt_files_in_its_own_cache_are_fetched_again(visit: Open, host: Host) -> None:
    one = visit()
    settle(one.open())
    names = [name for name in names_of(host) if "-" in name.split("/")[1] and name.count("/") == 2]
    one.page.evaluate(SPOIL_SITE, ["kontor:/:site:", names])
    one.page.reload()
    one.ready()
    settle(one.page)
    host.stop()
    one.page.reload()
    one.ready()


# ---- two tabs and versions --------------------------------------------------------------------------


@pytest.mark.settled
def test_two_tabs_can_both_take_the_new_version(visit: Open, host: Host, tmp_path: Path) -> None:
    one = visit()
    settle(one.open())
    version = one.page.evaluate("KONTOR.version")
    other = one.another_tab()
    deploy(host, CHANGES["script"](parts_of(host.folder), tmp_path / "changed"))
    for tab in (one, other):
        tab.open()
        expect(tab.page.locator("#notice")).to_be_visible(timeout=START)
    with one.page.expect_navigation():
        one.page.click("#notice-yes")
    settle(one.ready())
    old = other.page.evaluate(
        "fetch(`${KONTOR.page}/memory-worker.js`).then((answer) => [KONTOR.version, answer.status])"
    )
    assert old == [version, 200], "a tab with the old version has lost its files"
    with other.page.expect_navigation():
        other.page.click("#notice-yes")
    other.ready()
    assert other.page.evaluate("KONTOR.version") == one.page.evaluate("KONTOR.version") != version
    assert other.errors == []


@pytest.mark.passing
def test_the_manifest_names_icons_that_are_there_after_an_update(
    visit: Open, host: Host, tmp_path: Path
) -> None:
    icons = """async () => {
        const manifest = document.querySelector("link[rel=manifest]").href;
        const { icons } = await (await fetch(manifest)).json();
        return icons.map(({ src }) => new URL(src, manifest).href);
    }"""
    one = visit()
    before = one.open().evaluate(icons)
    deploy(host, CHANGES["script"](parts_of(host.folder), tmp_path / "changed"))
    assert one.open().evaluate(icons) == before
    statuses = "(names) => Promise.all(names.map(async (name) => (await fetch(name)).status))"
    assert set(one.page.evaluate(statuses, before)) == {200}


def broken(parts: Parts, scratch: Path) -> Parts:
    web = Path(shutil.copytree(parts.web, scratch / "web"))
    with (web / "voyage.js").open("a") as script:
        script.write("throw new Error('the mast broke');\n")
    return replace(parts, web=web)


@pytest.mark.settled
def test_a_version_that_does_not_start_gives_way_to_the_next(
    visit: Open, host: Host, site: Path, tmp_path: Path
) -> None:
    one = visit()
    settle(one.open())
    deploy(host, broken(parts_of(site), tmp_path / "broken"))
    one.open()
    expect(one.page.locator("#notice")).to_be_visible(timeout=START)
    one.page.click("#notice-yes")
    expect(one.page.locator("#trouble-text")).to_contain_text("could not be started", timeout=START)
    deploy(host, parts_of(site))
    one.page.click("#again")
    one.ready()


# ---- memory snapshot --------------------------------------------------------------------------------

KEEP_A_COPY = """async () => {
    const name = (await caches.keys()).find((name) => name.includes(":memory:"));
    const kept = await (await caches.open(name)).match("/memory");
    await (await caches.open("a copy for the test")).put("/memory", kept.clone());
    return [name, (await kept.arrayBuffer()).byteLength];
}"""
SPOIL_MEMORY = """async ([name, how, from, to]) => {
    const copy = await (await caches.open("a copy for the test")).match("/memory");
    let bytes = new Uint8Array(await copy.arrayBuffer());
    if (how === "cut") bytes = bytes.slice(0, from);
    if (how === "zeroed") bytes.fill(0, from, to);
    if (how === "changed") for (let at = from; at < to; at += 97) bytes[at] ^= 0x55;
    const headers = how === "bare" ? {} : copy.headers;
    await (await caches.open(name)).put("/memory", new Response(bytes, { headers }));
}"""


RECALL = """async (spoilings) => {
    const { recall, remember } = await import(new URL(`${KONTOR.page}/memory.js`, location));
    const bytes = (length) => Uint8Array.from({ length }, (_, at) => 1 + (at * 7919) % 251);
    const made = { facts: { places: [7] }, game: bytes(300), parts: [bytes(20_000), bytes(29_000)] };
    await remember(made);
    const name = (await caches.keys()).find((name) => name.includes(":memory:"));
    const kept = await (await caches.open(name)).match("/memory");
    await (await caches.open("a copy for the test")).put("/memory", kept);
    const recalled = [JSON.stringify(await recall()) === JSON.stringify(made)];
    for (const spoiling of spoilings) {
        await (SPOIL)([name, ...spoiling]);
        recalled.push(await recall());
    }
    return recalled;
}""".replace("SPOIL", SPOIL_MEMORY)


def spoilings(length: int, count: int) -> list[tuple[str, int, int]]:
    rng = Random(12)
    made = []
    for number in range(count):
        begin, end = sorted(rng.sample(range(length), 2))
        made.append((("changed", "cut", "zeroed", "bare")[number % 4], begin, end))
    return made


@pytest.mark.settled
def test_memory_spoilt_in_any_way_is_not_recalled(visit: Open) -> None:
    page = visit().open()
    settle(page)
    assert page.evaluate(RECALL, spoilings(49_300, 53)) == [True] + [None] * 53


@pytest.mark.settled
def test_a_corrupt_memory_does_not_keep_the_page_from_opening_and_is_made_anew(visit: Open) -> None:
    one = visit()
    settle(one.open())
    name, length = one.page.evaluate(KEEP_A_COPY)
    said: list[str] = []
    one.page.on("console", lambda message: said.append(message.text))
    (spoiling,) = spoilings(length, 1)  # any corruption: the test above has them all
    one.page.evaluate(SPOIL_MEMORY, [name, *spoiling])
    one.page.reload()
    one.ready()
    assert [text for text in said if "memory, which is spoilt" in text]
    assert one.page.locator("#trouble").is_hidden()
    settle(one.page)
    assert one.page.evaluate(KEEP_A_COPY)[1] > length / 2


HANG_ONCE = """
    if (!sessionStorage.getItem("hung")) {
        sessionStorage.setItem("hung", "yes");
        const never = () => new Promise(() => {});
        Object.assign(WebAssembly, { instantiate: never, instantiateStreaming: never, compile: never });
    }
"""


@pytest.mark.settled
def test_a_start_after_one_that_failed_does_without_the_memory_and_forgets_it(visit: Open) -> None:
    one = visit()
    settle(one.open())
    made = one.page.evaluate(KEEP_A_COPY)
    mark = "localStorage.getItem('kontor:/:starts')"
    assert one.page.evaluate(mark) is None
    said: list[str] = []
    one.page.on("console", lambda message: said.append(message.text))
    one.page.add_init_script(HANG_ONCE)
    one.page.reload()
    until_so(one.page, f"{mark} !== null")
    one.page.reload()  # as a player does when the page hangs
    one.ready()
    assert [text for text in said if "without the kept memory" in text]
    assert one.page.locator("#trouble").is_hidden()
    assert one.page.evaluate(mark) is None
    settle(one.page)
    name, size = one.page.evaluate(KEEP_A_COPY)
    assert name == made[0] and size > made[1] / 2, "a new one is made"


UNANSWERED = """
    for (const name of ["match", "open", "keys", "has", "delete"]) {
        CacheStorage.prototype[name] = () => new Promise(() => {});
    }
"""


@pytest.mark.passing
def test_a_cache_that_never_answers_does_not_keep_the_page_from_opening(visit: Open) -> None:
    """Neither at an ordinary start nor after one that failed, which looks for more."""
    one = visit()
    one.page.add_init_script(UNANSWERED)
    one.page.add_init_script(isolated(IMPATIENT % 3000))
    page = one.open()
    page.evaluate("localStorage.setItem('kontor:/:starts', '1 1')")
    page.reload()
    one.ready()
    assert page.evaluate("localStorage.getItem('kontor:/:starts')") is None and one.errors == []


CACHED = """
const [answer, read] = JSON.parse(process.argv[2]).map((delay) => (value) =>
    new Promise((resolve) => delay === null || setTimeout(resolve, delay, value)));
const plain = setTimeout;
globalThis.setTimeout = (work, delay, ...given) => plain(work, delay / 100, ...given);
globalThis.caches = { match: () => answer({ arrayBuffer: () => read("content") }) };
const { cached } = await import(process.argv[1]);
console.log((await cached("name", "cache"))?.bytes);
"""


@pytest.mark.parametrize(
    ("delays", "found"),
    [([0, 0], "content"), ([0, 5000], "content"), ([None, 0], "undefined"), ([0, None], "undefined")],
)
def test_a_cached_file_that_does_not_arrive_is_taken_for_missing(
    delays: list[float | None], found: str
) -> None:
    """`delays`: milliseconds until the cache answers, and until the file is read; None for never."""
    command = ["node", "--input-type=module", "-e", CACHED, LIMIT.as_uri(), json.dumps(delays)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    assert done.stdout == f"{found}\n"


@pytest.mark.settled
def test_a_start_that_arrived_did_not_fail_though_its_browser_was_killed_before_that_was_stored(
    visit: Open,
) -> None:
    one = visit()
    settle(one.open())
    said: list[str] = []
    one.page.on("console", lambda message: said.append(message.text))
    began = one.page.evaluate("performance.timeOrigin")
    for mark in (f"1 {began - 60_000}", f"3 {began - 1}"):  # as it is still on disk
        one.page.evaluate("(mark) => localStorage.setItem('kontor:/:starts', mark)", mark)
        one.page.reload()
        one.ready()
        assert one.page.evaluate("localStorage.getItem('kontor:/:starts')") is None
    assert not [text for text in said if "without the kept memory" in text]
