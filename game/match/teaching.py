"""Teaching mode: point out costly turns to a player alone against computers, and offer to take them back.

    tag teaching clear 2 1 0 57

The words of the tag are the minimum size of mistakes, the numbers of turns taken back, kept after an offer
and only pointed out, and the number of moves after the turn that was pointed out last.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from game.engine.core import Action, IllegalAction, ParseError, State
from game.engine.record import Head, Record
from game.match.analysis import END_TURN
from game.match.controllers import ROOM, Computer, Person, controllers_of
from game.match.match import GUIDE, TEACHING, Match
from game.match.mistake_sizes import SIZES

OFF = "off"
LEFT = "actions_left"
"""The fact of a decision that holds the number of actions left. Games without such a number lack it."""
SURE = 0.98
"""Minimum probability that the better plan is better, for a turn to be pointed out."""


class Counts(NamedTuple):
    """Counts of the turns that were pointed out: taken back, kept, and told.

    told  could not be taken back, because hidden information had been revealed
    """

    taken: int = 0
    kept: int = 0
    told: int = 0

    @property
    def offered(self) -> int:
        """Return the number of turns that the player was offered to take back."""
        return self.taken + self.kept


class TurnSegment(NamedTuple):
    """The part of a turn before or after a reveal of hidden information.

    step    number of moves before it
    before  the position at its beginning
    played  the actions of all players
    """

    step: int
    before: State
    played: tuple[Action, ...]

    def unused(self, better: Sequence[str]) -> int:
        """Return the number of actions left at the end of the turn, if a better turn would have used more;
        otherwise 0.

        better  the actions of the better turn, including decisions of others
        """
        left = _left(self.before, [action.text for action in self.played])
        return left if left > _left(self.before, better) else 0


class TeachingTags:
    """The teaching mode of a game, stored in the record's tag."""

    def __init__(self, record: Record | Head) -> None:
        self._record = record

    @property
    def size(self) -> str:
        """Return the minimum size of mistakes that are pointed out, or `OFF`."""
        size = self._words()[0]
        return size if size in SIZES else OFF

    @property
    def least(self) -> float:
        """Return the minimum loss of win probability for a turn to be pointed out; above 1 if the mode is
        off."""
        return SIZES.get(self.size, 2.0)

    @property
    def counts(self) -> Counts:
        """Return the counts of the turns that were pointed out."""
        return Counts(*self._numbers()[:3])

    @property
    def done(self) -> int:
        """Return the number of moves after the turn that was pointed out last; 0: no such turn, or it was
        taken back."""
        return self._numbers()[3]

    def switch(self, size: str) -> None:
        """Point out mistakes from this size on, or none (`OFF`)."""
        self._write(size, self._numbers())

    def count(self, outcome: str, step: int = 0) -> None:
        """Count a turn that was pointed out.

        outcome  a field of `Counts`
        step     number of the move that ended the turn, unless it was taken back
        """
        counts = self.counts
        counts = counts._replace(**{outcome: getattr(counts, outcome) + 1})
        self._write(self.size, [*counts, step])

    def forget(self) -> None:
        """Note that moves were taken back, so that another turn follows."""
        if self.done:
            self._write(self.size, [*self.counts, 0])

    def _words(self) -> Sequence[str]:
        return self._record.tags.get(TEACHING, "").split() or [OFF]

    def _numbers(self) -> list[int]:
        words = [word for word in self._words()[1:5] if word.isascii() and word.isdigit() and len(word) < 6]
        return ([int(word) for word in words] + [0] * 4)[:4]

    def _write(self, size: str, numbers: Sequence[int]) -> None:
        if size == OFF and not any(numbers):
            self._record.tags.pop(TEACHING, None)
        else:
            self._record.tags[TEACHING] = " ".join([size, *map(str, numbers)])


def _left(before: State, played: Sequence[str]) -> int:
    """Return the number of actions left when one of these actions ends the turn."""
    state = before.copy()
    for text in played:
        if text == END_TURN and state.decision is not None:
            return int(dict(state.decision.facts).get(LEFT, 0))
        try:
            state.apply(state.parse_action(text))
        except (ParseError, IllegalAction):
            break  # after an unexpected reply or a reveal
    return 0


def pupil(record: Record | Head) -> int | None:
    """Return the seat of the only person, who plays on this device against computers without a guide; None if
    the game is of another kind."""
    seats = list(controllers_of(record))
    persons = [seat for seat, one in enumerate(seats) if not isinstance(one, Computer)]
    if len(persons) != 1 or len(seats) < 2 or {GUIDE, ROOM} & set(record.tags):
        return None
    return persons[0] if isinstance(seats[persons[0]], Person) else None


def just_played(match: Match) -> Sequence[TurnSegment]:
    """Return the decisions of the only person in the turn that has just ended, possibly with the game, latest
    part first. Empty if no turn of theirs has just ended."""
    seat, end = pupil(match.record), len(match.moves)
    if seat is None or match.from_position or not end:
        return ()
    if match.state.actor is not None and (not _begins_turn(match, end - 1) or match.state.turn_seat == seat):
        return ()
    begin = _beginning(match, end - 1)
    return [part for part in reversed(list(_parts(match, begin, end))) if _is_own(part, seat)]


def about_to_end(match: Match, action: Action) -> TurnSegment | None:
    """Return the part of a turn that an action of the player to move would end: everything since the last
    reveal, or since the turn began. None if another player began it, or outside the player's own turn."""
    seat, end = match.state.actor, len(match.moves)
    if seat is None or seat != match.state.turn_seat or match.from_position:
        return None
    begin = _beginning(match, end)
    start = next((step for step in range(end, begin, -1) if _reveals(match, step - 1)), begin)
    played = tuple(move.action for move in match.moves[start:end])
    part = TurnSegment(start, match.state_at(start), (*played, action))
    return part if _is_own(part, seat) else None


def _beginning(match: Match, last: int) -> int:
    """Return the step at which a turn began, the latest up to `last`."""
    return next((step for step in range(last, 0, -1) if _begins_turn(match, step - 1)), 0)


def _begins_turn(match: Match, number: int) -> bool:
    """Return True if a turn begins with the move of that number."""
    return any(event.kind == "turn" for event in match.moves[number].events)


def _reveals(match: Match, number: int) -> bool:
    """Return True if the move of that number revealed hidden information."""
    return any(event.kind in match.ruleset.revealing for event in match.moves[number].events)


def _parts(match: Match, begin: int, end: int) -> Iterator[TurnSegment]:
    """Yield the parts of the turn between two steps, divided where something was revealed."""
    moves, start = match.moves, begin
    for number in range(begin, end):
        if _reveals(match, number) or number + 1 == end:
            played = tuple(move.action for move in moves[start : number + 1])
            yield TurnSegment(start, match.state_at(start), played)
            start = number + 1


def _is_own(part: TurnSegment, seat: int) -> bool:
    return part.before.actor == seat == part.before.turn_seat
