"""Turn alerts: window title, sound, vibration and system notifications."""

from __future__ import annotations

from functools import partial

from game.client.app import sound
from game.client.app.flow import Flow
from game.client.app.scene import Host
from game.client.words.i18n import rooms


class TurnAnnouncer:
    """The alerts that it is the person's turn. The window or tab title shows it.

    At the start of the turn a sound plays and a phone vibrates. While Kontor is hidden, a system notification
    is shown if the person has enabled notifications.
    """

    def __init__(self, app: Host, link: str) -> None:
        """Create the alerts.

        link: URL fragment of the table
        """
        self._app, self._link = app, link
        self._mine: bool | None = None
        """None: nothing has been shown yet, but an earlier visit may have left a notification."""

    def tell(self, mine: bool, note: str, *, fresh: bool) -> None:
        """Update the alerts.

        mine: it is the person's turn
        note: text of the notification
        fresh: the turn has just begun
        """
        if mine == self._mine:
            return
        self._mine = mine
        platform, settings = self._app.platform, self._app.settings
        self._app.alert = rooms("title.turn") if mine else ""
        self._app.name_window()
        if not mine:
            platform.forget_note(self._link)
        elif fresh:
            sound.ring(platform, "turn", settings.volume, unseen=True)
            platform.vibrate()
            if platform.hidden() and settings.notes == "on" and platform.notifying() == "yes":
                platform.notify(rooms("title.turn"), note, self._link)

    def end(self) -> None:
        """Remove the alerts."""
        if self._mine:
            self.tell(False, "", fresh=False)


def notes_choice(app: Host, flow: Flow) -> None:
    """Add the switch for notifications, or the reason why they are unavailable. Switching them on prompts for
    permission."""
    how, on = app.platform.notifying(), app.settings.notes == "on"
    if how == "none":
        flow.text(rooms("notes.none"), size=0.85)
        return
    text = rooms("notes.no" if on and how == "no" else "notes.text")
    flow.switch("notes", rooms("notes"), partial(_choose, app), text, on=on and how == "yes")


def _choose(app: Host, on: bool) -> None:
    app.settings.notes = "on" if on else "off"
    app.keep_settings()
    if on and app.platform.notifying() == "ask":
        app.spawn(_ask(app))


async def _ask(app: Host) -> None:
    if await app.platform.ask_to_notify() == "no":
        app.platform.announce(rooms("notes.no"))
    app.refresh()
