"""Mission cards (rules section 15): one secret card for each player, with three of the towns."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from random import Random
from typing import NamedTuple

from game.engine.core import Event, Option, ParseError, ScoreLine, shuffle
from game.engine.position_fields import PositionFields, join, split
from game.engine.reveals import revealed_pieces
from game.games.hansa_teutonica.rules.edition import PositionField, SecretModule
from game.games.hansa_teutonica.rules.expansion import BACK, FRONT, Expansion, Extra
from game.games.hansa_teutonica.rules.position import Position

CARDS = (
    ("osnabrueck", "stendal", "paderborn"),
    ("dortmund", "minden", "lueneburg"),
    ("minden", "perleberg", "goslar"),
    ("arnheim", "perleberg", "hannover"),
    ("dortmund", "stendal", "kampen"),
    ("arnheim", "osnabrueck", "hildesheim"),
    ("arnheim", "perleberg", "bremen"),
    ("minden", "osnabrueck", "magdeburg"),
    ("dortmund", "stendal", "muenster"),
)
"""Towns on each card (15.1)."""

TOWN_POINTS, ALL_POINTS = 1, 5
"""Points for each town with an office of the card's owner, and additional points for control of all three
(15.2)."""

SHOWN = "mission"
"""Kind of the events that reveal a card."""
UNKNOWN = "?"
NAMES = tuple(join(card) for card in CARDS)


class Cards(NamedTuple):
    """The number of each seat's card, and the seats whose card is only a guess, because the position string
    did not contain it."""

    cards: tuple[int, ...] = ()
    made_up: tuple[int, ...] = ()


class Missions(SecretModule[Cards]):
    """The rules module of mission cards."""

    id = "missions"
    options = (Option("missions", ("off", "on"), "off", when=("board", ("base",))),)
    no_fields = "there are no mission cards in this game"
    fields = (PositionField("missions", "fresh"),)
    initial = Cards()
    shows = SHOWN

    def towns(self, s: Position, seat: int) -> tuple[str, ...] | None:
        """Return the towns on a seat's card, or None if it is unknown here."""
        cards, made_up = self.state(s)
        return None if seat in made_up else CARDS[cards[seat]]

    # ---- dealing --------------------------------------------------------------------------------

    def deal(self, s: Position) -> None:
        """Deal arbitrary cards, before a position string names the real ones."""
        self.store(s, Cards(tuple(range(s.seats)), tuple(range(s.seats))))

    def deal_hidden(self, s: Position, rng: Random) -> None:
        self.redeal(s, rng, ())
        self.store(s, Cards(self.state(s).cards))

    def redeal(self, s: Position, rng: Random, known: Collection[int]) -> None:
        if not over(s):
            cards = self.state(s).cards
            left = [card for card in range(len(CARDS)) if all(cards[seat] != card for seat in known)]
            shuffle(left, rng)
            dealt = tuple(cards[seat] if seat in known else left.pop() for seat in range(s.seats))
            self.store(s, Cards(dealt, tuple(seat for seat in range(s.seats) if seat not in known)))

    def unknown_seats(self, s: Position) -> Collection[int]:
        return self.state(s).made_up

    # ---- the end --------------------------------------------------------------------------------

    def on_game_over(self, s: Position, events: list[Event]) -> None:
        """Reveal all cards."""
        for seat, card in enumerate(self.state(s).cards):
            events.append(Event(SHOWN, seat, f"mission.{NAMES[card]}"))

    def revealed(self, s: Position, pieces: Sequence[str]) -> Cards:
        found = revealed_pieces({SHOWN: pieces}, SHOWN, [f"mission.{name}" for name in NAMES])
        if not found:
            return self.state(s)
        if len(found) != s.seats or len(set(found)) != s.seats:
            raise ParseError(f"{SHOWN}: {s.seats} different cards are wanted")
        known = [seat for seat in range(s.seats) if seat not in self.state(s).made_up]
        if any(found[seat] != self.state(s).cards[seat] for seat in known):
            raise ParseError(f"{SHOWN}: a card that is known already is another one")
        return Cards(tuple(found))

    def score_rows(self, s: Position, rows: list[ScoreLine]) -> None:
        """Add the points of cards only when they are revealed (15.3)."""
        if over(s):
            rows.append(ScoreLine("missions", tuple(self.points(s, seat) for seat in range(s.seats))))

    def points(self, s: Position, seat: int) -> int:
        """Return the points of a seat's card (15.2)."""
        towns = [s.board.town_index[town] for town in CARDS[self.state(s).cards[seat]]]
        offices = sum(s.presence[seat] >> town & 1 for town in towns)
        controlled = all(s.row(town) and s.control(town) == seat for town in towns)
        return TOWN_POINTS * offices + ALL_POINTS * controlled

    # ---- position strings -----------------------------------------------------------------------

    def write_for(self, s: Position, viewer: int | None) -> Sequence[str]:
        cards = enumerate(self.state(s).cards)
        return (",".join(NAMES[card] if over(s) or seat == viewer else UNKNOWN for seat, card in cards),)

    def read(self, s: Position, fields: PositionFields) -> None:
        given = fields.by_seat("missions", s.seats) or [UNKNOWN] * s.seats
        said = {seat: _card(text) for seat, text in enumerate(given) if text != UNKNOWN}
        if len(set(said.values())) < len(said):
            raise ParseError("missions: a card is given twice")
        left = iter(card for card in range(len(CARDS)) if card not in said.values())
        cards = tuple(said[seat] if seat in said else next(left) for seat in range(s.seats))
        self.store(s, Cards(cards, tuple(seat for seat in range(s.seats) if seat not in said)))

    def check(self, s: Position) -> None:
        cards = self.state(s).cards
        assert len(set(cards)) == s.seats == len(cards), "missions: everybody has another card"


def over(s: Position) -> bool:
    """Return whether the game is over, which is False before the first turn."""
    return s.now is None and s.turns > 0


def _card(text: str) -> int:
    for card, towns in enumerate(CARDS):
        if set(split(text)) == set(towns):
            return card
    raise ParseError(f"missions: no card has the towns {text[:60]!r}")


EXPANSION = Expansion(
    rank=5,
    extras=(
        Extra(
            Missions,
            "missions",
            boards=(FRONT.id, BACK.id),
            why="the towns of the mission cards are those of the base board",
        ),
    ),
)
