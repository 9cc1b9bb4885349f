"""Turn alerts of this device (window title, sound, vibration, notifications), and its registration at the
room server for notifications while the page is closed."""

from __future__ import annotations

import time
from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from typing import Any

from game.client.app import sound
from game.client.app.flow import Flow
from game.client.app.scene import Host
from game.client.storage import rooms as keeping
from game.client.words.i18n import Translator, rooms
from game.platform import Platform, StorageError
from game.rooms.entries import compact
from game.rooms.protocol import VERSION
from game.untrusted import loads

MAX_ROOMS = 50
"""Maximum number of tables in one registration."""
HOURS = (0, 12, 24, 48, 72, 168)
"""Hours after which a table can remind its players; 0: never."""


class TurnAnnouncer:
    """The alerts that it is the person's turn. The window or tab title shows it.

    At the start of the turn a sound plays and a phone vibrates. While Kontor is hidden, a system notification
    is shown if the person has enabled notifications and the room server sends none to this device. The badge
    of the installed app counts the table until the turn has passed.
    """

    def __init__(self, app: Host, link: str) -> None:
        """Create the alerts.

        link: URL fragment that identifies the table
        """
        self._app, self._link = app, link
        self._mine: bool | None = None
        """None: nothing has been shown yet, but an earlier visit may have left a notification."""
        self._ended = False

    def tell(self, mine: bool, note: str, *, fresh: bool, pushed: bool = False) -> None:
        """Update the alerts.

        mine: it is the person's turn
        note: text of the notification
        fresh: the turn has just begun
        pushed: the room server notifies this device
        """
        if mine == self._mine:
            return
        self._mine = mine
        platform, settings = self._app.platform, self._app.settings
        self._app.alert = rooms("title.turn") if mine else ""
        self._app.name_window()
        if not self._ended:
            platform.set_waiting(self._link, mine)
        if not mine:
            platform.forget_note(self._link)
        elif fresh:
            sound.ring(platform, "turn", settings.volume, unseen=True)
            platform.vibrate()
            if not pushed and platform.hidden() and settings.notes == "on" and platform.notifying() == "yes":
                platform.notify(rooms("title.turn"), note, self._link)

    def end(self) -> None:
        """Remove the alerts. The badge still counts the table."""
        self._ended = True
        if self._mine:
            self.tell(False, "", fresh=False)


class Notices:
    """The notifications of this device for one table.

    how    "" until the server has answered, "pushed" if it notifies this device, "open" if it sends no
           notifications, so that only an open page can show them, or "failed"
    hours  hours after which the table reminds its players; 0: never
    """

    def __init__(self, app: Host, room: str, key: str) -> None:
        self._app, self._room, self._key = app, room, key
        self.how = ""
        self.hours = 0
        self._seated = False

    @property
    def _on(self) -> bool:
        """Return True if the player wants notifications and the system shows them."""
        return self._app.settings.notes == "on" and self._app.platform.notifying() == "yes"

    def follow(self, seated: bool) -> None:
        """Register this device when its member has taken a seat, or has entered with one."""
        if seated and not self._seated and self._on:
            self._app.spawn(self._register())
        self._seated = seated

    # ---- switches ---------------------------------------------------------------------------

    @property
    def pushed(self) -> bool:
        """Return True if the room server notifies this device."""
        return self._on and self.how == "pushed"

    def choice(self, flow: Flow) -> None:
        """Add the switch for notifications, or the reason why it would have no effect."""
        how, on = self._app.platform.notifying(), self._app.settings.notes == "on"
        if how not in ("yes", "no", "ask"):
            flow.text(rooms(f"notes.{how}"), size=0.85)
            return
        flow.switch("notes", rooms("notes"), self._switch, self._described(), on=on and how == "yes")

    def _described(self) -> str:
        """Return what the switch for notifications does, or does not do here."""
        on, how = self._app.settings.notes == "on", self._app.platform.notifying()
        state = "no" if on and how == "no" else self.how if self._on and self.how else "text"
        return rooms(f"notes.{state}")

    def details(self, flow: Flow, *, owner: bool) -> None:
        """Add what notifications contain, and when the table reminds its players.

        owner: this member chooses the latter
        """
        settings = self._app.settings
        if not self.pushed:
            return
        for name in ("names", "digest"):
            value = getattr(settings, f"notes_{name}") == "on"
            change = partial(self._set, f"notes_{name}")
            flow.switch(
                f"notes.{name}", rooms(f"notes.{name}"), change, rooms(f"notes.{name}.text"), on=value
            )
        if owner:
            named = [(str(hours), _period(hours)) for hours in HOURS]
            flow.choice("remind", rooms("remind"), named, str(self.hours), self._remind, abreast=3)
        elif self.hours:
            flow.text(rooms("remind.after", period=_period(self.hours)), size=0.85)

    def _switch(self, on: bool) -> None:
        """Switch notifications of this device on or off. The system may ask for permission."""
        self._app.settings.notes = "on" if on else "off"
        self._app.keep_settings()
        self._app.spawn(self._begin() if on else self._end())

    def _set(self, setting: str, on: bool) -> None:
        setattr(self._app.settings, setting, "on" if on else "off")
        self._app.keep_settings()
        self._app.spawn(self._register())

    def _remind(self, hours: str) -> None:
        self.hours = int(hours)
        told = {"room": self._room, "key": self._key, "remind": self.hours}
        self._app.spawn(self._send_reminder(told))

    async def _send_reminder(self, told: Mapping[str, Any]) -> None:
        if await asked(self._app.platform, told) is None:
            self._app.platform.announce(rooms("notes.failed"))
        self._app.refresh()

    async def _begin(self) -> None:
        platform = self._app.platform
        if platform.notifying() == "ask":
            await platform.ask_to_notify()
        if self._on:
            await self._register()
        platform.announce(self._described())
        self._app.refresh()

    async def _end(self) -> None:
        self.how = ""
        if endpoint := await self._app.platform.unsubscribe():
            await asked(self._app.platform, {"end": endpoint})
        self._app.platform.announce(self._described())
        self._app.refresh()

    # ---- registration -----------------------------------------------------------------------

    async def _register(self) -> None:
        """Register this device for all its tables at this server."""
        platform = self._app.platform
        server = await asked(platform, {})
        key = "" if server is None else server.get("key")
        if not isinstance(key, str) or not key:
            self.how = "failed" if server is None else "open"
        else:
            told = await self._told(key)
            answer = await asked(platform, told) if told else None
            found = answer.get("rooms") if answer else None
            self.how = "pushed" if isinstance(found, dict) else "failed"
            if isinstance(found, dict):
                hours = found.get(self._room)
                self.hours = hours if hours in HOURS else 0
        if self._on:
            self._app.refresh()
        else:  # the player switched notifications off during the registration
            await self._end()

    async def _told(self, key: str) -> dict[str, Any] | None:
        """Return the registration, or None if the browser does not subscribe."""
        app = self._app
        try:
            subscription = loads(await app.platform.subscribe(key))
        except ValueError:
            return None
        places = [{"room": self._room, "key": self._key}]
        with suppress(StorageError):
            place = app.platform.place()
            places += [
                {"room": kept.room, "key": kept.key}
                for kept in keeping.rooms(app.platform)
                if kept.place == place and kept.state != "over" and kept.room != self._room
            ]
        return {
            "subscription": subscription,
            "language": Translator.language,
            "names": app.settings.notes_names == "on",
            "digest": app.settings.notes_digest == "on",
            "offset": offset(app.platform.today(), time.time()),
            "rooms": places[:MAX_ROOMS],
        }


async def asked(platform: Platform, told: Mapping[str, Any]) -> dict[str, Any] | None:
    """Send a request about notifications to the room server. Return the answer, or None without one."""
    status, text = await platform.post(f"{platform.rooms()}?push", compact({"v": VERSION, **told}))
    try:
        answer = loads(text)
    except ValueError:
        return None
    return answer if status == 200 and isinstance(answer, dict) else None


def offset(local: str, now: float) -> int:
    """Return the minutes by which the local time ("2026-11-23 10:15") is ahead of UTC, in steps of 15.

    >>> offset("2026-11-23 10:15", 1795425330.0), offset("2026-11-23 03:45", 1795425330.0)
    (60, -330)
    """
    here = datetime.fromisoformat(local[:16]).replace(tzinfo=UTC).timestamp()
    return 15 * round((here - now) / 900)


def _period(hours: int) -> str:
    """Return when a reminder comes: "after 12 hours", or in days from 24 hours on; 0 is never."""
    if not hours:
        return rooms("remind.never")
    return rooms("remind.hours", n=hours) if hours < 24 else rooms("remind.days", n=hours // 24)
