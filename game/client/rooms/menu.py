"""The menu of a room's table, and the pages that it opens."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from game.client.app import routes
from game.client.app.flow import Flow
from game.client.app.page import Page
from game.client.app.scene import Host
from game.client.draw import theme
from game.client.draw.widgets import ButtonSpec
from game.client.pages.menu import MenuCommands, MenuPage
from game.client.rooms.client import RoomClient, phrase_words
from game.client.words.i18n import computers, rooms, t
from game.client.words.sentence import Sentence
from game.match import Computer, Match, Person
from game.rooms.protocol import PHRASES


class RoomMenuCommands(MenuCommands):
    """The commands for a game in a room."""

    def __init__(self, app: Host, client: RoomClient) -> None:
        self._app, self._client = app, client
        self.when_left = rooms("leave.table.text" if client.replica.mine else "leave.watch.text")

    def of(self, usual: list[ButtonSpec]) -> list[ButtonSpec]:
        app, client = self._app, self._client
        device = routes.OtherDevice(client.link(own=True))
        people = routes.Lobby(client, base=False)
        told = partial(app.open, routes.RoomNotices(client))
        notices = ButtonSpec("notices", rooms("notices"), told, icon="bell")
        specs = [
            ButtonSpec("room", rooms("people"), partial(app.open, people), icon="seats"),
            ButtonSpec("say", rooms("say"), partial(app.replace, routes.Phrases(client)), icon="say"),
            *(spec for spec in usual if spec.id in ("forecast", "note")),
            *([notices] if client.replica.mine else []),
            ButtonSpec("device", rooms("device"), partial(app.open, device), icon="device"),
            ButtonSpec("here", rooms("go.here"), partial(app.open, routes.GoHere(client)), icon="play"),
        ]
        match = client.replica.match
        if match is not None and match.state.actor is not None:
            specs[2:2] = self._pauses_and_seats()
        return [*specs, *(spec for spec in usual if spec.id == "leave")]

    def ahead(self, usual: list[ButtonSpec]) -> list[ButtonSpec]:
        seat = self._client.answering
        if seat is None:
            return []
        act = partial(self._app.open, self._client.answers_route(seat))
        return [ButtonSpec("advance", computers("advance"), act, icon="advance")]

    def _pauses_and_seats(self) -> Iterator[ButtonSpec]:
        """Yield the commands to pause, and to hand the person's seat to a computer or take it back."""
        app, client = self._app, self._client
        consent = client.consent
        if consent.may_pause:
            on = not client.state.paused
            pause, icon = partial(self._do, partial(consent.pause, on)), "pause" if on else "play"
            yield ButtonSpec("pause", consent.pause_label(), pause, icon=icon)
        if client.replica.mine:
            leave = partial(app.replace, routes.HandOverSeat(client))
            yield ButtonSpec("hand-over", rooms("hand-over"), leave, icon="hand-over")
        elif consent.lost_seat is not None:
            label = rooms("come-back" if consent.returns_freely else "come-back.ask")
            yield ButtonSpec("come-back", label, partial(self._do, consent.come_back), icon="play")

    def _do(self, act: Callable[[], None]) -> None:
        act()
        self._app.pop()


def room_menu(
    app: Host,
    client: RoomClient,
    sentences: list[Sentence],
    lately: range,
    show: routes.ShowPlace | None = None,
) -> MenuPage:
    """Create the menu of a table in a room."""
    match = client.replica.match
    assert match is not None, "only once the game has begun"
    return MenuPage(app, match, sentences, lately, show, commands=RoomMenuCommands(app, client))


class HandOverSeatPage(Page):
    """The question whether a computer should play for the person, who then watches."""

    name = "hand-over-seat"
    column_units = 30.0
    covers = False

    def __init__(self, app: Host, client: RoomClient) -> None:
        super().__init__(app)
        self.client = client

    def title(self) -> str:
        return rooms("hand-over")

    def build(self, flow: Flow) -> None:
        flow.text(rooms("hand-over.text"))

    def foot(self) -> list[ButtonSpec]:
        return [
            ButtonSpec("back", t("back"), self.cancel, icon="back"),
            ButtonSpec("hand-over", rooms("hand-over"), self._hand_over, "primary", icon="hand-over"),
        ]

    def _hand_over(self) -> None:
        self.client.consent.hand_over()
        self.app.pop()


class GoHerePage(Page):
    """A page that continues the game on this device, as far as it is known. The room stays as it is."""

    name = "go-here"
    column_units = 30.0
    covers = False

    def __init__(self, app: Host, client: RoomClient) -> None:
        super().__init__(app)
        self.client = client

    def title(self) -> str:
        return rooms("go.here")

    def build(self, flow: Flow) -> None:
        flow.text(rooms("go.here.text"))
        flow.gap()
        flow.buttons([ButtonSpec("share", rooms("go.link"), self._share, icon="share")])

    def foot(self) -> list[ButtonSpec]:
        return [
            ButtonSpec("back", t("back"), self.cancel, icon="back"),
            ButtonSpec("go", rooms("go.here"), self._go, "primary", icon="play"),
        ]

    def _share(self) -> None:
        self.app.replace(routes.Share(self._branch()))

    def _go(self) -> None:
        branch = self._branch()
        self.app.home(routes.Title())
        self.app.open(routes.Table(branch))

    def _branch(self) -> Match:
        """Return a copy of the game for this device, with people at the seats of people."""
        match, state = self.client.replica.match, self.client.state
        assert match is not None, "there is a table"
        controllers = [
            Computer(chair.computer, 1 + self.app.platform.random_seed() % 999)
            if chair.computer
            else Person()
            for chair in state.chairs
        ]
        return match.branch(self.app.saves.new_id(), len(match.moves), controllers)


class NoticesPage(Page):
    """The notifications of this device for the table."""

    name = "notices"
    column_units = 30.0
    covers = False

    def __init__(self, app: Host, client: RoomClient) -> None:
        super().__init__(app)
        self.client = client

    def title(self) -> str:
        return rooms("notices")

    def build(self, flow: Flow) -> None:
        self.client.notices.choice(flow)
        self.client.notices.details(flow, owner=self.client.owns)


class PhrasesPage(Page):
    """A page of phrases to send to the other members."""

    name = "phrases"
    column_units = 30.0
    covers = False

    def __init__(self, app: Host, client: RoomClient) -> None:
        super().__init__(app)
        self.client = client

    def title(self) -> str:
        return rooms("say")

    def build(self, flow: Flow) -> None:
        specs = [
            ButtonSpec(f"say.{phrase}", phrase_words(phrase), partial(self._say, phrase))
            for phrase in PHRASES
        ]
        flow.buttons([spec._replace(group="phrases") for spec in specs], abreast=2)

    def _say(self, phrase: str) -> None:
        self.client.send(self.client.replica.say(phrase))
        self.app.pop()


class SecretCardPage(Page):
    """The secret card of this device's seat."""

    name = "secret-card"
    column_units = 30.0
    covers = False

    def __init__(self, app: Host, title: str, lines: tuple[str, ...]) -> None:
        super().__init__(app)
        self._title, self._lines = title, lines

    def title(self) -> str:
        return self._title

    def build(self, flow: Flow) -> None:
        for line in self._lines:
            flow.text(line)
            flow.gap(0.3)
        flow.gap(0.3)
        flow.text(rooms("card.text"), size=0.92, colour=theme.ui.ink_soft)
