"""My tables: the rooms, games by mail and saved games of the device in one list, and the import of games."""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import partial
from itertools import groupby, islice

import pygame

from game import engine
from game.client.app import routes
from game.client.app.flow import Flow
from game.client.app.page import Page
from game.client.app.scene import Host
from game.client.draw import paint, theme
from game.client.draw.theme import Metrics
from game.client.draw.widgets import TITLES, ButtonSpec
from game.client.pages.games import open_game
from game.client.rooms.approach import Approach
from game.client.rooms.client import refusal
from game.client.storage import rooms as keeping
from game.client.storage.notes import note_on
from game.client.storage.rooms import Kept
from game.client.storage.save_store import Saved, Unreadable
from game.client.storage.saved_text import played
from game.client.tables.card import CornerButton, TableCard, ThumbnailKey, players, progress
from game.client.tables.entry import TableEntry, entries, in_order
from game.client.tables.news import NewsThumbnail
from game.client.tables.round import RoomRound
from game.client.views.standing import Standing
from game.client.views.thumbnail import Thumbnail, Thumbnails
from game.client.words.dates import when
from game.client.words.i18n import Translator, finished, rooms, t
from game.client.words.trouble import trouble_of
from game.engine import ruleset
from game.engine.record import Record
from game.platform import Changed, Input, StorageError

AT_ONCE = 50
"""Number of saved games listed before the player requests older ones."""
ROUND_INTERVAL = 60.0
"""Minimum time in seconds between two rounds of the rooms."""


class TablesPage(Page):
    """A page with a card for each table: those that wait for the player first, finished ones last."""

    name = "games"

    def __init__(self, app: Host, message: str = "") -> None:
        super().__init__(app)
        self.message = message
        self.shown = AT_ONCE
        self.older = False
        """True if there are more games than `shown`."""
        self.tables: list[TableEntry] = []
        self.unreadable: list[Unreadable] = []
        self._boards = Thumbnails(self._board)
        self._actors: dict[str, int | None] = {}
        """Seat to decide next in games whose saves do not store it."""
        self._standings: dict[str, tuple[Standing, ...]] = {}
        """Points of the games whose boards have been drawn."""
        self._news: dict[str, tuple[str, ...]] = {}
        """News of the tables whose boards have been drawn."""
        self._laid: tuple[object, float, Flow] | None = None
        """The layout of the list: its cache key, its scroll position and its widgets."""
        self._rested = 0.0
        """Scroll position at the last update."""
        self.doomed = ""
        """Save marked for deletion by a first tap. A second tap deletes it."""
        self._round: RoomRound | None = None
        self._rounds_from = 0.0
        """Time from which the next round of the rooms can begin."""
        self._approach = Approach(app, self._say)

    @property
    def games(self) -> list[Saved]:
        """The saved games of the list."""
        return [one.game for one in self.tables if one.game is not None]

    def entered(self) -> None:
        self._read()
        self._begin_round()

    def left(self) -> None:
        if self._round is not None:
            self._round.close()

    def _read(self) -> None:
        try:
            self._look()
        except StorageError as error:
            self.message = t(f"storage.{error.reason}")
        except Exception:  # show what can be read, whatever a save contains
            self.message = t("storage.broken")

    def _look(self) -> None:
        self._actors, self._standings, self._news, self._laid = {}, {}, {}, None
        found = list(islice(self.app.saves.browse(), self.shown + 1))
        self.older = len(found) > self.shown
        del found[self.shown :]
        games = [game for game in found if isinstance(game, Saved)]
        kept = keeping.rooms(self.app.platform)
        if self.older:  # a room of a game further down is not listed without its game
            kept = [one for one in kept if not self.app.saves.exists(one.room) or one.state != "over"]
        self.tables = in_order(entries(games, kept, self.app.settings.name), self.app.platform.today())
        others = [game for game in found if isinstance(game, Unreadable)]
        self.unreadable = [*self.app.saves.damaged(), *others]

    def outside(self, happened: Input) -> None:
        if happened == Changed("storage"):
            self._read()

    # ---- rooms ------------------------------------------------------------------------------

    def _begin_round(self) -> None:
        """Ask the rooms of the server in use what is new, unless that has just been done."""
        platform, now = self.app.platform, time.monotonic()
        running = [one.room for one in self.tables if one.room is not None and not one.over]
        asked = [room for room in running if room.place == platform.place()]
        if asked and platform.rooms() and self.app.connection is None and now >= self._rounds_from:
            self._rounds_from = now + ROUND_INTERVAL
            self._round = RoomRound(self.app, asked, self._read)
            self.app.connection = self._round

    def _trouble(self, one: TableEntry) -> str:
        """Return why a card shows an earlier state of its room, or ""."""
        if one.room is None or one.over:
            return ""
        known = rooms("as.known", when=when(one.room.date, self.app.platform.today()))
        if self.app.platform.rooms() and one.room.place == self.app.platform.place():
            answer = self._round.answers.get(one.id, "") if self._round is not None else ""
            return known if answer == "unreachable" else refusal(answer) if answer else ""
        return known

    def _open(self, one: TableEntry) -> None:
        if one.room is None:
            open_game(self.app, one.id)
        else:
            self._approach.go(one.room.place, routes.EnterRoom(one.room.room, one.room.key))

    def _say(self, message: str) -> None:
        self.message = message

    # ---- the list ---------------------------------------------------------------------------

    def title(self) -> str:
        return t("games.title")

    def build(self, flow: Flow) -> None:
        flow.message(self.message)
        if not self.tables:
            flow.ship()
            flow.text(t("games.none"), align="center")
            flow.gap()
        flow.buttons(self._others(), abreast=2)
        flow.gap(0.3)
        now = self.app.platform.today()
        groups = [(group, list(found)) for group, found in groupby(self.tables, lambda one: one.group)]
        for group, found in groups:
            if len(groups) > 1:
                flow.heading(t(f"games.group.{group}"))
            for one in found:
                self._card(flow, one, now)
        if self.older:
            flow.buttons([ButtonSpec("older", t("games.older"), self._older)])
            flow.gap()
        if self.unreadable:
            flow.heading(t("games.aside"))
            flow.text(t("games.aside.text"))
            flow.gap()
            for number, save in enumerate(self.unreadable, 1):
                self._unreadable(flow, number, save)

    def _unreadable(self, flow: Flow, number: int, save: Unreadable) -> None:
        """Add an unreadable save: the reason, and buttons to copy or delete it."""
        flow.text(f"{number}. {trouble_of(save.error, save.text).words()}", colour=theme.ui.ink_soft)
        flow.gap(0.3)
        drop = t("games.drop.sure" if save.key == self.doomed else "games.drop", number=number)
        copy = t("games.copy", number=number)
        specs = [
            ButtonSpec(f"copy.{save.id}", copy, partial(self._copy, save), icon="copy"),
            ButtonSpec(f"drop.{save.id}", drop, partial(self._drop, save), icon="delete"),
        ]
        flow.buttons(specs)
        flow.gap(0.4)

    def _others(self) -> list[ButtonSpec]:
        """Return the buttons above the list."""
        return [
            ButtonSpec("tally", finished("tally"), self.to(routes.Tally()), icon="tally"),
            ButtonSpec("paste", t("games.paste"), self.to(routes.Paste()), icon="load"),
        ]

    def foot(self) -> list[ButtonSpec]:
        tone = "paper" if self.games else "primary"
        return [*super().foot(), ButtonSpec("new", t("title.new"), self.to(routes.NewGame()), tone, "new")]

    def _flow(self, column: pygame.FRect, metrics: Metrics, top: float) -> Flow:
        """Return the cached layout, moved, if the list has only been scrolled: it can be long."""
        look = (metrics, tuple(column), top, theme.ui, t.language, self.app.settings.name)
        answers = dict(self._round.answers) if self._round is not None else {}
        shown = (self.message, self.tables, answers, self.unreadable, self.doomed, self.older)
        key = (look, shown, self.app.platform.today())
        if self._laid is None or self._laid[0] != key:
            self._laid = (key, self.scroll, super()._flow(column, metrics, top))
        _, scrolled, flow = self._laid
        for widget in flow.widgets:
            widget.rect.y += scrolled - self.scroll
        flow.y += scrolled - self.scroll
        self._laid = (key, self.scroll, flow)
        return flow

    def _actor(self, one: TableEntry) -> int | None:
        """Return the seat to decide in the saved game of a table, None if it is unknown."""
        if one.game is None:
            return None
        return self._actors.get(one.id) if one.game.actor is None else one.game.actor

    def _card(self, flow: Flow, one: TableEntry, now: str) -> None:
        title = self._title(one)
        unit, side = flow.unit, flow.button_height
        width = flow.column.width
        rect = pygame.FRect(flow.column.x, flow.y, width - side, 0)
        names = (Translator(rules)("game.name") for rules in engine.rulesets())
        room = TableCard.title_room(unit, width, side)
        titles = paint.common_sizes(names, "display", [unit * part for part in TITLES], room)
        actions = one.game.actions if one.game is not None else 0
        key = ThumbnailKey(one.id, one.date, actions, TableCard.board(unit, width), theme.ui.name, t.language)
        card = TableCard(
            f"open.{one.id}", title, rect, partial(self._open, one), entry=one, key=key,
            boards=self._boards, progress=progress(one, now), turn=self._turn(one, now), titles=titles,
            standings=players(one.game, self._standings.get(one.id, ())) if one.game is not None else (),
            seated="" if one.game is not None else ", ".join(one.names), trouble=self._trouble(one),
            news=self._told_news(one), noted=self._note(one), strip=side,
        )  # fmt: skip
        rect.height = max(side, card.needed(unit))
        flow.add(card)
        strip = pygame.FRect(rect.right, rect.y, side, rect.height)
        more = self.to(routes.GameMenu(one.game, one.room))
        label = t("games.more", title=title)
        flow.add(CornerButton(f"more.{one.id}", label, strip, more, icon="more", caption=""))
        flow.y += rect.height + unit * 0.5

    def _title(self, one: TableEntry) -> str:
        if one.game is not None:
            return one.game.title or played(one.game)
        return Translator(one.ruleset)("game.name") if one.ruleset else rooms("room")

    def _turn(self, one: TableEntry, now: str) -> str:
        """Return what the table waits for, and for how long."""
        words = one.turn(self._actor(one))
        return " · ".join(filter(None, (words, one.waits(now) if words else "")))

    def _told_news(self, one: TableEntry) -> str:
        """Return what has happened since the last visit."""
        new = one.new()
        if new is None or one.game is None:
            return ""
        return " ".join([t("games.new", n=one.game.actions - new), *self._news.get(one.id, ())])

    def _note(self, one: TableEntry) -> str:
        """Return the person's note in one line."""
        try:
            return " ".join(note_on(self.app.platform, one.id).split())
        except StorageError:
            return ""

    # ---- boards -----------------------------------------------------------------------------

    def _board(self, key: ThumbnailKey) -> Thumbnail | None:
        """Start the thumbnail of a table."""
        one = next((one for one in self.tables if one.id == key.game), None)
        if one is not None and one.game is None:
            return self._before(one.room, key.room)
        new = one.new() if one is not None else None
        try:
            record = self.app.saves.record(key.game)
        except StorageError:
            return None
        if new is None or one is None or one.room is None:
            return Thumbnail.of(record, key.room)
        return NewsThumbnail(record, key.room, new, one.room.mine)

    @staticmethod
    def _before(kept: Kept | None, room: tuple[int, int]) -> Thumbnail | None:
        """Start the image of a room's game before its first turn."""
        if kept is None or not kept.seats:
            return None
        try:
            rules = ruleset(kept.ruleset)
            options = rules.full_options(kept.seats, dict(kept.options))
            return Thumbnail.of(Record(rules, kept.seats, options, 1), room)
        except (LookupError, TypeError):
            return None

    def update(self, now: float) -> float | None:
        """Draw the boards of the visible games, a part per frame, while the list does not scroll."""
        if self.scroll != self._rested:
            self._rested = self.scroll
            return 0.0
        cards = [widget for widget in self.widgets if isinstance(widget, TableCard) and widget.in_part]
        seconds = self._boards.update(cards)
        self._learn(cards)
        return seconds

    def _learn(self, cards: Sequence[TableCard]) -> None:
        """Take the points and the news from the boards that are new or whose tables were read again, and the
        next seat to decide for games whose saves do not store it."""
        known = len(self._standings)
        for card in cards:
            board, one = card.board_image, card.entry
            if not board or not board.picture or one.id in self._standings or one.game is None:
                continue
            self._standings[one.id] = board.standings
            card.standings = players(one.game, board.standings)
            if isinstance(board, NewsThumbnail):
                self._news[one.id] = board.news
                card.news = self._told_news(one)
            if one.game.actor is None:
                self._actors[one.id] = board.actor
                card.turn = self._turn(one, self.app.platform.today())
            if card.needed(self.app.metrics.unit) > card.rect.height:
                self._laid = None
        if len(self._standings) != known:
            self.app.refresh()

    def _older(self) -> None:
        self.shown += AT_ONCE
        self._read()

    def _copy(self, save: Unreadable) -> None:
        self.app.spawn(self._copy_now(save))

    async def _copy_now(self, save: Unreadable) -> None:
        try:
            copied = await self.app.platform.copy(self.app.saves.text(save))
        except StorageError as error:
            self.message = t(f"storage.{error.reason}")
        else:
            self.message = t("copied") if copied else t("copy.failed")
        self.app.refresh()

    def _drop(self, save: Unreadable) -> None:
        """Ask for confirmation at the first tap, delete at the second."""
        if self.doomed != save.key:
            self.doomed = save.key
            return
        try:
            self.app.saves.delete_unreadable(save)
        except StorageError as error:
            self.message = t(f"storage.{error.reason}")
        self.entered()
