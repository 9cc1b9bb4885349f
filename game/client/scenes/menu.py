"""What can be done beside playing: the menu of the table, its log, and two windows on one game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.client.app import App
from game.client.i18n import t
from game.client.scene import Flow, Page, Spec
from game.client.session import Session
from game.platform import StorageError

if TYPE_CHECKING:
    from game.client.scenes.table import Table


class Menu(Page):
    """The menu of a running game."""

    name = "menu"
    column_units = 26.0

    def __init__(self, app: App, table: Table) -> None:
        super().__init__(app)
        self.table = table
        self.session = table.session

    def title(self) -> str:
        return t("menu.title")

    def build(self, flow: Flow) -> None:
        for spec in (
            Spec("log", t("menu.log"), self._log, icon="log"),
            Spec("replay", t("menu.replay"), self._replay, icon="replay"),
            Spec("share", t("menu.share"), self._share, icon="share"),
            Spec("settings", t("menu.settings"), self._settings, icon="settings"),
            Spec("rules", t("menu.rules"), self._rules, icon="book"),
            Spec("about", t("menu.help"), self._help, icon="book"),
            Spec("leave", t("menu.leave"), self._leave, icon="back"),
        ):
            flow.buttons([spec])
        kept = self.app.shelf.is_kept(self.session.id)
        flow.text(t("menu.leave.text" if kept else "menu.leave.unkept"), size=0.92, align="center")

    def foot(self) -> list[Spec]:
        return [Spec("resume", t("menu.resume"), self.cancel, "primary")]

    def _log(self) -> None:
        self.app.push(Log(self.app, self.table.narrator.sentences))

    def _replay(self) -> None:
        from game.client.scenes.replay import Replay

        self.app.push(Replay(self.app, self.session.record))

    def _settings(self) -> None:
        from game.client.scenes.settings import SettingsPage

        self.app.push(SettingsPage(self.app))

    def _rules(self) -> None:
        from game.client.scenes.rules import Rules

        self.app.push(Rules(self.app, self.session.ruleset.id))

    def _help(self) -> None:
        from game.client.scenes.about import About

        self.app.push(About(self.app))

    def _leave(self) -> None:
        from game.client.scenes.title import Title

        self.app.home(Title(self.app))

    def _share(self) -> None:
        from game.client.scenes.share import Share

        self.app.push(Share(self.app, self.session))


class Log(Page):
    """Everything that happened, the latest first."""

    name = "log"

    def __init__(self, app: App, sentences: list[str]) -> None:
        super().__init__(app)
        self.sentences = sentences

    def title(self) -> str:
        return t("log.title")

    def build(self, flow: Flow) -> None:
        if not self.sentences:
            flow.text(t("log.empty"))
        for sentence in reversed(self.sentences):
            flow.text(sentence)
            flow.gap(0.35)


class ConflictPage(Page):
    """Another window went on with the game that is on this table, or deleted it."""

    name = "conflict"
    column_units = 30.0

    def __init__(self, app: App, session: Session) -> None:
        super().__init__(app)
        self.session = session
        self.deleted = not app.shelf.exists(session.id)

    def title(self) -> str:
        return t("conflict.title")

    def build(self, flow: Flow) -> None:
        flow.text(t("conflict.deleted" if self.deleted else "conflict.text"))
        flow.gap()
        if self.deleted:
            flow.buttons([Spec("keep", t("conflict.restore"), self._keep, "primary")])
            flow.buttons([Spec("leave", t("menu.leave"), self._leave)])
        else:
            flow.buttons([Spec("load", t("conflict.load"), self._load, "primary")])
            flow.buttons([Spec("keep", t("conflict.keep"), self._keep)])

    def foot(self) -> list[Spec]:
        return []

    def cancel(self) -> None:
        """One of the two must be chosen."""

    def _load(self) -> None:
        from game.client.scenes.games import open_game

        self._leave()
        open_game(self.app, self.session.id)

    def _leave(self) -> None:
        from game.client.scenes.title import Title

        self.app.home(Title(self.app))

    def _keep(self) -> None:
        """Go on here under another name; the other window keeps its own."""
        self.session.id = self.app.shelf.new_id()
        try:
            self.app.shelf.save(self.session)
        except StorageError as error:
            self.app.complain(error)
        self.app.pop()
