"""The plain view, as the table scene asks for it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

import pygame

from game.client.draw.cards import InfoCard
from game.client.views.displayed import Displayed
from game.client.views.picture import Picture
from game.client.views.plain.board import PlainBoard, disc
from game.client.views.plain.desk import Counted, PlainDesk, heights
from game.client.views.plain.words import PlainWords, proper
from game.client.views.standing import rows, total
from game.client.views.view import GameView, Shape
from game.client.words.chapters import Chapter, nothing, of_players
from game.client.words.i18n import t
from game.engine.core import Action, Decision, Event, Reason, Ruleset, State
from game.engine.declared import DeclaredRules, DeclaredState
from game.engine.declared.fields import BySeat, Pieces
from game.engine.declared.state import BASE
from game.match import PlayerInfo

OWN = (*BASE, "over")
"""Fields of every declared state, which the table shows by other means."""


class PlainView(GameView[State]):
    """One game on the screen, from what its rules declare; of other rules, from their actions and scores."""

    geometry: PlainBoard
    desks: tuple[PlainDesk, ...]

    def __init__(self, ruleset: Ruleset, players: Sequence[PlayerInfo], options: Mapping[str, str]) -> None:
        super().__init__(ruleset, players, options)
        state = ruleset.state if isinstance(ruleset, DeclaredRules) else None
        self._fields = {} if state is None else state.fields
        self._facts = [
            name
            for name, field in self._fields.items()
            if name not in OWN and not isinstance(field, BySeat | Pieces)
        ]
        self.geometry = PlainBoard(None if state is None else state.board, facts=bool(self._facts))
        self._placed = {name: field for name, field in self._fields.items() if isinstance(field, Pieces)}
        self._words = PlainWords(ruleset.id, players)
        self.desks = tuple(PlainDesk(seat, player) for seat, player in enumerate(self.players))
        self._colours = [player.colour for player in self.players]
        self._shown = Displayed()
        self._boxes = len(self._counted(ruleset.new_game(len(players), options), 0))
        self.desk_heights = heights(self._boxes)
        self.board_aspect = self.geometry.width / self.geometry.height

    def set_players(self, players: Sequence[PlayerInfo]) -> None:
        super().set_players(players)
        self._words.players = self.players

    @property
    def picture(self) -> Picture:
        return self.geometry.picture

    # ---- what the rules declare -------------------------------------------------------------

    def _counted(self, state: State, seat: int) -> list[Counted]:
        """Return the numbers of a seat: the declared ones, else the rows of the scoring."""
        names = [name for name, field in self._fields.items() if isinstance(field, BySeat)]
        if names:
            return [
                Counted(f"{name}.{seat}", self._words.of(f"desk.{name}"), getattr(state, name)[seat])
                for name in names
            ]
        lines = state.scores()
        return [Counted(f"{one.id}.{seat}", self.score_label(one.id), one.points[seat]) for one in lines]

    def _pieces(self, state: State) -> Iterator[tuple[str, tuple[int, ...]]]:
        """Yield every place of the map with the owners of the pieces there."""
        for name, field in self._placed.items():
            for place in field.places:
                yield f"{field.kind}.{place}", getattr(state, name).get(place, ())

    def _listed(self, state: State) -> list[tuple[str, str]]:
        """Return the fields to be written on the board. Without a map: all but those of the desks; other
        rules: the position."""
        if isinstance(state, DeclaredState):
            listed = [name for name, field in self._fields.items() if not isinstance(field, BySeat)]
            return [
                self._fact(state, name) for name in (listed if self.geometry.network is None else self._facts)
            ]
        found = (word.partition("=") for word in state.position(state.actor).split()[1:])
        return [(self._words.of(f"field.{name}"), value) for name, _, value in found]

    def _fact(self, state: State, name: str) -> tuple[str, str]:
        """Return the name and the value of a declared field as texts."""
        written = self._fields[name].write(getattr(state, name))
        key = f"field.{name}.{written}"
        return self._words.of(f"field.{name}"), self._words.t(key) if self._words.t.has(key) else written

    # ---- where things are -------------------------------------------------------------------

    def shape(self, element: str, state: State) -> Shape | None:
        return self.geometry.shape(element)

    def around(self, element: str, state: State) -> Sequence[str]:
        kind, _, name = element.partition(".")
        network = self.geometry.network
        if network is None or kind not in ("route", "space"):
            return ()
        route = network.route_of.get(name, name)
        return tuple(f"town.{town}" for town in network.ends.get(route, ()))

    def part(self, element: str) -> tuple[str, str]:
        network = self.geometry.network
        kind, _, name = element.partition(".")
        if network and kind == "space" and name in network.route_of:
            return "routes", self._words.element(f"route.{network.route_of[name]}")
        return super().part(element)

    def anchor(self, place: str, state: State) -> tuple[float, float]:
        shape = self.geometry.shape(place)
        if shape is not None:
            return shape.rect.center
        for seat, desk in enumerate(self.desks):
            for index, each in enumerate(self._counted(state, seat)):
                if each.place == place:
                    return desk.place_of(index, self._boxes).center
        return self.geometry.rect.center

    # ---- drawing ----------------------------------------------------------------------------

    def draw_pieces(self, target: pygame.Surface, state: State, hidden: frozenset[str]) -> None:
        network = self.geometry.network
        if network is None:
            self.geometry.draw_list(target, self._listed(state))
            return
        self.geometry.draw_facts(target, self._listed(state))
        self.geometry.draw_names(target, {f"town.{town}": self._town(town) for town in network.towns})
        for place, owners in self._pieces(state):
            seen = self._shown.value(place, owners, hidden)
            if seen and place in self.geometry.places:
                self.geometry.draw_pieces(target, place, seen, self._colours)

    def _town(self, town: str) -> str:
        key = f"town.{town}"
        return self._words.t(key) if self._words.t.has(key) else proper(town)

    def draw_desk(self, target: pygame.Surface, seat: int, state: State, hidden: frozenset[str]) -> None:
        counted = [
            each._replace(value=self._shown.value(each.place, each.value, hidden))
            for each in self._counted(state, seat)
        ]
        self.desks[seat].draw(target, counted, self.points(seat, state), state.actor == seat)

    def piece(self, piece: str, seat: int | None) -> pygame.Surface:
        return disc("neutral" if seat is None else self._colours[seat], self.geometry.piece_size)

    def points(self, seat: int, state: State) -> str:
        return str(total(state, seat))

    # ---- words ------------------------------------------------------------------------------

    def prompt(self, decision: Decision, state: State) -> str:
        return self._words.prompt(decision, state.actor)

    def label(self, element: str, state: State) -> str:
        return self._words.element(element)

    def tell_action(self, action: Action, state: State) -> str:
        return self._words.action(action)

    def tell_event(self, event: Event, state: State) -> str:
        return self._words.event(event)

    def score_label(self, line: str) -> str:
        return self._words.of(f"score.{line}")

    def reason_text(self, reason: str) -> str:
        return self._words.of(f"ending.{reason}")

    def chapters(self, state: State) -> tuple[Chapter, ...]:
        players = tuple(" ".join(self._standing(seat, state)) for seat in range(state.seats))
        board = tuple(f"{name}: {value}." for name, value in self._listed(state))
        if self.geometry.network is not None:
            board += tuple(
                f"{self._words.element(place)}: {self._owners(owners)}."
                for place, owners in self._pieces(state)
                if owners
            )
        return of_players(players), Chapter(t("plain.board"), board or (nothing(()),))

    def _standing(self, seat: int, state: State) -> Iterator[str]:
        yield f"{self.players[seat].name}."
        for each in self._counted(state, seat):
            yield f"{each.name}: {each.value}."

    def _owners(self, owners: Sequence[int]) -> str:
        names = (self.players[seat].name for seat in dict.fromkeys(owners))
        counts = (owners.count(seat) for seat in dict.fromkeys(owners))
        return nothing(
            [f"{name} {count}" if count > 1 else name for name, count in zip(names, counts, strict=True)]
        )

    # ---- what things are, and what cannot be done ---------------------------------------------

    def about(self, state: State, shown: int) -> Mapping[str, Shape]:
        found = {name: self.geometry.shape(name) for name in (*self.geometry.places, *self.geometry.lines)}
        on_desk = {each.place: index for index, each in enumerate(self._counted(state, shown))}
        desk = self.desks[shown]
        shapes = {place: Shape(desk.place_of(index, self._boxes)) for place, index in on_desk.items()}
        header = {f"desk.{shown}": Shape(desk.header)}
        return {**{name: shape for name, shape in found.items() if shape}, **shapes, **header}

    def card(self, element: str, state: State) -> InfoCard | None:
        kind, _, rest = element.partition(".")
        if kind == "desk":
            return InfoCard(self.players[int(rest)].name, tuple(rows(state, int(rest), self.score_label)))
        owners = dict(self._pieces(state)).get(element)
        if owners is not None:
            return InfoCard(self.label(element, state), (self._owners(owners),))
        for seat in range(state.seats):
            for each in self._counted(state, seat):
                if each.place == element:
                    return InfoCard(self.players[seat].name, (f"{each.name}: {each.value}",))
        return InfoCard(self.label(element, state)) if element in self.geometry.lines else None

    def things(self, state: State) -> Iterable[str]:
        return (*self.geometry.places, *self.geometry.lines)

    def why_not(self, element: str, state: State) -> str:
        if not isinstance(self.ruleset, DeclaredRules):
            return ""
        found = next((each for each in self.ruleset.actions if each.path[0] == element), None)
        reason = None if found is None else state.why_not(found)
        return "" if reason is None else self.refusal(reason, state)

    def refusal(self, reason: Reason, state: State) -> str:
        return self._words.refusal(reason)
