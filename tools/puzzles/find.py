"""Play games and search their positions for puzzles."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any, NamedTuple

from game.bots.brain import brain
from game.bots.themes import near_the_end
from game.engine import IllegalAction, ParseError, Ruleset, State, ruleset
from tools.players import player
from tools.puzzles.judge import HOPE, LEAST_MARGIN, AnswerMargin, ClearAnswer, standing, verdict

CROWD = ("medium", "medium", "easy", "quick")
"""The players of the games: weak enough to leave something to find."""
PER_GAME = 6
"""Maximum number of puzzles from one game, for variety."""
ASTRAY = 0.25
"""Maximum difference between the stored and the current win probabilities of an answer."""
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
    judged = verdict(seen, rng, -1.0 if rng.random() < ANYWAY else HUNCH)
    if judged is None or not SHORTEST <= len(judged.plan) <= longest:
        return None
    return as_row(seen, judged)


def as_row(state: State, judged: ClearAnswer) -> Row:
    """Return a puzzle as data, the format that game/match/puzzle.py reads."""
    adapter = brain(state.ruleset.id)
    why = adapter.reason(state, judged.plan, adapter.context(state))
    return {
        "seats": state.seats,
        "position": state.position(state.actor),
        "answer": [action.text for action in judged.plan],
        "chance": round(judged.chance, 3),
        "second": [action.text for action in judged.second],
        "second_chance": round(judged.second_chance, 3),
        "sure": round(min(judged.sure, 0.9999), 4),
        "level": judged.level,
        "reason": None if why is None else [why[0], why[1]],
    }


def checked(game: str, row: Row, rng: Random, times: int) -> str:
    """Return the reason why a puzzle is wrong, or "" if its answer is still the best and about as strong as
    stored."""
    try:
        today = _today(game, row, rng, times)
    except (ParseError, IllegalAction) as error:
        return str(error)
    if today is None:
        return "the search does not find the answer"
    if today.second_chance > today.chance:
        return f"better: {', '.join(action.text for action in today.second)}"
    if abs(today.chance - row["chance"]) > ASTRAY:
        return f"told {row['chance']:.2f}, is {today.chance:.2f}"
    return ""


def renewed(game: str, row: Row, rng: Random, times: int) -> Row | None:
    """Return a puzzle with updated win probabilities; None if its answer is illegal or no longer clearly the
    best."""
    try:
        today = _today(game, row, rng, times)
    except (ParseError, IllegalAction):
        return None
    if today is None or today.chance - today.second_chance < LEAST_MARGIN or today.chance < HOPE[0]:
        return None
    return row | {
        "chance": round(today.chance, 3),
        "second": [action.text for action in today.second],
        "second_chance": round(today.second_chance, 3),
    }


def _today(game: str, row: Row, rng: Random, times: int) -> AnswerMargin | None:
    state = ruleset(game).parse_position(row["position"])
    answer, second = ([state.parse_action(text) for text in row[plan]] for plan in ("answer", "second"))
    return standing(state, answer, second, rng, times)
