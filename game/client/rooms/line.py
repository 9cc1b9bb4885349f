"""Keeps a device connected to its room, however often its line is lost."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import Protocol

from game.client.frame.scene import Told
from game.platform import Changed, Connected, Disconnected, Heard, Platform
from game.rooms.guest import Guest

FIRST, MOST, UNSEEN = 0.3, 5.0, 60.0
"""Seconds until a lost line is asked for again: at first, in the end, and in the end while nobody looks.

Each is made shorter by chance, so that not all devices come back at the same moment.
"""
PATIENCE = 5.0
"""Seconds until an answer is missed: then the line is dead, and another is asked for."""
SIGN, SOON = '{"do":"ping"}', 2.0
"""A sign of life, and the seconds until the answer to it is missed."""

_KIND = re.compile(r'"is" ?: ?"(\w+)"', re.ASCII)


class Listening(Protocol):
    """Whoever is in the room."""

    guest: Guest
    closed: str
    """Why it is over for good; "" while it goes on."""

    def heard(self, text: str) -> None:
        """A message has come."""

    def changed(self) -> None:
        """The line stands, or no longer does."""


class Line:
    """A line to the service that is asked for again whenever it is lost.

    As long as it stands and no answer is awaited, nothing but messages has to wake it. Browsers do not tell
    when a phone's sleep has killed a line: that shows when the page is in view again, or something is said.

    stands  the room has let this device in, and hears it
    failed  so many times in a row that could not be had
    """

    def __init__(
        self, platform: Platform, visit: Listening, chance: Callable[[], float] = random.random
    ) -> None:
        self._platform, self._visit, self._chance = platform, visit, chance
        self.stands = False
        self.failed = 0
        self._wait: float | None = 0.0
        """Seconds until the line is asked for, None: it has been."""
        self._patience: float | None = None
        """Seconds until something has to have come of it, None: nothing is awaited."""
        self._since = -1.0
        """When `update` has begun to count either of them; negative: it has not."""
        self._closed = False

    @property
    def away(self) -> bool:
        return self.failed > 0 and not self.stands

    def send(self, text: str) -> None:
        """Say something that is answered; while the line does not stand, `Guest.owed` says it again later."""
        if self.stands:
            if self._patience is None:
                self._expect(PATIENCE)
            self._platform.send(text)

    def close(self) -> None:
        """Nobody is there any more."""
        self._closed, self.stands = True, False
        self._platform.disconnect()

    # ---- what happens -----------------------------------------------------------------------

    def hear(self, happened: Told) -> None:
        """Something came of the line, or changed around it."""
        if self._closed:
            return
        match happened:
            case Connected():
                self._expect(PATIENCE)
                self._platform.send(self._visit.guest.enter())
            case Heard(text):
                self._patience = None
                self._heard(text)
            case Disconnected():
                self._lost()
            case Changed("hidden"):
                self._tell_here()
            case Changed("visible"):
                self._tell_here()
                self._look()
            case Changed("online"):
                self._look()
            case Changed("offline") if self.stands:
                self._platform.disconnect()
                self._lost()

    def _heard(self, text: str) -> None:
        kind = _KIND.search(text, 0, 200)
        enters = not self.stands and kind is not None and kind[1] == "room"
        if enters:
            self.stands, self.failed = True, 0
            if self._platform.hidden():
                self._tell_here()
        self._visit.heard(text)
        if enters:
            self._visit.changed()

    def _tell_here(self) -> None:
        if self.stands:
            self._platform.send(self._visit.guest.here(not self._platform.hidden()))

    def _look(self) -> None:
        """It may have died unnoticed, or can be had again: do not wait any longer."""
        if self.stands:
            self._expect(SOON)
            self._platform.send(SIGN)
        else:
            self._ask_in(0.0)

    def _lost(self) -> None:
        was, self.stands = self.stands, False
        most = UNSEEN if self._platform.hidden() else MOST
        self._ask_in(min(most, FIRST * 2**self.failed) * (0.5 + 0.5 * self._chance()))
        self.failed = min(self.failed + 1, 10)
        if was or self.failed == 1:
            self._visit.changed()

    # ---- time -------------------------------------------------------------------------------

    def _expect(self, seconds: float) -> None:
        self._wait, self._patience, self._since = None, seconds, -1.0

    def _ask_in(self, seconds: float) -> None:
        self._wait, self._patience, self._since = seconds, None, -1.0

    def update(self, now: float) -> float | None:
        """Time has passed; returns the seconds until the next call it wants, None: when something happens."""
        if self._visit.closed and not self._closed:
            self.close()
        span = self._patience if self._wait is None else self._wait
        if self._closed or span is None:
            return None
        if self._since < 0:
            self._since = now
        left = self._since + span - now
        if left > 0:
            return left
        if self._wait is None:
            self._platform.disconnect()
            self._lost()
            return self.update(now)
        self._expect(PATIENCE * min(1 + self.failed, 3))
        self._platform.connect(self._platform.rooms())
        return self.update(now)
