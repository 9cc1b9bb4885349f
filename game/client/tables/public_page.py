"""The list of public tables of the room server, with a filter."""

from __future__ import annotations

from functools import partial

import pygame

from game import engine
from game.client.app import routes
from game.client.app.flow import Flow
from game.client.app.page import Page
from game.client.app.scene import Host
from game.client.draw import paint, theme
from game.client.draw.widgets import TITLES, ButtonSpec
from game.client.rooms.client import refusal
from game.client.rooms.clock.times import lasting
from game.client.rooms.invite import ask_list, changed_options
from game.client.storage import rooms as keeping
from game.client.tables import public
from game.client.tables.card import CornerButton, SummaryCard, ThumbnailKey
from game.client.tables.public import PublicTable
from game.client.views.thumbnail import Thumbnail, Thumbnails
from game.client.words.i18n import Translator, rooms, t
from game.platform import StorageError

AT_ONCE = 50
"""Number of tables shown before the player requests more."""


class PublicTablesPage(Page):
    """A page with a card for each public table. A tap leads to its door."""

    name = "public-tables"

    def __init__(self, app: Host) -> None:
        super().__init__(app)
        self.message = rooms("connecting")
        """The reason why there is no list, or that it is on its way."""
        self.tables: list[PublicTable] = []
        self.chosen: dict[str, str] = {}
        """The values of the filter by criterion."""
        self._filtering = False
        """True while the choices of the filter are shown."""
        self._shown = AT_ONCE
        self._boards = Thumbnails(self._board)

    def entered(self) -> None:
        self._refresh()

    def _refresh(self) -> None:
        self.app.spawn(self._ask())

    async def _ask(self) -> None:
        answer, why = await ask_list(self.app.platform, {})
        if why:
            self.message = refusal(why)
        elif answer.get("open") is not True:
            self.tables, self.message = [], rooms("public.closed")
        else:
            self.tables, self.message = public.read(answer.get("tables")), ""
        if self.app.scene is self:
            self.app.platform.announce(self.message or rooms("public.count", n=len(self._matching)))
        self.app.refresh()

    @property
    def _matching(self) -> list[PublicTable]:
        return public.matching(self.tables, self.chosen)

    # ---- layout -----------------------------------------------------------------------------

    def title(self) -> str:
        return rooms("public")

    def build(self, flow: Flow) -> None:
        flow.message(self.message)
        if self.tables:
            flow.text(rooms("public.text"))
            flow.gap()
            self._filter(flow)
        elif not self.message:
            flow.ship()
            flow.text(rooms("public.none"), align="center")
            flow.gap(0.3)
            flow.text(rooms("public.how"), align="center")
            flow.gap()
            flow.buttons([ButtonSpec("new", rooms("new"), self.to(routes.NewRoom()), "primary", icon="new")])
        found = self._matching
        for table in found[: self._shown]:
            self._card(flow, table)
        if len(found) > self._shown:
            flow.buttons([ButtonSpec("more", rooms("public.more"), self._more)])

    def _filter(self, flow: Flow) -> None:
        """Add the button of the filter, and its choices or what has been chosen."""
        choices = public.choices(self.tables, self.chosen)
        if not choices:
            return
        opened, words = self._filtering, rooms("public.filter")
        tone = "chosen" if opened else "paper"
        flow.buttons([ButtonSpec("filter", words, self._open_filter, tone, icon="filter", chosen=opened)])
        found = len(self._matching)
        if opened or not found:  # above the choices, so that their effect is visible
            flow.text(rooms("public.count", n=found) if found else rooms("public.none.match"), "bold")
            flow.gap(0.3)
        if opened:
            for name, values in choices.items():
                named = [(value, public.value_told(name, value)) for value in values]
                label, value = public.criterion(name), self.chosen.get(name, public.ANY)
                flow.choice(name, label, named, value, partial(self._choose, name), abreast=2)
        elif told := public.filter_told(self.chosen):
            flow.text(told, "bold")
        flow.gap(0.3)

    def _open_filter(self) -> None:
        self._filtering = not self._filtering

    def _choose(self, name: str, value: str) -> None:
        self.chosen[name] = value
        self.app.platform.announce(rooms("public.count", n=len(self._matching)))

    def _more(self) -> None:
        self._shown += AT_ONCE

    def foot(self) -> list[ButtonSpec]:
        refresh = ButtonSpec("refresh", rooms("public.refresh"), self._refresh, icon="again")
        return [*super().foot(), refresh]

    def _card(self, flow: Flow, table: PublicTable) -> None:
        unit, side, width = flow.unit, flow.button_height, flow.column.width
        title = Translator(table.record.ruleset.id)("game.name")
        rect = pygame.FRect(flow.column.x, flow.y, width - side, 0)
        names = (Translator(rules)("game.name") for rules in engine.rulesets())
        titles = paint.common_sizes(
            names, "display", [unit * part for part in TITLES], SummaryCard.title_room(unit, width, side)
        )
        key = ThumbnailKey(table.room, "", 0, SummaryCard.board(unit, width), theme.ui.name, t.language)
        card = SummaryCard(
            f"join.{table.room}", title, rect, partial(self._join, table), key=key, boards=self._boards,
            titles=titles, turn=_free(table), progress=_host(table), seated=_rules(table),
            news=rooms("public.mine") if self._is_mine(table) else "", strip=side,
        )  # fmt: skip
        rect.height = max(side, card.needed(unit))
        flow.add(card)
        strip = pygame.FRect(rect.right, rect.y, side, rect.height)
        act = self.to(routes.ReportTable(table.room, f"{title} · {table.host}"))
        label = rooms("public.report.of", name=table.host)
        flow.add(CornerButton(f"report.{table.room}", label, strip, act, icon="report", caption=""))
        flow.y += rect.height + unit * 0.5

    def _is_mine(self, table: PublicTable) -> bool:
        try:
            return keeping.find(self.app.platform, table.room) is not None
        except StorageError:
            return False

    def _join(self, table: PublicTable) -> None:
        self.app.open(routes.EnterRoom(table.room, "", table.invite, public=True))

    # ---- boards -----------------------------------------------------------------------------

    def _board(self, key: ThumbnailKey) -> Thumbnail | None:
        """Start the image of a table's game before its first turn."""
        record = next((table.record for table in self.tables if table.room == key.game), None)
        return Thumbnail.of(record, key.room) if record is not None else None

    def update(self, now: float) -> float | None:
        """Draw the boards of the visible tables, a part per frame."""
        cards = [widget for widget in self.widgets if isinstance(widget, SummaryCard) and widget.in_part]
        return self._boards.update(cards)


def _free(table: PublicTable) -> str:
    """Return the number of seats, of computer players and of free seats."""
    told = [rooms("door.seats", n=table.seats)]
    told += [rooms("public.computers", n=table.computers)] if table.computers else []
    return " ".join([*told, rooms("waiting.seats", n=table.free)])


def _host(table: PublicTable) -> str:
    """Return the host, the language, and whether the table is empty."""
    told = [f"{rooms('owner')}: {table.host}", public.value_told("language", table.language)]
    return " · ".join(told if table.here else [*told, rooms("public.away")])


def _rules(table: PublicTable) -> str:
    """Return the clock, the options that differ from the defaults, and the moves of a saved game."""
    clock, rules = rooms("public.no-clock"), table.clock
    if rules is not None:
        clock = rooms("clock.told", bank=lasting(rules.bank), turn=lasting(rules.turn)).rstrip(".")
    options = changed_options(table.record.ruleset.id, table.record.options)
    moved = [t("games.actions", n=table.moved)] if table.moved else []
    return " · ".join([clock, *options, *moved])
