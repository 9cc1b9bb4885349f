"""Tells a person that it is their turn: where they look, and where they do not."""

from __future__ import annotations

from functools import partial

from game.client.frame import sound
from game.client.frame.flow import Flow
from game.client.frame.scene import Host
from game.client.words.i18n import rooms, t

USUAL = "Kontor"


class TurnAnnouncer:
    """The name of the page's tab, or of the window, says whether it is the person's turn.

    When it becomes theirs a sound says so, a phone trembles, and while nothing of Kontor is in sight the
    system shows a notification, if the person wants that.
    """

    def __init__(self, app: Host, link: str) -> None:
        """`link`: the fragment of the table's address."""
        self._app, self._link = app, link
        self._mine: bool | None = None
        """None: nothing has been told yet, but an earlier visit may have left a notification."""

    def tell(self, mine: bool, note: str, *, fresh: bool) -> None:
        """Whether it is the person's turn now. `fresh`: that has just happened; `note`: what a note says."""
        if mine == self._mine:
            return
        self._mine = mine
        platform, settings = self._app.platform, self._app.settings
        platform.set_title(rooms("title.turn") if mine else USUAL)
        if not mine:
            platform.forget_note(self._link)
        elif fresh:
            if settings.sound == "on":
                platform.play("turn", sound.samples("turn"), unseen=True)
            platform.vibrate()
            if platform.hidden() and settings.notes == "on" and platform.notifying() == "yes":
                platform.notify(rooms("title.turn"), note, self._link)

    def end(self) -> None:
        """Nobody waits for the person here any more."""
        if self._mine:
            self.tell(False, "", fresh=False)


def notes_choice(app: Host, flow: Flow) -> None:
    """The switch for notes, or why there can be none; the system asks the person when it is touched."""
    how, on = app.platform.notifying(), app.settings.notes == "on"
    if how == "none":
        flow.text(rooms("notes.none"), size=0.85)
        return
    values = [(value, t(f"settings.handover.{value}")) for value in ("on", "off")]
    chosen = "on" if on and how == "yes" else "off"
    text = rooms("notes.no" if on and how == "no" else "notes.text")
    flow.choice("notes", rooms("notes"), values, chosen, partial(_choose, app), text)


def _choose(app: Host, value: str) -> None:
    app.settings.notes = value
    app.keep_settings()
    if value == "on" and app.platform.notifying() == "ask":
        app.spawn(_ask(app))


async def _ask(app: Host) -> None:
    if await app.platform.ask_to_notify() == "no":
        app.platform.announce(rooms("notes.no"))
    app.refresh()
