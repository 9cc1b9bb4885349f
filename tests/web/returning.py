"""Visitors who come back: their pages start from the memory that was kept on an earlier visit.

To start Python, import the game and compile what is not compiled yet is most of what a start takes. One
page does it for all tests; its worker makes a memory, as for any visitor (web/memory.js), which is taken.
"""

from __future__ import annotations

import json
from pathlib import Path
from string import Template
from typing import NamedTuple

from playwright.sync_api import Page

ADDRESS = "/kept-memory"
"""Where the host of a returning visitor has the memory; on a real visit it lies in the browser's cache."""
HASH = "Kontor-Hash"

PASSING = "delete Navigator.prototype.serviceWorker;"
"""A script for pages that shall keep neither the site nor the memory."""

RECALLED = Template("""
{
    const { match } = CacheStorage.prototype;
    CacheStorage.prototype.match = function (name, options) {
        return options?.cacheName?.endsWith($cache) ? fetch("$address") : match.call(this, name, options);
    };
}
""")
TAKEN = """async () => {
    const name = (await caches.keys()).find((name) => name.includes(":memory:"));
    if (!name) throw new Error("the page has made no memory; its console says why");
    const kept = await (await caches.open(name)).match("/memory");
    const link = document.createElement("a");
    link.href = URL.createObjectURL(await kept.blob());
    link.download = "memory";
    link.click();
    return [name.slice(name.indexOf(":memory:")), kept.headers.get("Kontor-Hash")];
}"""

KEPT = """async (cache) => {
    const own = await caches.open(`kontor:/${cache}`);
    await own.put("/memory", await fetch("ADDRESS"));
}""".replace("ADDRESS", ADDRESS)


class Memory(NamedTuple):
    """What a page kept for the next visit.

    content  the file with its bytes
    cache    how the name of its cache ends: another version of the site has another
    digest   what is kept beside it: the page compares
    """

    content: Path
    cache: str
    digest: str

    @property
    def script(self) -> str:
        """For a page that starts from this memory and keeps nothing itself."""
        return PASSING + RECALLED.substitute(cache=json.dumps(self.cache), address=ADDRESS)

    def put(self, page: Page) -> None:
        """Into the cache of the site that a page, empty as yet, is on."""
        page.evaluate(KEPT, self.cache)


def take(page: Page, folder: Path) -> None:
    """Write the memory that a page has kept into a new folder."""
    with page.expect_download() as download:
        cache, digest = page.evaluate(TAKEN)
    folder.mkdir()
    download.value.save_as(folder / "memory")
    (folder / "facts.json").write_text(json.dumps([cache, digest]), encoding="utf-8")


def taken(folder: Path) -> Memory:
    """The memory in a folder that `take` has written."""
    return Memory(folder / "memory", *json.loads((folder / "facts.json").read_text(encoding="utf-8")))
