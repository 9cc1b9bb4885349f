"""The setup of a new game: ruleset, players, board and rules."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Protocol

from game import engine
from game.client.storage.results import has_won
from game.client.storage.save_store import SaveStore
from game.client.storage.settings import Settings, usual_game, usual_level
from game.client.words.i18n import Translator, computers, t
from game.engine.core import Option, Ruleset
from game.match import COLOURS, Computer, Match, Person, PlayerInfo
from game.match.controllers import handed_over
from game.match.match import TEACHING
from game.match.players import player_name
from game.platform import Platform

START = "start_player"
"""The option for the first player, which is shown with the players and not among the rules."""
BOARD = "board"
"""The option for the board, which is chosen by image and not among the rules."""
SWITCH = ("off", "on")
"""Values of an option that switches an expansion."""
MERCHANTS = 8
"""Number of names for computer players in every language."""
ALONE, PEOPLE, WATCH = "alone", "people", "watch"
"""Groups of players: a person against computer players, people only, computer players only."""


class SetupHost(Protocol):
    """The app's interface for a setup: earlier choices, and storage for new games."""

    platform: Platform
    saves: SaveStore
    settings: Settings

    def keep_settings(self) -> None:
        """Save the settings and apply them."""


class Setup:
    """The choices made so far. Choices that the current game does not have are retained for other games.

    levels: by seat, the level of a computer player, or "" for a person
    """

    def __init__(self, ruleset_id: str, *, level: str = "medium", name: str = "", lot: int = 0) -> None:
        """Create a setup.

        level: default level of computer players
        lot: number that selects their names
        """
        self.ruleset_id = ruleset_id
        self.seats = 3
        self.players = [PlayerInfo("", colour) for colour in COLOURS]
        self.players[0] = PlayerInfo(name, COLOURS[0])
        self.level = level
        self._level_chosen = False
        """True once the player has chosen a level."""
        self.levels = [""] * len(COLOURS)
        self.teaching = "off"
        """Minimum size of the mistakes that are commented on if exactly one person plays."""
        self.options: dict[str, dict[str, str]] = {}
        self._left: dict[tuple[str, str], dict[str, str]] = {}
        """Choices to restore when a board is chosen again, by game and board."""
        self._lot = lot

    @classmethod
    def alone(cls, app: SetupHost) -> Setup:
        """Return a setup of one person against two computer players, the default for Play."""
        level, lot = usual_level(app.settings, partial(has_won, app.saves)), app.platform.random_seed()
        setup = cls(usual_game(app.settings), level=level, name=app.settings.name, lot=lot)
        setup.invite(ALONE)
        setup.teaching = app.settings.teaching
        setup.recall(app.settings.rules)
        return setup

    @classmethod
    def of(cls, match: Match) -> Setup:
        """Return a setup with the players and rules of a match. If computer players have taken over the seats
        of all people, these seats are theirs again."""
        setup = cls(match.ruleset.id)
        setup.seats = match.state.seats
        spare = [colour for colour in COLOURS if colour not in {player.colour for player in match.players}]
        unnamed = [t("player", n=seat + 1, number=seat + 1) for seat in range(setup.seats)]
        played = [
            player._replace(name="") if player.name == name else player
            for player, name in zip(match.players, unnamed, strict=True)
        ]
        setup.players = [*played, *(PlayerInfo("", colour) for colour in spare)]
        unattended = all(isinstance(controller, Computer) for controller in match.controllers)
        for seat, controller in enumerate(match.controllers):
            theirs = unattended and handed_over(match.record, seat)
            if isinstance(controller, Computer) and not theirs:
                setup.level = setup.levels[seat] = controller.level
        setup.options[setup.ruleset_id] = dict(match.record.options)
        setup.teaching = match.record.tags.get(TEACHING, "off").partition(" ")[0]
        return setup

    @property
    def ruleset(self) -> Ruleset:
        """The ruleset of the game."""
        return engine.ruleset(self.ruleset_id)

    @property
    def words(self) -> Translator:
        """The texts of the game."""
        return Translator(self.ruleset_id)

    # ---- who plays --------------------------------------------------------------------------

    def invite(self, company: str) -> None:
        """Fill the seats with people and computer players: `ALONE`, `PEOPLE` or `WATCH`."""
        first = {ALONE: 1, PEOPLE: len(self.levels), WATCH: 0}[company]
        self.levels = ["" if seat < first else self.level for seat in range(len(self.levels))]

    def company(self) -> str:
        """Return `ALONE`, `PEOPLE` or `WATCH`; "" for any other combination."""
        persons = [level == "" for level in self.levels[: self.seats]]
        if all(persons):
            return PEOPLE
        return WATCH if not any(persons) else ALONE if persons[0] and sum(persons) == 1 else ""

    @property
    def teachable(self) -> bool:
        """True if exactly one person plays, against computer players."""
        return self.levels[: self.seats].count("") == 1

    def set_level(self, seat: int, level: str) -> None:
        """Assign a seat to a computer player of this level, or to a person if `level` is "". Computer players
        added later get the same level."""
        self.levels[seat] = level
        if level:
            self.level, self._level_chosen = level, True

    def names(self) -> list[str]:
        """Return the names by seat: as typed, otherwise a merchant's name or "Player 2". They are unique."""
        typed = [player_name(player.name) for player in self.players[: self.seats]]
        taken, found = set(typed), []
        for seat, name in enumerate(typed):
            if not name and self.levels[seat]:
                name = next(name for name in self._merchants(seat) if name not in taken)
            found.append(name or t("player", n=seat + 1, number=seat + 1))
            taken.add(name)
        return found

    def _merchants(self, seat: int) -> list[str]:
        """Return the possible names of a computer player at `seat`, in order of preference."""
        return [
            computers(f"merchant.{1 + (self._lot + seat + step) % MERCHANTS}") for step in range(MERCHANTS)
        ]

    # ---- rules ------------------------------------------------------------------------------

    def chosen(self) -> dict[str, str]:
        """Return every option of the game with its value."""
        own = self.options.get(self.ruleset_id, {})
        return {option.id: own.get(option.id, option.default) for option in self.ruleset.options}

    def choose(self, option: str, value: str) -> None:
        """Set an option of the current game."""
        self.options.setdefault(self.ruleset_id, {})[option] = value

    def use_preset(self, name: str) -> None:
        """Set all rules as in the preset, but keep the first player and the expansions."""
        self._set(self.ruleset.presets[name])

    def _set(self, rules: Mapping[str, str]) -> None:
        chosen = self.chosen()
        kept = {START, *(option.id for option in self.ruleset.options if option.values == SWITCH)}
        self.options[self.ruleset_id] = {
            **rules,
            **{name: value for name, value in chosen.items() if name in kept},
        }

    def presets(self) -> list[str]:
        """Return the presets of the board."""
        board = self.board()
        return [name for name, values in self.ruleset.presets.items() if values.get(BOARD, "base") == board]

    def preset(self) -> str:
        """Return the preset that matches the choices exactly, or ""."""
        chosen = self.chosen()
        for name in self.presets():
            values = self.ruleset.presets[name]
            if all(chosen[o.id] == values.get(o.id, o.default) for o in self.rules()):
                return name
        return ""

    def rules(self) -> list[Option]:
        """Return the options that are rules and apply to this number of players and these choices."""
        return [option for option in self._relevant() if option.values != SWITCH and option.id != BOARD]

    def parts(self) -> list[Option]:
        """Return the expansions that the board and the number of players allow."""
        return [option for option in self._relevant() if option.values == SWITCH]

    def settled(self) -> dict[str, str]:
        """Return the choices that apply to this game."""
        shown = {option.id for option in self._relevant()} | {START}
        return {name: value for name, value in self.chosen().items() if name in shown}

    def _relevant(self) -> list[Option]:
        chosen = self.chosen()
        found = (o for o in self.ruleset.options if o.id != START and o.matters(self.seats, chosen))
        return [option for option in found if len(option.offered(chosen[option.id])) > 1]

    # ---- where ------------------------------------------------------------------------------

    def boards(self) -> tuple[str, ...]:
        """Return the boards to choose from; empty if there is only one."""
        found = (o.offered(self.board()) for o in self.ruleset.options if o.id == BOARD)
        return next(found, ())

    def board(self) -> str:
        """Return the chosen board; "base" if there is only one."""
        return self.chosen().get(BOARD, "base")

    def counts(self, board: str = "") -> tuple[int, ...]:
        """Return the possible numbers of players on a board, by default the chosen one."""
        chosen = self.chosen()
        return self.ruleset.played_by({**chosen, BOARD: board} if board else chosen)

    def use_board(self, board: str) -> None:
        """Choose a board. The rules are those last chosen there or of its first edition, and the number of
        players is adapted."""
        if board == self.board():
            return
        self._left[self.ruleset_id, self.board()] = dict(self.options.get(self.ruleset_id, {}))
        presets = self.ruleset.presets.values()
        first = next((dict(values) for values in presets if values.get(BOARD) == board), {BOARD: board})
        self._set(self._left.get((self.ruleset_id, board), first))
        self.seat(self.seats)

    def seat(self, wanted: int) -> None:
        """Set the number of players to the nearest that the game allows."""
        edition = self.preset()
        self.seats = min(self.counts(), key=lambda count: abs(count - wanted))
        if edition and not self.preset():  # the preset also sets the rules that matter only at the new count
            self.use_preset(edition)
        if self.chosen().get(START, "random") not in ("random", *map(str, range(1, self.seats + 1))):
            self.choose(START, "random")

    def recall(self, kept: str) -> None:
        """Restore the last rules, boards, expansions and player counts. Values no longer offered are ignored.

        kept: one line per game, such as `hansa-teutonica seats=4 board=east`
        """
        for game, *pairs in (line.split() for line in kept.splitlines() if line.strip()):
            if game not in engine.rulesets():
                continue
            values = dict(pair.split("=", 1) for pair in pairs if "=" in pair)
            offered = {option.id: option.offered() for option in engine.ruleset(game).options}
            self.options[game] = {
                name: value for name, value in values.items() if value in offered.get(name, ())
            }
            if game == self.ruleset_id and values.get("seats", "").isdecimal():
                self.seats = int(values["seats"])
        if self.seats not in self.counts():
            self.seats = min(self.counts(), key=lambda count: abs(count - self.seats))

    def recalled(self, kept: str) -> str:
        """Return `kept` with the line of this game replaced by the current choices."""
        usual = {option.id: option.default for option in self.ruleset.options}
        own = [f"{o}={value}" for o, value in self.settled().items() if o != START and value != usual[o]]
        others = [line for line in kept.splitlines() if line.split()[:1] != [self.ruleset_id]]
        return "\n".join([*others, " ".join([self.ruleset_id, f"seats={self.seats}", *own])])

    # ---- beginning --------------------------------------------------------------------------

    def begin(self, app: SetupHost) -> Match:
        """Start the game and store its choices for the next one. Raises `ParseError` as `Match.start`
        does."""
        players = [self.players[seat]._replace(name=name) for seat, name in enumerate(self.names())]
        controllers = [
            Computer(level, 1 + app.platform.random_seed() % 999) if level else Person()
            for level in self.levels[: self.seats]
        ]
        game_id, seed = app.saves.new_id(), app.platform.random_seed()
        taught = self.teachable and self.teaching != "off"
        tags = {TEACHING: self.teaching} if taught else {}
        rules = self.settled()
        match = Match.start(game_id, self.ruleset, players, rules, seed, tags, controllers=controllers)
        self._remember(app)
        return match

    def _remember(self, app: SetupHost) -> None:
        settings, name = app.settings, player_name(self.players[0].name)
        settings.game = self.ruleset_id
        settings.rules = self.recalled(settings.rules)
        if not self.levels[0]:
            settings.name = name
        if self.teachable:
            settings.teaching = self.teaching
        if self._level_chosen and any(self.levels[: self.seats]):
            settings.level, settings.level_chosen = self.level, "yes"
        app.keep_settings()
