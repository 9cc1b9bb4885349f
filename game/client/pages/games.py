"""The saved games: a list to continue, rename, delete or share them, and the import of games as text."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import islice

import pygame

from game import engine
from game.client.app import routes
from game.client.app.flow import Flow
from game.client.app.page import Page
from game.client.app.scene import Host
from game.client.draw import paint, theme
from game.client.draw.theme import Metrics
from game.client.draw.widgets import TITLES, Button, ButtonSpec, Look
from game.client.pages.saved import SavedGameCard, ThumbnailKey, players, progress, waits_here
from game.client.review.loading import load
from game.client.storage.save_store import Saved, Unreadable
from game.client.storage.saved_text import played, turn
from game.client.views.standing import Standing
from game.client.views.thumbnail import Thumbnail, Thumbnails
from game.client.words.i18n import Translator, finished, rooms, t
from game.client.words.trouble import trouble_of
from game.engine.core import ParseError
from game.match import Match
from game.match.controllers import ROOM
from game.platform import Changed, Input, StorageError

MAX_PASTED = 4_000_000
"""Maximum number of pasted characters, which is the maximum length of a record."""
AT_ONCE = 50
"""Number of games listed before the player requests older ones."""


def open_game(app: Host, game_id: str) -> None:
    """Open the table of a saved game. If the save is damaged, show the error in the list of games."""

    def table(match: Match) -> routes.Route:
        room = match.record.tags.get(ROOM)
        return routes.EnterRoom(room) if room else routes.Table(match)

    def failed(error: ValueError | StorageError) -> None:
        if isinstance(error, StorageError):
            app.complain(error)
        else:
            app.open(routes.Games(t("games.damaged", reason=trouble_of(error).words())))

    load(app, app.saves.opening(game_id), table, failed)


@dataclass
class MoreButton(Button):
    """Three dots at the right end of a card, which open the menu of its game."""

    def draw(self, target: pygame.Surface, look: Look) -> None:
        if look.hover:
            inside = self.rect.inflate(-look.unit * 0.4, -look.unit * 0.4)
            paint.blit_rounded(target, inside, look.unit * 0.42, theme.ui.paper_hover)
        size = round(look.unit * 1.4)
        sign = paint.icon(self.icon, size, theme.ui.ink)
        target.blit(sign, (round(self.rect.centerx - size / 2), round(self.rect.y + look.unit * 0.5)))
        self.draw_focus(target, look)


class GamesPage(Page):
    """A page with a card for each saved game: those that wait for a decision at this device first, finished
    ones last."""

    name = "games"

    def __init__(self, app: Host, message: str = "") -> None:
        super().__init__(app)
        self.message = message
        self.shown = AT_ONCE
        self.older = False
        """True if there are more games than `shown`."""
        self.games: list[Saved] = []
        self.unreadable: list[Unreadable] = []
        self._boards = Thumbnails(self._board)
        self._actors: dict[str, int | None] = {}
        """Seat to decide next in games whose saves do not store it."""
        self._standings: dict[str, tuple[Standing, ...]] = {}
        """Points of the games whose boards have been drawn."""
        self._laid: tuple[object, float, Flow] | None = None
        """The layout of the list: its cache key, its scroll position and its widgets."""
        self._rested = 0.0
        """Scroll position at the last update."""
        self.doomed = ""
        """Save marked for deletion by a first tap. A second tap deletes it."""

    def entered(self) -> None:
        try:
            self._look()
        except StorageError as error:
            self.message = t(f"storage.{error.reason}")
        except Exception:  # show what can be read, whatever a save contains
            self.message = t("storage.broken")

    def _look(self) -> None:
        self._actors, self._standings = {}, {}
        found = list(islice(self.app.saves.browse(), self.shown + 1))
        self.older = len(found) > self.shown
        del found[self.shown :]
        games = [game for game in found if isinstance(game, Saved)]
        self.games = sorted(games, key=lambda one: (one.over, not waits_here(one, one.actor)))
        others = [game for game in found if isinstance(game, Unreadable)]
        self.unreadable = [*self.app.saves.damaged(), *others]

    def outside(self, happened: Input) -> None:
        if happened == Changed("storage"):
            self.entered()

    def title(self) -> str:
        return t("games.title")

    def build(self, flow: Flow) -> None:
        flow.message(self.message)
        if not self.games:
            flow.ship()
            flow.text(t("games.none"), align="center")
            flow.gap()
        flow.buttons(self._others(), abreast=2)
        flow.gap(0.3)
        now = self.app.platform.today()
        for game in self.games:
            self._card(flow, game, now)
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
        shown = (self.message, self.games, self.unreadable, self.doomed, self.older)
        key = (look, shown, self.app.platform.today()[:10])
        if self._laid is None or self._laid[0] != key:
            self._laid = (key, self.scroll, super()._flow(column, metrics, top))
        _, scrolled, flow = self._laid
        for widget in flow.widgets:
            widget.rect.y += scrolled - self.scroll
        flow.y += scrolled - self.scroll
        self._laid = (key, self.scroll, flow)
        return flow

    def _card(self, flow: Flow, game: Saved, now: str) -> None:
        title = game.title or played(game)
        unit, side = flow.unit, flow.button_height
        width = flow.column.width
        rect = pygame.FRect(flow.column.x, flow.y, width - side, 0)
        names = (Translator(ruleset)("game.name") for ruleset in engine.rulesets())
        room = SavedGameCard.title_room(unit, width, side)
        titles = paint.common_sizes(names, "display", [unit * part for part in TITLES], room)
        key = ThumbnailKey(
            game.id, game.date, game.actions, SavedGameCard.board(unit, width), theme.ui.name, t.language
        )
        actor = self._actors.get(game.id) if game.actor is None else game.actor
        card = SavedGameCard(
            f"open.{game.id}", title, rect, partial(open_game, self.app, game.id), game=game, key=key,
            boards=self._boards, standings=players(game, self._standings.get(game.id, ())),
            progress=progress(game, now), turn=turn(game, actor, self.app.settings.name), titles=titles,
            strip=side,
        )  # fmt: skip
        rect.height = max(side, card.needed(unit))
        flow.add(card)
        strip = pygame.FRect(rect.right, rect.y, side, rect.height)
        more = self.to(routes.GameMenu(game))
        label = t("games.more", title=title)
        flow.add(MoreButton(f"more.{game.id}", label, strip, more, icon="more", caption=""))
        flow.y += rect.height + unit * 0.5

    def _board(self, key: ThumbnailKey) -> Thumbnail | None:
        """Start the thumbnail of a game."""
        try:
            return Thumbnail.of(self.app.saves.record(key.game), key.room)
        except StorageError:
            return None

    def update(self, now: float) -> float | None:
        """Draw the boards of the visible games, a part per frame, while the list does not scroll."""
        if self.scroll != self._rested:
            self._rested = self.scroll
            return 0.0
        cards = [widget for widget in self.widgets if isinstance(widget, SavedGameCard) and widget.in_part]
        made = self._boards.made
        seconds = self._boards.update(cards)
        if self._boards.made != made:
            self._learn(cards)
        return seconds

    def _learn(self, cards: list[SavedGameCard]) -> None:
        """Take the points from the board, and the next seat to decide for games whose saves do not store
        it."""
        for card in cards:
            board, game = card.board_image, card.game
            if not board or not board.picture or game.id in self._standings:
                continue
            self._standings[game.id] = board.standings
            card.standings = players(game, board.standings)
            if game.actor is None:
                self._actors[game.id] = board.actor
                card.turn = turn(game, board.actor, self.app.settings.name)
                if card.needed(self.app.metrics.unit) > card.rect.height:
                    self._laid = None
        self.app.refresh()

    def _older(self) -> None:
        self.shown += AT_ONCE
        self.entered()

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


class GameMenuPage(Page):
    """A menu of actions for one saved game."""

    name = "game-menu"
    column_units = 28.0

    def __init__(self, app: Host, game: Saved) -> None:
        super().__init__(app)
        self.game = game
        self.new_title = game.title
        self.sure = False
        self.message = ""

    def title(self) -> str:
        return self.game.title or Translator(self.game.ruleset)("game.name")

    def build(self, flow: Flow) -> None:
        flow.message(self.message)
        flow.text(t("games.name"), "bold")
        flow.gap(0.25)
        flow.field("title", t("games.name"), self.new_title, self._typed)
        flow.buttons([ButtonSpec("rename", t("games.rename"), self._rename, icon="rename")])
        flow.gap()
        flow.buttons([ButtonSpec("note", t("note"), self.to(routes.Note(self.game.id)), icon="note")])
        flow.buttons([ButtonSpec("share", t("menu.share"), partial(self._open, routes.Share), icon="share")])
        flow.buttons(
            [
                ButtonSpec(
                    "mistakes", finished("mistakes"), partial(self._open, routes.Mistakes), icon="target"
                )
            ]
        )
        if self.app.platform.rooms() and not self.game.over:
            flow.buttons(
                [ButtonSpec("together", rooms("move"), partial(self._open, routes.MoveIn), icon="together")]
            )
        flow.gap()
        words = t("games.delete.sure" if self.sure else "games.delete")
        flow.buttons([ButtonSpec("delete", words, self._delete, icon="delete")])

    def _open(self, place: Callable[[Match], routes.Route]) -> None:
        """Open a page with the game. If the game cannot be loaded, show the error."""
        load(self.app, self.app.saves.opening(self.game.id), place, self._failed)

    def _failed(self, error: ValueError | StorageError) -> None:
        if isinstance(error, StorageError):
            self.message = t(f"storage.{error.reason}")
        else:
            self.message = t("games.damaged", reason=trouble_of(error).words())
        self.app.refresh()

    def _typed(self, text: str) -> None:
        self.new_title = text.replace("\n", " ")

    def _rename(self) -> None:
        try:
            self.app.saves.rename(self.game.id, self.new_title.strip())
        except ParseError:
            self.app.pop()  # another window deleted or damaged the game: the list reports it
        except StorageError as error:
            self.message = t(f"storage.{error.reason}")
        else:
            self.app.pop()

    def _delete(self) -> None:
        """Ask for confirmation at the first tap, delete at the second."""
        if not self.sure:
            self.sure = True
            return
        try:
            self.app.saves.delete(self.game.id)
        except StorageError as error:
            self.message = t(f"storage.{error.reason}")
        else:
            self.app.pop()


class PastePage(Page):
    """A page that imports a game from a link, a text or a file."""

    name = "paste"

    def __init__(self, app: Host) -> None:
        super().__init__(app)
        self.text = ""
        self.missing = False
        """True if the person tried to open nothing."""

    def title(self) -> str:
        return t("paste.title")

    def build(self, flow: Flow) -> None:
        flow.text(t("paste.text" if self.app.platform.can_choose_file else "paste.text.drop"))
        flow.gap()
        if self.missing and not self.text.strip():
            flow.text(t("paste.missing"), "bold", colour=theme.ui.stress)
            flow.gap(0.25)
        flow.field("record", t("paste.field"), self.text, self._typed, lines=10, longest=MAX_PASTED + 1)
        if len(self.text) > MAX_PASTED:
            flow.text(t("paste.long"), "bold")
            flow.gap()
        if self.app.platform.can_choose_file:
            flow.buttons([ButtonSpec("file", t("paste.file"), self.app.platform.choose_file, icon="load")])

    def foot(self) -> list[ButtonSpec]:
        usable = bool(self.text.strip()) and len(self.text) <= MAX_PASTED
        act = self._open if usable else self._remind
        return [*super().foot(), ButtonSpec("open", t("paste.open"), act, "primary", "check")]

    def _remind(self) -> None:
        """Say what is missing or wrong, and open the field for typing."""
        self.app.platform.announce(t("paste.long" if self.text.strip() else "paste.missing"))
        self.missing = not self.text.strip()
        self.app.refresh()
        self.app.edit("record")

    def _typed(self, text: str) -> None:
        self.text = text

    def _open(self) -> None:
        self.app.bring(self.text)
