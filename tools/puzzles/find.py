"""Play games and search their positions for puzzles."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

from game.bots.brain import brain
from game.bots.themes import near_the_end
from game.engine import IllegalAction, ParseError, Ruleset, State, ruleset
from tools.players import player
from tools.puzzles.judge import Judged, Rejected, judged, promising

CROWD = ("medium", "medium", "easy", "quick")
"""The players of the games: weak enough to leave something to find."""
PER_GAME = 6
"""Maximum number of puzzles from one game, for variety."""
HUNCH = 0.025
"""Minimum margin by the evaluation alone for a position to be examined. A sample is examined in any case,
since the evaluation misses the best puzzles."""
ANYWAY = 0.1
"""Probability that a position is examined although the evaluation sees no margin."""
SHORTEST, PLAN_LENGTHS = 2, 12
"""Minimum and maximum number of actions in an answer: neither obvious nor a chore."""


class Where(NamedTuple):
    """The positions to search.

    seats    number of players of the games; 0: any
    until    last turn; 0: to the end of the game
    begins   fraction of the positions at the beginning of a turn
    midst    fraction of the positions within a turn
    longest  maximum number of actions in the answer
    late     only near the end of the game
    """

    seats: int = 0
    until: int = 0
    begins: float = 1.0
    midst: float = 0.15
    longest: int = PLAN_LENGTHS
    late: bool = False


EVERYWHERE = Where()
QUIET = Where(seats=2, until=20, begins=0.1, midst=0.6, longest=2)
"""First puzzles: two players, few pieces on the board, few decisions."""
LATE = Where(late=True, midst=0.4)
"""Puzzles about the end of the game."""

JUDGED = ("accepted", "alike", "second_reason", "medium", "hard", "points")
"""Fields of a puzzle that only rollouts to the end of the game give."""

Row = dict[str, Any]


def puzzles(
    game: str, seed: int, where: Where = EVERYWHERE, options: Mapping[str, str] | None = None
) -> Iterator[Row]:
    """Yield the puzzles of one game that computers play with these options. Equal seeds give equal
    puzzles."""
    rng = Random(seed)
    rules = ruleset(game)
    allowed = [seats for seats in rules.seats if _playable(rules, seats, options)]
    seats = where.seats if where.seats in allowed else allowed[int(rng.random() * len(allowed))]
    state = rules.new_game(seats, options, seed=seed)
    players = [player(CROWD[int(rng.random() * len(CROWD))]) for _ in range(seats)]
    turn, used, found = 0, 0, 0
    while state.actor is not None and found < PER_GAME and not 0 < where.until < turn:
        begins, turn = state.turn_number != turn, state.turn_number
        looked = state.actor == state.turn_seat and turn > seats and turn > used
        looked = looked and (not where.late or near_the_end(state))
        if looked and rng.random() < (where.begins if begins else where.midst):
            row = puzzle(state, rng, where.longest)
            if row is not None:
                used, found = turn + seats, found + 1
                yield row
        state.apply(players[state.actor].choose(state, rng).action)


def _playable(rules: Ruleset, seats: int, options: Mapping[str, str] | None) -> bool:
    """Return whether this number of players can play with these options: some boards exclude some counts."""
    try:
        rules.new_game(seats, options)
    except ParseError:
        return False
    return True


def puzzle(state: State, rng: Random, longest: int = PLAN_LENGTHS) -> Row | None:
    """Return the puzzle of a position, or None."""
    seen = state.ruleset.parse_position(state.position(state.actor))
    answer = promising(seen, rng, -1.0 if rng.random() < ANYWAY else HUNCH)
    if not SHORTEST <= len(answer) <= longest:
        return None
    try:
        return as_row(seen, judged(seen, [answer], seed=1))
    except Rejected:
        return None


def rejudged(game: str, row: Row, seed: int = 1) -> Row:
    """Return a stored puzzle as rollouts to the end of the game judge it. Raises `Rejected` if no plan is
    clearly best."""
    state = ruleset(game).parse_position(row["position"])
    try:
        return row | as_row(state, judged(state, [row["answer"], row["second"]], seed))
    except (ParseError, IllegalAction) as error:
        raise Rejected(str(error)) from error


def unjudged(row: Row) -> Row:
    """Return a stored puzzle without the certainty that it has not been judged for."""
    return {name: value for name, value in row.items() if name not in JUDGED} | {"sure": 0.0}


def as_row(state: State, found: Judged) -> Row:
    """Return a puzzle as data, the format that game/match/puzzle.py reads."""
    adapter, alike = brain(state.ruleset.id), _alike(state, found)
    apart = state.copy()
    for text in found.answer[:alike]:
        apart.apply(apart.parse_action(text))
    games, context = found.medium.games + found.hard.games, adapter.context(apart)

    def why(plan: Sequence[str]) -> list[Any] | None:
        actions = tuple(apart.parse_action(text) for text in plan[alike:])
        reason = adapter.reason(apart, actions, context) if actions else None
        return None if reason is None else [reason[0], reason[1]]

    def chance(name: str) -> float:
        total = sum(one.games * getattr(one, name) for one in (found.medium, found.hard))
        return round(float(total) / games, 3)

    return {
        "seats": state.seats,
        "position": state.position(state.actor),
        "answer": list(found.answer),
        "chance": chance("chance"),
        "second": list(found.second),
        "second_chance": chance("second"),
        "sure": found.sure,
        "level": found.level,
        "reason": why(found.answer),
        "accepted": [list(plan) for plan in found.accepted],
        "alike": alike,
        "second_reason": why(found.second),
        "medium": list(found.medium),
        "hard": list(found.hard),
        "points": [list(found.points), list(found.second_points)],
    }


def _alike(state: State, found: Judged) -> int:
    """Return the number of actions with which both the answer and the second plan begin, at which both have
    the same seat to decide."""
    now, alike = state.copy(), 0
    for mine, other in zip(found.answer, found.second, strict=False):
        if mine != other or now.actor != state.actor:
            break
        now.apply(now.parse_action(mine))
        alike += 1
    return alike
