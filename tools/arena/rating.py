"""One rating per player over all line-ups (OpenSkill's Plackett-Luce model)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from openskill.models import PlackettLuce

from tools.arena.job import GameResult
from tools.arena.tournament import Tournament


class SkillRating(NamedTuple):
    """Mean and standard deviation of the belief about a player's strength; the initial values are 25 and
    8.33."""

    mu: float
    sigma: float


def ratings(tournament: Tournament, games: Mapping[int, GameResult]) -> dict[str, SkillRating]:
    """Return the rating of each player. Games are applied in the order of their numbers, so the order in
    which they finish does not matter.

    Players do not change, so the ratings do not drift (tau 0). A player with several seats in a game is
    updated from each of them.
    """
    model = PlackettLuce(tau=0.0)
    known = {player: SkillRating(model.mu, model.sigma) for player in tournament.players}
    for number in sorted(games):
        seating = tournament.seating(number)
        teams = [[model.rating(mu=known[player].mu, sigma=known[player].sigma)] for player in seating]
        ranks = [float(rank) for rank in games[number].ranks]
        before = dict(known)
        for player, (after,) in zip(seating, model.rate(teams, ranks=ranks), strict=True):
            mu, sigma = known[player]
            known[player] = SkillRating(
                mu + after.mu - before[player].mu, sigma * after.sigma / before[player].sigma
            )
    return known
