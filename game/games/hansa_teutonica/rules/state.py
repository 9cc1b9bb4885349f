"""A position of Hansa Teutonica behind the contract.

The open decision is one object of the table in `decisions`; it lists the legal actions and applies them.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from random import Random
from typing import Self

from game.engine.core import Action, Decision, Event, Outcome, ParseError, Reason, ScoreLine, Told, shuffle
from game.engine.telling import drawn_first, pieces_told
from game.games.hansa_teutonica.rules import invariants, position_format, scoring
from game.games.hansa_teutonica.rules.position import Position


class HansaTeutonicaState(Position):
    """A position that players change, by `apply` alone."""

    __slots__ = ()

    @property
    def actor(self) -> int | None:
        """Who must decide now; this may be the displaced player."""
        return None if self.now is None else self.decider

    @property
    def turn_seat(self) -> int | None:
        """Whose turn it is; nobody's before the first turn."""
        return None if self.now is None or not self.turns else self.active

    @property
    def turn_number(self) -> int:
        """Turns begun so far."""
        return self.turns

    @property
    def decision(self) -> Decision | None:
        """The open decision: an id of the table in `decisions`, with the facts its prompt needs."""
        return None if self.now is None else Decision(self.now.id, self.now.facts(self))

    def legal_actions(self) -> Sequence[Action]:
        """Every legal action; computed once per position."""
        if self._legal is None:
            self._legal = () if self.now is None else self.now.legal(self)
        return self._legal

    def parse_action(self, text: str) -> Action:
        """The action with this text."""
        return self.edition.words.parse(text)

    def apply(self, action: Action) -> list[Event]:
        """Do a legal action."""
        now = self.now
        if now is None or action not in self.legal_actions():
            raise self.refusal(action)
        self._legal = None
        events: list[Event] = []
        now.answers[type(action)](self, action, events)
        return events

    def why_not(self, action: Action) -> Reason | None:
        """Why `apply` would refuse an action."""
        if action in self.legal_actions():
            return None
        return (
            Reason("game-over")
            if self.now is None
            else self.edition.decisions[self.now.id].refuse(self, action)
        )

    def why_not_offered(self, element: str) -> Reason | None:
        """Why an element of the board or of the actor's desk begins no legal action; None if there is
        nothing to say about it."""
        return None if self.now is None else self.edition.decisions[self.now.id].explain(self, element)

    def determinize(self, rng: Random, seat: int | None = None) -> Self:
        """A copy with the face-down markers reshuffled: the bag, and the plate until it is shown. No seat
        knows more of them than the others; what modules hide, its seat may know."""
        return self._dealt(rng, () if seat is None else (seat,))

    @property
    def secret(self) -> bool:
        """Whether a module gives seats something to keep to themselves."""
        return self.edition.secret

    def deal_rest(self, rng: Random) -> Self:
        """What the line did say of the secrets of seats stays."""
        unsaid = {seat for module in self.edition.modules for seat in module.open_seats(self)}
        return self._dealt(rng, [seat for seat in range(self.seats) if seat not in unsaid])

    def _dealt(self, rng: Random, known: Collection[int]) -> Self:
        """A copy with everything hidden dealt anew except what these seats know of."""
        new = self.copy()
        hidden = list(self.bag[: self.bag_left])
        if not self.revealed:
            hidden += self.plate
        shuffle(hidden, rng)
        new.bag = tuple(hidden[: self.bag_left])
        if not self.revealed:
            new.plate = tuple(hidden[self.bag_left :])
        for hook in self.edition.redeal:
            hook(new, rng, known)
        return new

    def arrange(self, told: Told) -> None:
        """Lay the markers that the end of the turn shows (`reveal`) face down on the plate (9.8), and put
        what modules will reveal where it will be found."""
        more, showing = self.more, self.edition.showing
        if showing and isinstance(told, Mapping):
            for kind, module in showing.items():
                if kind in told:
                    more = module.told(self, told[kind])
            told = {kind: pieces for kind, pieces in told.items() if kind not in showing}
        self._lay_down(told)
        self.more = more

    def _lay_down(self, told: Told) -> None:
        """The markers of the plate; `ParseError` for anything else."""
        kinds = pieces_told(told, "reveal", [f"marker.{name}" for name in self.edition.markers])
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
        """The ranking of a finished game (rules section 11)."""
        return scoring.outcome(self) if self.now is None else None

    def scores(self) -> tuple[ScoreLine, ...]:
        """Rows track, full_tracks, markers, table, towns, network."""
        return scoring.score_lines(self)

    def position(self, seat: int | None = None) -> str:
        """What a seat may know, or everybody, in one line (docs/notation.md)."""
        return position_format.format_position(self, seat)

    def check(self) -> None:
        """The invariants of rules section 13."""
        invariants.check_invariants(self)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.position()}>"
