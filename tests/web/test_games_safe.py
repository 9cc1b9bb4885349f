"""Games in the page survive a crashed tab, a second tab, an error, and failing storage."""

from __future__ import annotations

import contextlib
import os
import re
import signal
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Dialog, Page, Playwright, expect
from playwright.sync_api import Error as PlaywrightError

from game import engine
from game.engine.record import Record, read, write
from web.cache import ROOT

from .conftest import ARGUMENTS, CHROMIUM, START, VISITOR, Host, Visit, time_limit
from .game_page import (
    break_python,
    break_script,
    keep,
    kept_games,
    open_latest,
    play,
    scene,
    start_game,
    state,
    touch,
    touchable,
)
from .guest import isolated
from .returning import Memory

pytestmark = pytest.mark.returning
Open = Callable[..., Visit]

FULL = """
    const setItem = Storage.prototype.setItem;
    Storage.prototype.setItem = function (key, text) {
      if (globalThis.full) throw new DOMException("The quota has been exceeded.", "QuotaExceededError");
      return setItem.call(this, key, text);
    };
"""
IMPATIENT = """
    const plain = setTimeout;
    globalThis.setTimeout = (work, delay, ...given) => plain(work, delay === %d ? 100 : delay, ...given);
"""
BLOCKED = """
    Object.defineProperty(globalThis, "localStorage", {
      get() { throw new DOMException("Access is denied for this document.", "SecurityError"); },
    });
"""


def record_of(steps: int) -> str:
    """Return the text of a game of Hansa after a number of steps."""
    state = engine.ruleset("hansa").new_game(seats=2, seed=5)
    record = Record.of(state, {"name.0": "Anna", "name.1": "Ben", "date": "2026-01-01 10:00"})
    for _ in range(steps):
        action = state.legal_actions()[0]
        state.apply(action)
        record.append(action)
    return write(record)


def with_storage(one: Visit, **games: str) -> Page:
    """Open the page with some saved games."""
    keep(one, {f"game/{key}": text for key, text in games.items()})
    return one.open()


def at_table(one: Visit) -> Page:
    """Open the page at the table of a saved game after its first action. The page for a new game would draw
    all boards."""
    page = with_storage(one, begun=record_of(1))
    open_latest(page)
    return page


# ---- crashed tabs -------------------------------------------------------------------------------


def kill_pages(browser: Browser, page: Page) -> None:
    """Kill the processes of all pages, as the system does when it runs out of memory."""
    processes = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
    with page.expect_event("crash"):
        for process in processes:
            if process["type"] == "renderer":
                os.kill(process["id"], signal.SIGKILL)


@pytest.mark.parametrize("death", ["closed", "killed", "left"])
def test_a_tab_that_dies_right_after_an_action_loses_nothing(
    visit: Open, browser: Browser, death: str
) -> None:
    one = visit()
    page = at_table(one)
    play(page, 2)
    actions = read(state(page)["record"]).actions
    match death:
        case "closed":
            page.close()
        case "killed":
            kill_pages(browser, page)
        case "left":
            page.goto("about:blank")
    page = one.another_tab().open()
    open_latest(page)
    assert read(state(page)["record"]).actions == actions and len(actions) == 3


def browser_process(profile: Path) -> int:
    """Return the browser process that uses a profile."""
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            words = (folder / "cmdline").read_bytes().decode(errors="replace").split("\0")
            if f"--user-data-dir={profile}" in words and not any(
                word.startswith("--type=") for word in words
            ):
                return int(folder.name)
    raise AssertionError(f"no browser uses {profile}")


def test_a_killed_browser_loses_at_most_the_action_in_flight(
    playwright: Playwright, host: Host, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """Chromium writes localStorage to disk up to a minute late; the journal has the lost changes."""
    profile = tmp_path / "profile"
    memory: Memory = request.getfixturevalue("memory")
    host.memory = memory

    def opened(**games: str) -> tuple[BrowserContext, Page]:
        context = playwright.chromium.launch_persistent_context(
            profile, executable_path=CHROMIUM, args=list(ARGUMENTS), **VISITOR
        )
        context.add_init_script(memory.script)
        page = with_storage(Visit(context.pages[0], host), **games)
        open_latest(page)
        return context, page

    context, page = opened(begun=record_of(1))
    process = browser_process(profile)
    with time_limit(process):
        play(page, 4)
        actions = read(state(page)["record"]).actions
    os.kill(process, signal.SIGKILL)
    with contextlib.suppress(PlaywrightError):
        context.close()
    for lock in profile.glob("Singleton*"):
        lock.unlink()
    context, page = opened()
    with time_limit(browser_process(profile)):
        found = read(state(page)["record"]).actions
        context.close()
    assert found == actions[: len(found)] and len(found) >= len(actions) - 1


def test_a_storage_that_fell_back_in_time_is_brought_up_to_date(visit: Open) -> None:
    """After being killed a browser can have an older state of its localStorage, or none."""
    one = visit()
    page = at_table(one)
    play(page, 1)
    older = page.evaluate("({ ...localStorage })")
    play(page, 1)
    nothing: dict[str, str] = {}
    for state_then in (older, nothing):
        page.evaluate("(then) => { localStorage.clear(); Object.assign(localStorage, then); }", state_then)
        page.reload()
        page = one.ready()
        open_latest(page)
        assert state(page)["actions"] == 3
        touch(page, "menu")
        touch(page, "leave")
    touch(page, "games")
    (key,) = kept_games(page)
    touch(page, f"more.{key.removeprefix('kontor:/:game/')}")
    touch(page, "delete")
    touch(page, "delete")
    page.evaluate("(then) => { localStorage.clear(); Object.assign(localStorage, then); }", older)
    page.reload()
    page = one.ready()
    assert kept_games(page) == {}, "what was deleted stays so"


@pytest.mark.parametrize("answer", ["throw new DOMException('no', 'SecurityError')", "return {}"])
def test_without_a_journal_games_are_still_kept(visit: Open, answer: str) -> None:
    """The database is refused, or never answers."""
    one = visit()
    one.page.add_init_script(f"indexedDB.open = () => {{ {answer}; }};")
    one.page.add_init_script(isolated(IMPATIENT % 3000))
    page = at_table(one)
    play(page, 1)
    page.reload()
    page = one.ready()
    open_latest(page)
    assert state(page)["actions"] == 2 and one.errors == []


DATABASE = """
    const { open } = IDBFactory.prototype;
    IDBFactory.prototype.open = function (...given) {
        const request = open.apply(this, given);
        request.addEventListener("success", () => { globalThis.database = request.result; });
        if (!sessionStorage.slow) return request;
        const slow = { get result() { return request.result; } };
        globalThis.answer = () => slow.onsuccess();
        return slow;
    };
"""
"""The page's database, which answers only on request while the session is `slow`."""

JOURNAL = """async (texts) => {
    const told = (request) => new Promise((go) => { request.onsuccess = () => go(request.result); });
    const journal = await told(indexedDB.open("kontor:/"));
    for (const end = performance.now() + 10_000; performance.now() < end; ) {
        const all = await told(journal.transaction("changes").objectStore("changes").getAll());
        const found = Object.fromEntries(all.map(({ key, text }) => [key, text]));
        if (Object.entries(texts).every(([id, text]) => found[`kontor:/:game/${id}`] === text)) return true;
    }
    return false;
}"""
"""A script that waits until the journal holds these texts of games; false if it does not."""


def write_games(page: Page, **texts: str) -> None:
    page.evaluate(
        "(texts) => { for (const [id, text] of Object.entries(texts)) kontor.write(`game/${id}`, text); }",
        texts,
    )


def restart(one: Visit, then: dict[str, str]) -> Page:
    """Restart with another localStorage."""
    one.page.evaluate("(then) => { localStorage.clear(); Object.assign(localStorage, then); }", then)
    one.page.reload()
    return one.ready()


@pytest.mark.parametrize("answers", [True, False], ids=["late", "never"])
def test_a_database_that_opens_late_brings_back_no_older_text(visit: Open, answers: bool) -> None:
    """Changes that a killed browser lost, and nothing has replaced since, are restored at the next start."""
    one = visit()
    one.page.add_init_script(isolated(DATABASE))
    one.page.add_init_script(isolated(f"if (sessionStorage.slow) {{ {IMPATIENT % 3000} }}"))
    page = one.open()
    write_games(page, first=record_of(1), second=record_of(1))
    older = page.evaluate("({ ...localStorage })")
    for steps in (2, 3, 4, 5):
        write_games(page, first=record_of(steps), second=record_of(steps))
    assert page.evaluate(JOURNAL, {"first": record_of(5), "second": record_of(5)})
    page.evaluate("sessionStorage.slow = 'yes'")
    restart(one, older)
    write_games(page, first=record_of(7))
    if answers:
        page.evaluate("answer()")
    page.evaluate("sessionStorage.removeItem('slow')")
    page.reload()
    games = kept_games(one.ready())
    assert games == {"kontor:/:game/first": record_of(7), "kontor:/:game/second": record_of(5)}
    assert page.evaluate(JOURNAL, {"first": record_of(7), "second": record_of(5)})
    restart(one, older)
    assert kept_games(page) == games, "both are recorded"


@pytest.mark.parametrize(
    "closing",
    [
        "database.close();",
        """
        const { transaction } = IDBDatabase.prototype;
        IDBDatabase.prototype.transaction = function (...given) {
            IDBDatabase.prototype.transaction = transaction;
            const lost = transaction.apply(this, given);
            queueMicrotask(() => lost.abort());
            return lost;
        };
        """,
    ],
    ids=["closed", "lost"],
)
def test_a_journal_that_the_browser_has_closed_goes_on(visit: Open, closing: str) -> None:
    """iOS closes databases of pages in the background."""
    one = visit()
    one.page.add_init_script(isolated(DATABASE))
    page = one.open()
    write_games(page, first=record_of(1))
    older = page.evaluate("({ ...localStorage })")
    page.evaluate(f"() => {{ {closing} }}")
    for texts in ({"first": record_of(2)}, {"second": record_of(3)}):
        write_games(page, **texts)
        assert page.evaluate(JOURNAL, texts)
    restart(one, older)
    assert kept_games(page) == {"kontor:/:game/first": record_of(2), "kontor:/:game/second": record_of(3)}


def test_the_browser_is_asked_to_keep_games_once_there_is_one(visit: Open) -> None:
    """Firefox asks the visitor, who has nothing to lose before; a refusal changes nothing."""
    one = visit()
    one.page.add_init_script("""
        globalThis.asked = 0;
        StorageManager.prototype.persist = async () => {
            asked += 1;
            throw new TypeError("not here");
        };
    """)
    page = one.open()
    touch(page, "settings")
    touch(page, "back")
    assert page.evaluate("asked") == 0
    start_game(page)
    play(page, 2)
    assert page.evaluate("asked") == 1
    page.reload()
    one.ready()
    assert page.evaluate("asked") == 0
    page.evaluate("dispatchEvent(new Event('appinstalled'))")
    assert page.evaluate("asked") == 1 and one.errors == []


def test_every_action_is_kept_before_the_next_can_be_made(visit: Open) -> None:
    page = at_table(visit(reduced_motion="no-preference"))  # also during animations
    for number in range(2, 6):
        play(page, 1)
        (text,) = kept_games(page).values()
        assert len(read(text).actions) == number


def test_the_list_renames_and_deletes_after_asking(visit: Open) -> None:
    page = with_storage(visit(), first=record_of(3), second=record_of(5))
    touch(page, "games")
    touch(page, "more.first")
    touch(page, "delete")
    assert len(kept_games(page)) == 2, "the first touch only asks"
    touch(page, "delete")
    assert list(kept_games(page)) == ["kontor:/:game/second"]
    touch(page, "more.second")
    touch(page, "title")
    page.keyboard.type("Sunday")
    page.keyboard.press("Enter")
    page.evaluate("kontor.idle()")
    touch(page, "rename")
    assert read(kept_games(page)["kontor:/:game/second"]).tags["title"] == "Sunday"


# ---- two tabs -----------------------------------------------------------------------------------


def two_tabs(visit: Open) -> tuple[Page, Page]:
    """Return two tabs with a saved game of four actions."""
    one = visit()
    first = with_storage(one, both=record_of(4))
    open_latest(first)
    second = one.another_tab().open()
    open_latest(second)
    return first, second


def test_two_tabs_on_a_game_do_not_overwrite_each_other(visit: Open) -> None:
    first, second = two_tabs(visit)
    play(second, 2)
    first.bring_to_front()
    first.evaluate("kontor.idle()")
    assert scene(first) == "conflict", "the first tab says so at once"
    touch(first, "keep")
    play(first, 1)
    lengths = sorted(len(read(text).actions) for text in kept_games(first).values())
    assert lengths == [5, 6]


def test_the_other_tabs_game_can_be_taken_over(visit: Open) -> None:
    first, second = two_tabs(visit)
    play(second, 2)
    first.bring_to_front()
    first.evaluate("kontor.idle()")
    touch(first, "load")
    assert (scene(first), state(first)["actions"]) == ("table", 6)
    assert len(kept_games(first)) == 1


def test_looking_at_a_game_in_a_second_tab_disturbs_nobody(visit: Open) -> None:
    first, _ = two_tabs(visit)
    first.bring_to_front()
    first.evaluate("kontor.idle()")
    assert scene(first) == "table"
    play(first, 1)
    assert scene(first) == "table"


# ---- failing storage ----------------------------------------------------------------------------


def test_full_storage_is_reported_and_the_game_goes_on(visit: Open) -> None:
    one = visit()
    one.page.add_init_script(FULL)
    page = at_table(one)
    page.evaluate("globalThis.full = true")
    play(page, 2)
    assert "no room left" in state(page)["notice"]
    (text,) = kept_games(page).values()
    assert len(read(text).actions) == 1, "what was kept stays as it was"
    page.evaluate("globalThis.full = false")
    play(page, 1)
    assert state(page)["notice"] == ""
    (text,) = kept_games(page).values()
    assert len(read(text).actions) == 4, "with room again, nothing is missing"


def test_leaving_with_something_unsaved_asks_first(visit: Open) -> None:
    one = visit()
    one.page.add_init_script(FULL)
    page = at_table(one)
    asked: list[str] = []

    def accept(dialog: Dialog) -> None:
        asked.append(dialog.type)
        dialog.accept()

    page.on("dialog", accept)
    page.mouse.click(5, 5)  # the request needs user activation
    page.reload()
    one.ready()
    assert asked == []
    open_latest(page)
    page.evaluate("globalThis.full = true")
    play(page, 1)
    page.mouse.click(5, 5)
    page.reload()
    assert asked == ["beforeunload"]


def test_blocked_storage_is_reported_and_the_game_can_be_played_and_shared(visit: Open) -> None:
    one = visit()
    one.page.add_init_script(BLOCKED)
    page = one.open()
    assert "not allowed" in state(page)["notice"]
    touch(page, "games")
    touch(page, "back")
    start_game(page)
    play(page, 3)
    assert "not allowed" in state(page)["notice"]
    touch(page, "menu")
    touch(page, "share")
    assert {"copy-link", "copy-text", "file"} <= set(touchable(page))
    touch(page, "back")
    touch(page, "leave")
    open_latest(page)
    assert state(page)["actions"] == 3, "as long as the page is open, the game can be left and continued"
    assert one.errors == []


def test_a_damaged_save_is_set_aside_and_can_be_seen_and_deleted(visit: Open) -> None:
    damaged = record_of(6)[:-9]
    one = visit(permissions=["clipboard-read", "clipboard-write"])
    page = with_storage(one, whole=record_of(3), broken=damaged)
    open_latest(page)
    assert state(page)["actions"] == 3
    touch(page, "menu")
    touch(page, "leave")
    touch(page, "games")
    assert page.evaluate("localStorage.getItem('kontor:/:damaged/broken')") == damaged
    touch(page, "copy.broken")
    assert page.evaluate("navigator.clipboard.readText()") == damaged
    touch(page, "drop.broken")
    assert page.evaluate("localStorage.getItem('kontor:/:damaged/broken')") == damaged, (
        "the first touch only asks"
    )
    touch(page, "drop.broken")
    assert page.evaluate("localStorage.getItem('kontor:/:damaged/broken')") is None
    assert list(kept_games(page)) == ["kontor:/:game/whole"]


def test_whatever_the_storage_holds_the_page_opens(visit: Open) -> None:
    one = visit()
    odd = ["", "\x00\ufffd", "kontor-record 1\n", "x" * 100_000, "kontor-record 99\n", record_of(3)[:-2]]
    texts = {f"game/odd-{number}": text for number, text in enumerate(odd)}
    keep(
        one, texts | {"game/whole": record_of(3), "settings": "[{", "damaged/": "", "game/": "", "other": "?"}
    )
    page = one.open()
    open_latest(page)
    assert state(page)["actions"] == 3 and one.errors == []


# ---- errors -------------------------------------------------------------------------------------


def function_at(source: list[str], line: int) -> str:
    """Return the first line of the function that contains this line."""
    return next(text for text in reversed(source[:line]) if text.lstrip().startswith(("def ", "async def ")))


def test_a_python_fault_shows_a_calm_page_and_leads_back_into_the_game(visit: Open) -> None:
    one = visit(permissions=["clipboard-read", "clipboard-write"])
    page = with_storage(one, game=record_of(4))
    open_latest(page)
    break_python(page, 1)
    page.evaluate("kontor.idle()")
    assert scene(page) == "failure"
    touch(page, "copy")
    report = page.evaluate("navigator.clipboard.readText()")
    assert "player 1 broke it" in report and "Traceback" in report and "ruleset hansa" in report
    assert "Anna" not in report and "Kontor " in report
    source = (ROOT / "game/client/app/app.py").read_text(encoding="utf-8").splitlines()
    named = re.findall(r'game/client/app/app\.py", line (\d+), in (?:\w+\.)*(\w+)', report)
    assert named and all(f"def {name}(" in function_at(source, int(line)) for line, name in named)
    touch(page, "continue")
    assert (scene(page), state(page)["actions"]) == ("table", 4)
    play(page, 1)


def expect_trouble(page: Page) -> str:
    """Wait for the fatal-error page. Return its report."""
    expect(page.locator("#trouble")).to_be_visible(timeout=START)
    page.click("summary")
    return page.locator("#report").inner_text()


def test_a_dead_python_shows_the_pages_own_page_and_the_game_is_there_again(visit: Open) -> None:
    one = visit()
    page = with_storage(one, game=record_of(4))
    open_latest(page)
    play(page, 1)
    break_python(page, 1000)
    report = expect_trouble(page)
    assert "Traceback" in report and "ruleset hansa" in report and "end 5" in report
    assert not re.search("Anna|Ben", report)
    page.click("#again")
    one.ready()
    open_latest(page)
    assert state(page)["actions"] == 5


def test_the_report_of_a_dead_game_holds_the_game_saved_last(visit: Open) -> None:
    page = with_storage(visit(), game=record_of(4))
    open_latest(page)
    play(page, 1)
    page.evaluate("kontor.setReport(() => { throw new Error('dead'); })")
    break_script(page, "Ben broke it")
    report = expect_trouble(page)
    assert "player 2 broke it" in report and "ruleset hansa" in report and "end 5" in report
    assert not re.search("Anna|Ben", report)
