"""The help pages: how to use the table, what Kontor is, and how to play with a screen reader."""

from __future__ import annotations

from game import engine
from game.client.app import routes
from game.client.app.flow import Flow
from game.client.app.page import Page
from game.client.draw.widgets import ButtonSpec
from game.client.words.i18n import Translator, computers, t


class AboutPage(Page):
    """A page of help in a few paragraphs."""

    name = "about"

    def title(self) -> str:
        return t("about.title")

    def build(self, flow: Flow) -> None:
        flow.heading(t("about.rules"))
        flow.buttons(
            [
                ButtonSpec(
                    f"rules.{game}", Translator(game)("game.name"), self.to(routes.Rules(game)), icon="book"
                )
                for game in engine.rulesets()
                if Translator(game).has("rules.1")
            ]
        )
        flow.gap(0.3)
        more = [
            ButtonSpec("reader", t("reader.title"), self.to(routes.ScreenReader()), icon="help"),
            ButtonSpec("kontor", t("kontor.title"), self.to(routes.Kontor()), icon="book"),
        ]
        flow.buttons(more)
        for part in ("touch", "choose", "cards", "score", "undo", "zoom", "keys", "save", "kontor"):
            flow.heading(t(f"about.{part}"))
            flow.text(t(f"about.{part}.text"))
            if part == "choose":
                flow.heading(computers("about"))
                flow.text(computers("about.text"))
        flow.gap()


class ScreenReaderPage(Page):
    """A page of help for players with a screen reader."""

    name = "reader"

    def title(self) -> str:
        return t("reader.title")

    def build(self, flow: Flow) -> None:
        for part in ("list", "play", "hear", "modes", "query", "find", "look", "learn"):
            flow.heading(t(f"reader.{part}"))
            flow.text(t(f"reader.{part}.text"))
        flow.gap()
