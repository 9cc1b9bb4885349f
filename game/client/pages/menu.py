"""The menu of a table, its log, and the conflict of two windows with one game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pygame

from game.client.app import routes
from game.client.app.flow import Flow
from game.client.app.page import Page
from game.client.app.scene import Host, complaining
from game.client.draw import paint, theme
from game.client.draw.widgets import ButtonSpec, Look, Widget
from game.client.pages.games import open_game
from game.client.table.table_mode import MatchSaver, answering_seat, answers_route, planning_seat
from game.client.words.i18n import computers, guide, rooms, t
from game.client.words.sentence import Sentence
from game.match import Match, PlayerInfo
from game.match.guide import Guide, is_guided
from game.match.tally import own_seat
from game.match.teaching import pupil
from game.platform import Element

WITH_ICONS = 26.0
"""Minimum width of the menu's column, in units, for buttons with icons, whose captions then have two lines
at most."""


class MenuCommands:
    """The commands of a table's menu. The default is the menu of every local game.

    when_left: text about leaving, if it differs from the usual
    """

    when_left = ""

    def of(self, usual: list[ButtonSpec]) -> list[ButtonSpec]:
        """Return the buttons of the game; `usual` are those of a local game."""
        return usual

    def ahead(self, usual: list[ButtonSpec]) -> list[ButtonSpec]:
        """Return the buttons for decisions in advance; `usual` are those of a local game."""
        return usual


class MenuPage(Page):
    """The menu of a game in progress, shown over its table."""

    name = "menu"
    column_units = 34.0
    covers = False

    def __init__(
        self,
        app: Host,
        match: Match,
        sentences: list[Sentence],
        lately: range = range(0),
        show: routes.ShowPlace | None = None,
        plan: Callable[[], None] | None = None,
        commands: MenuCommands | None = None,
    ) -> None:
        """`plan`: opens the table on which the next turn is planned."""
        super().__init__(app)
        self.plan = plan
        self.show = show
        self.match: Match = match
        self.sentences = sentences
        self.lately = lately
        self.commands = commands or MenuCommands()
        self._icons = True
        """True if the buttons have icons: all of the page or none."""

    def title(self) -> str:
        return t("menu.title")

    @property
    def _has_head(self) -> bool:
        return super()._has_head and not self.app.metrics.low

    def build(self, flow: Flow) -> None:
        match = self.match
        self._icons = flow.column.width > flow.unit * WITH_ICONS and not flow.low
        self._group(flow, "game", self._this_game(), 5 if flow.low else 2)
        log = routes.Log(self.sentences, match.players, self.lately, self.show)
        back = [
            ButtonSpec("log", t("menu.log"), self.to(log), icon="log"),
            ButtonSpec("replay", t("menu.replay"), self.to(routes.Replay(match.record)), icon="replay"),
        ]
        back += self.commands.ahead(self._ahead())
        self._group(flow, "back", back, 4 if flow.low else 2)
        around = [
            ButtonSpec("settings", t("menu.settings"), self.to(routes.Settings()), icon="settings"),
            ButtonSpec("rules", t("menu.rules"), self.to(routes.Rules(match.ruleset.id)), icon="book"),
            ButtonSpec("about", t("menu.help"), self.to(routes.About()), icon="help"),
        ]
        self._group(flow, "around", around, 3)
        flow.gap(0.2)
        kept = self.app.saves.is_kept(self.match.id)
        words = self.commands.when_left or t("menu.leave.text" if kept else "menu.leave.unkept")
        flow.text(words, size=0.92, align="center")

    def _this_game(self) -> list[ButtonSpec]:
        match, state = self.match, self.match.state
        specs = [
            ButtonSpec("forecast", computers("forecast"), self.to(routes.Forecast(match)), icon="forecast"),
            ButtonSpec("seats", computers("seats"), self._seats, icon="seats"),
            ButtonSpec("share", t("menu.share"), self.to(routes.Share(match)), icon="share"),
            ButtonSpec("note", t("note"), self.to(routes.Note(match.id)), icon="note"),
        ]
        if self.app.platform.rooms() and state.actor is not None and not state.secret:
            specs.append(
                ButtonSpec("together", rooms("move"), self.to(routes.MoveIn(match)), icon="together")
            )
        specs.append(ButtonSpec("leave", t("menu.leave"), self._leave, icon="back"))
        if is_guided(match.record):
            words = guide("stop" if Guide(match).on else "start")
            specs.append(ButtonSpec("guide", words, self._guide, icon="lesson"))
        if pupil(match.record) is not None and state.actor is not None:
            teaching = self.to(routes.Teaching(match))
            specs.append(ButtonSpec("teaching", computers("teaching"), teaching, icon="lesson"))
        return self.commands.of(specs)

    def _ahead(self) -> list[ButtonSpec]:
        """Return the buttons for decisions in advance."""
        match, specs = self.match, list[ButtonSpec]()
        if (seat := answering_seat(match)) is not None:
            route = answers_route(self.app, match, seat)
            specs.append(ButtonSpec("advance", computers("advance"), self.to(route), icon="advance"))
        own = own_seat(match.record, self.app.settings.name)
        if self.plan is not None and planning_seat(match, own) is not None:
            specs.append(ButtonSpec("plan", computers("plan"), self._plan, icon="plan"))
        return specs

    def _group(self, flow: Flow, name: str, specs: list[ButtonSpec], abreast: int) -> None:
        """Add a heading and its buttons, at most `abreast` in a row and fewer if their captions do not
        fit."""
        flow.gap(0.1 if flow.low else 0.3)
        flow.text(t(f"menu.group.{name}"), "bold", colour=theme.ui.title)
        flow.widgets[-1].kind, flow.widgets[-1].id = "chapter", name
        flow.gap(0.2)
        face, words = theme.font("text", round(flow.unit * 0.9)), " ".join(spec.label for spec in specs)
        widest = max(face.size(word)[0] for word in words.split()) + flow.unit * 1.2
        abreast = min(abreast, max(1, int(flow.column.width / widest)))
        for start in range(0, len(specs), abreast):
            row = specs[start : start + abreast]
            flow.buttons(
                [spec._replace(group=name, icon=spec.icon if self._icons else "") for spec in row],
                abreast=len(row),
                icons=True,
            )

    def foot(self) -> list[ButtonSpec]:
        return [ButtonSpec("resume", t("menu.resume"), self.cancel, "primary")]

    def _guide(self) -> None:
        """Switch the guide of a first game off or on."""
        told = Guide(self.match)
        told.switch(not told.on)
        self.app.pop()
        MatchSaver(self.app, self.match).save()

    def _seats(self) -> None:
        """Open the page of the seats in place of the menu: “Done” leads back to the table."""
        self.app.replace(routes.Seats(self.match))

    def _plan(self) -> None:
        """Plan the next turn: “Keep” leads back to the table."""
        self.app.pop()
        if self.plan is not None:
            self.plan()

    def _leave(self) -> None:
        self.app.home(routes.Title())


INDENT, STRIPE = (1.0, 1.8, 2.6), (0.5, 0.24, 0.14)
"""Indents and stripe widths in units: of the first sentence of a turn, of a step and of a plan."""


@dataclass
class LogRow(Widget):
    """A sentence of the log with a stripe in the seat's colour. It is bold at the start of a turn, its
    steps are indented below it, plans further. Undone actions are struck through. A step with a place on
    the board is a button."""

    colour: str = ""
    begins: bool = False
    plan: bool = False
    undone: bool = False

    def spoken(self) -> str:
        return t("table.undone", action=self.label) if self.undone else self.label

    def element(self) -> Element:
        return super().element()._replace(label=self.spoken())

    def _indent(self, unit: float) -> float:
        return unit * INDENT[self._depth]

    @property
    def _depth(self) -> int:
        return 2 if self.plan else 0 if self.begins else 1

    def _lines(self, unit: float) -> tuple[str, ...]:
        role = "bold" if self.begins else "text"
        return paint.wrap(self.label, role, round(unit), int(self.rect.width - self._indent(unit)))

    def height(self, unit: float) -> float:
        """Return the height at the row's width."""
        return round(unit) * len(self._lines(unit))

    def draw(self, target: pygame.Surface, look: Look) -> None:
        unit, pixels = look.unit, round(look.unit)
        if look.hover:
            ground = self.rect.inflate(unit * 0.4, unit * 0.2)
            paint.blit_rounded(target, ground, unit * 0.3, theme.ui.paper_high)
        if self.colour:
            tones = theme.SEAT_COLOURS[self.colour]
            wide = unit * STRIPE[self._depth]
            x = self.rect.x if self.begins else self.rect.x + self._indent(unit) - unit * 0.8
            stripe = pygame.FRect(x, self.rect.y, wide, self.rect.height)
            edge = tones.edge_on(theme.ui.paper)
            paint.blit_rounded(target, stripe, wide / 2, tones.fill, edge, max(1, unit * 0.05))
        indent, ink = self._indent(unit), theme.ui.ink_soft if self.plan or self.undone else theme.ui.ink
        for index, line in enumerate(self._lines(unit)):
            row = pygame.FRect(
                self.rect.x + indent, self.rect.y + index * pixels, self.rect.width - indent, pixels
            )
            role = "bold" if self.begins else "text"
            paint.blit_text(target, line, role, pixels, ink, row)
            if self.undone:
                paint.strike(target, line, role, pixels, ink, row)
        self.draw_focus(target, look)


class LogPage(Page):
    """A page with everything that has happened, the latest turn first. A step is a button that shows where it
    was.

    lately: indices of the sentences since the reader's last turn
    show: shows the place of a sentence on the table
    """

    name = "log"

    def __init__(
        self,
        app: Host,
        sentences: list[Sentence],
        players: Sequence[PlayerInfo],
        lately: range = range(0),
        show: routes.ShowPlace | None = None,
    ) -> None:
        super().__init__(app)
        self.show = show
        self.sentences = sentences
        self.players = players
        self.lately = lately

    def title(self) -> str:
        return t("log.title")

    def build(self, flow: Flow) -> None:
        flow.text(t("log.order" if self.sentences else "log.empty"))
        if self.sentences and self.show is not None:
            flow.text(t("log.show"))
        flow.gap()
        turn: list[Sentence] = []
        for place in reversed(range(len(self.sentences))):
            if place == self.lately.stop - 1:
                flow.heading(computers("lately"))
            turn.insert(0, self.sentences[place])
            if turn[0].begins or place in (self.lately.start, self.lately.stop):
                self._turn(flow, turn)
                turn = []
            if self.lately and place == self.lately.start:
                flow.heading(computers("earlier"))
        self._turn(flow, turn)

    def _turn(self, flow: Flow, turn: list[Sentence]) -> None:
        """Add the sentences of a turn, each with the colour of its seat."""
        for sentence in turn:
            rect = pygame.FRect(flow.column.x, flow.y, flow.column.width, 0)
            seat = sentence.seat if sentence.seat is not None and sentence.seat < len(self.players) else None
            colour = "" if seat is None else self.players[seat].colour
            row = LogRow("", sentence, rect, colour=colour)
            row.begins, row.plan, row.undone = sentence.begins, sentence.plan, sentence.undone
            if row.begins:
                row.kind, row.id = "section", f"turn.{len(flow.widgets)}"
            elif self.show is not None:
                row.act = self.show(sentence)
                row.id, row.group = ("" if row.act is None else f"step.{len(flow.widgets)}"), "log"
            rect.height = row.height(flow.unit)
            flow.add(row)
            flow.y += rect.height + flow.unit * 0.25
        flow.gap(0.4)


class ConflictPage(Page):
    """A page to resolve a conflict: another window has continued or deleted the game of this table."""

    name = "conflict"
    column_units = 30.0

    def __init__(self, app: Host, match: Match) -> None:
        super().__init__(app)
        self.match: Match = match
        self.deleted = not app.saves.exists(match.id)

    def title(self) -> str:
        return t("conflict.title")

    def build(self, flow: Flow) -> None:
        flow.text(t("conflict.deleted" if self.deleted else "conflict.text"))
        flow.gap()
        if self.deleted:
            flow.buttons([ButtonSpec("keep", t("conflict.restore"), self._keep, "primary")])
            flow.buttons([ButtonSpec("leave", t("menu.leave"), self._leave)])
        else:
            flow.buttons([ButtonSpec("load", t("conflict.load"), self._load, "primary")])
            flow.buttons([ButtonSpec("keep", t("conflict.keep"), self._keep)])

    def foot(self) -> list[ButtonSpec]:
        return []

    def cancel(self) -> None:
        """Do nothing: the player has to choose one of the buttons."""

    def _load(self) -> None:
        self._leave()
        open_game(self.app, self.match.id)

    def _leave(self) -> None:
        self.app.home(routes.Title())

    def _keep(self) -> None:
        """Continue here as a separate game. The other window keeps the original."""
        self.match.id = self.app.saves.new_id()
        with complaining(self.app):
            self.app.saves.save(self.match)
        self.app.pop()
