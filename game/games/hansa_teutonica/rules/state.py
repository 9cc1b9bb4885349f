"""Public state of *Hansa Teutonica*, as the engine's interface requires.

The pending decision is one object of the table in `decisions`. It lists the legal actions and applies them.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from random import Random
from typing import Self

from game.engine.core import Action, Outcome, ParseError, Reason, ScoreLine, Told, shuffle
from game.engine.reveals import drawn_first, revealed_pieces
from game.games.hansa_teutonica.rules import invariants, position_format, scoring
from game.games.hansa_teutonica.rules.effects import back_to_turn, begin_turn
from game.games.hansa_teutonica.rules.position import Position


class HansaTeutonicaState(Position):
    """A position that players change through `apply`."""

    __slots__ = ()

    @property
    def actor(self) -> int | None:
        """Return the seat that must decide now, which can be the displaced player."""
        return None if self.now is None else self.decider

    def parse_action(self, text: str) -> Action:
        """Return the action with this text."""
        return self.edition.words.parse(text)

    def why_not_offered(self, element: str) -> Reason | None:
        """Return why an element of the board or of the actor's player board begins no legal action; None if
        there is nothing to explain."""
        return None if self.now is None else self.edition.decisions[self.now.id].explain(self, element)

    def determinize(self, rng: Random, seat: int | None = None) -> Self:
        """Return a copy with the face-down markers reshuffled: the bag, and the plate until it is revealed.

        No seat knows more of the markers than the others. Hidden information of modules can be known to its
        seat.
        """
        return self._dealt(rng, () if seat is None else (seat,))

    @property
    def secret(self) -> bool:
        """Return whether a module gives seats secret information."""
        return bool(self.edition.secrets)

    def deal_rest(self, rng: Random) -> Self:
        """Return a copy with the hidden information redealt that the position string did not contain."""
        unknown = {seat for module in self.edition.secrets for seat in module.unknown_seats(self)}
        return self._dealt(rng, [seat for seat in range(self.seats) if seat not in unknown])

    def _dealt(self, rng: Random, known: Collection[int]) -> Self:
        """Return a copy with everything hidden redealt except what these seats know."""
        new = self.copy()
        hidden = list(self.bag[: self.bag_left])
        if not self.revealed:
            hidden += self.plate
        shuffle(hidden, rng)
        new.bag = tuple(hidden[: self.bag_left])
        if not self.revealed:
            new.plate = tuple(hidden[self.bag_left :])
        for module in self.edition.secrets:
            module.redeal(new, rng, known)
        return new

    def turn_of(self, seat: int) -> Self:
        """Return the position at the beginning of a seat's next turn if nothing changes before, or in its
        turn that is under way."""
        new = self.copy()
        new.agenda, new.plate, new.revealed = (), (), False
        if seat == self.active:
            back_to_turn(new)
        else:
            new.hand = new.origins = ()
            new.allowance = 0
            begin_turn(new, seat, [])
        new._legal = None  # those of the turn that is passed over
        return new

    def arrange(self, told: Told) -> None:
        """Apply a reveal: put the markers that the end of the turn shows (`reveal`) face down on the plate
        (9.8), and the information that modules will reveal in its place."""
        rest, secrets = told, self.edition.secrets
        if secrets and isinstance(told, Mapping):
            shown = [module.shows for module in secrets]
            rest = {kind: pieces for kind, pieces in told.items() if kind not in shown}
            values = [(one, one.revealed(self, told[one.shows])) for one in secrets if one.shows in told]
        else:
            values = []
        self._lay_down(rest)
        for module, value in values:
            module.store(self, value)

    def _lay_down(self, told: Told) -> None:
        """Put the revealed markers on the plate. Raises `ParseError` for anything else."""
        kinds = revealed_pieces(told, "reveal", [f"marker.{name}" for name in self.edition.markers])
        if not kinds:
            return
        face_down = () if self.revealed else self.plate
        if len(kinds) != len(face_down):
            raise ParseError(f"reveal: {len(kinds)} markers, but {len(face_down)} lie face down on the plate")
        hidden = drawn_first(kinds, [*face_down, *reversed(self.bag[: self.bag_left])], "reveal")
        self.plate = tuple(hidden[: len(kinds)])
        self.bag = tuple(reversed(hidden[len(kinds) :]))

    @property
    def outcome(self) -> Outcome | None:
        """Return the ranking of a finished game (rules section 11)."""
        return scoring.outcome(self) if self.now is None else None

    def scores(self) -> tuple[ScoreLine, ...]:
        """Return the rows track, full_tracks, markers, table, towns and network."""
        return scoring.score_lines(self)

    def position(self, seat: int | None = None) -> str:
        """Return the position string as a seat may know it, or with None the public one
        (docs/reference/notation.md)."""
        return position_format.format_position(self, seat)

    def check(self) -> None:
        """Check the invariants of rules section 13."""
        invariants.check_invariants(self)
