"""The service worker in isolation, in Node: states that a test cannot bring about in a browser."""

from __future__ import annotations

import subprocess
from pathlib import Path
from string import Template

WORKER = Path(__file__).resolve().parents[2] / "web/service-worker.js"
STAGE = """
const listeners = {};
const kept = { match: async () => "the kept page" };
let refusals = 1;
globalThis.self = { KONTOR: { version: "1", page: "page", files: {} } };
globalThis.importScripts = () => {};
globalThis.fetch = async () => "the page of the network";
globalThis.registration = { scope: "https://example.org/" };
globalThis.addEventListener = (name, listener) => (listeners[name] = listener);
globalThis.caches = { open: async () => { if (refusals-- > 0) throw new Error("not now"); return kept; } };
"""
TWO_VISITS = """
for (const visit of [1, 2]) {
    const request = { method: "GET", url: "https://example.org/", cache: "default" };
    const respondWith = (answer) => answer.then(console.log, ({ message }) => console.log(message));
    listeners.fetch({ request, respondWith });
    await new Promise(setImmediate);
}
process.exit();
"""


def test_a_cache_that_did_not_open_once_is_opened_again() -> None:
    worker = Template(WORKER.read_text(encoding="utf-8")).substitute(page="page", files_hash="")
    program = STAGE + worker + TWO_VISITS
    command = ["node", "--input-type=module", "-e", program]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    assert done.stdout.splitlines() == ["the page of the network", "the kept page"]
