"""A position of Hansa Teutonica in words: players, towns, routes and whatever else is on the board."""

from __future__ import annotations

from game.client.views.hansa_teutonica.words import Words
from game.client.words.chapters import Chapter, nothing, of_players
from game.client.words.i18n import t
from game.engine.hansa_teutonica.board import KINDS, PRIVILEGES, TRACKS, Board, Route, Town
from game.engine.hansa_teutonica.position import Pieces
from game.engine.hansa_teutonica.state import HansaTeutonicaState


class Aloud:
    """Describes the positions of one game."""

    def __init__(self, words: Words, side: Board) -> None:
        self._words, self._side = words, side
        self._t = words.t

    def chapters(self, state: HansaTeutonicaState) -> tuple[Chapter, ...]:
        """Everything visible on the desks and the board."""
        players = tuple(self._player(seat, state) for seat in range(state.seats))
        towns = tuple(self._town(town, state) for town in self._side.towns)
        routes = tuple(self._route(route, state) for route in self._side.routes)
        own = [part.aloud(state) for part in self._words.speakers] or [""]
        return (
            of_players(players),
            Chapter(self._t("told.towns"), towns),
            Chapter(self._t("told.routes"), routes),
            Chapter(self._t("told.rest"), (self._table(state), self._plate(state), *own)),
        )

    # ---- players ----------------------------------------------------------------------------

    def _player(self, seat: int, state: HansaTeutonicaState) -> str:
        words = self._words
        tracks = [
            f"{self._t(f'track.{track}')}: {words.value(track, state.value(seat, track))}" for track in TRACKS
        ]
        return self._t(
            "told.player",
            name=words.who(seat),
            points=state.points[seat],
            total=sum(line.points[seat] for line in state.scores()),
            tracks=", ".join(tracks),
            supply=self._pile(state.supply_of(seat)),
            stock=self._pile(state.stock_of(seat)),
            markers=nothing(self._markers(state.markers_of(seat))),
            used=nothing(self._markers(state.used_markers_of(seat))),
        )

    def _pile(self, pieces: Pieces) -> str:
        return self._words.pieces(*pieces) if any(pieces) else t("told.none")

    def _markers(self, counted: dict[str, int]) -> list[str]:
        return [self._words.marker(kind) for kind, count in counted.items() for _ in range(count)]

    # ---- the board --------------------------------------------------------------------------

    def _town(self, town: Town, state: HansaTeutonicaState) -> str:
        extras = [
            self._t("told.extra", state=self._words.owner(piece))
            for piece in reversed(state.extra_offices(town.id))
        ]
        offices = [
            self._t(
                "told.office",
                number=number,
                piece=self._words.kind(KINDS[office.kind]),
                privilege=self._t(f"privilege.{PRIVILEGES[office.privilege]}"),
                state=self._words.owner(piece),
            )
            for number, (office, piece) in enumerate(
                zip(town.offices, state.town_offices(town.id), strict=True), 1
            )
        ]
        controller = state.controller(town.id)
        control = (
            self._t("told.no-control") if controller is None else self._words.of("told.control", controller)
        )
        parts = [f"{town.name}: {'; '.join(extras + offices)}.", control]
        if town.ability is not None:
            parts.append(self._t("told.ability", track=self._t(f"track.{TRACKS[town.ability]}")))
        return " ".join(parts)

    def _route(self, route: Route, state: HansaTeutonicaState) -> str:
        pieces = state.route_pieces(route.id)
        name = self._words.routes[route.id]
        if any(pieces):
            houses = (
                self._t("told.house", number=number, state=self._words.owner(piece))
                for number, piece in enumerate(pieces, 1)
            )
            told = f"{name}: {'; '.join(houses)}."
        else:
            told = self._t("told.route.empty", route=name, n=len(pieces))
        marker = state.tavern_marker(route.id)
        return (
            told if marker is None else f"{told} {self._t('told.marker', marker=self._words.marker(marker))}"
        )

    def _table(self, state: HansaTeutonicaState) -> str:
        spaces = zip(self._words.table_points, state.table_seats(), strict=False)
        told = [
            f"{points}: {self._t('empty') if seat is None else self._words.who(seat)}"
            for points, seat in spaces
        ]
        return self._t("told.table", spaces=", ".join(told)) if told else ""

    def _plate(self, state: HansaTeutonicaState) -> str:
        markers = [self._words.marker(kind) for kind in state.plate_markers()]
        return self._t("told.plate", markers=", ".join(markers)) if markers else ""
