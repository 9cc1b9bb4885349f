"""The pages that create a room, for a new game or for a local game to be continued, and the choice of
seats."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pygame

from game.client.app import routes
from game.client.app.flow import Flow
from game.client.app.page import Page
from game.client.app.scene import Host, Scene
from game.client.app.setup import Setup
from game.client.draw import theme
from game.client.draw.widgets import ButtonSpec, Paragraph, Swatch, Widget
from game.client.pages.new_game import NewGamePage
from game.client.rooms.client import refusal, updating
from game.client.rooms.clock.last import last_clock
from game.client.storage.link import outgoing
from game.client.storage.results import has_won
from game.client.storage.rooms import Kept, keep, new_key
from game.client.storage.settings import usual_game, usual_level
from game.client.words.i18n import computers, rooms, t
from game.engine.record import Record
from game.match import LEVELS, Computer, Match
from game.match.players import player_name, typed_name
from game.platform import Changed, StorageError
from game.rooms.clock import ClockRules
from game.rooms.plan import RoomPlan
from game.rooms.state import SeatAssignment
from game.untrusted import loads

OPEN, MINE = "open", "me"
"""Values of a seat: open to anyone who joins, or the person on this device. Otherwise it is the level of a
computer player."""


def chair_specs(seat: int, value: str, choose: Callable[[str], None]) -> list[ButtonSpec]:
    """Return buttons that leave a seat open, take it, or give it to a computer player."""
    label, specs = rooms("seat", number=seat + 1), []
    for each in (OPEN, MINE, *LEVELS):
        caption = computers(f"level.{each}") if each in LEVELS else rooms(f"chair.{each}")
        spoken = computers("computer", level=computers(f"said.{each}")) if each in LEVELS else caption
        tone, chosen = ("chosen" if each == value else "paper"), each == value
        specs.append(
            ButtonSpec(
                f"who.{seat}.{each}", f"{label}: {spoken}", partial(choose, each), tone, "", caption, chosen
            )
        )
    return specs


def choose_chair(flow: Flow, row: pygame.FRect, specs: list[ButtonSpec]) -> None:
    """Add the buttons of `chair_specs` side by side. In a narrow window, the levels have their own row.
    Further widgets follow below."""
    if flow.wide:
        flow.row_choice(row, specs)
    else:
        people = len(specs) - len(LEVELS)
        flow.row_choice(row, specs[:people])
        row = pygame.FRect(flow.column.x, row.bottom + flow.unit * 0.25, flow.column.width, row.height)
        flow.row_choice(row, specs[people:])
    flow.y = row.bottom


def reveal(app: Host, widget: Widget | None) -> None:
    """Scroll a widget of the page into view: the button that changed it may be far from it."""
    if widget is not None:
        app.scene.reveal(widget)
        app.refresh()


class NameField:
    """The field for the person's name, which the other members need to know.

    missing: the person tried to continue without a name
    """

    def __init__(self, app: Host) -> None:
        self._app = app
        self.missing = False
        self._label: Widget | None = None
        """The text above the field, once the page is laid out."""

    def build(
        self, flow: Flow, name: str, typed: Callable[[str], None], entered: Callable[[], None] | None = None
    ) -> None:
        """Add the field, with a reminder if the name is missing."""
        missing = self.missing and not player_name(name)
        flow.text(
            rooms("name.missing" if missing else "name"), "bold", colour=theme.ui.stress if missing else None
        )
        self._label = flow.widgets[-1]
        flow.gap(0.25)
        flow.field("name", rooms("name"), name, typed, longest=24, entered=entered)

    def guard(self, spec: ButtonSpec, name: str) -> ButtonSpec:
        """Return a button that continues or, without a name, reminds the person of it."""
        return spec if player_name(name) else spec._replace(act=self._remind)

    def _remind(self) -> None:
        """Say what is missing, bring it into view and open the field for typing."""
        self.missing = True
        self._app.platform.announce(rooms("name.missing"))
        self._app.refresh()
        self._app.scene.update_layout()
        reveal(self._app, self._label)
        self._app.edit("name")


class Maker:
    """Creates a room and opens it, unless the person has left the page meanwhile.

    message: the error message; empty before an answer has arrived
    refused: the error code; empty if the room was created
    """

    def __init__(self, app: Host) -> None:
        self._app = app
        self.message = self.refused = ""
        self.busy = False
        self._shown: Widget | None = None
        """The error message on the page."""

    def make(
        self,
        setup: Setup,
        chairs: list[str],
        record: Record | None = None,
        *,
        named: bool = False,
        called: str = "",
        clock: ClockRules | None = None,
        made: Callable[[str], None] = lambda room: None,
    ) -> None:
        """Create a room for a new game or, with `record`, for one in progress.

        named: open seats keep the names of the players in `setup`
        called: name of the owner; by default that in the settings
        clock: the clock of the new room
        made: called with the name of the new room
        """
        if self.busy:
            return
        self.busy, self.message, self.refused = True, "", ""
        seats = [
            SeatAssignment(
                1 if who == MINE else None,
                who if who in LEVELS else None,
                setup.players[seat].colour,
                player_name(setup.players[seat].name) if named else "",
            )
            for seat, who in enumerate(chairs)
        ]
        plan = RoomPlan(
            new_key(), called or player_name(self._app.settings.name), setup.ruleset, setup.seats,
            setup.settled(), tuple(seats), None if record is None else outgoing(record),
        )  # fmt: skip
        self._app.spawn(self._post(plan, clock, made, self._app.scene))

    async def _post(
        self, plan: RoomPlan, clock: ClockRules | None, made: Callable[[str], None], page: Scene
    ) -> None:
        platform = self._app.platform
        place = platform.place()
        status, text = await platform.post(platform.rooms(), plan.text())
        self.busy = False
        try:
            answer = loads(text)
        except ValueError:
            answer = None
        answer = answer if isinstance(answer, dict) else {}
        if status != 201 or not isinstance(answer.get("room"), str):
            self.refused = str(answer.get("refused", "unreachable"))
            self.message = refusal(self.refused, answer)
            self._app.refresh()
            if self._app.scene is page:
                platform.announce(self.message)
                page.update_layout()
                reveal(self._app, self._shown)
            return
        made(answer["room"])
        try:
            keep(platform, Kept(answer["room"], plan.key, plan.ruleset.id, place=place))
        except StorageError as error:
            self._app.complain(error)
        if self._app.scene is page:
            self._app.home(routes.Title())
            self._app.open(routes.EnterRoom(answer["room"], plan.key, clock=clock))
        else:
            self.message = rooms("made", page=t("games.title"))
            platform.announce(self.message)
            self._app.scene.outside(Changed("storage"))  # the page may list the rooms of this device
            self._app.refresh()

    def explain(self, flow: Flow) -> None:
        """Add the error message, with a button if one can help."""
        flow.text(self.message, "bold")
        self._shown = flow.widgets[-1]
        flow.gap()
        if helps := updating(self._app, self.refused):
            flow.buttons(helps)
            flow.gap()


class RoomCompany:
    """The seats of a new room: a part of the page for a new game."""

    def __init__(self, app: Host, setup: Setup) -> None:
        self._app, self._setup = app, setup
        self._chairs = [level or OPEN for level in setup.levels]
        """By seat: `OPEN`, `MINE` or the level of a computer player."""
        self._chairs[0] = MINE
        self._maker = Maker(app)
        self._name = NameField(app)

    def title(self) -> str:
        """Return the title of the page."""
        return rooms("new")

    def head(self, flow: Flow) -> None:
        """Add the error message, if any, and the field for the owner's name."""
        if self._maker.message:
            self._maker.explain(flow)
        self._name.build(flow, self._app.settings.name, self._named)

    def seats(self, flow: Flow, next_colour: Callable[[int], None]) -> None:
        """Add a row for each seat with its colour and its player."""
        flow.text(rooms("chairs"), "bold")
        flow.text(rooms("chairs.text"), size=0.92)
        flow.gap(0.25)
        for seat in range(self._setup.seats):
            colour, height = self._setup.players[seat].colour, flow.button_height
            label = t("new.colour", number=seat + 1, colour=t(f"colour.{colour}"))
            square = pygame.FRect(flow.column.x, flow.y, height, height)
            flow.add(Swatch(f"colour.{seat}", label, square, partial(next_colour, seat), colour=colour))
            x = square.right + flow.unit * 0.5
            rest = pygame.FRect(x, flow.y, flow.column.right - x, height)
            choose_chair(flow, rest, chair_specs(seat, self._chairs[seat], partial(self._sit, seat)))
            flow.y += flow.unit * 0.4

    def start(self, usual: ButtonSpec) -> ButtonSpec:
        """Return the button that creates the room; disabled while one is being created."""
        words, act = (rooms("making"), None) if self._maker.busy else (rooms("open"), self._make)
        usual = usual._replace(label=words, act=act, icon="together")
        return self._name.guard(usual, self._app.settings.name)

    def _sit(self, seat: int, who: str) -> None:
        self._chairs[seat] = who

    def _named(self, name: str) -> None:
        name = typed_name(name)
        self._app.settings.name = name
        self._setup.players[0] = self._setup.players[0]._replace(name=name)

    def _make(self) -> None:
        self._app.settings.game = self._setup.ruleset_id
        self._app.keep_settings()
        self._maker.make(self._setup, self._chairs[: self._setup.seats], clock=last_clock(self._app))


def new_room(app: Host, setup: Setup | None = None) -> NewGamePage:
    """Create the page of a new game in a room, whose members are not known yet."""
    if setup is None:
        setup = Setup(
            usual_game(app.settings),
            level=usual_level(app.settings, partial(has_won, app.saves)),
            name=app.settings.name,
        )
        setup.recall(app.settings.rules)
    return NewGamePage(app, setup, RoomCompany(app, setup))


class MoveInPage(Page):
    """A page that moves a local game into a room and assigns the seats."""

    name = "move-in"

    def __init__(self, app: Host, match: Match) -> None:
        super().__init__(app)
        self.game = match
        self.maker = Maker(app)
        self.name_field = NameField(app)
        self.chairs = [
            controller.level if isinstance(controller, Computer) else OPEN for controller in match.controllers
        ]
        self.named = bool(player_name(app.settings.name))
        """True if the person's name was known before."""
        people = [seat for seat, who in enumerate(self.chairs) if who == OPEN]
        own = (seat for seat in people if match.players[seat].name == app.settings.name)
        self.chairs[next(own, people[0] if people else 0)] = MINE

    def title(self) -> str:
        return rooms("move")

    def build(self, flow: Flow) -> None:
        if self.maker.message:
            self.maker.explain(flow)
        else:
            flow.text(rooms("move.text"))
            flow.gap()
        if not self.named:
            self.name_field.build(flow, self.app.settings.name, self._typed)
            flow.gap()
        for seat, player in enumerate(self.game.players):
            height = flow.button_height
            square = pygame.FRect(flow.column.x, flow.y, height, height)
            flow.add(Swatch("", "", square, colour=player.colour))
            x = square.right + flow.unit * 0.5
            name = pygame.FRect(x, square.centery - flow.unit / 2, flow.column.right - x, flow.unit)
            flow.add(Paragraph("", player.name, name, role="bold"))
            flow.y += height + flow.unit * 0.2
            row = pygame.FRect(flow.column.x, flow.y, flow.column.width, height)
            choose_chair(flow, row, chair_specs(seat, self.chairs[seat], partial(self._sit, seat)))
            flow.y += flow.unit * 0.8

    def foot(self) -> list[ButtonSpec]:
        words, act = (rooms("making"), None) if self.maker.busy else (rooms("open"), self._make)
        start = ButtonSpec("start", words, act, "primary", icon="together")
        back = ButtonSpec("back", t("back"), self.cancel, icon="back")
        return [back, self.name_field.guard(start, self.app.settings.name)]

    def _typed(self, name: str) -> None:
        self.app.settings.name = typed_name(name)

    def _sit(self, seat: int, who: str) -> None:
        self.chairs[seat] = who

    def _make(self) -> None:
        self.app.keep_settings()
        setup = Setup.of(self.game)
        setup.players = [*self.game.players, *setup.players[len(self.game.players) :]]
        clock = last_clock(self.app)
        self.maker.make(setup, self.chairs, self.game.record, named=True, clock=clock)
