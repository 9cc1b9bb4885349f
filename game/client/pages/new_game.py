"""The new-game page, and the page of individual rules."""

from __future__ import annotations

from functools import partial

import pygame

from game import engine
from game.client.draw.widgets import Swatch
from game.client.frame import to
from game.client.frame.flow import Flow, Spec
from game.client.frame.page import Page
from game.client.frame.scene import Host
from game.client.frame.setup import ALONE, PEOPLE, START, WATCH, Setup
from game.client.table.computers import who_plays
from game.client.words.i18n import Translator, computers, guide, t
from game.match import COLOURS


class NewGame(Page):
    """The new-game page."""

    name = "new-game"

    def __init__(self, app: Host, setup: Setup | None = None) -> None:
        super().__init__(app)
        self.setup = setup or Setup.alone(app)

    def title(self) -> str:
        return t("new.title")

    def build(self, flow: Flow) -> None:
        setup = self.setup
        for game in engine.rulesets():
            words, seats = Translator(game), engine.ruleset(game).seats
            aside = t("new.seats", least=seats[0], most=seats[-1])
            chosen = game == setup.ruleset_id
            flow.card(
                f"game.{game}", words("game.name"), words("game.summary"), partial(self._game, game),
                chosen=chosen, aside=aside,
            )  # fmt: skip
        flow.heading(t("new.players"))
        counts = [(str(n), str(n)) for n in setup.ruleset.seats]
        flow.choice("seats", t("new.count"), counts, str(setup.seats), self._seats)
        companies = [(company, computers(f"company.{company}")) for company in (ALONE, PEOPLE, WATCH)]
        flow.choice(
            "company",
            computers("company"),
            companies,
            setup.company(),
            setup.invite,
            computers("company.text"),
        )
        for seat in range(setup.seats):
            self._player_row(flow, seat)
        if setup.company() == ALONE:
            flow.buttons([Spec("first", guide("offer"), self._first, icon="lesson")])
        self._start_player(flow)
        self._rules(flow)

    def foot(self) -> list[Spec]:
        return [
            Spec("back", t("back"), self.cancel, icon="back"),
            Spec("start", t("new.start"), self._start, "primary", icon="play"),
        ]

    # ---- parts ------------------------------------------------------------------------------

    def _player_row(self, flow: Flow, seat: int) -> None:
        """Colour, name and, where there is room beside them, who plays."""
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
            who = pygame.FRect(0, flow.y, flow.unit * 21, height).move_to(right=flow.column.right)
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
            "first", t("new.first"), values, self.setup.chosen()[START], partial(self.setup.choose, START)
        )

    def _rules(self, flow: Flow) -> None:
        setup = self.setup
        if not setup.rules():
            return
        flow.heading(t("new.rules"))
        if setup.ruleset.presets:
            preset = setup.preset()
            values = [(name, preset_name(setup.words, name)) for name in setup.ruleset.presets]
            text = t("new.edition.text") if preset else t("new.edition.own")
            flow.choice("edition", t("new.edition"), values, preset, setup.use_preset, text)
        flow.buttons([Spec("options", t("new.options"), self._options, icon="settings")])

    # ---- options ----------------------------------------------------------------------------

    def _game(self, game: str) -> None:
        self.setup.ruleset_id = game
        seats = self.setup.ruleset.seats
        self._seats(str(max(seats[0], min(seats[-1], self.setup.seats))))

    def _seats(self, seats: str) -> None:
        edition = self.setup.preset()
        self.setup.seats = int(seats)
        if edition and not self.setup.preset():  # it also sets the rules that matter only at the new count
            self.setup.use_preset(edition)
        if self.setup.chosen().get(START, "random") not in ("random", *map(str, range(1, int(seats) + 1))):
            self.setup.choose(START, "random")

    def _next_colour(self, seat: int) -> None:
        """The next colour no other seat has."""
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
        self.setup.players[seat] = self.setup.players[seat]._replace(name=name.replace("\n", " ")[:24])

    def _first(self) -> None:
        self.app.replace(to.FirstGame(self.setup.ruleset_id))

    def _options(self) -> None:
        self.app.open(to.Options(self.setup))

    def _start(self) -> None:
        self.app.replace(to.Table(self.setup.begin(self.app)))


class Options(Page):
    """Every rule on which editions and readings differ, one sentence each."""

    name = "options"

    def __init__(self, app: Host, setup: Setup) -> None:
        super().__init__(app)
        self.setup = setup

    def title(self) -> str:
        return t("options.title")

    def build(self, flow: Flow) -> None:
        words, chosen = self.setup.words, self.setup.chosen()
        for option in self.setup.rules():
            values = [
                (value, words(f"option.{option.id}.{value}")) for value in option.offered(chosen[option.id])
            ]
            flow.choice(
                f"option.{option.id}", words(f"option.{option.id}"), values, chosen[option.id],
                partial(self.setup.choose, option.id), words(f"option.{option.id}.text"),
            )  # fmt: skip
            flow.gap(0.5)

    def foot(self) -> list[Spec]:
        return [Spec("back", t("done"), self.cancel, "primary", icon="check")]


def preset_name(words: Translator, preset: str) -> str:
    """The game's name for a preset; its id if there is no text for it."""
    key = f"preset.{preset}"
    return words(key) if words.has(key) else preset
