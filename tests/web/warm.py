"""A pre-warmed browser for many tests: storage is empty for each, but Python's code is compiled.

Compiling takes half of the CPU time of a page's start. The compiled code lives as long as a page in the same
process holds it.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize
from playwright.sync_api import Error as PlaywrightError

SET_ON_THE_PAGE = {"viewport", "permissions", "reduced_motion", "color_scheme", "contrast", "forced_colors"}
"""Browser options supported in a warm context; a test with others gets a cold one."""
ONE_PROCESS = "--process-per-site"
"""Chromium's option to run all pages of a site in one process. Without it, a page whose host sends a
Cross-Origin-Opener-Policy gets a separate process, even from a page of the same site."""
USES = 20
"""Number of tests after which a context is closed, as its process retains some megabytes of each."""

HOLD = """async (name) => {
    globalThis.held = await WebAssembly.compileStreaming(fetch(name));
}"""


class Berth:
    """A context that is cleared after each test, with a page that holds the compiled code.

    All pages of a site run in one process (`ONE_PROCESS`), and a site is a host with any port, whereas
    storage belongs to a single port: each test has another.
    """

    def __init__(self, browser: Browser, visitor: dict[str, Any], home: str, code: str) -> None:
        self._context = browser.new_context(**visitor)
        self._holder = self._context.new_page()
        self._holder.goto(home)
        self._holder.evaluate(HOLD, code)
        self._devtools = self._context.new_cdp_session(self._holder)
        self._uses = 0
        self._origin = ""
        self.lost = False
        self._holder.on("crash", self._crashed)

    def _crashed(self, _: Page) -> None:
        self.lost = True

    @property
    def free(self) -> bool:
        return not self._origin

    def page(
        self,
        origin: str,
        viewport: ViewportSize | None = None,
        permissions: Sequence[str] = (),
        **media: Any,
    ) -> Page:
        """Open a page of this origin; only one can be open until `clear`."""
        self._origin = origin
        self._uses += 1
        page = self._context.new_page()
        if viewport:
            page.set_viewport_size(viewport)
        if permissions:
            self._context.grant_permissions(permissions)
        if media:
            page.emulate_media(**media)
        return page

    def clear(self) -> bool:
        """Clear storage and routes of the test. Return False if the context became unusable and was
        closed."""
        if self.free:
            return True
        if self._uses == USES:
            self._context.close()
            return False
        for page in self._context.pages:
            if page is not self._holder:
                page.close()
        self._context.unroute_all(behavior="ignoreErrors")
        self._context.clear_permissions()
        self._devtools.send("Storage.clearDataForOrigin", {"origin": self._origin, "storageTypes": "all"})
        self._devtools.send("Network.clearBrowserCache")
        self._devtools.send("HeapProfiler.collectGarbage")
        self._origin = ""
        return True


class Harbour:
    """A browser, restarted when it is gone, and its contexts."""

    def __init__(self, launch: Callable[[], Browser], visitor: dict[str, Any], home: str, code: str) -> None:
        self._launch, self._visitor, self._home, self._code = launch, visitor, home, code
        self._browser: Browser | None = None
        self._berths: list[Berth] = []
        self._cold: list[BrowserContext] = []

    @property
    def browser(self) -> Browser:
        if self._browser is None or not self._browser.is_connected():
            self._browser, self._berths, self._cold = self._launch(), [], []
        return self._browser

    def page(self, origin: str, **options: Any) -> Page:
        """Open a page in a context (browser profile) that no other page of the test uses."""
        browser = self.browser
        if options.keys() - SET_ON_THE_PAGE:
            self._cold.append(browser.new_context(**self._visitor | options))
            return self._cold[-1].new_page()
        berth = next((one for one in self._berths if one.free), None)
        if berth is None:
            berth = Berth(browser, self._visitor, self._home, self._code)
            self._berths.append(berth)
        return berth.page(origin, **options)

    def clear(self) -> None:
        """Clear all traces of a test; a browser that lost a process is closed."""
        if any(berth.lost for berth in self._berths):
            return self.close()
        with contextlib.suppress(PlaywrightError):  # the browser was killed
            for context in self._cold:
                context.close()
            self._cold = []
            self._berths = [berth for berth in self._berths if berth.clear()]

    def close(self) -> None:
        if self._browser is not None and self._browser.is_connected():
            self._browser.close()
