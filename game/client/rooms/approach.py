"""The way to a scene of a room server, which must be reachable first."""

from __future__ import annotations

from collections.abc import Callable

from game.client.app import routes
from game.client.app.scene import Host, Scene
from game.client.rooms.client import refusal
from game.client.words.i18n import rooms


class Approach:
    """Opens scenes once their room server is reachable. In the web app that is immediate."""

    def __init__(self, app: Host, say: Callable[[str], None]) -> None:
        """Create the ways from the scene on top.

        say: shows a message, or "" for none
        """
        self._app, self._say = app, say
        self._busy = False
        """True while a room server is being contacted."""

    def go(self, place: str, route: routes.Route) -> None:
        """Open a scene, or say why its server does not answer."""
        if not self._app.platform.can_reach:
            self._app.open(route)
        elif not self._busy:
            self._busy = True
            self._tell(rooms("connecting"))
            self._app.spawn(self._arrive(place, route, self._app.scene))

    async def _arrive(self, place: str, route: routes.Route, scene: Scene) -> None:
        why = await self._app.platform.reach(place)
        self._busy = False
        self._say(refusal(why) if why else "")
        if self._app.scene is scene:  # otherwise the person has left it
            if why:
                self._app.platform.announce(refusal(why))
            else:
                self._app.open(route)
        self._app.refresh()

    def _tell(self, message: str) -> None:
        self._say(message)
        self._app.platform.announce(message)
