"""The tests' browser is pre-warmed: code compiled for one page is reused by the next."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page

from .conftest import Visit
from .game_page import until_so

pytestmark = pytest.mark.passing

BUSY = "() => { for (const end = performance.now() + 300; performance.now() < end; ); }"


def process_of(page: Page, browser: Browser) -> int:
    """Return the process whose CPU time grows most while a page is busy."""
    session = browser.new_browser_cdp_session()

    def times() -> dict[int, float]:
        processes = session.send("SystemInfo.getProcessInfo")["processInfo"]
        return {one["id"]: one["cpuTime"] for one in processes if one["type"] == "renderer"}

    before = times()
    page.evaluate(BUSY)
    grown = {process: time - before.get(process, 0) for process, time in times().items()}
    session.detach()
    return max(grown, key=grown.__getitem__)


def test_a_visitors_pages_run_in_the_process_that_holds_the_compiled_code(
    visit: Callable[..., Visit], browser: Browser
) -> None:
    page = visit().open()
    until_so(page, "kontor.state().prepared")  # otherwise it is busy with preparations
    holder, *others = page.context.pages
    assert page in others
    assert process_of(page, browser) == process_of(holder, browser)
