"""Win rates of the named openings of a game, from games between computer players.

python -m tools.openings play hansa-teutonica build/openings.jsonl --seats 4 --games 1000
python -m tools.openings table build/openings*.jsonl --into assets/games/hansa_teutonica/openings.json
python -m tools.openings play hansa-teutonica build/more.jsonl --seats 4 --first 1001 --games 500
python -m tools.openings table build/more.jsonl --into assets/games/hansa_teutonica/openings.json --add
python -m tools.openings report assets/games/hansa_teutonica/openings.json

`play` plays games and stores what every seat did in its first rounds, and its share of the win. Half of the
seats play as their level does. The others are given a plan at random, and pursue it in the first rounds with
changed evaluation weights (`BENDS`); afterwards they play as their level. The plan that counts is the one
that is recognised, not the one that was given. `play` continues where it was interrupted, also for a larger
number of games, and stops after `--minutes`. `--first` is the number of the first game, from which its deal
follows. `table` sums the results up, with `--add` together with those that are already in the tables, and
`report` prints them.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from math import fsum
from pathlib import Path
from random import Random
from typing import Any

from game.bots.choice import Choice
from game.bots.players import Tunable
from game.command.ending import MISUSED, CommandError, ended
from game.engine import Event, ParseError, State, ruleset, rulesets
from game.games import optional_part
from game.levels import MEDIUM
from game.match.openings import OpeningTable, is_opening, place_of, read_openings
from tools.arena.entries import parse_entry, parse_options
from tools.arena.job import MOST_ROUNDS, Contestant
from tools.rows import append_row, read_rows

Bend = Mapping[str, tuple[float, float]]
"""Changes of weights: factor and summand by the beginning of their names."""

_LESS: Bend = {
    "actiones.": (0.25, 0.0),
    "privilegium.": (0.25, 0.0),
    "bursa.": (0.25, 0.0),
    "book.": (0.25, 0.0),
    "keys.": (0.25, 0.0),
}
BENDS: Mapping[str, Mapping[str, Bend]] = {
    "hansa-teutonica": {
        "actions": {**_LESS, "actiones.1": (1.0, 10.0)},
        "privilege": {**_LESS, "privilegium.1": (1.0, 20.0)},
        "income": {**_LESS, "bursa.1": (1.0, 25.0)},
        "books": {**_LESS, "book.1": (1.0, 25.0)},
        "keys": {**_LESS, "keys.1": (1.0, 25.0)},
        "office": {**_LESS, "office": (1.5, 3.0), "control.later": (1.5, 1.0)},
        "marker": {**_LESS, "marker.": (1.5, 12.0)},
        "displaced": {**_LESS, "house": (1.0, 4.0), "office": (0.3, 0.0), "marker.": (0.3, 0.0)},
    },
    "hansa": {
        "sale": {"early.goods": (0.0, 0.0), "early.stock": (0.0, 0.0), "early.colours": (0.0, 0.0)},
        "markets": {"early.built": (1.0, 2.0), "early.sale": (0.0, -2.0), "early.barrels": (0.5, 0.0)},
        "goods": {"early.goods": (1.0, 3.0), "early.built": (1.0, -1.0), "early.sale": (0.0, -2.0)},
    },
}
"""By ruleset and plan: the changes of weights with which a player pursues the plan."""
FREE = 0.5
"""Probability that a seat plays as its level does."""


class OpeningPlayer:
    """A player of a level that pursues a plan in its first rounds."""

    def __init__(self, contestant: Contestant, plan: str, state: State) -> None:
        self.name, self.plan = contestant.player, plan
        self._later = self._first = contestant.seat()
        if plan:
            assert isinstance(self._later, Tunable), "a player without weights pursues no plan"
            game = state.ruleset.id
            weights = self._later.weights(game, state.seats, state.options)
            self._first = self._later.with_weights(bent_weights(weights, BENDS[game][plan]))

    def choose(
        self, state: State, rng: Random, *, work: int | None = None, seconds: float | None = None
    ) -> Choice:
        """Choose as the level does, in the first rounds with the weights of the plan."""
        player = self._first if is_opening(state) else self._later
        return player.choose(state, rng, work=work, seconds=seconds)


def bent_weights(weights: Mapping[str, float], bend: Bend) -> dict[str, float]:
    """Return changed weights. The longest beginning of a name that has a rule decides."""
    found = dict(weights)
    for name in found:
        fit = max((start for start in bend if name.startswith(start)), key=len, default=None)
        if fit is not None:
            factor, more = bend[fit]
            found[name] = found[name] * factor + more
    return found


def known(game: str) -> Any:
    """Return the part of a game that knows its openings. Raises `ParseError` if it has none."""
    found = optional_part(game, "openings")
    if found is None or game not in BENDS:
        raise ParseError(f"{game}: no openings are known")
    return found


def played(
    game: str, seats: int, options: Mapping[str, str], level: Contestant, number: int
) -> dict[str, Any]:
    """Play a game and return its row: by place in the order of turns, the plan that was given, the plan that
    was recognised, the share of the win, and the points."""
    plans, rng = known(game), Random(f"openings {number}")
    state = ruleset(game).new_game(seats, options, number)
    given = ["" if rng.random() < FREE else rng.choice(plans.PLANS) for _ in range(seats)]
    players = [OpeningPlayer(level, plan, state) for plan in given]
    rngs = [Random(f"{number} {seat}") for seat in range(seats)]
    events, order, last = list[Event](), list(range(seats)), MOST_ROUNDS * seats
    while (seat := state.actor) is not None and state.turn_number <= last:
        seen = state.determinize(rngs[seat], seat)
        choice = players[seat].choose(seen, rngs[seat], work=level.work, seconds=level.seconds)
        opening = is_opening(state)
        if state.turn_number == 1:
            order = sorted(range(seats), key=partial(place_of, state))
        happened = state.apply(choice.action)
        if opening:
            events += happened
    totals = [sum(points) for points in zip(*(line.points for line in state.scores()), strict=True)]
    winners = state.outcome.winners if state.outcome else ()
    return {
        "number": number,
        "given": [given[seat] for seat in order],
        "plans": [plans.recognise(events, seat) for seat in order],
        "shares": [round((seat in winners) / max(1, len(winners)), 4) for seat in order],
        "totals": [totals[seat] for seat in order],
    }


def play(given: argparse.Namespace) -> None:
    """Play the games that a file lacks."""
    known(given.game)
    level, options = parse_entry(given.level), parse_options(given.option)
    ruleset(given.game).full_options(given.seats, options)
    heading = {"game": given.game, "level": given.level, "seats": given.seats, "options": options}
    rows = read_rows(given.into)
    if not rows:
        append_row(given.into, heading)
    elif rows[0] != heading:
        raise ParseError(f"{given.into} holds games of another kind: {rows[0]}")
    done, end = {row["number"] for row in rows[1:]}, time.monotonic() + 60 * given.minutes
    for number in range(given.first, given.first + given.games):
        if number not in done and time.monotonic() < end:
            append_row(given.into, played(given.game, given.seats, options, level, number))


def summed(files: Sequence[Path]) -> Iterator[dict[str, Any]]:
    """Yield the table of each file: by plan, games and wins by place in the order of turns."""
    for file in files:
        heading, *rows = read_rows(file) or [None]
        if heading is None:
            raise ParseError(f"{file} holds no games")
        plans = {plan: [[0, 0.0] for _ in range(heading["seats"])] for plan in known(heading["game"]).PLANS}
        for row in rows:
            for place, (plan, share) in enumerate(zip(row["plans"], row["shares"], strict=True)):
                if plan:
                    cell = plans[plan][place]
                    cell[0], cell[1] = cell[0] + 1, round(cell[1] + share, 4)
        yield {
            "level": heading["level"].partition("@")[0],
            "seats": heading["seats"],
            "options": heading["options"],
            "games": len(rows),
            "won": [round(fsum(places), 2) for places in zip(*(row["shares"] for row in rows), strict=True)],
            "plans": {plan: cells for plan, cells in plans.items() if any(games for games, _ in cells)},
        }


def added_up(tables: Iterable[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield one table for each level and kind of game: the sum of those given."""
    kinds = dict[str, list[Mapping[str, Any]]]()
    for table in tables:
        kind = json.dumps([table[name] for name in ("level", "seats", "options")], sort_keys=True)
        kinds.setdefault(kind, []).append(table)
    for same in kinds.values():
        plans = dict[str, list[list[float]]]()
        for table in same:
            for plan, cells in table["plans"].items():
                before = plans.get(plan, [[0, 0.0]] * len(cells))
                plans[plan] = [
                    [games + more, round(won + wins, 4)]
                    for (games, won), (more, wins) in zip(before, cells, strict=True)
                ]
        yield {
            **same[0],
            "games": sum(table["games"] for table in same),
            "won": [round(fsum(wins), 2) for wins in zip(*(table["won"] for table in same), strict=True)],
            "plans": plans,
        }


def write_tables(files: Sequence[Path], into: Path, add: bool) -> None:
    """Write the tables of these files, one plan a line.

    add  add the games to the tables that are already there
    """
    tables, before = list[str](), json.loads(into.read_text(encoding="utf-8")) if add else []
    whole = added_up([*before, *summed(files)])
    for table in sorted(whole, key=lambda one: (one["options"] != {}, one["level"], one["seats"])):
        plans = ",\n".join(
            f"    {json.dumps(name)}: {json.dumps(row)}" for name, row in table["plans"].items()
        )
        head = ", ".join(f"{json.dumps(name)}: {json.dumps(table[name])}" for name in list(table)[:-1])
        tables.append(f'  {{{head}, "plans": {{\n{plans}\n  }}}}')
    into.write_text("[\n" + ",\n".join(tables) + "\n]\n", encoding="utf-8")


def report(tables: Sequence[OpeningTable]) -> Iterator[str]:
    """Yield the lines of tables in Markdown: games, share of wins and 95 % interval of each plan."""
    for table in tables:
        told = "".join(f", {name}={value}" for name, value in table.options.items())
        yield f"{table.level}, {table.seats} seats{told}: {table.games} games"
        yield ""
        yield "| plan | seats | all | " + " | ".join(f"seat {n + 1}" for n in range(table.seats)) + " |"
        yield "|---|---:|---:|" + "---:|" * table.seats
        for plan, rows in table.plans.items():
            whole = table.all_places(plan)
            assert whole is not None
            cells = [_cell(row.interval) if row.games else "–" for row in (whole, *rows)]
            yield f"| {plan} | {whole.games} | {' | '.join(cells)} |"
        yield ""


def _cell(interval: tuple[float, float]) -> str:
    return "–".join(f"{100 * end:.0f}" for end in interval) + " %"


def arguments() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    parser = argparse.ArgumentParser(prog="openings", description="Measure the win rates of named openings.")
    commands = parser.add_subparsers(dest="command", required=True)
    player = commands.add_parser("play", help="play games and store what each seat did")
    player.add_argument("game", choices=rulesets())
    player.add_argument("into", type=Path)
    player.add_argument("--seats", type=int, required=True)
    player.add_argument("--level", default=MEDIUM, help="player of all seats, such as hard@8")
    player.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    player.add_argument("--first", type=int, default=1, help="number of the first game")
    player.add_argument("--games", type=int, default=1000)
    player.add_argument("--minutes", type=float, default=float("inf"), help="stop after this time")
    table = commands.add_parser("table", help="sum results up")
    table.add_argument("files", type=Path, nargs="+")
    table.add_argument("--into", type=Path, required=True)
    table.add_argument("--add", action="store_true", help="add to the tables in that file")
    printer = commands.add_parser("report", help="print tables in Markdown")
    printer.add_argument("file", type=Path)
    return parser


def main(words: list[str] | None = None) -> int:
    """Run a command. Return the exit status."""
    given = arguments().parse_args(words)
    try:
        if given.command == "play":
            play(given)
        elif given.command == "table":
            write_tables(given.files, given.into, given.add)
        else:
            print("\n".join(report(read_openings(given.file.read_text(encoding="utf-8")))))
    except ParseError as wrong:
        raise CommandError(f"error: {wrong}", MISUSED) from wrong
    return 0


if __name__ == "__main__":
    sys.exit(ended(main))
