"""A browser test that hangs fails by name, at the call that hung, and does not affect others."""

from __future__ import annotations

import pytest
from playwright.sync_api import Error, Playwright

from .conftest import launched

ENDLESS = ("() => new Promise(() => {})", "() => { for (;;); }")


@pytest.mark.parametrize("endless", ENDLESS)
def test_a_wait_without_end_is_ended_with_its_browser(playwright: Playwright, endless: str) -> None:
    with (
        pytest.raises(pytest.fail.Exception, match="after 2 seconds") as failed,
        launched(playwright, limit=2) as browser,
    ):
        browser.new_page().evaluate(endless)
    assert isinstance(failed.value.__context__, Error)
    with launched(playwright) as another:
        assert another.new_page().evaluate("1 + 1") == 2
