"""Sound in the page: opening the audio context blocks Chromium, so it happens while the game waits."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from .conftest import Visit
from .game_page import keep, touch

pytestmark = pytest.mark.returning

WATCHED = """
    globalThis.played = 0;
    globalThis.opened = new Promise((open) => {
        globalThis.AudioContext = class extends AudioContext {
            constructor() {
                super();
                open(played);
            }
            createBufferSource() {
                played += 1;
                return super.createBufferSource();
            }
        };
    });
"""


def test_sound_is_opened_while_the_game_waits_before_any_is_played(visit: Callable[..., Visit]) -> None:
    one = visit()
    keep(one, {"settings": '{"sound": "50"}'})
    one.page.add_init_script(WATCHED)
    page = one.open()
    touch(page, "settings")
    assert page.evaluate("opened") == 0
    assert page.evaluate("played") == 0
    assert one.errors == []
