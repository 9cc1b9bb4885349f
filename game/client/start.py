"""The start of the client: open what was given or the link in the URL, then run the app until it closes."""

from __future__ import annotations

import time
import traceback
from functools import partial
from typing import TYPE_CHECKING

from game.client.app import routes
from game.client.app.app import App
from game.client.words.i18n import t
from game.platform import Platform
from game.platform.supervisor import supervise

if TYPE_CHECKING:
    from game.client.storage.room_link import RoomLink


BATCH = 0.003
"""Time in seconds per frame for preparations. The last of their steps can exceed it."""


async def _prepare(app: App) -> None:
    """Prepare what the next scenes need while the title waits for input."""
    await app.platform.frame()
    from game.client.preload import prepare  # imported late because the title does not need it

    until = time.perf_counter() + BATCH
    for _ in prepare():
        if time.perf_counter() >= until:
            await app.platform.frame()
            until = time.perf_counter() + BATCH
    if app.settings.volume:
        app.platform.prepare_sound()
    app.prepared = True


async def main(platform: Platform, text: str = "", room: RoomLink | None = None) -> None:
    """Run the client until its window is closed. Raises `NoWindow`.

    text: a record or link to open
    room: a room to open
    """
    app = App(platform)
    app.home(routes.Title())
    try:
        if room:
            app.open(routes.EnterRoom(room.name, room.key, room.invite))
        elif text:
            app.bring(text)
        else:
            app.bring_link()
    except Exception:  # the title opens whatever is wrong with a file or link
        traceback.print_exc()
        app.home(routes.Title())
        app.notice = t("arrival.broken")
    preparing = app.spawn(supervise(partial(_prepare, app), traceback.print_exception), wakes=True)
    try:
        await app.run()
    finally:
        preparing.cancel()
        platform.close()
