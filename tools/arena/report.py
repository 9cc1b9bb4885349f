"""The standings of a tournament as tables for a terminal."""

from __future__ import annotations

from collections.abc import Mapping
from statistics import fmean

from rich.console import Console
from rich.table import Table

from tools.arena.job import GameResult
from tools.arena.rating import SkillRating, ratings
from tools.arena.standings import LineupStandings, StandingsRow, quantile, standings
from tools.arena.tournament import Tournament


def report(tournament: Tournament, games: Mapping[int, GameResult], console: Console) -> None:
    """Print the standings, the ratings and the errors of the games so far."""
    if not games:
        console.print("no game is over yet")
        return
    options = "".join(f", {name}={value}" for name, value in tournament.options.items())
    console.print(f"{tournament.ruleset}{options}: {len(games)} games", style="bold")
    for standing in standings(tournament, games):
        if standing.games:
            _standing(standing, console)
    console.print()
    console.print(_ratings(ratings(tournament, games)))
    console.print("times: processor, median (95 % are below); rounds: median (5 % and 95 %)", style="dim")


def _standing(standing: LineupStandings, console: Console) -> None:
    console.print()
    fair = 1 / standing.cell.seats
    console.print(f"{standing.cell}: {standing.games} games, fair share {fair:.3f}")
    console.print(_wins(standing.lines))
    console.print(_points(standing.lines))
    low, middle, high = (quantile(standing.rounds, part) for part in (0.05, 0.5, 0.95))
    console.print(f"rounds: {middle} (from {low} to {high})")
    ends = ", ".join(f"{end} {count}" for end, count in standing.ends.most_common())
    console.print(f"ends: {ends}")
    for line in standing.lines:
        if line.forfeits:
            console.print(f"{line.player} forfeits {line.forfeits}: {line.error}", style="red", markup=False)


def _wins(lines: list[StandingsRow]) -> Table:
    table = _table("player", "win share", "95 % interval", "ms a turn", "a decision")
    for line in lines:
        times = (f"{quantile(ms, 0.5):.1f} ({quantile(ms, 0.95):.1f})" for ms in (line.turn_ms, line.call_ms))
        interval = f"{line.share.low:.3f}-{line.share.high:.3f}"
        table.add_row(line.player, f"{line.share.share:.3f}", interval, *times)
    return table


def _points(lines: list[StandingsRow]) -> Table:
    names = list(lines[0].lines)
    table = _table("points", "total", *names)
    for line in lines:
        table.add_row(
            line.player, f"{fmean(line.points):.1f}", *(f"{fmean(line.lines[name]):.1f}" for name in names)
        )
    return table


def _ratings(found: Mapping[str, SkillRating]) -> Table:
    table = _table("rating", "strength", "±")
    for player, rating in sorted(found.items(), key=lambda item: -item[1].mu):
        table.add_row(player, f"{rating.mu:.1f}", f"{2 * rating.sigma:.1f}")
    return table


def _table(first: str, *others: str) -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column(first, no_wrap=True)
    for name in others:
        table.add_column(name, justify="right")
    return table
