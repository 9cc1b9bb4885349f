"""What can be done beside playing: the menu of the table, its log, and two windows on one game."""

from __future__ import annotations

from game.client.i18n import solo, t
from game.client.scene import Flow, Host, Page, Spec
from game.client.scenes.games import open_game
from game.match import Match
from game.platform import StorageError


class Menu(Page):
    """The menu of a running game."""

    name = "menu"
    column_units = 26.0

    def __init__(self, app: Host, match: Match, sentences: list[str]) -> None:
        super().__init__(app)
        self.match: Match = match
        self.sentences = sentences

    def title(self) -> str:
        return t("menu.title")

    def build(self, flow: Flow) -> None:
        for spec in (
            Spec("log", t("menu.log"), self._log, icon="log"),
            Spec("replay", t("menu.replay"), self._replay, icon="replay"),
            Spec("forecast", solo("forecast"), self._forecast, icon="forecast"),
            Spec("seats", solo("seats"), self._seats, icon="seats"),
            Spec("share", t("menu.share"), self._share, icon="share"),
            Spec("settings", t("menu.settings"), self._settings, icon="settings"),
            Spec("rules", t("menu.rules"), self._rules, icon="book"),
            Spec("about", t("menu.help"), self._help, icon="book"),
            Spec("leave", t("menu.leave"), self._leave, icon="back"),
        ):
            flow.buttons([spec])
        kept = self.app.shelf.is_kept(self.match.id)
        flow.text(t("menu.leave.text" if kept else "menu.leave.unkept"), size=0.92, align="center")

    def foot(self) -> list[Spec]:
        return [Spec("resume", t("menu.resume"), self.cancel, "primary")]

    def _log(self) -> None:
        self.app.open("log", self.sentences)

    def _replay(self) -> None:
        self.app.open("replay", self.match.record)

    def _forecast(self) -> None:
        self.app.open("forecast", self.match)

    def _seats(self) -> None:
        self.app.open("seats", self.match)

    def _settings(self) -> None:
        self.app.open("settings")

    def _rules(self) -> None:
        self.app.open("rules", self.match.ruleset.id)

    def _help(self) -> None:
        self.app.open("about")

    def _leave(self) -> None:
        self.app.home("title")

    def _share(self) -> None:
        self.app.open("share", self.match)


class Log(Page):
    """Everything that happened, the latest first."""

    name = "log"

    def __init__(self, app: Host, sentences: list[str]) -> None:
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

    def __init__(self, app: Host, match: Match) -> None:
        super().__init__(app)
        self.match: Match = match
        self.deleted = not app.shelf.exists(match.id)

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
        self._leave()
        open_game(self.app, self.match.id)

    def _leave(self) -> None:
        self.app.home("title")

    def _keep(self) -> None:
        """Go on here under another name; the other window keeps its own."""
        self.match.id = self.app.shelf.new_id()
        try:
            self.app.shelf.save(self.match)
        except StorageError as error:
            self.app.complain(error)
        self.app.pop()
