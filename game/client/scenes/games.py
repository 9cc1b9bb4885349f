"""The saved games: go on, rename, delete, share; and a game brought in as text."""

from __future__ import annotations

from functools import partial

import pygame

from game.client.app import App
from game.client.i18n import Translator, t
from game.client.scene import Flow, Page, Spec
from game.client.session import Session
from game.client.shelf import Conflict, Saved
from game.client.widgets import Button
from game.engine.core import ParseError
from game.platform import StorageError


def open_game(app: App, game_id: str) -> None:
    """Put a saved game on the table; if it is damaged, say so and show the list."""
    from game.client.scenes.table import Table

    try:
        session = app.shelf.open(game_id)
    except ValueError as error:
        app.push(Games(app, t("games.damaged", reason=str(error))))
    except StorageError as error:
        app.complain(error)
    else:
        app.push(Table(app, session))


def open_text(app: App, text: str) -> str:
    """Put the game a record tells on the table as a new save; what is wrong with it, "" if nothing is."""
    from game.client.scenes.table import Table

    try:
        session = Session.resume(app.shelf.new_id(), text.strip() + "\n")
    except ValueError as error:
        return t("paste.broken", reason=str(error))
    app.push(Table(app, session))
    return ""


class Games(Page):
    """A card for every game."""

    name = "games"

    def __init__(self, app: App, message: str = "") -> None:
        super().__init__(app)
        self.message = message
        self.games: list[Saved] = []
        self.damaged: list[str] = []

    def entered(self) -> None:
        try:
            self.games, self.damaged = self.app.shelf.games(), self.app.shelf.damaged()
        except StorageError as error:
            self.message = t(f"storage.{error.reason}")

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
        if self.damaged:
            flow.heading(t("games.aside"))
            flow.text(t("games.aside.text"))
            flow.gap()
            for game_id in self.damaged:
                flow.buttons(
                    [
                        Spec(
                            f"copy.{game_id}",
                            t("games.copy", id=game_id),
                            partial(self._copy, game_id),
                            icon="copy",
                        ),
                        Spec(
                            f"drop.{game_id}",
                            t("games.drop", id=game_id),
                            partial(self._drop, game_id),
                            icon="delete",
                        ),
                    ]
                )

    def foot(self) -> list[Spec]:
        return [
            Spec("back", t("back"), self.cancel, icon="back"),
            Spec("paste", t("games.paste"), self._paste, icon="copy"),
        ]

    def _card(self, flow: Flow, game: Saved) -> None:
        words = Translator(game.ruleset)
        title = game.title or words("game.name")
        state = t("games.over") if game.over else t("games.actions", n=game.actions)
        text = f"{words('game.name')} · {', '.join(game.names)}\n{game.date} · {state}"
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
        self.app.push(GameMenu(self.app, game))

    def _paste(self) -> None:
        self.app.push(Paste(self.app))

    def _copy(self, game_id: str) -> None:
        self.app.spawn(self._copy_now(self.app.shelf.damaged_text(game_id)))

    async def _copy_now(self, text: str) -> None:
        self.message = t("copied") if await self.app.platform.copy(text) else t("copy.failed")
        self.app.refresh()

    def _drop(self, game_id: str) -> None:
        self.app.shelf.delete_damaged(game_id)
        self.entered()


class GameMenu(Page):
    """What can be done with one saved game."""

    name = "game-menu"
    column_units = 28.0

    def __init__(self, app: App, game: Saved) -> None:
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

    def _typed(self, text: str) -> None:
        self.new_title = text.replace("\n", " ")

    def _rename(self) -> None:
        try:
            self.app.shelf.rename(self.game.id, self.new_title.strip())
        except (ParseError, StorageError, Conflict) as error:
            self.message = str(error)
        else:
            self.app.pop()

    def _delete(self) -> None:
        """The first touch asks, the second does it."""
        if not self.sure:
            self.sure = True
            return
        self.app.shelf.delete(self.game.id)
        self.app.pop()


class Paste(Page):
    """A game brought in as text."""

    name = "paste"

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.text = ""
        self.problem = ""

    def title(self) -> str:
        return t("paste.title")

    def build(self, flow: Flow) -> None:
        flow.text(t("paste.text"))
        flow.gap()
        if self.problem:
            flow.text(self.problem, "bold")
            flow.gap()
        flow.field("record", t("paste.field"), self.text, self._typed, lines=12, longest=400_000)

    def foot(self) -> list[Spec]:
        return [
            Spec("back", t("back"), self.cancel, icon="back"),
            Spec("open", t("paste.open"), self._open if self.text.strip() else None, "primary", "load"),
        ]

    def _typed(self, text: str) -> None:
        self.text, self.problem = text, ""

    def _open(self) -> None:
        self.problem = open_text(self.app, self.text)
