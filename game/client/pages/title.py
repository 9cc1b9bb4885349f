"""The title screen."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, NamedTuple

import pygame

from game.assets import of_game
from game.client.app import routes
from game.client.app.scene import Host, Scene
from game.client.draw import paint, theme
from game.client.draw.scenery import draw_life, draw_sea, harbour, hour_of, sky
from game.client.draw.theme import Metrics
from game.client.draw.widgets import Button, ButtonSpec, make_button
from game.client.storage.save_store import Saved
from game.client.storage.saved_text import played, turn
from game.client.storage.settings import Settings, usual_game, usual_level
from game.client.words.i18n import Translator, computers, lessons, rooms, t
from game.games import has_part
from game.match.progress import DONE, read_progress
from game.platform import Input, StorageError

if TYPE_CHECKING:
    from game.client.learn.courses import NextStep

FRAME = 0.1
"""Time in seconds between two pictures of the harbour while it moves."""
LARGE = 1.25
"""Height of a large button relative to a small one."""


class Form(NamedTuple):
    """A layout of the buttons.

    large, small: number of buttons in a row
    width: total width in units
    icons: True if the small buttons have icons
    """

    large: int
    small: int
    width: float
    icons: bool = True


class Density(NamedTuple):
    """A vertical spacing in units: the name with the line below it, a small button, and the gap between
    two."""

    head: float
    button: float
    gap: float


FORMS = (
    Form(1, 1, 17), Form(1, 2, 21), Form(1, 3, 26), Form(2, 3, 34), Form(2, 5, 40, icons=False),
    Form(3, 6, 46, icons=False),
)  # fmt: skip
"""Layouts in order of preference. The first that does not cover the houses is used."""
LEAST = 28.0
"""Minimum width of a window, in units, for more than two buttons in a row."""
WITH_CAPTION = 50.0
"""Minimum width of a window, in units, for a caption of the switch for sound."""
DENSITIES = (Density(6.2, 2.5, 0.55), Density(4.7, 2.1, 0.45))
"""Spacings in order of preference. The closer one is used only if no layout fits otherwise."""


class TitleScene(Scene):
    """The title screen: buttons above the harbour."""

    name = "title"
    still = True

    def __init__(self, app: Host) -> None:
        super().__init__(app)
        self.latest: Saved | None = None
        self._turn = ""
        """Whose turn it is in that game, or ""."""
        self._level = "easy"
        """Level of the computer players in a game that Play would start."""
        self._next: NextStep | None = None
        """The next thing to learn, or None."""
        self._volume = Settings.AUDIBLE
        """The volume at which sound is switched on again."""
        self._first = False
        """True if a lesson on that game has been finished but no game played. The first game is then
        guided."""
        self._form, self._density = FORMS[0], DENSITIES[0]
        self._top = 0.0
        """Upper edge of the name in pixels."""
        self._begun: float | None = None
        """Time at which the harbour began to move."""
        self._lived = 0.0
        """Time in seconds for which it has moved."""

    def entered(self) -> None:
        self._look()

    def outside(self, happened: Input) -> None:
        self._look()

    def _look(self) -> None:
        self.latest, self._turn, self._first, self._next = None, "", False, None
        self._level = usual_level(self.app.settings, self._has_won)
        try:
            self.latest = self.app.saves.latest()
            self._turn = self._whose_turn(self.latest) if self.latest else ""
            game = usual_game(self.app.settings)
            self._first = has_part(game, "guide") and self._learnt(game) and not self._played(game)
            if self.app.settings.lessons:
                from game.client.learn.courses import next_step  # imported late: a newcomer's title has none

                self._next = next_step(self.app, self._played)
        except StorageError as error:
            self.app.complain(error)
        except Exception:  # the title must open whatever a save contains: every other page is opened from it
            self.app.notice = t("storage.broken")

    def _whose_turn(self, game: Saved) -> str:
        """Return whose turn it is in a saved game, or ""."""
        if not game.room:
            return turn(game, game.actor, self.app.settings.name)
        from game.client.storage.rooms import find, room_turn  # imported late: most titles do not need it

        room = find(self.app.platform, game.room)
        return room_turn(room) if room is not None else ""

    def update(self, now: float) -> float | None:
        """Move the harbour in small, cheap steps while motion is allowed and the window is visible."""
        moves = self.app.pace > 0 and hour_of(theme.ui.name) is not None
        if not moves or self.app.platform.hidden():
            return None
        if self._begun is None:
            self._begun = now
        left = self._begun + self._lived + FRAME - now
        if left > 0:
            return left
        self._lived = now - self._begun
        self.app.refresh()
        return FRAME

    def heading(self) -> str:
        return "Kontor"

    def window_title(self) -> str:
        return ""

    def cancel(self) -> None:
        """Do nothing: no page is behind the title."""

    def layout(self, metrics: Metrics) -> None:
        large, small, free = self._large(), self._small(), self._free(metrics)
        for left_out in ("", "puzzles", "next"):  # the page of lessons has both too
            small = [spec for spec in small if spec.id != left_out]
            large = [(spec, below) for spec, below in large if spec.id != left_out]
            form, density = _fitting(metrics, free, len(large), len(small))
            if _taken(metrics, len(large), len(small), form, density) <= free:
                break
        self._form, self._density = form, density
        unit, gap, height = metrics.unit, metrics.unit * density.gap, _button(metrics, density)
        spare = free - _taken(metrics, len(large), len(small), form, density)
        self._top = metrics.top + max(unit * 0.3, spare * 0.4)
        width = min(metrics.width - 2 * unit, unit * form.width)
        x, y = metrics.left + (metrics.width - width) / 2, self._top + unit * density.head
        buttons, abreast = [], form.large
        for index, (spec, below) in enumerate(large):
            button = make_button(
                spec, _cell(index, len(large), abreast, pygame.FRect(x, y, width, height * LARGE), gap)
            )
            button.label, button.caption, button.below = f"{spec.label}: {below}", spec.label, below
            buttons.append(button)
        y += -(-len(large) // abreast) * (height * LARGE + gap)
        for index, spec in enumerate(small):
            rect = _cell(index, len(small), form.small, pygame.FRect(x, y, width, height), gap)
            buttons.append(make_button(spec if form.icons else spec._replace(icon=""), rect))
        self.widgets = [*buttons, self._sound_button(metrics)]

    def _large(self) -> list[tuple[ButtonSpec, str]]:
        """Return the main buttons, each with an exact description."""
        found = []
        if self.latest:
            game = f"{played(self.latest)} · {self._turn or ', '.join(self.latest.names)}"
            found.append((ButtonSpec("continue", t("title.continue"), self._continue, "primary"), game))
        found.append(self._play_button())
        if self._newcomer:
            learn = ButtonSpec("lessons", lessons("title"), self.to(routes.Lessons()), "brass")
            found.append((learn, lessons("title.text")))
        if self._next:
            step = ButtonSpec("next", self._next.caption, self._learn_next, "brass")
            found.append((step, self._next.text))
        return found

    def _play_button(self) -> tuple[ButtonSpec, str]:
        """Return the Play button, with the game and the level of the computer players."""
        game = Translator(usual_game(self.app.settings))("game.name")
        against = computers("play.against", game=game, level=computers(f"level.{self._level}"))
        tone = "brass" if self.latest else "primary"
        if self._first:
            return ButtonSpec(
                "play", lessons("play"), self.to(routes.FirstGame(usual_game(self.app.settings))), tone
            ), against
        return ButtonSpec("play", computers("play"), self._play, tone), against

    def _learnt(self, game: str) -> bool:
        """Return True if a lesson or puzzle of this game has been finished."""
        progress = read_progress(self.app.settings.lessons)
        return any(name.startswith(f"{game}.") for name, value in progress.items() if value == DONE)

    def _played(self, game: str) -> bool:
        from game.client.storage.results import has_played  # imported late: most titles do not need it

        return has_played(self.app.saves, game)

    @property
    def _newcomer(self) -> bool:
        """True if nothing has been started yet. Lessons are then offered as prominently as a game."""
        return not (self.latest or self.app.settings.game or self.app.settings.lessons)

    def _small(self) -> list[ButtonSpec]:
        specs = [ButtonSpec("new", t("title.new"), self.to(routes.NewGame()), "sea", "new")]
        if self.app.platform.rooms() or self.app.platform.can_reach:
            specs.append(
                ButtonSpec("together", rooms("title"), self.to(routes.Together()), "sea", "together")
            )
        specs.append(ButtonSpec("games", t("title.games"), self.to(routes.Games()), "sea", "games"))
        if not self._newcomer:
            specs.append(ButtonSpec("lessons", lessons("title"), self.to(routes.Lessons()), "sea", "lesson"))
            game = usual_game(self.app.settings)
            if (of_game(game) / "puzzles.json").exists():
                puzzles = self.to(routes.Puzzles(game))
                specs.append(ButtonSpec("puzzles", lessons("puzzles"), puzzles, "sea", "puzzle"))
        settings = ButtonSpec("settings", t("title.settings"), self.to(routes.Settings()), "sea", "settings")
        return [
            *specs,
            settings,
            ButtonSpec("about", t("title.about"), self.to(routes.About()), "sea", "help"),
        ]

    def _sound_button(self, metrics: Metrics) -> Button:
        """Return the switch for sound in the upper right corner, with a caption if there is room next to the
        name."""
        on, unit = self.app.settings.volume > 0, metrics.unit
        label = t(f"title.sound.{'on' if on else 'off'}")
        captioned = metrics.width >= unit * WITH_CAPTION
        wide = theme.font("text", round(unit))
        width = metrics.finger + (wide.size(label)[0] + unit * 0.6 if captioned else 0)
        margin = unit * 0.5
        rect = pygame.FRect(0, metrics.top + margin, width, metrics.finger)
        rect.right = metrics.left + metrics.width - margin
        caption, icon = (None if captioned else ""), "sound" if on else "silent"
        return make_button(ButtonSpec("sound", label, self._switch_sound, "sea", icon, caption), rect)

    def _switch_sound(self) -> None:
        settings = self.app.settings
        if settings.volume:
            self._volume, settings.sound = settings.sound, "0"
        else:
            settings.sound = self._volume
        self.app.keep_settings()

    def _free(self, metrics: Metrics) -> float:
        """Return the height available for name and buttons above the houses."""
        window = self.app.platform.window()
        drawn = hour_of(theme.ui.name) is not None
        return min(metrics.rect.bottom, sky(window.width, window.height) if drawn else inf) - metrics.top

    def draw(self, target: pygame.Surface) -> None:
        metrics = self.app.metrics
        unit, left, width = metrics.unit, metrics.left, metrics.width
        dark = theme.ui.name == "dark"
        if hour := hour_of(theme.ui.name):
            target.blit(harbour(*target.get_size(), hour), (0, 0))
            if self._lived and self.app.pace > 0:
                draw_life(target, hour, self._lived)
        else:
            draw_sea(target)
        top, high = self._top, unit * (self._density.head - 1.8)
        name, large = pygame.FRect(left, top, width, high), high * 1.14
        if dark:
            shadow = paint.text("Kontor", "display", round(large), (8, 16, 20))
            below = (round(name.centerx), round(name.centery + unit * 0.14))
            target.blit(shadow, shadow.get_rect(center=below))
        paint.blit_text(target, "Kontor", "display", large, theme.ui.glint, name, "center")
        line = pygame.FRect(left + unit, name.bottom + unit * 0.1, width - 2 * unit, unit * 1.2)
        size = paint.largest(t("title.line"), "text", paint.shrinking(unit * 1.05, unit * 0.7), line.width)
        paint.blit_text(target, t("title.line"), "text", size, theme.ui.on_ground, line, "center")
        if self.app.notice:
            lines = paint.wrap(self.app.notice, "text", round(unit), round(width - 2 * unit))
            y = metrics.rect.bottom - unit * (0.6 + 1.2 * len(lines))
            for index, words in enumerate(lines):
                row = pygame.FRect(left + unit, y + index * unit * 1.2, width - 2 * unit, unit * 1.2)
                paint.blit_text(target, words, "text", unit, theme.ui.glint, row, "center")

    # ---- buttons ----------------------------------------------------------------------------

    def _continue(self) -> None:
        from game.client.pages.games import open_game  # imported late because the title does not need it

        if self.latest:
            open_game(self.app, self.latest.id)

    def _learn_next(self) -> None:
        if self._next:
            self.app.open(self._next.route())

    def _has_won(self) -> bool:
        """Return True if the player has won a game."""
        if not self.app.saves.results():
            return False
        from game.client.storage.results import has_won  # imported late: the title needs no more of it

        return has_won(self.app.saves)

    def _play(self) -> None:
        from game.client.app.setup import Setup  # imported late: the title needs it only here

        self.app.open(routes.Table(Setup.alone(self.app).begin(self.app)))


def _fitting(metrics: Metrics, free: float, large: int, small: int) -> tuple[Form, Density]:
    """Return the layout and spacing for these numbers of buttons in the height `free`. If none fits, the
    lowest."""
    wide = metrics.width >= metrics.unit * LEAST
    ways = [(form, density) for density in DENSITIES for form in FORMS if wide or form.small <= 2]
    fitting = (way for way in ways if _taken(metrics, large, small, *way) <= free)
    return next(fitting, None) or min(ways, key=lambda way: _taken(metrics, large, small, *way))


def _button(metrics: Metrics, density: Density) -> float:
    return max(metrics.finger, metrics.unit * density.button)


def _taken(metrics: Metrics, large: int, small: int, form: Form, density: Density) -> float:
    """Return the height of name and buttons."""
    gap, height = metrics.unit * density.gap, _button(metrics, density)
    rows, high = -(-small // form.small), -(-large // form.large)
    return metrics.unit * (density.head + 0.3) + high * (height * LARGE + gap) + rows * (height + gap)


def _cell(index: int, count: int, abreast: int, first: pygame.FRect, gap: float) -> pygame.FRect:
    """Return the rectangle of a button in rows of about equal length, at most `abreast` wide. The buttons of
    the last row share its full width.

    first: rectangle of the first row
    """
    abreast = -(-count // -(-count // abreast))
    row, column = divmod(index, abreast)
    here = min(abreast, count - row * abreast)
    width = (first.width - gap * (here - 1)) / here
    x, y = first.x + column * (width + gap), first.y + row * (first.height + gap)
    return pygame.FRect(x, y, width, first.height)
