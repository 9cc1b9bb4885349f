"""The mistakes of several games by kind, and spaced repetition of exercises at growing intervals."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from game.engine.record import Record
from game.match.analysis import Analysis, Mistake
from game.match.learning import PHASES, KnownMistake, KnownMistakes, Review
from game.match.rating import phase_of
from game.match.statistics import TurnStanding
from game.match.tally import counted_seat, setup_of

INTERVALS = (1, 3, 7, 16, 35)
"""Days until an exercise is repeated, after each success in a row. After the last it is repeated at that
interval."""


class KindTotals(NamedTuple):
    """The mistakes of one kind in several games: their number in each third of a game, and the win
    probability that they lost together."""

    kind: str
    by_phase: tuple[int, ...]
    loss: float

    @property
    def number(self) -> int:
        """Return the number of mistakes."""
        return sum(self.by_phase)


def totals(games: Sequence[KnownMistakes]) -> tuple[KindTotals, ...]:
    """Return the mistakes of several games by kind, the costliest kind first."""
    rows = [one for game in games for one in game.found]
    found = []
    for kind in dict.fromkeys(one.kind for one in rows):
        own = [one for one in rows if one.kind == kind]
        by_phase = tuple(sum(one.phase == phase for one in own) for phase in PHASES)
        found.append(KindTotals(kind, by_phase, sum(one.loss for one in own)))
    return tuple(sorted(found, key=lambda one: (-one.loss, one.kind)))


def mistake_item(setup: str, step: int) -> str:
    """Return the id under which the repetitions of a mistake are stored."""
    return f"{setup}.{step}"


def is_due(review: Review | None, today: str) -> bool:
    """Return True if an exercise is to be done on a day: its date has come, or it is new (None)."""
    return review is None or review.due <= today[:10]


def box_after(before: Review | None, today: str, *, solved: bool) -> int | None:
    """Return the number of intervals that an exercise has passed after an attempt; None if the stored
    repetition remains.

    A success counts if the exercise was due. A failure begins again.

    before  the repetition that was stored, or None
    today   the date, optionally with a time
    """
    if not solved:
        return 0
    if not is_due(before, today):
        return None
    return min(len(INTERVALS), 1 if before is None else before.box + 1)


def days_until(box: int) -> int:
    """Return the number of days from an attempt to the next repetition, for the intervals passed."""
    return INTERVALS[max(0, box - 1)]


def due_first(items: Iterable[str], reviews: Mapping[str, Review], today: str) -> list[str]:
    """Return the exercises that are to be done on a day: first those whose date has come, the longest
    overdue first, then new ones in their order."""
    due = [item for item in items if is_due(reviews.get(item), today)]
    return sorted(due, key=lambda item: reviews[item].due if item in reviews else "~")


def next_date(items: Iterable[str], reviews: Mapping[str, Review]) -> str:
    """Return the date of the next repetition of any of the exercises, or "" without one."""
    return min((reviews[item].due for item in items if item in reviews), default="")


def mistakes_of(
    record: Record, found: Analysis, standings: Sequence[TurnStanding], game: str, name: str
) -> KnownMistakes | None:
    """Return the mistakes of the person called `name` by kind, without turns that a computer player began;
    None if the game does not count.

    game  the id of the saved game
    """
    seat = counted_seat(record, name)
    if seat is None:
        return None
    own, by_computer = [one for one in found.mistakes if one.seat == seat], record.by_computer
    noted = tuple(
        KnownMistake(
            one.step, phase_of(one.at, len(standings) - 1), _kind_of(record, one), one.verdict.given_away
        )
        for one in own
        if standings[one.at].step not in by_computer
    )
    return KnownMistakes(setup_of(record), record.ruleset.id, game, noted)


def _kind_of(record: Record, mistake: Mistake) -> str:
    from game.bots.mistakes import mistake_kind  # the title need not import computer players

    verdict, state = mistake.verdict, record.ruleset.parse_position(mistake.position)
    return mistake_kind(state, (mistake.played, verdict.did), (verdict.line, verdict.reason))
