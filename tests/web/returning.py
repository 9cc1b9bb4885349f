"""Pages that start from the memory snapshot of an earlier visit.

Starting Python and importing the game is most of a start. One page does it for all tests: its worker makes a
snapshot as for any visit (web/memory.js), which is copied.
"""

from __future__ import annotations

import json
from pathlib import Path
from string import Template
from typing import NamedTuple

from playwright.sync_api import Page

ADDRESS = "/kept-memory"
"""URL path of the snapshot on a test's host; on a real visit it is in the browser's cache."""
HASH = "Kontor-Hash"

PASSING = "delete Navigator.prototype.serviceWorker;"
"""Script for pages that store neither the site nor the snapshot."""

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
    """The snapshot that a page stored for the next visit.

    content  the file with its bytes
    cache    suffix of its cache's name, which differs for another version of the site
    digest   the stored hash, which the page compares
    """

    content: Path
    cache: str
    digest: str

    @property
    def script(self) -> str:
        """Script for a page that starts from this snapshot and stores nothing itself."""
        return PASSING + RECALLED.substitute(cache=json.dumps(self.cache), address=ADDRESS)

    def put(self, page: Page) -> None:
        """Store the snapshot in the cache of the blank page's site."""
        page.evaluate(KEPT, self.cache)


def take(page: Page, folder: Path) -> None:
    """Write the snapshot that a page has stored into a new directory."""
    with page.expect_download() as download:
        cache, digest = page.evaluate(TAKEN)
    folder.mkdir()
    download.value.save_as(folder / "memory")
    (folder / "facts.json").write_text(json.dumps([cache, digest]), encoding="utf-8")


def taken(folder: Path) -> Memory:
    """Return the snapshot in a directory written by `take`."""
    return Memory(folder / "memory", *json.loads((folder / "facts.json").read_text(encoding="utf-8")))
