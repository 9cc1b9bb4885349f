"""A teaching game: the only person in a game against computers is told of a turn that gave much away, and may
take it back.

    tag teaching clear 2 1 0 57

From mistakes of which size on, how many turns were taken back and how many kept after an offer, of how many
nothing but a word could be said, and the number of moves after the turn that was spoken of last.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from game.engine.core import Action, IllegalAction, ParseError, State
from game.engine.record import Head, Record
from game.match.analysis import END_TURN
from game.match.controllers import ROOM, Computer, Person, controllers_of
from game.match.judged import SIZES
from game.match.match import GUIDE, TEACHING, Match

OFF = "off"
LEFT = "actions_left"
"""The fact of a decision that says how many actions are left; games without such a thing have none."""
SURE = 0.98
"""That a plan was better must be so certain."""


class Counts(NamedTuple):
    """What became of the turns that were spoken of.

    told  could not be taken back, because something had been revealed
    """

    taken: int = 0
    kept: int = 0
    told: int = 0

    @property
    def offered(self) -> int:
        """Those of which taking back was offered."""
        return self.taken + self.kept


class Part(NamedTuple):
    """What the person decided in a turn before or after something was revealed.

    step    the number of moves before it
    before  the position then
    played  the actions of everybody
    """

    step: int
    before: State
    played: tuple[Action, ...]

    def unused(self, better: Sequence[str]) -> int:
        """How many actions were left when the turn was ended, if a better one, with what others decide in it,
        would have used more."""
        left = _left(self.before, [action.text for action in self.played])
        return left if left > _left(self.before, better) else 0


class Teaching:
    """What the record of a game says of it."""

    def __init__(self, record: Record | Head) -> None:
        self._record = record

    @property
    def size(self) -> str:
        """From mistakes of which size on they are spoken of; `OFF`."""
        size = self._words()[0]
        return size if size in SIZES else OFF

    @property
    def least(self) -> float:
        """So much chance to win a turn must have given away; out of reach if nothing is to be said."""
        return SIZES.get(self.size, 2.0)

    @property
    def counts(self) -> Counts:
        return Counts(*self._numbers()[:3])

    @property
    def done(self) -> int:
        """The number of moves after the turn that was spoken of last; 0: none, or it was taken back."""
        return self._numbers()[3]

    def switch(self, size: str) -> None:
        """Speak of mistakes from this size on, or of none."""
        self._write(size, self._numbers())

    def kept(self, step: int) -> None:
        """The turn that ended with that number of moves is to stay as it is."""
        taken, kept, told, _ = self._numbers()
        self._write(self.size, [taken, kept + 1, told, step])

    def told(self, step: int) -> None:
        """It can only be spoken of."""
        taken, kept, told, _ = self._numbers()
        self._write(self.size, [taken, kept, told + 1, step])

    def taken(self) -> None:
        """It was taken back after an offer."""
        taken, kept, told, _ = self._numbers()
        self._write(self.size, [taken + 1, kept, told, 0])

    def forget(self) -> None:
        """Moves were taken back: the turn that follows is another one."""
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
    """How many actions are left when one of these ends the turn."""
    state = before.copy()
    for text in played:
        if text == END_TURN and state.decision is not None:
            return int(dict(state.decision.facts).get(LEFT, 0))
        try:
            state.apply(state.parse_action(text))
        except (ParseError, IllegalAction):
            break  # after a reply that was expected, or what is hidden
    return 0


def pupil(record: Record | Head) -> int | None:
    """The seat of the only person, who plays at this screen against computers without a guide; None: there is
    no such person."""
    seats = list(controllers_of(record))
    persons = [seat for seat, one in enumerate(seats) if not isinstance(one, Computer)]
    if len(persons) != 1 or len(seats) < 2 or {GUIDE, ROOM} & set(record.tags):
        return None
    return persons[0] if isinstance(seats[persons[0]], Person) else None


def just_played(match: Match) -> Sequence[Part]:
    """What the only person decided in the turn that has just ended, perhaps with the game, the latest part
    first; nothing if no turn of theirs has just ended."""
    seat, end = pupil(match.record), len(match.moves)
    if seat is None or match.from_position or not end:
        return ()
    if match.state.actor is not None and (not _begins_turn(match, end - 1) or match.state.turn_seat == seat):
        return ()
    begin = next((step for step in range(end - 1, 0, -1) if _begins_turn(match, step - 1)), 0)
    return [part for part in reversed(list(_parts(match, begin, end))) if _is_own(part, seat)]


def _begins_turn(match: Match, number: int) -> bool:
    """Whether a turn begins with the move of that number."""
    return any(event.kind == "turn" for event in match.moves[number].events)


def _parts(match: Match, begin: int, end: int) -> Iterator[Part]:
    """The turn between these steps, cut where something was revealed."""
    moves, start = match.moves, begin
    for number in range(begin, end):
        shown = any(event.kind in match.ruleset.revealing for event in moves[number].events)
        if shown or number + 1 == end:
            played = tuple(move.action for move in moves[start : number + 1])
            yield Part(start, match.state_at(start), played)
            start = number + 1


def _is_own(part: Part, seat: int) -> bool:
    return part.before.actor == seat == part.before.turn_seat
