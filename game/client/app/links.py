"""Handling of the URL fragment with which the app was opened."""

from __future__ import annotations

from game.client.app import routes
from game.client.app.scene import Host
from game.client.storage.fragment import SHORTCUTS, holds_link
from game.client.storage.room_link import room_in


def follow_link(app: Host) -> str:
    """Open the game or room of a link; ignore other fragments.

    A shortcut opens the title and returns the id of the button to activate there; "" if that would lose or
    leave the game on the table.
    """
    link = app.platform.link()
    if room := room_in(link):
        app.platform.forget_link()
        app.home(routes.Title())
        app.open(routes.EnterRoom(room.name, room.key, room.invite))
    elif holds_link(link):
        app.bring(link)
    elif link in SHORTCUTS:
        app.platform.forget_link()
        if app.saves.all_kept and not (link == "continue" and app.current_match()):
            app.home(routes.Title())
            return link
    return ""
