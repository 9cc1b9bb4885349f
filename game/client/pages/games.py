"""The saved games: continue, rename, delete, share; and importing a game as text."""

from __future__ import annotations

from functools import partial
from itertools import islice

import pygame

from game.client.draw import theme
from game.client.draw.widgets import Button
from game.client.frame import to
from game.client.frame.flow import Flow, Spec
from game.client.frame.page import Page
from game.client.frame.scene import Host
from game.client.keep.shelf import Saved, Unreadable
from game.client.words.i18n import Translator, dated, finished, t
from game.client.words.trouble import trouble_of
from game.engine.core import ParseError
from game.platform import Changed, Input, StorageError

LONGEST = 4_000_000
"""Characters that can be pasted: as many as a record may have."""
AT_ONCE = 50
"""Games shown before older ones are asked for."""


def open_game(app: Host, game_id: str) -> None:
    """Put a saved game on the table; if it is damaged, say so and show the list."""
    try:
        match = app.shelf.open(game_id)
    except ValueError as error:
        app.open(to.Games(t("games.damaged", reason=trouble_of(error).words())))
    except StorageError as error:
        app.complain(error)
    else:
        app.open(to.Table(match))


class Games(Page):
    """A card for each game."""

    name = "games"

    def __init__(self, app: Host, message: str = "") -> None:
        super().__init__(app)
        self.message = message
        self.shown = AT_ONCE
        self.older = False
        """Whether there are more games than are shown."""
        self.games: list[Saved] = []
        self.unreadable: list[Unreadable] = []
        self.doomed: Unreadable | None = None
        """Tapped once for deletion; a second tap deletes it."""

    def entered(self) -> None:
        try:
            self._look()
        except StorageError as error:
            self.message = t(f"storage.{error.reason}")
        except Exception:  # whatever a save holds, offer what can be read
            self.message = t("storage.broken")

    def _look(self) -> None:
        found = list(islice(self.app.shelf.browse(), self.shown + 1))
        self.older = len(found) > self.shown
        del found[self.shown :]
        self.games = [game for game in found if isinstance(game, Saved)]
        others = [game for game in found if isinstance(game, Unreadable)]
        self.unreadable = [*self.app.shelf.damaged(), *others]

    def outside(self, happened: Input) -> None:
        if happened == Changed("storage"):
            self.entered()

    def title(self) -> str:
        return t("games.title")

    def build(self, flow: Flow) -> None:
        if self.message:
            flow.text(self.message, "bold")
            flow.gap()
        if not self.games:
            flow.text(t("games.none"))
            flow.gap()
        for game in self.games:
            self._card(flow, game)
        if self.older:
            flow.buttons([Spec("older", t("games.older"), self._older)])
            flow.gap()
        if self.unreadable:
            flow.heading(t("games.aside"))
            flow.text(t("games.aside.text"))
            flow.gap()
            for number, save in enumerate(self.unreadable, 1):
                self._unreadable(flow, number, save)

    def _unreadable(self, flow: Flow, number: int, save: Unreadable) -> None:
        """A save that cannot be read: why, and what can be done with it."""
        flow.text(f"{number}. {save.trouble.words()}", colour=theme.ui.ink_soft)
        flow.gap(0.3)
        drop = t("games.drop.sure" if save == self.doomed else "games.drop", number=number)
        specs = [
            Spec(f"copy.{save.id}", t("games.copy", number=number), partial(self._copy, save), icon="copy"),
            Spec(f"drop.{save.id}", drop, partial(self._drop, save), icon="delete"),
        ]
        flow.buttons(specs)
        flow.gap(0.4)

    def foot(self) -> list[Spec]:
        return [
            Spec("back", t("back"), self.cancel, icon="back"),
            Spec("tally", finished("tally"), self._tally, icon="forecast"),
            Spec("paste", t("games.paste"), self._paste, icon="copy"),
        ]

    def _card(self, flow: Flow, game: Saved) -> None:
        words = Translator(game.ruleset)
        title = game.title or words("game.name")
        text = "\n".join((_players(game), _progress(game, words("game.name"))))
        width, side = flow.column.width, flow.button_height
        flow.column.width = width - side - flow.unit * 0.5
        top = flow.y
        flow.card(f"open.{game.id}", title, text, partial(open_game, self.app, game.id))
        flow.column.width = width
        high = flow.y - top - flow.unit * 0.5
        rect = pygame.FRect(flow.column.right - side, top, side, high)
        more = partial(self._more, game)
        flow.add(Button(f"more.{game.id}", t("games.more", title=title), rect, more, icon="menu", caption=""))

    def _more(self, game: Saved) -> None:
        self.app.open(to.GameMenu(game))

    def _older(self) -> None:
        self.shown += AT_ONCE
        self.entered()

    def _paste(self) -> None:
        self.app.open(to.Paste())

    def _tally(self) -> None:
        self.app.open(to.Tally())

    def _copy(self, save: Unreadable) -> None:
        self.app.spawn(self._copy_now(save))

    async def _copy_now(self, save: Unreadable) -> None:
        try:
            copied = await self.app.platform.copy(self.app.shelf.text(save))
        except StorageError as error:
            self.message = t(f"storage.{error.reason}")
        else:
            self.message = t("copied") if copied else t("copy.failed")
        self.app.refresh()

    def _drop(self, save: Unreadable) -> None:
        """The first tap asks, the second deletes."""
        if self.doomed != save:
            self.doomed = save
            return
        try:
            self.app.shelf.delete_unreadable(save)
        except StorageError as error:
            self.message = t(f"storage.{error.reason}")
        self.entered()


def _players(game: Saved) -> str:
    """Who plays, with the points if it ended now."""
    if not game.totals:
        return ", ".join(game.names)
    return " · ".join(f"{name} {points}" for name, points in zip(game.names, game.totals, strict=True))


def _progress(game: Saved, name: str) -> str:
    """How far a game is, and when it was last played."""
    if game.over:
        state = t("games.over")
    else:
        state = t("games.round", round=game.round) if game.round else t("games.actions", n=game.actions)
    words = " · ".join((*([name] if game.title else []), state, dated(game.date)))
    return words[:1].upper() + words[1:]


class GameMenu(Page):
    """What can be done with one saved game."""

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
        if self.message:
            flow.text(self.message, "bold")
            flow.gap()
        flow.text(t("games.name"), "bold")
        flow.gap(0.25)
        flow.field("title", t("games.name"), self.new_title, self._typed)
        flow.buttons([Spec("rename", t("games.rename"), self._rename, icon="rename")])
        flow.gap()
        flow.buttons([Spec("share", t("menu.share"), self._share, icon="share")])
        flow.gap()
        flow.buttons(
            [
                Spec(
                    "delete",
                    t("games.delete.sure" if self.sure else "games.delete"),
                    self._delete,
                    icon="delete",
                )
            ]
        )

    def _share(self) -> None:
        try:
            match = self.app.shelf.open(self.game.id)
        except ValueError as error:
            self.message = t("games.damaged", reason=trouble_of(error).words())
        except StorageError as error:
            self.message = t(f"storage.{error.reason}")
        else:
            self.app.open(to.Share(match))

    def _typed(self, text: str) -> None:
        self.new_title = text.replace("\n", " ")

    def _rename(self) -> None:
        try:
            self.app.shelf.rename(self.game.id, self.new_title.strip())
        except ParseError:
            self.app.pop()  # another window deleted or damaged it: the list will say so
        except StorageError as error:
            self.message = t(f"storage.{error.reason}")
        else:
            self.app.pop()

    def _delete(self) -> None:
        """The first tap asks, the second deletes."""
        if not self.sure:
            self.sure = True
            return
        try:
            self.app.shelf.delete(self.game.id)
        except StorageError as error:
            self.message = t(f"storage.{error.reason}")
        else:
            self.app.pop()


class Paste(Page):
    """Imports a game from a link, text or a file."""

    name = "paste"

    def __init__(self, app: Host) -> None:
        super().__init__(app)
        self.text = ""

    def title(self) -> str:
        return t("paste.title")

    def build(self, flow: Flow) -> None:
        flow.text(t("paste.text" if self.app.platform.can_choose_file else "paste.text.drop"))
        flow.gap()
        flow.field("record", t("paste.field"), self.text, self._typed, lines=10, longest=LONGEST + 1)
        if len(self.text) > LONGEST:
            flow.text(t("paste.long"), "bold")
            flow.gap()
        if self.app.platform.can_choose_file:
            flow.buttons([Spec("file", t("paste.file"), self.app.platform.choose_file, icon="load")])

    def foot(self) -> list[Spec]:
        usable = bool(self.text.strip()) and len(self.text) <= LONGEST
        return [
            Spec("back", t("back"), self.cancel, icon="back"),
            Spec(
                "open",
                t("paste.open"),
                self._open if usable else None,
                "primary" if usable else "paper",
                "check",
            ),
        ]

    def _typed(self, text: str) -> None:
        self.text = text

    def _open(self) -> None:
        self.app.bring(self.text)
