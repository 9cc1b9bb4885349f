"""The actions for one table of the list, and the import of games as text."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from game.client.app import routes
from game.client.app.flow import Flow
from game.client.app.page import Page
from game.client.app.scene import Host
from game.client.draw import theme
from game.client.draw.widgets import ButtonSpec
from game.client.review.loading import load
from game.client.storage.rooms import Kept, forget
from game.client.storage.save_store import Saved
from game.client.words.i18n import Translator, finished, rooms, t
from game.client.words.trouble import trouble_of
from game.engine.core import ParseError
from game.match import Match
from game.match.controllers import ROOM
from game.platform import StorageError

MAX_PASTED = 4_000_000
"""Maximum number of pasted characters, which is the maximum length of a record."""


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


class GameMenuPage(Page):
    """A menu of actions for one table: a saved game, a room, or both."""

    name = "game-menu"
    column_units = 28.0

    def __init__(self, app: Host, game: Saved | None, room: Kept | None = None) -> None:
        super().__init__(app)
        self.game, self.room = game, room
        self.id = room.room if room is not None else game.id if game is not None else ""
        self.new_title = game.title if game is not None else ""
        self.sure = False
        self.message = ""

    def title(self) -> str:
        return (self.game.title if self.game is not None else "") or self._game_name

    @property
    def _game_name(self) -> str:
        ruleset = self.game.ruleset if self.game is not None else self.room.ruleset if self.room else ""
        return Translator(ruleset)("game.name") if ruleset else rooms("room")

    def build(self, flow: Flow) -> None:
        flow.message(self.message)
        if self.game is not None:
            flow.text(t("games.name"), "bold")
            flow.gap(0.25)
            flow.field("title", t("games.name"), self.new_title, self._typed)
            flow.buttons([ButtonSpec("rename", t("games.rename"), self._rename, icon="rename")])
            flow.gap()
        flow.buttons([ButtonSpec("note", t("note"), self.to(routes.Note(self.id)), icon="note")])
        if self.game is not None:
            self._further(flow, self.game)
        flow.gap()
        if self.room is not None:
            label = rooms("forget.sure" if self.sure else "forget", game=self._game_name)
        else:
            label = t("games.delete.sure" if self.sure else "games.delete")
        flow.buttons([ButtonSpec("delete", label, self._delete, icon="delete")])

    def _further(self, flow: Flow, game: Saved) -> None:
        """Add the buttons that need the record of the game."""
        share, mistakes = partial(self._open, routes.Share), partial(self._open, routes.Mistakes)
        flow.buttons([ButtonSpec("share", t("menu.share"), share, icon="share")])
        flow.buttons([ButtonSpec("mistakes", finished("mistakes"), mistakes, icon="target")])
        if self.app.platform.rooms() and not game.over and not game.room:
            move = partial(self._open, routes.MoveIn)
            flow.buttons([ButtonSpec("together", rooms("move"), move, icon="together")])

    def _open(self, place: Callable[[Match], routes.Route]) -> None:
        """Open a page with the game. If the game cannot be loaded, show the error."""
        load(self.app, self.app.saves.opening(self.id), place, self._failed)

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
            self.app.saves.rename(self.id, self.new_title.strip())
        except ParseError:
            self.app.pop()  # another window deleted or damaged the game: the list reports it
        except StorageError as error:
            self.message = t(f"storage.{error.reason}")
        else:
            self.app.pop()

    def _delete(self) -> None:
        """Ask for confirmation at the first tap, delete at the second. Of a room, also forget the key."""
        if not self.sure:
            self.sure = True
            if self.room is not None:
                self.message = rooms("forget.text")
                self.app.platform.announce(self.message)
            return
        try:
            if self.room is not None:
                forget(self.app.platform, self.id)
            self.app.saves.delete(self.id)
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
