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


PHONE = """
const listeners = {};
let shown = [], links = "[]", badge = 0;
globalThis.self = { KONTOR: { version: "1", page: "page", files: {} } };
globalThis.importScripts = () => {};
class Notice {
    constructor(title, how) { Object.assign(this, { title, ...how }); }
    close() { shown = shown.filter((one) => one !== this); }
}
globalThis.registration = {
    scope: "https://example.org/",
    getNotifications: async ({ tag }) => shown.filter((one) => one.tag === tag),
    showNotification: async (title, how) => {
        shown = [...shown.filter(({ tag }) => tag !== how.tag), new Notice(title, how)];
    },
};
globalThis.addEventListener = (name, listener) => (listeners[name] = listener);
const kept = { put: async (_, response) => { links = await response.text(); } };
globalThis.caches = {
    open: async () => kept,
    match: async () => ({ json: async () => JSON.parse(links) }),
    delete: async () => { links = "[]"; },
};
const setAppBadge = async (count) => { badge = count; };
Object.defineProperty(globalThis, "navigator", { value: { setAppBadge }, configurable: true });
"""
"""A phone with an installed app, which shows notifications and a badge."""
MESSAGES = """
const [a, b] = ["room=a", "room=b"];
const told = (title, link, n, waiting, more = {}) =>
    ({ kind: "turn", title, link, n, at: n, waiting, ...more });
const passed = (link, n, waiting) => told("", link, n, waiting, { kind: "passed" });
const did = async (name, data) => {
    let done;
    listeners[name]({ data, waitUntil: (promise) => { done = promise; } });
    await done;
    console.log(shown.map(({ title, renotify }) => `${title}${renotify ? "!" : ""}`).join(" "), badge);
};
const pushed = (message) => did("push", { json: () => message });
await pushed(told("A1", a, 5, [a]));
await pushed(told("B1", b, 3, [a, b]));
await pushed(told("A1", a, 5, [a, b]));
await pushed(told("A2", a, 5, [a, b], { kind: "again" }));
await pushed(passed(a, 4, []));
await pushed(passed(a, 7, [b]));
await pushed(told("A3", a, 9, [a, b]));
await pushed(told("A2", a, 8, [b]));
await did("message", { link: a, waits: false });
await did("message", { link: a, waits: true });
await pushed(told("2 tables", "", 20, [a, b], { kind: "digest" }));
await did("message", { link: b, waits: false });
process.exit();
"""


def played(stage: str, events: str) -> list[str]:
    """Return what the events of the service worker print."""
    worker = Template(WORKER.read_text(encoding="utf-8")).substitute(
        page="page", icons="icons", files_hash=""
    )
    command = ["node", "--input-type=module", "-e", stage + worker + events]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return done.stdout.splitlines()


def test_a_table_has_one_notification_which_neither_late_nor_repeated_messages_bring_back() -> None:
    assert played(PHONE, MESSAGES) == [
        "A1! 1",
        "A1! B1! 2",
        "B1! A1 2",  # repeated, without another sound
        "B1! A2! 2",
        "B1! A2! 2",  # of an earlier turn
        "B1! 1",
        "B1! A3! 2",
        "B1! A3! 2",  # late
        "B1! A3! 1",
        "B1! A3! 2",
        "B1! A3! 2 tables! 2",
        "B1! A3! 2 tables! 1",
    ]


def test_a_cache_that_did_not_open_once_is_opened_again() -> None:
    assert played(STAGE, TWO_VISITS) == ["the page of the network", "the kept page"]
