"""What the page's address asks for."""

from __future__ import annotations

from game.client.frame import to
from game.client.frame.scene import Host
from game.client.keep.fragment import SHORTCUTS, holds_link
from game.client.keep.room_link import RoomLink, room_in


def follow_link(app: Host) -> str:
    """Show the game or go to the room of a link; other fragments stay.

    A shortcut opens the title, unless the game on the table would be lost or is to go on: the button that
    is to be touched there.
    """
    link = app.platform.link()
    if room := room_in(link):
        app.platform.forget_link()
        enter(app, room)
    elif holds_link(link):
        app.bring(link)
    elif link in SHORTCUTS:
        app.platform.forget_link()
        if app.shelf.all_kept and not (link == "continue" and app.current_match()):
            app.home(to.Title())
            return link
    return ""


def enter(app: Host, room: RoomLink) -> None:
    """Go to a room."""
    app.home(to.Title())
    app.open(to.Room(room.name, room.key))
