"""Services that the host has named: chats, e-mail and others that Apprise knows."""

from __future__ import annotations

from collections.abc import Collection, Mapping

import apprise

from game.server.error_log import LOG
from game.server.notify_texts import channel_notification
from game.server.push import FAILED, SENT
from game.server.waiting import Facts, Wait


class Services:
    """Services that the host has named by their Apprise URLs: they get messages about all rooms."""

    id = "host"

    def __init__(self, urls: Collection[str], page: str = "") -> None:
        """Open the services. Raises `ValueError` with the first URL that Apprise does not know.

        page  URL of the page, for links to tables; "": messages have no link
        """
        self._page = page
        self._services = apprise.Apprise()
        for url in urls:
            if not self._services.add(url):
                raise ValueError(url)

    def wants(self, room: str, notes: Mapping[str, str]) -> bool:
        """Return True: the services get messages about all rooms."""
        return True

    async def send(
        self, room: str, notes: Mapping[str, str], facts: Facts, who: int, wait: Wait, now: float
    ) -> str:
        """Send a message to all services."""
        said = channel_notification(facts, who, wait)
        text = f"{said.text}\n{self._page}#room={room}" if self._page else said.text
        if await self._services.async_notify(title=said.title, body=text):
            return SENT
        LOG.warning("A service of --notify accepts no messages")
        return FAILED  # some of several may have accepted it
