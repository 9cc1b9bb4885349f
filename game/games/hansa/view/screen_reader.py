"""Screen-reader text of a position of *Hansa*: players, towns, goods left in the stacks."""

from __future__ import annotations

from game.client.words.chapters import Chapter, nothing, of_players
from game.games.hansa.rules.board import ROUTES, TOWNS, Town
from game.games.hansa.rules.state import HansaState
from game.games.hansa.view.info_cards import card_sentences
from game.games.hansa.view.words import Words


class ScreenReaderText:
    """Descriptions of the positions of one game."""

    def __init__(self, words: Words) -> None:
        self._words = words
        self._t = words.t

    def chapters(self, state: HansaState, points: tuple[str, ...]) -> tuple[Chapter, ...]:
        """Return descriptions of everything visible on player boards and chart; `points`: certain points of
        each seat."""
        players = tuple(self._player(seat, state, points[seat]) for seat in range(state.seats))
        towns = tuple(self._town(town, state) for town in TOWNS)
        stacks = self._t("told.stacks", stacks=", ".join(str(count) for count in state.stacks()))
        bank = self._t("told.bank", coins=self._words.coins(state.bank))
        card = (Chapter(self._t("card"), tuple(card_sentences(self._words, state))),) if state.extra else ()
        return (
            of_players(players),
            Chapter(self._t("told.towns"), towns),
            Chapter(self._t("told.rest"), (stacks, bank)),
            *card,
        )

    def holdings(self, seat: int, state: HansaState) -> str:
        """Return the coins, markets and unsold goods of a player."""
        return self._t(
            "told.holdings",
            name=self._words.who(seat),
            coins=self._words.coins(state.coins[seat]),
            markets=state.reserve[seat],
            goods=nothing([self._words.good(good) for good in state.unsold(seat)], "; "),
        )

    def _player(self, seat: int, state: HansaState, points: str) -> str:
        goods = [self._words.good(good) for good in state.unsold(seat)]
        return self._t(
            "told.player",
            name=self._words.who(seat),
            points=points,
            coins=self._words.coins(state.coins[seat]),
            markets=state.reserve[seat],
            sold=len(state.sold_goods(seat)),
            goods=nothing(goods, "; "),
        )

    def _town(self, town: Town, state: HansaState) -> str:
        words = self._words
        goods = [words.good(good) for name in town.warehouses if (good := state.warehouse(name))]
        owners = [
            self._t("town.owner", name=words.who(seat), n=count)
            for seat in range(state.seats)
            if (count := state.markets_in(town.id, seat))
        ]
        ways = [words.town(route.target) for route in ROUTES if route.source == town.id]
        parts = [
            self._t("told.goods", goods=nothing(goods, "; ")),
            self._t("town.markets", owners=nothing(owners)),
            self._t("told.ways", towns=", ".join(ways)),
        ]
        if state.ship_town == town.id:
            parts.insert(0, self._t("told.ship"))
        return self._t("town.with", town=words.town(town.id), what=" ".join(parts))
