"""Screen-reader text of a position of *Hansa Teutonica*: players, towns, routes and the rest of the board."""

from __future__ import annotations

from collections.abc import Callable

from game.client.words.chapters import Chapter, nothing, of_players
from game.client.words.i18n import t
from game.games.hansa_teutonica.rules.board import KINDS, PRIVILEGES, TRACKS, Board, Route, Town
from game.games.hansa_teutonica.rules.position import Pieces
from game.games.hansa_teutonica.rules.state import HansaTeutonicaState
from game.games.hansa_teutonica.view.words import Words


class ScreenReaderText:
    """Descriptions of the positions of one game."""

    def __init__(self, words: Words, side: Board) -> None:
        self._words, self._side = words, side
        self._t = words.t
        self._told: dict[object, tuple[object, str]] = {}
        """Cached description of each thing, with the state it describes."""

    def chapters(self, state: HansaTeutonicaState) -> tuple[Chapter, ...]:
        """Return descriptions of everything visible on the player boards and the board."""
        lines, seats = state.scores(), range(state.seats)
        totals = [sum(line.points[seat] for line in lines) for seat in seats]
        players = tuple(self._player(seat, state, totals[seat]) for seat in seats)
        towns = tuple(self._town(town, state) for town in self._side.towns)
        routes = tuple(self._route(route, state) for route in self._side.routes)
        own = [part.description(state) for part in self._words.speakers] or [""]
        return (
            of_players(players),
            Chapter(self._t("told.towns"), towns),
            Chapter(self._t("told.routes"), routes),
            Chapter(self._t("told.rest"), (self._table(state), self._plate(state), *own)),
        )

    def holdings(self, seat: int, state: HansaTeutonicaState) -> str:
        """Return the supply, stock and unused bonus markers of a player."""
        return self._t(
            "told.holdings",
            name=self._words.who(seat),
            supply=self._pile(state.supply_of(seat)),
            stock=self._pile(state.stock_of(seat)),
            markers=nothing(self._markers(state.markers_of(seat))),
        )

    def _once(self, thing: object, seen: object, tell: Callable[[], str]) -> str:
        """Return the description of a thing, cached while its visible state `seen` is unchanged: an action
        changes few descriptions."""
        seen = t.language, self._words.players, seen
        before, told = self._told.get(thing, (None, ""))
        if seen != before:
            told = tell()
            self._told[thing] = seen, told
        return told

    # ---- players ----------------------------------------------------------------------------

    def _player(self, seat: int, state: HansaTeutonicaState, total: int) -> str:
        words, points = self._words, state.points[seat]
        values = tuple(state.value(seat, track) for track in TRACKS)
        supply, stock = state.supply_of(seat), state.stock_of(seat)
        markers, used = state.markers_of(seat), state.used_markers_of(seat)

        def told() -> str:
            named = zip(TRACKS, values, strict=True)
            tracks = [f"{self._t(f'track.{track}')}: {words.value(track, value)}" for track, value in named]
            return self._t(
                "told.player",
                name=words.who(seat),
                points=points,
                total=total,
                tracks=", ".join(tracks),
                supply=self._pile(supply),
                stock=self._pile(stock),
                markers=nothing(self._markers(markers)),
                used=nothing(self._markers(used)),
            )

        seen = points, total, values, supply, stock, tuple(markers.items()), tuple(used.items())
        return self._once(seat, seen, told)

    def _pile(self, pieces: Pieces) -> str:
        return self._words.pieces(*pieces) if any(pieces) else t("told.none")

    def _markers(self, counted: dict[str, int]) -> list[str]:
        return [self._words.marker(kind) for kind, count in counted.items() for _ in range(count)]

    # ---- the board --------------------------------------------------------------------------

    def _town(self, town: Town, state: HansaTeutonicaState) -> str:
        extras, taken = tuple(state.extra_offices(town.id)), tuple(state.town_offices(town.id))
        controller = state.controller(town.id)

        def told() -> str:
            added = [self._t("told.extra", state=self._words.owner(piece)) for piece in reversed(extras)]
            offices = [
                self._t(
                    "told.office",
                    number=number,
                    piece=self._words.kind(KINDS[office.kind]),
                    privilege=self._t(f"privilege.{PRIVILEGES[office.privilege]}"),
                    state=self._words.owner(piece),
                )
                for number, (office, piece) in enumerate(zip(town.offices, taken, strict=True), 1)
            ]
            control = (
                self._t("told.no-control")
                if controller is None
                else self._words.of("told.control", controller)
            )
            what = "; ".join(added + offices)
            parts = [f"{town.name}: {what}.", control] if what else [f"{town.name}.", control]
            if town.green:
                parts.insert(1, self._t("told.green"))
            for track in town.abilities:
                parts.append(self._t("told.ability", track=self._t(f"track.{TRACKS[track]}")))
            return " ".join(parts)

        return self._once(town.id, (extras, taken, controller), told)

    def _route(self, route: Route, state: HansaTeutonicaState) -> str:
        pieces, marker = tuple(state.route_pieces(route.id)), state.tavern_marker(route.id)

        def told() -> str:
            words = self._words
            name, owners = words.routes[route.id], map(words.owner, pieces)
            if any(pieces):
                houses = (
                    self._t(
                        "told.ship" if number in route.ships else "told.house", number=number, state=owner
                    )
                    for number, owner in enumerate(owners, 1)
                )
                said = f"{name}: {'; '.join(houses)}."
            else:
                said = self._t("told.route.empty", route=name, n=len(pieces))
                if route.ships:
                    said += " " + self._t("told.ships", n=len(route.ships))
            if route.country:
                said += " " + self._t("told.country", country=self._t(f"country.{route.country}"))
            if route.effect:
                said += " " + self._t("told.effect", effect=words.effect(route.id))
            if marker is None:
                return said
            return f"{said} {self._t('told.marker', marker=words.marker(marker))}"

        return self._once(route.id, (pieces, marker), told)

    def _table(self, state: HansaTeutonicaState) -> str:
        spaces = zip(self._words.table_points, state.table_seats(), strict=False)
        told = [
            f"{points}: {self._t('empty') if seat is None else self._words.who(seat)}"
            for points, seat in spaces
        ]
        return self._t("told.table", table=self._words.table, spaces=", ".join(told)) if told else ""

    def _plate(self, state: HansaTeutonicaState) -> str:
        markers = [self._words.marker(kind) for kind in state.plate_markers()]
        return self._t("told.plate", markers=", ".join(markers)) if markers else ""
