"""Setting up a game: which one, who plays in which colour, by which rules."""

from __future__ import annotations

from functools import partial

import pygame

from game import engine
from game.client.i18n import Translator, t
from game.client.scene import Flow, Host, Page, Spec
from game.client.widgets import Swatch
from game.engine.core import Option, ParseError, Ruleset
from game.match import COLOURS, Match, Player

START = "start_player"
"""The option that says who begins: shown with the players, not among the rules."""


class Setup:
    """What was chosen so far. Choices that a game does not know are kept for the others."""

    def __init__(self, ruleset_id: str) -> None:
        self.ruleset_id = ruleset_id
        self.seats = 3
        self.players = [Player("", colour) for colour in COLOURS]
        self.options: dict[str, dict[str, str]] = {}

    @classmethod
    def of(cls, match: Match) -> Setup:
        """The people and rules of a game that was played."""
        setup = cls(match.ruleset.id)
        setup.seats = match.state.seats
        spare = [colour for colour in COLOURS if colour not in {player.colour for player in match.players}]
        setup.players = [*match.players, *(Player("", colour) for colour in spare)]
        setup.options[setup.ruleset_id] = dict(match.record.options)
        return setup

    @property
    def ruleset(self) -> Ruleset:
        return engine.ruleset(self.ruleset_id)

    @property
    def words(self) -> Translator:
        """The texts of the game."""
        return Translator(self.ruleset_id)

    def chosen(self) -> dict[str, str]:
        """Every option of the game with its value."""
        own = self.options.get(self.ruleset_id, {})
        return {option.id: own.get(option.id, option.default) for option in self.ruleset.options}

    def choose(self, option: str, value: str) -> None:
        self.options.setdefault(self.ruleset_id, {})[option] = value

    def use_preset(self, name: str) -> None:
        """All rules as the preset has them; who begins stays as it is."""
        start = self.chosen().get(START)
        self.options[self.ruleset_id] = dict(self.ruleset.presets[name])
        if start is not None:
            self.choose(START, start)

    def preset(self) -> str:
        """The preset that says exactly what is chosen, "" if none does."""
        chosen = self.chosen()
        for name, values in self.ruleset.presets.items():
            if all(chosen[o.id] == values.get(o.id, o.default) for o in self.rules()):
                return name
        return ""

    def rules(self) -> list[Option]:
        """The options that are rules and matter for this many players and the rules chosen."""
        chosen = self.chosen()
        return [o for o in self.ruleset.options if o.id != START and o.matters(self.seats, chosen)]

    def name(self, seat: int) -> str:
        return self.players[seat].name.strip() or t("player", n=seat + 1, number=seat + 1)


class NewGame(Page):
    """The page of a new game."""

    name = "new-game"

    def __init__(self, app: Host, setup: Setup | None = None) -> None:
        super().__init__(app)
        self.setup = setup or Setup(engine.rulesets()[0])
        self.problem = ""

    def title(self) -> str:
        return t("new.title")

    def build(self, flow: Flow) -> None:
        setup = self.setup
        if self.problem:
            flow.text(self.problem, "bold")
            flow.gap()
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
        for seat in range(setup.seats):
            self._player_row(flow, seat)
        self._start_player(flow)
        self._rules(flow)

    def foot(self) -> list[Spec]:
        return [
            Spec("back", t("back"), self.cancel, icon="back"),
            Spec("start", t("new.start"), self._start, "primary", icon="play"),
        ]

    # ---- parts ------------------------------------------------------------------------------

    def _player_row(self, flow: Flow, seat: int) -> None:
        player, height = self.setup.players[seat], flow.button_height
        label = t("new.colour", number=seat + 1, colour=t(f"colour.{player.colour}"))
        square = pygame.FRect(flow.column.x, flow.y, height, height)
        flow.add(
            Swatch(f"colour.{seat}", label, square, partial(self._next_colour, seat), colour=player.colour)
        )
        x = square.right + flow.unit * 0.5
        rect = pygame.FRect(x, flow.y, flow.column.right - x, height)
        flow.row_field(
            rect, f"name.{seat}", t("new.name", number=seat + 1), player.name, partial(self._rename, seat)
        )
        flow.y += height + flow.unit * 0.4

    def _start_player(self, flow: Flow) -> None:
        option = next((o for o in self.setup.ruleset.options if o.id == START), None)
        if option is None:
            return
        flow.gap(0.4)
        values = [(option.default, t("new.first.random"))]
        values += [(str(seat + 1), self.setup.name(seat)) for seat in range(self.setup.seats)]
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

    # ---- choices ----------------------------------------------------------------------------

    def _game(self, game: str) -> None:
        self.setup.ruleset_id = game
        seats = self.setup.ruleset.seats
        self._seats(str(max(seats[0], min(seats[-1], self.setup.seats))))

    def _seats(self, seats: str) -> None:
        self.setup.seats = int(seats)
        if self.setup.chosen().get(START, "random") not in ("random", *map(str, range(1, int(seats) + 1))):
            self.setup.choose(START, "random")

    def _next_colour(self, seat: int) -> None:
        """The next colour nobody else plays."""
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

    def _options(self) -> None:
        self.app.open("options", self.setup)

    def _start(self) -> None:
        setup, app = self.setup, self.app
        players = [setup.players[seat]._replace(name=setup.name(seat)) for seat in range(setup.seats)]
        shown = {option.id for option in setup.rules()} | {START}
        options = {name: value for name, value in setup.chosen().items() if name in shown}
        seed = app.platform.random_seed()
        try:
            match = Match.start(app.shelf.new_id(), setup.ruleset, players, options, seed)
        except ParseError as error:
            self.problem = str(error)
            return
        app.replace("table", match)


class Options(Page):
    """Every rule that editions and readings differ in, a sentence each."""

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
    """What the game calls a preset; its id if it has no text for it."""
    key = f"preset.{preset}"
    return words(key) if words.has(key) else preset
