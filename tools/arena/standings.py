"""Statistics of a tournament: win shares, points, times, ends of games, and ratings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tools.arena.interval import Interval, wilson
from tools.arena.job import GameResult
from tools.arena.tournament import Cell, Tournament


@dataclass
class StandingsRow:
    """The results of one player in one line-up.

    seats     number of seats the player has at the table
    shares    by game: the player's share of the win, all its seats together
    points    by game and seat; the rows of the scoring are in `lines`
    turn_ms   CPU time of each turn, in milliseconds
    call_ms   CPU time of each call of the player, in milliseconds
    forfeits  number of games lost by an illegal action or an error, and the first such error
    """

    player: str
    seats: int
    shares: list[float] = field(default_factory=list)
    points: list[int] = field(default_factory=list)
    lines: dict[str, list[int]] = field(default_factory=dict)
    turn_ms: list[float] = field(default_factory=list)
    call_ms: list[float] = field(default_factory=list)
    forfeits: int = 0
    error: str = ""

    @property
    def share(self) -> Interval:
        """Share of the wins per seat (chance level: 1 / all seats). A game is one sample, however many seats
        of it the player has."""
        together = wilson(sum(self.shares), len(self.shares))
        return Interval(*(bound / self.seats for bound in together))

    def add(self, game: GameResult, seats: Sequence[int]) -> None:
        """Add the result of a game in which the player had these `seats`."""
        self.shares.append(sum(game.shares[seat] for seat in seats))
        for seat in seats:
            self.points.append(game.totals[seat])
            self.turn_ms += game.turn_ms[seat]
            self.call_ms += game.call_ms[seat]
            for name, points in game.lines.items():
                self.lines.setdefault(name, []).append(points[seat])


@dataclass
class LineupStandings:
    """The results of one line-up: its players by win share, the rounds of each game, the counts of each
    end."""

    cell: Cell
    lines: list[StandingsRow]
    rounds: list[int]
    ends: Counter[str]

    @property
    def games(self) -> int:
        """Number of games played."""
        return len(self.rounds)


def standings(tournament: Tournament, games: Mapping[int, GameResult]) -> list[LineupStandings]:
    """Return the standing of every line-up. The order in which the games finished makes no difference."""
    found = []
    for index, cell in enumerate(tournament.cells):
        lines = {player: StandingsRow(player, count) for player, count in Counter(cell.players).items()}
        rounds: list[int] = []
        ends: Counter[str] = Counter()
        for number in sorted(games):
            if number % len(tournament.cells) != index:
                continue
            game, seating = games[number], tournament.seating(number)
            for player, line in lines.items():
                line.add(game, [seat for seat, who in enumerate(seating) if who == player])
            if game.error:
                loser = lines[seating[game.ranks.index(max(game.ranks))]]
                loser.forfeits += 1
                loser.error = loser.error or game.error
            rounds.append(game.rounds)
            ends[game.end] += 1
        order = sorted(lines.values(), key=lambda line: -line.share.share)
        found.append(LineupStandings(cell, list(lines.values()) if cell.among else order, rounds, ends))
    return found


def quantile(values: Sequence[float], part: float) -> float:
    """Return a quantile: the least value with this fraction of the values at or below it; 0 without values.

    >>> quantile([4.0, 1.0, 3.0, 2.0], 0.5)
    2.0
    """
    if not values:
        return 0.0
    return sorted(values)[max(0, min(len(values) - 1, -int(-part * len(values) // 1) - 1))]
