"""A game from outside (a link, a text, a file): what it is, and what can be done with it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import pygame

from game.client import paint, theme
from game.client.app import App
from game.client.i18n import Translator, t
from game.client.link import Fault, LinkError, holds_link, received
from game.client.scene import Flow, Page, Spec
from game.client.session import Session, players_of
from game.client.shelf import Related
from game.client.view import Player
from game.client.widgets import Look, Widget, draw_swatch
from game.engine.record import Record, replay
from game.platform import StorageError


def arrive(app: App, text: str) -> None:
    """Show what game a text from outside holds, or why it holds none."""
    if isinstance(app.scene, (Arrival, Refusal)):
        app.pop()
    try:
        record = received(text)
    except LinkError as error:
        app.push(Refusal(app, error.fault, str(error)))
    else:
        app.push(Arrival(app, record))


def arrive_by_link(app: App) -> None:
    """The same with the link in the page's address; a fragment that means something else is left alone."""
    link = app.platform.link()
    if holds_link(link):
        arrive(app, link)


def _forget_link(app: App) -> None:
    if holds_link(app.platform.link()):
        app.platform.forget_link()


@dataclass
class SeatRow(Widget):
    """Who sits at a seat, and whether that one decides next."""

    player: Player = field(default_factory=lambda: Player("", "red"))
    aside: str = ""

    def spoken(self) -> str:
        return f"{self.label} {self.aside}".strip()

    def draw(self, target: pygame.Surface, look: Look) -> None:
        unit = look.unit
        if self.aside:
            paint.blit_rounded(target, self.rect.inflate(unit * 0.6, 0), unit * 0.3, theme.PARCHMENT_LIGHT)
        square = pygame.FRect(0, 0, unit * 1.4, unit * 1.4)
        square.midleft = self.rect.midleft
        draw_swatch(target, square, self.player.colour)
        rest = self.rect.copy()
        rest.x, rest.width = square.right + unit * 0.6, self.rect.right - square.right - unit * 0.6
        paint.blit_text(target, self.player.name, "bold", unit * 1.1, theme.INK, rest)
        paint.blit_text(target, self.aside, "text", unit, theme.BRICK_DARK, rest, "right")


class Arrival(Page):
    """The game, whose decision it is, and the ways to go on with it."""

    name = "arrival"
    column_units = 30.0

    def __init__(self, app: App, record: Record) -> None:
        super().__init__(app)
        self.record = record
        self.words = Translator(record.ruleset.id)
        self.actor = replay(record).actor
        self.related: Related | None = None

    def entered(self) -> None:
        try:
            self.related = self.app.shelf.related(self.record)
        except StorageError as error:
            self.app.complain(error)

    def left(self) -> None:
        _forget_link(self.app)

    def title(self) -> str:
        return t("arrival.title")

    def build(self, flow: Flow) -> None:
        flow.text(self.words("game.name"), "display", 1.7, theme.BRICK_DARK, "center")
        flow.text(self._progress(), align="center", colour=theme.INK_SOFT)
        flow.gap()
        for seat, player in enumerate(players_of(self.record)):
            rect = pygame.FRect(flow.column.x, flow.y, flow.column.width, flow.unit * 2.1)
            aside = t("arrival.next") if seat == self.actor else ""
            flow.add(SeatRow("", player.name, rect, player=player, aside=aside))
            flow.y += flow.unit * 2.3
        flow.gap()
        flow.text(self._explanation(), align="center")
        flow.gap()
        for spec in self._ways():
            flow.buttons([spec])

    def _progress(self) -> str:
        steps = t("games.actions", n=len(self.record.actions))
        return f"{t('games.over')} · {steps}" if self.actor is None else steps

    def _explanation(self) -> str:
        if self.related is None:
            return t("arrival.own")
        return t(f"arrival.{self.related.relation}", n=abs(len(self.record.actions) - self.related.actions))

    def _ways(self) -> list[Spec]:
        """The best way first."""
        watch = Spec("watch", t("arrival.watch"), self._watch, icon="replay")
        if self.related is None or self.related.relation == "apart":
            return [Spec("continue", t("arrival.continue"), self._continue, "primary", "play"), watch]
        go_on = Spec("go-on", t("arrival.on"), self._go_on, "primary", "play")
        return [go_on, watch, Spec("continue", t("arrival.second"), self._continue, icon="new")]

    def foot(self) -> list[Spec]:
        return [Spec("leave", t("arrival.leave"), self.cancel, icon="back")]

    # ---- ways -------------------------------------------------------------------------------

    def _continue(self) -> None:
        """As a game of its own, whatever else is kept."""
        record = replace(self.record, tags=dict(self.record.tags), actions=list(self.record.actions))
        self._play(Session(self.app.shelf.new_id(), record))

    def _go_on(self) -> None:
        """With the kept game, brought to where the longer of the two ends: nothing of it is lost."""
        shown = self.related
        self.entered()
        if self.related is None or self.related != shown:
            return  # another window played on or deleted it meanwhile: the page now says so
        try:
            session = self.app.shelf.open(self.related.id)
        except (ValueError, StorageError):  # it is damaged behind what was compared
            self.entered()
            return
        for action in self.record.actions[len(session.record.actions) :]:
            session.play(action)
        self._play(session)

    def _play(self, session: Session) -> None:
        from game.client.scenes.table import Table
        from game.client.scenes.title import Title

        self.app.home(Title(self.app))
        self.app.push(Table(self.app, session))

    def _watch(self) -> None:
        from game.client.scenes.replay import Replay

        self.app.push(Replay(self.app, self.record))


class Refusal(Page):
    """What came from outside is no game that can be played here."""

    name = "refusal"
    column_units = 30.0

    def __init__(self, app: App, fault: Fault, reason: str) -> None:
        super().__init__(app)
        self.fault, self.reason = fault, reason

    def left(self) -> None:
        _forget_link(self.app)

    def title(self) -> str:
        return t("arrival.refused")

    def build(self, flow: Flow) -> None:
        flow.text(t(f"arrival.{self.fault}"))
        flow.gap()
        flow.text(t("arrival.unchanged"), "bold")
        flow.gap(1.5)
        flow.text(self.reason[:300], size=0.85, colour=theme.INK_SOFT)
