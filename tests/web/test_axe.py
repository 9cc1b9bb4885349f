"""axe-core finds no violation in any scene: names, roles, headings, landmarks of the page's list."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from playwright.sync_api import Page

from web.npm import package

from .conftest import Visit
from .game_page import scene, touch

Open = Callable[..., Visit]
AXE = ("axe-core", "4.14.1", "e6b0ce02b84d892e2e33e403485e7f3d6c29e2be6df65daf44d89ba564139745")


def every_scene(page: Page) -> Iterator[str]:
    """Open one scene after the other; its name, each time."""
    yield scene(page)
    for button in ("games", "settings", "about", "lessons"):
        touch(page, button)
        yield scene(page)
        touch(page, "back")
    touch(page, "new")
    yield scene(page)
    touch(page, "company.people")
    touch(page, "start")
    yield scene(page)
    touch(page, "menu")
    yield scene(page)
    for button in ("share", "replay"):
        touch(page, button)
        yield scene(page)
        touch(page, "leave" if button == "replay" else "back")


def test_axe_finds_nothing_in_any_scene(visit: Open) -> None:
    page = visit(bypass_csp=True).open()
    page.add_script_tag(path=str(package(*AXE) / "axe.min.js"))
    seen = []
    for name in every_scene(page):
        seen.append(name)
        found: dict[str, Any] = page.evaluate("axe.run(document, { resultTypes: ['violations'] })")
        broken = [
            (rule["id"], [node["html"][:120] for node in rule["nodes"]]) for rule in found["violations"]
        ]
        assert broken == [], name
    assert len(set(seen)) >= 9, seen
