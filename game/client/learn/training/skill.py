"""The ratings of the player and of the puzzles, which change together and are stored with the results."""

from __future__ import annotations

from game.client.app.scene import Host, complaining
from game.client.learn.courses import progress_of
from game.client.storage.results import add_entries
from game.client.words.i18n import lessons
from game.match.glicko import Skill, updated
from game.match.learning import Strength, read_entries
from game.match.progress import DONE
from game.match.puzzle import Puzzle
from game.platform import StorageError

BY_LEVEL = {1: 1300.0, 2: 1500.0, 3: 1700.0}
"""First ratings of the puzzles, by difficulty."""
UNTRIED = 200.0
"""First deviation of a puzzle's rating."""


def skills(app: Host) -> dict[str, Skill]:
    """Return the stored ratings, by ruleset id for the player and by id for the puzzles."""
    try:
        found = read_entries(Strength, app.saves.results())
    except StorageError:
        return {}
    return {one.name: Skill(one.rating, one.deviation, one.volatility) for one in found}


def skill_of(puzzle: Puzzle, known: dict[str, Skill]) -> Skill:
    """Return the rating of a puzzle: the stored one, or that of its difficulty."""
    return known.get(puzzle.id, Skill(BY_LEVEL[puzzle.level], UNTRIED))


def rate_attempt(app: Host, puzzle: Puzzle, *, solved: bool) -> None:
    """Update both ratings after the first attempt at a puzzle. Later attempts have no effect, because the
    answer may be known."""
    known = skills(app)
    if puzzle.id in known or progress_of(app, puzzle.id) == DONE:
        return
    player, other, score = known.get(puzzle.ruleset_id, Skill()), skill_of(puzzle, known), float(solved)
    after = {
        puzzle.ruleset_id: updated(player, [(other, score)]),
        puzzle.id: updated(other, [(player, 1 - score)]),
    }
    with complaining(app):
        add_entries(app.saves, [Strength(name, *skill) for name, skill in after.items()])


def told_rating(app: Host, ruleset_id: str, puzzle: Puzzle | None = None) -> str:
    """Return the player's rating as a range, and that of a puzzle; "" before the first attempt."""
    known = skills(app)
    if ruleset_id not in known:
        return ""
    low, high = known[ruleset_id].interval
    told = [lessons("puzzles.rating", low=low, high=high)]
    if puzzle is not None:
        low, high = skill_of(puzzle, known).interval
        told.append(lessons("puzzle.rating", low=low, high=high))
    return " ".join(told)
