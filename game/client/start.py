"""The start of the client: parse the command line or the URL, then run the app until it is closed."""

from __future__ import annotations

import asyncio
import traceback
from collections.abc import Sequence

from game.client.app import routes
from game.client.app.app import App
from game.client.app.links import enter
from game.client.words.i18n import t
from game.platform import NoWindow, this_platform


async def _prepare(app: App) -> None:
    """Prepare what the next scenes need while the title waits for input."""
    await app.platform.frame()
    from game.client.preload import prepare  # imported late because the title does not need it

    for _ in prepare():
        await app.platform.frame()
    if app.settings.sound == "on":
        app.platform.prepare_sound()
    app.prepared = True


async def main(argv: Sequence[str] = ()) -> int:
    """Run the client. Return the exit status 0."""
    text, room, platform = "", None, this_platform()
    if argv:
        from game.client.command_line import given  # imported late because the web app has no command line

        text, room = given(argv, platform)
    try:
        app = App(platform)
    except NoWindow as error:
        from game.client.command_line import no_window

        platform.close()
        raise no_window(error, platform) from error
    app.home(routes.Title())
    try:
        if room:
            enter(app, room)
        elif text:
            app.bring(text)
        else:
            app.bring_link()
    except Exception:  # the title opens whatever is wrong with a file or link
        traceback.print_exc()
        app.home(routes.Title())
        app.notice = t("arrival.broken")
    preparing = asyncio.ensure_future(_prepare(app))
    try:
        await app.run()
    finally:
        preparing.cancel()
        app.platform.close()
    return 0
