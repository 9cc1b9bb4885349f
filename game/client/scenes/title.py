"""The first screen: go on with a game, begin one, look one up, settings."""

from __future__ import annotations

import pygame

from game.client import paint, theme
from game.client.i18n import Translator, t
from game.client.scene import Host, Scene, Spec, make_button
from game.client.scenery import harbour
from game.client.scenes.games import open_game
from game.client.shelf import Saved
from game.client.theme import Metrics
from game.platform import Input, StorageError


class Title(Scene):
    """Buttons over the harbour."""

    name = "title"

    def __init__(self, app: Host) -> None:
        super().__init__(app)
        self.latest: Saved | None = None

    def entered(self) -> None:
        self._look()

    def outside(self, happened: Input) -> None:
        self._look()

    def _look(self) -> None:
        try:
            games = self.app.shelf.games()
        except StorageError as error:
            self.app.complain(error)
            games = []
        self.latest = next((game for game in games if not game.over), None)

    def cancel(self) -> None:
        """Nothing lies behind the title; the window's own button closes it."""

    def layout(self, metrics: Metrics) -> None:
        unit = metrics.unit
        specs = []
        if self.latest:
            caption = t("title.continue")
            specs.append(Spec("continue", caption, self._continue, "primary"))
        specs += [
            Spec("new", t("title.new"), self._new, "sea" if self.latest else "primary", "new"),
            Spec("games", t("title.games"), self._games, "sea", "load"),
            Spec("settings", t("title.settings"), self._settings, "sea", "settings"),
            Spec("about", t("title.about"), self._about, "sea", "book"),
        ]
        height = max(metrics.finger * 1.08, unit * 2.5)
        width = min(metrics.width - 2 * unit, unit * 17)
        space = unit * 0.55
        y = self._top(metrics) + unit * 6.2
        self.widgets = []
        for spec in specs:
            high = height * 1.25 if spec.id == "continue" else height
            button = make_button(spec, pygame.FRect((metrics.width - width) / 2, y, width, high))
            if spec.id == "continue" and self.latest:
                names = ", ".join(self.latest.names)
                button.below = f"{Translator(self.latest.ruleset)('game.name')} · {names}"
            self.widgets.append(button)
            y += high + space

    @staticmethod
    def _top(metrics: Metrics) -> float:
        """Where the name begins: a third of the free height above it."""
        taken = metrics.unit * 6.2 + 5 * (
            max(metrics.finger * 1.08, metrics.unit * 2.5) + metrics.unit * 0.55
        )
        return max(metrics.unit * 0.6, (metrics.height - taken) * 0.36)

    def draw(self, target: pygame.Surface) -> None:
        metrics = self.app.metrics
        unit, width = metrics.unit, metrics.width
        target.blit(harbour(*target.get_size()), (0, 0))
        top = self._top(metrics)
        name = pygame.FRect(0, top, width, unit * 4.4)
        paint.blit_text(
            target, "Kontor", "display", unit * 5, (8, 16, 20), name.move(0, unit * 0.14), "center"
        )
        paint.blit_text(target, "Kontor", "display", unit * 5, theme.BRASS_LIGHT, name, "center")
        line = pygame.FRect(unit, top + unit * 4.5, width - 2 * unit, unit * 1.2)
        paint.blit_text(target, t("title.line"), "text", unit * 1.05, theme.FOAM, line, "center")
        if self.app.notice:
            lines = paint.wrap(self.app.notice, "text", round(unit), round(width - 2 * unit))
            y = metrics.height - unit * (0.6 + 1.2 * len(lines))
            for index, words in enumerate(lines):
                row = pygame.FRect(unit, y + index * unit * 1.2, width - 2 * unit, unit * 1.2)
                paint.blit_text(target, words, "text", unit, theme.BRASS_LIGHT, row, "center")

    # ---- buttons ----------------------------------------------------------------------------

    def _continue(self) -> None:
        if self.latest:
            open_game(self.app, self.latest.id)

    def _new(self) -> None:
        self.app.open("new-game")

    def _games(self) -> None:
        self.app.open("games")

    def _settings(self) -> None:
        self.app.open("settings")

    def _about(self) -> None:
        self.app.open("about")
