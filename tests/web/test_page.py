"""The page before the game runs and around it."""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from game.client.words.i18n import LANGUAGES
from game.server.headers import HEADERS, WORKER_POLICY

from .conftest import START, Host, Visit
from .game_page import break_script, play, scene, settled, touch, until_so
from .test_games_safe import at_table

Open = Callable[..., Visit]


def expect_trouble(page: Page, words: str) -> None:
    expect(page.locator("#trouble")).to_be_visible(timeout=START)
    expect(page.locator("#trouble-text")).to_contain_text(words)
    expect(page.locator("#again")).to_be_focused()


def test_the_page_opens_to_the_first_picture_and_asks_no_other_host(visit: Open, host: Host) -> None:
    one = visit()
    page = one.open()
    assert page.evaluate("kontor.elements().length") > 0
    assert page.locator("#mirror button").count() == page.evaluate("kontor.elements().length")
    assert one.errors == [] and one.foreign == []
    assert any(path.endswith("pyodide.asm.wasm") for path in host.asked)


def test_the_canvas_shows_the_game_s_surface_and_is_opaque(visit: Open) -> None:
    """In a window of odd size, where not all pixels can be made opaque in pairs."""
    page = visit(viewport={"width": 801, "height": 601}).open()
    seen = page.evaluate("""() => {
        const canvas = document.getElementById("canvas");
        const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
        const pixels = new Uint32Array(data.buffer);
        const clear = pixels.findIndex((pixel) => pixel >>> 24 !== 255);
        return { size: [canvas.width, canvas.height], colours: new Set(pixels).size, clear };
    }""")
    assert seen["size"] == [801, 601] and seen["clear"] == -1 and seen["colours"] > 500


@pytest.mark.returning
def test_what_was_painted_bit_by_bit_looks_like_all_of_it_painted_at_once(visit: Open) -> None:
    """Pieces move, and the large changes of an action are painted in strips."""
    large = {"width": 1100, "height": 700}
    page = at_table(visit(viewport=large, device_scale_factor=2, reduced_motion="no-preference"))
    page.evaluate("""() => {
        const canvas = document.getElementById("canvas");
        const pixels = () => canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
        const { show } = kontor;
        globalThis.parts = [];
        kontor.show = (...part) => { parts.push(part[5] * part[6]); show(...part); };
        globalThis.differing = async () => {
            await kontor.idle();
            const before = new Uint32Array(pixels().buffer);
            dispatchEvent(new Event("resize"));
            await new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)));
            await kontor.idle();
            const after = new Uint32Array(pixels().buffer);
            return before.reduce((count, pixel, at) => count + (pixel !== after[at]), 0);
        };
    }""")
    whole = 2200 * 1400
    for _ in range(3):
        play(page, 1)
        assert page.evaluate("differing()") == 0
        assert whole in page.evaluate("parts.splice(0)"), "all was painted anew"


def integrity(page: Page, place: str) -> str:
    """Return the hash of inline content, in the format of the Content Security Policy."""
    digest = hashlib.sha256((page.locator(place).text_content() or "").encode()).digest()
    return "sha256-" + base64.b64encode(digest).decode()


@pytest.mark.returning
def test_the_policy_allows_no_inline_script_but_ours_and_no_eval(visit: Open) -> None:
    page = visit().open()
    policy = page.locator("meta[http-equiv=Content-Security-Policy]").get_attribute("content") or ""
    rules = {name: values for name, *values in (rule.split() for rule in policy.split(";"))}
    assert rules["default-src"] == ["'none'"]
    scripts = "body > script:not([src], [type])", "head > script:not([src], [type])", "script[type=importmap]"
    ours = [f"'{integrity(page, place)}'" for place in (*scripts, "style")]
    assert rules["script-src"] == ["'self'", "'wasm-unsafe-eval'", *ours[:3]]
    known = {"'none'", "'self'", "'wasm-unsafe-eval'", "'script'", "kontor", *ours}
    assert {value for values in rules.values() for value in values} <= known
    assert rules["require-trusted-types-for"] == ["'script'"] and rules["trusted-types"] == ["kontor"]
    # Direct evaluation by a test is exempt from the policy; a later callback is not.
    outcome = page.evaluate("""() => new Promise((resolve) => setTimeout(() => {
        const script = document.createElement("script");
        const attempts = {
            inline: () => document.body.append(Object.assign(script, { text: "globalThis.inline = true" })),
            evaluated: () => Function("")(),
            markup: () => (document.createElement("p").innerHTML = "<b>"),
            worker: () => new Worker(`${KONTOR.page}/memory-worker.js`),
            policy: () => trustedTypes.createPolicy("another", {}),
        };
        resolve(Object.fromEntries(Object.entries(attempts).map(([name, attempt]) => {
            try {
                return [name, String(attempt())];
            } catch (error) {
                return [name, error.name];
            }
        })));
    }))""")
    refused = dict.fromkeys(("inline", "markup", "worker", "policy"), "TypeError")
    assert outcome == refused | {"evaluated": "EvalError"} and page.evaluate("globalThis.inline") is None


@pytest.mark.passing
def test_the_loading_screen_goes_when_the_first_picture_is_drawn_however_slow_that_is(visit: Open) -> None:
    one = visit()
    one.page.add_init_script("""
        let looks = 0;
        const now = performance.now.bind(performance);
        performance.now = () => now() + 10 * looks++;  // every step takes longer than a frame has
        new MutationObserver(() => {
            if (globalThis.colours || !("ready" in document.documentElement.dataset)) return;
            const canvas = document.getElementById("canvas");
            const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
            globalThis.colours = new Set(new Uint32Array(data.buffer)).size;
        }).observe(document, { subtree: true, attributes: true });
    """)
    assert one.open().evaluate("colours") > 100


def test_the_page_keeps_to_its_policies_and_its_copy_to_those_of_the_host(visit: Open) -> None:
    one = visit()
    one.page.add_init_script("""
        globalThis.violations = [];
        addEventListener("securitypolicyviolation", ({ effectiveDirective: what }) => violations.push(what));
    """)
    for _ in range(2):  # from the server, then from the service worker's copy
        page = one.open()
        expect(page.locator("html")).to_have_attribute("data-settled", "", timeout=START)
        assert page.evaluate("violations") == [] and one.errors == []
    told = page.evaluate("""async () => {
        const worker = `${KONTOR.page}/memory-worker.js`;
        return Promise.all(["", worker].map(async (name) => [...(await fetch(name)).headers]));
    }""")
    for headers, policy in zip(
        map(dict, told), (HEADERS["Content-Security-Policy"], WORKER_POLICY), strict=True
    ):
        assert "date" not in headers, "the copy answers, not the server"
        wanted = HEADERS | {"Content-Security-Policy": policy}
        assert {name: headers.get(name.lower()) for name in wanted} == wanted


def test_progress_is_shown_in_steps_and_bytes(visit: Open) -> None:
    one = visit()
    one.page.add_init_script("""
        globalThis.told = { steps: new Set(), details: new Set(), made: [] };
        new MutationObserver(() => {
            const text = (id) => document.getElementById(id)?.textContent ?? "";
            told.steps.add(text("step"));
            told.details.add(text("detail"));
            told.made.push(Number(document.getElementById("voyage")?.getAttribute("aria-valuenow") ?? 0));
        }).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
    """)
    page = one.open()
    steps = set(page.evaluate("[...told.steps]"))
    assert {
        "Loading the ship",
        "Waking the crew",
        "Hoisting the sails",
        "Opening the counting house",
    } <= steps
    assert [
        text for text in page.evaluate("[...told.details]") if re.fullmatch(r"\d+\.\d of \d+\.\d MB", text)
    ]
    made = [value for value in page.evaluate("told.made") if value]
    assert made == sorted(made) and made[-1] == 100


@pytest.mark.parametrize("pattern", ["*/game.pack", "*/pyodide.asm.mjs", "*/boot.py"])
def test_a_missing_file_is_reported(visit: Open, host: Host, pattern: str) -> None:
    host.file(pattern).unlink()
    page = visit().page
    page.goto(host.url)
    expect_trouble(page, "missing on the server")


@pytest.mark.passing
@pytest.mark.parametrize("pattern", ["*/pyodide.asm.wasm", "*/main.js"])
def test_after_a_missing_file_the_page_can_be_tried_again(visit: Open, host: Host, pattern: str) -> None:
    file = host.file(pattern)
    content = file.read_bytes()
    file.unlink()
    one = visit()
    one.page.goto(host.url)
    expect_trouble(one.page, "missing on the server")
    file.write_bytes(content)
    one.page.click("#again")
    one.ready()


@pytest.mark.parametrize("pattern", ["*/stdlib.pack", "*/pygame.pack", "*/pyodide.asm.wasm"])
def test_a_damaged_file_is_never_run(visit: Open, host: Host, pattern: str) -> None:
    file = host.file(pattern)
    content = bytearray(file.read_bytes())
    content[len(content) // 2] ^= 1
    file.write_bytes(content)
    one = visit()
    one.page.goto(host.url)
    expect_trouble(one.page, "arrived damaged")
    one.page.click("summary")
    expect(one.page.locator("#report")).to_contain_text(file.name)


def test_a_damaged_script_is_never_run(visit: Open, host: Host) -> None:
    script = host.file("*/table.js")
    script.write_text("globalThis.intruder = true;\n" + script.read_text())
    one = visit()
    one.page.goto(host.url)
    expect_trouble(one.page, "arrived damaged")
    assert one.page.evaluate("globalThis.intruder") is None


@pytest.mark.returning
def test_an_error_in_the_running_page_is_reported_and_leads_back(visit: Open, host: Host) -> None:
    one = visit()
    page = one.open()
    break_script(page, "the anchor slipped")
    expect_trouble(page, "Something in the game broke")
    expect(page.locator("#report-title")).to_have_text("Details")
    expect(page.locator("#report")).to_be_hidden()
    report = page.locator("#report").text_content() or ""
    assert "the anchor slipped" in report and page.evaluate("KONTOR.version") in report
    assert host.origin not in report
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.click("#copy-report")
    expect(page.locator("#copy-report")).to_have_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()") == report
    page.click("#again")
    one.ready()
    expect(page.locator("#trouble")).to_be_hidden()


FOREIGN = """() => {
    const error = (message, stack) => Object.assign(new Error(message), { stack });
    const frames = (...places) => `Error: failed${places.map((place) => ` at f (${place}:1:2)`).join("")}`;
    const own = `${location.href}page/table.js`;
    for (const reason of [
        undefined,
        { code: 403 },
        "Object Not Found Matching Id:1",
        new Error(`no answer from ${own}`),
        error("failed", frames("chrome-extension://abc/inject.js")),
        error("failed", frames("chrome-extension://abc/wraps-fetch.js", own)),
        error("failed", "f@moz-extension://abc/inject.js:1:2"),
    ]) {
        Promise.reject(reason);
        setTimeout(() => { throw reason; });
    }
    const script = document.createElement("script");
    Object.defineProperty(script, "src", { value: "moz-extension://abc/inject.js" });
    document.head.append(script);
    script.dispatchEvent(new Event("error"));
}"""


def test_errors_of_browser_extensions_do_not_cover_the_game(guest: Visit) -> None:
    page = guest.page
    page.evaluate(FOREIGN)
    page.evaluate("new Promise((go) => setTimeout(go))")  # after those above
    settled(page)
    assert page.locator("#trouble").is_hidden()
    touch(page, "new")
    assert scene(page) == "new-game"
    guest.errors.clear()  # expected errors


def test_the_page_speaks_the_visitors_language(visit: Open, host: Host) -> None:
    """All texts shown before the game draws are in that language."""
    host.file("*/pyodide.asm.wasm").unlink()
    for locale, words in (
        ("de-AT", "auf Grund"),
        ("it-IT", "arenati"),
        ("pt-BR", "Encalhámos"),
        ("fr-FR", "aground"),
    ):
        page = visit(locale=locale).page
        page.goto(host.url)
        expect(page.locator("#trouble-title")).to_contain_text(words, timeout=START)
        expect(page.locator("#skip")).to_be_hidden()
        expect(page.locator("#skip")).to_be_empty()


@pytest.mark.returning
def test_the_page_and_the_game_speak_the_same_language(visit: Open) -> None:
    """The first language that both the visitor and Kontor support, unless the game's settings name
    another."""
    one = visit()
    one.page.add_init_script(
        "Object.defineProperty(navigator, 'languages', { value: ['fr-FR', 'de-AT', 'it'] })"
    )
    page = one.open()
    spoken = "[aground.language(), document.documentElement.lang]"
    assert page.evaluate(spoken) == ["de", "de"]
    page.evaluate("localStorage.setItem('kontor:/:settings', JSON.stringify({ language: 'pt' }))")
    page.reload()
    one.ready()
    assert page.evaluate(spoken) == ["pt", "pt"]


MANIFEST = "fetch(document.querySelector('link[rel=manifest]').href).then((answer) => answer.json())"


@pytest.mark.returning
def test_the_page_and_its_manifest_follow_the_language_of_the_game(visit: Open) -> None:
    page = visit(locale="de-AT").open()
    assert page.evaluate(MANIFEST)["lang"] == "de"
    page.evaluate("kontor.setLanguage('it')")  # as when another is chosen in the settings
    assert page.evaluate("aground.say('trouble.title')") == "Ci siamo arenati", (
        "so does whatever it says from now on"
    )
    told = page.evaluate(MANIFEST)
    assert told["lang"] == "it" and "giochi da tavolo" in told["description"]
    assert page.locator("meta[name=description]").get_attribute("content") == told["description"]


@pytest.mark.returning
def test_the_browsers_way_back_leads_from_scene_to_scene_and_then_out(visit: Open) -> None:
    page = visit().open()
    before = page.evaluate("location.href")
    touch(page, "new")
    touch(page, "options")
    for expected in ("new-game", "title"):
        page.go_back()
        until_so(page, f"kontor.state().scene === '{expected}'")
    page.evaluate("kontor.idle()")
    touch(page, "new")
    assert scene(page) == "new-game" and page.evaluate("location.href") == before
    touch(page, "back")
    page.go_back()  # to the page's own entry, from where it continues by itself
    page.wait_for_url("about:blank")


def test_a_page_without_javascript_says_in_every_language_what_it_needs(visit: Open, host: Host) -> None:
    page = visit(java_script_enabled=False).page
    page.goto(host.url)
    told = page.locator("noscript p")
    expect(told).to_have_count(len(LANGUAGES))
    for index in range(len(LANGUAGES)):
        expect(told.nth(index)).to_be_in_viewport()
        expect(told.nth(index)).to_contain_text("JavaScript")


def test_every_file_is_listed_with_its_hash(site: Path) -> None:
    text = next(site.glob("page-*/files.js")).read_text()
    listed = json.loads(text[text.index("{") : text.rindex("}") + 1])["files"]
    unlisted = {"index.html", "files.js", "service-worker.js", "licences.txt"}
    for path in site.rglob("*"):
        if path.parent.name.startswith("pictures-"):
            continue  # for stores and link previews (test_world.py)
        if path.is_file() and path.name not in unlisted and path.suffix not in (".gz", ".br"):
            digest = base64.b64encode(hashlib.sha256(path.read_bytes()).digest()).decode()
            assert listed.pop(str(path.relative_to(site))) == {
                "size": path.stat().st_size,
                "hash": f"sha256-{digest}",
            }
    assert listed == {}


def test_the_whole_site_is_at_most_six_and_a_half_megabytes_with_the_big_box(site: Path) -> None:
    sizes = {
        str(path.relative_to(site)): len(gzip.compress(path.read_bytes(), 9))
        for path in site.rglob("*")
        if path.is_file() and path.suffix not in (".gz", ".br")
    }
    assert sum(sizes.values()) <= 6_500_000, sizes
