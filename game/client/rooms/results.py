"""The end of a game in a room: the scores, the verification of the seed, and a rematch."""

from __future__ import annotations

from game.client.app import routes
from game.client.app.flow import Flow
from game.client.app.scene import Host
from game.client.app.setup import Setup
from game.client.draw import theme
from game.client.draw.widgets import ButtonSpec
from game.client.review.results import ResultsPage, Sequel
from game.client.rooms.client import RoomClient
from game.client.rooms.clock.times import lasting
from game.client.rooms.making import MINE, OPEN, Maker
from game.client.storage.rooms import new_key
from game.client.words.i18n import rooms
from game.match import Match, PlayerInfo


class RoomSequel(Sequel):
    """The verification and the follow-up buttons after a game in a room."""

    def __init__(self, app: Host, client: RoomClient, match: Match) -> None:
        self._app, self._client, self._match = app, client, match
        self._maker = Maker(app)

    def vouch(self, flow: Flow) -> None:
        """Add the result of the verification: whether the seed matches the commitment published at the
        start."""
        proven = self._client.replica.proven
        self._times(flow)
        if proven is None:
            return
        colour = theme.ui.ink_soft if proven else theme.ui.stress
        words, role = rooms("proven" if proven else "unproven"), "text" if proven else "bold"
        flow.gap(0.2)
        flow.text(words, role, align="center", colour=colour)
        if self._maker.message:
            flow.gap(0.4)
            flow.text(self._maker.message, "bold", align="center")

    def _times(self, flow: Flow) -> None:
        """Add the time that each player has used, if the game had a clock."""
        told = [
            f"{self._client.label(seat)}: {lasting(one.used)}"
            + (f" ({rooms('clock.marks', n=one.marks)})" if one.marks else "")
            for seat, one in enumerate(self._client.times(0.0))
            if one.used or one.marks
        ]
        if told:
            flow.gap(0.2)
            words = f"{rooms('clock.results')} · {' · '.join(told)}"
            flow.text(words, align="center", colour=theme.ui.ink_soft)

    def ways(self, usual: list[ButtonSpec]) -> list[ButtonSpec]:
        """Return the usual buttons after a game. A rematch needs a new room: the owner creates it, the others
        follow."""
        board, again, *others = usual
        state = self._client.state
        if state.again:
            return [board, again._replace(label=rooms("again.there"), act=self._follow), *others]
        if not self._client.owns:
            return [board, *others]
        words, act = (rooms("making"), None) if self._maker.busy else (rooms("again"), self._once_more)
        return [board, again._replace(label=words, act=act), *others]

    def _once_more(self) -> None:
        """Create a room for the same game, with the same seats and clock. Members whom a computer player has
        replaced get their seat back."""
        state, me = self._client.state, self._client.replica.me
        own = state.members[me].name if me is not None else ""
        setup, chairs = Setup.of(self._match), list(enumerate(state.chairs))
        players = [PlayerInfo(state.label(seat), chair.colour) for seat, chair in chairs]
        setup.players = [*players, *setup.players[len(players) :]]
        seats = [(chair.computer if not chair.name else None) or OPEN for _, chair in chairs]
        left = [seat for seat, chair in chairs if chair.who is None and chair.name == own]
        for seat in state.held(me) or left[:1]:
            seats[seat] = MINE
        self._maker.make(setup, seats, named=True, called=own, clock=state.clock_rules, made=self._tell)

    def _tell(self, room: str) -> None:
        """Tell the others the name of the new room."""
        self._client.send(self._client.replica.again(room))

    def _follow(self) -> None:
        """Go to the new room."""
        room = self._client.state.again
        self._app.home(routes.Title())
        # The name is known, so the door does not ask for it.
        self._app.open(routes.EnterRoom(room, new_key()))


def room_results(app: Host, client: RoomClient, *, ended: bool) -> ResultsPage:
    """Create the results page of a game in a room."""
    match = client.replica.match
    assert match is not None, "only once the game is over"
    return ResultsPage(app, match, ended=ended, sequel=RoomSequel(app, client, match))
