"""The page for a new game, and the page of individual rules."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Protocol

import pygame

from game import engine
from game.client.app import routes
from game.client.app.flow import Flow
from game.client.app.page import Page
from game.client.app.scene import Host
from game.client.app.setup import ALONE, BOARD, PEOPLE, START, SWITCH, WATCH, Setup
from game.client.draw import theme
from game.client.draw.theme import Metrics
from game.client.draw.widgets import ButtonSpec, Swatch
from game.client.table.computers import teaching_choice, who_plays
from game.client.views.board_cards import PREVIEWS, Offer, add_cards
from game.client.words.i18n import Translator, capitalised, computers, guide, t
from game.engine.core import Option
from game.games import has_part
from game.match import COLOURS
from game.match.players import typed_name

TWO_COLUMNS = ((59.0, 0.42), (50.0, 0.35))
"""Layouts with games and players in two columns: the width of the content in units and the fraction for the
games. The widest that fits the window is used."""
ONE = 40.0
"""Width in units of a single column."""
BETWEEN = 1.8
"""Space between the columns in units."""
FEW_GAMES = 2
"""Minimum number of games in a row, however narrow the page."""


class Company(Protocol):
    """A group of players on other devices, who are listed in a part of the page."""

    def title(self) -> str:
        """Return the title of the page."""

    def head(self, flow: Flow) -> None:
        """Add the widgets above the number of players."""

    def seats(self, flow: Flow, next_colour: Callable[[int], None]) -> None:
        """Add the rows of the seats.

        next_colour: changes the colour of a seat
        """

    def start(self, usual: ButtonSpec) -> ButtonSpec:
        """Return the start button; `usual` is that of a local game."""


class NewGamePage(Page):
    """The page for a new game. In a wide window the games are on the left and the players on the right."""

    name = "new-game"

    def __init__(self, app: Host, setup: Setup | None = None, company: Company | None = None) -> None:
        super().__init__(app)
        self.setup = setup or Setup.alone(app)
        self._company = company
        self._part = 1.0
        """Fraction of the width for the games; 1: the full width, above the players."""

    def title(self) -> str:
        return self._company.title() if self._company else t("new.title")

    def layout(self, metrics: Metrics) -> None:
        fitting = (row for row in TWO_COLUMNS if metrics.width >= (row[0] + 3) * metrics.unit)
        self.column_units, self._part = next(fitting, (ONE, 1.0))
        super().layout(metrics)

    def build(self, flow: Flow) -> None:
        if self._part == 1:
            self._games(flow)
            self._where(flow)
            self._players(flow)
            self._rules(flow)
            return
        left, right = flow.columns(self.app.metrics, self._part, BETWEEN)
        self._games(left)
        self._where(left)
        self._players(right)
        flow.join(left, right)
        self._rules(flow)

    def foot(self) -> list[ButtonSpec]:
        start = ButtonSpec("start", t("new.start"), self._start, "primary", icon="play")
        if self._company:
            start = self._company.start(start)
        return [ButtonSpec("back", t("back"), self.cancel, icon="back"), start]

    def update(self, now: float) -> float | None:
        """Draw the boards, a part per frame."""
        return PREVIEWS.update(self.widgets)

    # ---- parts ------------------------------------------------------------------------------

    def _games(self, flow: Flow) -> None:
        """Add the games in a row, with a description of the chosen one below."""
        offers = []
        for game in engine.rulesets():
            words, seats = Translator(game), engine.ruleset(game).seats
            aside = t("new.seats", least=seats[0], most=seats[-1])
            chosen, choose = game == self.setup.ruleset_id, partial(self._game, game)
            text = words("game.summary")
            offers.append(Offer(f"game.{game}", game, "", words("game.name"), text, aside, choose, chosen))
        add_cards(flow, offers, "game", least=FEW_GAMES)
        if summary := self.setup.words("game.summary"):
            flow.text(summary, colour=theme.ui.ink_soft)
        alone = self.setup.company() == ALONE and not self._company
        if alone and has_part(self.setup.ruleset_id, "guide"):
            flow.gap(0.5)
            flow.buttons([ButtonSpec("first", guide("offer"), self._first, icon="lesson")])

    def _where(self, flow: Flow) -> None:
        """Add the boards of the game in rows, with a description of the chosen one below."""
        setup, offers = self.setup, []
        if not setup.boards():
            return
        flow.gap(0.4)
        flow.text(setup.words(f"option.{BOARD}"), "bold")
        flow.gap(0.25)
        for board in setup.boards():
            counts, key = setup.counts(board), f"option.{BOARD}.{board}"
            aside = t("new.seats", least=counts[0], most=counts[-1])
            chosen, choose = board == setup.board(), partial(setup.use_board, board)
            name, text = setup.words(key), setup.words(f"{key}.text")
            offers.append(Offer(f"board.{board}", setup.ruleset_id, board, name, text, aside, choose, chosen))
        add_cards(flow, offers, "board", gap=0.4)
        flow.text(setup.words(f"option.{BOARD}.{setup.board()}.text"), colour=theme.ui.ink_soft)

    def _players(self, flow: Flow) -> None:
        setup = self.setup
        if self._part == 1:
            flow.heading(t("new.players"))
        if self._company:
            self._company.head(flow)
        counts = [(str(n), str(n)) for n in setup.counts()]
        flow.choice("seats", t("new.count"), counts, str(setup.seats), self._seats, beside=flow.wide)
        if self._company:
            self._company.seats(flow, self._next_colour)
            self._start_player(flow)
            return
        companies = [(company, computers(f"company.{company}")) for company in (ALONE, PEOPLE, WATCH)]
        flow.choice(
            "company", computers("company"), companies, setup.company(), setup.invite,
            computers("company.text"), abreast=len(companies) if flow.column.width > flow.unit * 17 else 1,
        )  # fmt: skip
        for seat in range(setup.seats):
            self._player_row(flow, seat)
        self._start_player(flow)
        if setup.teachable:
            teaching_choice(flow, setup.teaching, self._teach)

    def _teach(self, size: str) -> None:
        self.setup.teaching = size

    def _player_row(self, flow: Flow, seat: int) -> None:
        """Add a row with colour, name and, next to them if there is room, the player's kind."""
        player, height, name = self.setup.players[seat], flow.button_height, self.setup.names()[seat]
        label = t("new.colour", number=seat + 1, colour=t(f"colour.{player.colour}"))
        square = pygame.FRect(flow.column.x, flow.y, height, height)
        flow.add(
            Swatch(f"colour.{seat}", label, square, partial(self._next_colour, seat), colour=player.colour)
        )
        gap = flow.unit * 0.5
        x = square.right + gap
        rect = pygame.FRect(x, flow.y, flow.column.right - x, height)
        who = pygame.FRect(flow.column.x, square.bottom + gap * 0.6, flow.column.width, height)
        if flow.wide:
            wide = min(flow.unit * 21, flow.column.width * 0.55)
            who = pygame.FRect(0, flow.y, wide, height).move_to(right=flow.column.right)
            rect.width = who.left - gap - x
        hint, rename = name if self.setup.levels[seat] else "", partial(self._rename, seat)
        flow.row_field(rect, f"name.{seat}", t("new.name", number=seat + 1), player.name, rename, hint)
        choose = partial(self.setup.set_level, seat)
        flow.row_choice(who, who_plays(seat, name, self.setup.levels[seat], choose))
        flow.y = who.bottom + flow.unit * (0.4 if flow.wide else 0.9)

    def _start_player(self, flow: Flow) -> None:
        option = next((o for o in self.setup.ruleset.options if o.id == START), None)
        if option is None:
            return
        flow.gap(0.4)
        values = [(option.default, t("new.first.random"))]
        values += [(str(seat + 1), name) for seat, name in enumerate(self.setup.names())]
        flow.choice(
            "first", t("new.first"), values, self.setup.chosen()[START], partial(self.setup.choose, START),
            abreast=len(values) if flow.wide else 1,
        )  # fmt: skip

    def _rules(self, flow: Flow) -> None:
        setup = self.setup
        if not setup.rules() and not setup.parts():
            return
        flow.heading(t("new.rules"))
        if self._part == 1 or not setup.parts():
            self._expansions(flow)
            self._edition(flow)
            return
        left, right = flow.columns(self.app.metrics, 0.5, BETWEEN)
        self._expansions(left)
        self._edition(right)
        flow.join(left, right)

    def _expansions(self, flow: Flow) -> None:
        for part in self.setup.parts():
            option_choice(flow, self.setup, part, abreast=2)

    def _edition(self, flow: Flow) -> None:
        """Add the editions, and the way to each single rule."""
        setup = self.setup
        if setup.presets():
            preset = setup.preset()
            values = [(name, preset_name(setup.words, name)) for name in setup.presets()]
            text = t("new.edition.text") if preset else t("new.edition.own")
            flow.choice("edition", t("new.edition"), values, preset, setup.use_preset, text, abreast=2)
        if setup.rules():
            flow.buttons(
                [
                    ButtonSpec(
                        "options", t("new.options"), self.to(routes.Options(self.setup)), icon="settings"
                    )
                ]
            )

    # ---- options ----------------------------------------------------------------------------

    def _game(self, game: str) -> None:
        self.setup.ruleset_id = game
        self.setup.seat(self.setup.seats)

    def _seats(self, seats: str) -> None:
        self.setup.seat(int(seats))

    def _next_colour(self, seat: int) -> None:
        """Give the seat the next colour that no other seat has."""
        taken = {player.colour for player in self.setup.players[: self.setup.seats]}
        start = COLOURS.index(self.setup.players[seat].colour)
        order = COLOURS[start + 1 :] + COLOURS[:start]
        free = next((colour for colour in order if colour not in taken), None)
        if free is None:
            return
        for other, player in enumerate(self.setup.players):
            if player.colour == free:
                self.setup.players[other] = player._replace(colour=self.setup.players[seat].colour)
        self.setup.players[seat] = self.setup.players[seat]._replace(colour=free)

    def _rename(self, seat: int, name: str) -> None:
        self.setup.players[seat] = self.setup.players[seat]._replace(name=typed_name(name))

    def _first(self) -> None:
        self.app.replace(routes.FirstGame(self.setup.ruleset_id))

    def _start(self) -> None:
        match = self.setup.begin(self.app)
        self.app.home(routes.Title())  # the page can have been opened from the results of another game
        self.app.open(routes.Table(match))


class OptionsPage(Page):
    """A page of every rule on which editions and interpretations differ, one sentence each."""

    name = "options"

    def __init__(self, app: Host, setup: Setup) -> None:
        super().__init__(app)
        self.setup = setup

    def title(self) -> str:
        return t("options.title")

    def build(self, flow: Flow) -> None:
        for option in self.setup.rules():
            option_choice(flow, self.setup, option)
            flow.gap(0.5)

    def foot(self) -> list[ButtonSpec]:
        return [ButtonSpec("back", t("done"), self.cancel, "primary", icon="check")]


def option_choice(flow: Flow, setup: Setup, option: Option, *, abreast: int = 1) -> None:
    """Add an option with one sentence: a switch, or a button for each value."""
    words, chosen = setup.words, setup.chosen()[option.id]
    offered = option.offered(chosen)
    if set(offered) == set(SWITCH):
        flow.switch(
            f"option.{option.id}", words(f"option.{option.id}"),
            lambda on: setup.choose(option.id, SWITCH[on]), words(f"option.{option.id}.text"),
            on=chosen == SWITCH[True],
        )  # fmt: skip
        return
    values = [(value, capitalised(words(f"option.{option.id}.{value}"))) for value in offered]
    flow.choice(
        f"option.{option.id}", words(f"option.{option.id}"), values, chosen,
        partial(setup.choose, option.id), words(f"option.{option.id}.text"), abreast=abreast,
    )  # fmt: skip


def preset_name(words: Translator, preset: str) -> str:
    """Return the game's name for a preset, or its id if there is no text for it."""
    key = f"preset.{preset}"
    return words(key) if words.has(key) else preset
