"""Late positions with the best plan, found by rollouts to the end of the game, and how players do in them.

python -m tools.endgames find hansa-teutonica build/late.jsonl --seats 3 --games 40
python -m tools.endgames choose build/late.jsonl build/choices.jsonl hard "shortsighted hard"
python -m tools.endgames solve build/late.jsonl build/solved.jsonl --choices build/choices.jsonl
python -m tools.endgames measure build/solved.jsonl hard "shortsighted hard" --choices build/choices.jsonl
python -m tools.endgames play build/late.jsonl hard "shortsighted hard" --results build/late-games.jsonl

`find` plays games and writes positions at the beginning of a turn in which the game can soon end. `choose`
stores the turn of each player in each position. `solve` rolls these turns and the best plans of a beam search
out to the end, with equal deals for all plans, and stores how often each won. Weak plans are dropped after
few rollouts, the others get all of them. `measure` prints the share of positions in which a player chooses
the best plan, or one that is within two standard errors of it; once for all positions, and once for those in
which some plan is clearly worse. `play` finishes the game from each position once for every seat, with the
first player at that seat and the second one at all others. Equal players win 1 / seats of them, however good
the seats are. All continue where they were interrupted.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from math import sqrt
from pathlib import Path
from random import Random
from statistics import fmean, stdev
from typing import Any

from game.bots.brain import brain
from game.bots.players import Player
from game.bots.rollouts import Policy
from game.bots.search import Search
from game.bots.steps import finish
from game.command.ending import MISUSED, CommandError, ended
from game.engine import ParseError, State, ruleset, rulesets
from game.levels import HARD, MEDIUM
from tools.arena.entries import parse_options
from tools.players import player
from tools.puzzles.contest import Entrant, Schedule, contest
from tools.rows import append_row, read_rows

REPLIES = {"hansa-teutonica": (2, 6), "hansa": (4, 0)}
"""Width and branching factor of the beam with which all players of a rollout plan."""
ROLLOUTS, SURE = 200, 0.995
"""Number of rollouts of a plan, and the certainty from which on a worse plan is dropped earlier."""
BEAM = 8, 20
"""Width and branching factor of the beam that finds the plans."""
PLANS = 4
"""Number of its best plans that are rolled out, besides the turns of players."""
BUDGET = 8
"""Playouts of a turn of hard in the games of `find`."""
SEED = 1
MARKERS = 3
"""Maximum number of markers in the bag of a late position."""
EACH = 3
"""Number of positions of a game."""
MOST_ROUNDS = 60
"""Number of rounds after which a game of `play` counts as drawn."""

Texts = tuple[str, ...]


def parsed(position: str) -> State:
    """Return the state of a position."""
    return ruleset(position.split()[0]).parse_position(position)


def after(state: State, plan: Sequence[str]) -> str:
    """Return the position after a plan. Others decide in between by the fast rollout policy."""
    mind = brain(state.ruleset.id)
    seat, turn, state, left = state.actor, state.turn_number, state.copy(), list(plan)
    while state.actor is not None and state.turn_number == turn:
        if state.actor != seat:
            for action in mind.reply(state, mind.context(state), None):
                state.apply(action)
            continue
        legal = {action.text: action for action in state.legal_actions()}
        if not left or left[0] not in legal:
            break
        state.apply(legal[left.pop(0)])
    return state.position()


def schedule(state: State) -> Schedule:
    """Return how plans of a position are rolled out."""
    return Schedule(Policy(beam=REPLIES[state.ruleset.id]), ROLLOUTS, SURE, least=10, futile=ROLLOUTS)


def plans_of(state: State, turns: Sequence[Texts]) -> dict[str, Texts]:
    """Return the plans to roll out by the position after them: turns of players, and the best plans of a wide
    beam search."""
    found: dict[str, Texts] = {}
    for texts in turns:
        found.setdefault(after(state, texts), texts)
    mind = brain(state.ruleset.id).adapted(True)
    lines = finish(Search(mind, state.copy()).turns(*BEAM, Random(SEED)))
    for line in lines[:PLANS]:
        texts = tuple(action.text for action in line.plan)
        found.setdefault(after(state, texts), texts)
    return found


def whole(state: State, chooser: Player) -> Texts:
    """Return the actions of a player in the turn under way, up to the first that reveals hidden
    information."""
    seat, turn, texts, state = state.actor, state.turn_number, list[str](), state.copy()
    mind, rng, revealing = brain(state.ruleset.id), Random(SEED), state.ruleset.revealing
    while state.actor is not None and state.turn_number == turn:
        if state.actor == seat:
            action = chooser.choose(state.copy(), rng).action
            texts.append(action.text)
            if any(event.kind in revealing for event in state.apply(action)):
                break
        else:
            for action in mind.reply(state, mind.context(state), None):
                state.apply(action)
    return tuple(texts)


def solved(position: str, turns: Sequence[Texts]) -> dict[str, Any]:
    """Return a position with its plans, best first, each with its wins and rollouts."""
    state = parsed(position)
    entrants = [Entrant(texts) for texts in plans_of(state, turns).values()]
    left = contest(state, entrants, schedule(state), SEED)
    best = left[0]
    others = sorted((one for one in entrants if one is not best), key=lambda one: (-len(one.wins), -one.mean))
    return {"position": position, "plans": [row_of(one, best) for one in (best, *others)]}


def row_of(one: Entrant, best: Entrant) -> dict[str, Any]:
    """Return a plan with its share of wins, its rollouts, and how far it is behind the best one."""
    behind = best.against(one)
    return {
        "plan": list(one.plan),
        "won": round(one.mean, 4),
        "rollouts": len(one.wins),
        "behind": round(behind.mean, 4) if one is not best else 0.0,
        "error": round(behind.error, 4) if one is not best else 0.0,
    }


def as_good(behind: float, error: float) -> bool:
    """Return whether a plan is within two standard errors of the best one."""
    return behind <= 2 * error


def finds(row: dict[str, Any], own: Texts) -> bool:
    """Return whether a turn is the best plan or one that is not clearly worse. A plan that has not been
    solved is rolled out together with the best one."""
    state = parsed(row["position"])
    place = after(state, own)
    for known in row["plans"]:
        if after(state, known["plan"]) == place:
            return as_good(known["behind"], known["error"])
    best, tried = Entrant(tuple(row["plans"][0]["plan"])), Entrant(own)
    contest(state, [best, tried], schedule(state), SEED)
    behind = best.against(tried)
    return as_good(behind.mean, behind.error)


def decided(row: dict[str, Any]) -> bool:
    """Return whether some plan of a solved position is clearly worse than the best one."""
    return any(not as_good(plan["behind"], plan["error"]) for plan in row["plans"])


class Choices:
    """The turns of players in positions, stored in a file if there is one."""

    def __init__(self, file: Path | None) -> None:
        rows = read_rows(file) if file else []
        self._file = file
        self._known = {(row["position"], row["player"]): tuple[str, ...](row["plan"]) for row in rows}

    def turn(self, position: str, name: str) -> Texts:
        """Return the turn of a player."""
        if (position, name) not in self._known:
            plan = self._known[position, name] = whole(parsed(position), player(name))
            if self._file:
                append_row(self._file, {"position": position, "player": name, "plan": list(plan)})
        return self._known[position, name]

    def turns(self, position: str) -> list[Texts]:
        """Return the known turns in a position."""
        return [plan for (place, _), plan in self._known.items() if place == position]


def positions_of(path: Path) -> list[dict[str, Any]]:
    """Return the rows of a file, each with a position. Raises `ParseError` for a file without rows."""
    rows = read_rows(path)
    if not rows:
        raise ParseError(f"{path} holds no positions")
    return rows


def late(state: State) -> bool:
    """Return whether a turn begins in which the end of the game is near."""
    decision = state.decision
    if decision is None or decision.id not in ("turn", "restock") or state.actor != state.turn_seat:
        return False
    left = getattr(state, "bag_left", None)
    return bool(brain(state.ruleset.id).game_ends(state)) if left is None else left <= MARKERS


def found(game: str, seats: int, options: dict[str, str], number: int) -> Iterator[dict[str, Any]]:
    """Play a game of medium and hard, and yield some of its late positions."""
    rng = Random(number)
    state = ruleset(game).new_game(seats, options, number)
    players = [player(MEDIUM if (number + seat) % 3 else HARD) for seat in range(seats)]
    seen, turn = list[str](), -1
    while state.actor is not None:
        if state.turn_number != turn and late(state):
            turn = state.turn_number
            seen.append(state.position(state.actor))
        state.apply(players[state.actor].choose(state.copy(), rng, work=BUDGET).action)
    rng.shuffle(seen)
    for position in seen[:EACH]:
        yield {"number": number, "position": position}


def won(position: str, names: tuple[str, str], seat: int, work: int | None) -> tuple[float, int]:
    """Finish a game with the first player at a seat, and return its share of the victory and the number of
    turns."""
    state = parsed(position).determinize(Random(position), None)
    players = [player(names[one != seat]) for one in range(state.seats)]
    rng, begun = Random(seat), state.turn_number
    while state.actor is not None and state.turn_number < begun + MOST_ROUNDS * state.seats:
        state.apply(players[state.actor].choose(state.copy(), rng, work=work).action)
    winners = state.outcome.winners if state.outcome else tuple(range(state.seats))
    return (1.0 / len(winners) if seat in winners else 0.0), state.turn_number - begun


def played(file: Path, names: tuple[str, str], results: Path, most: int, work: int | None) -> None:
    """Finish games from positions, and print the share won by the first player for each number of seats."""
    done = {(row["position"], row["seat"]) for row in read_rows(results)}
    for position in [row["position"] for row in positions_of(file)][:most]:
        for seat in range(parsed(position).seats):
            if (position, seat) not in done:
                share, turns = won(position, names, seat, work)
                append_row(results, {"position": position, "seat": seat, "won": share, "turns": turns})
    for line in standings(read_rows(results)):
        print(line)


def standings(rows: Sequence[dict[str, Any]]) -> Iterator[str]:
    """Yield the share won for each number of seats, from the positions whose games are all finished."""
    games = defaultdict[str, list[dict[str, Any]]](list)
    for row in rows:
        games[row["position"]].append(row)
    shares, turns = defaultdict[int, list[float]](list), defaultdict[int, list[float]](list)
    for position, ends in games.items():
        seats = parsed(position).seats
        if len(ends) == seats:
            shares[seats].append(fmean(row["won"] for row in ends))
            turns[seats].append(fmean(row["turns"] for row in ends))
    for seats, each in sorted(shares.items()):
        error = 1.96 * stdev(each) / sqrt(len(each)) if len(each) > 1 else 1.0
        yield (
            f"{seats} seats: {fmean(each):.3f} ± {error:.3f} of {len(each) * seats} games from {len(each)} "
            f"positions, fair share {1 / seats:.3f}, {fmean(turns[seats]):.1f} turns to the end"
        )


def arguments() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    parser = argparse.ArgumentParser(prog="endgames", description="Solve late positions by rollouts.")
    commands = parser.add_subparsers(dest="command", required=True)
    finder = commands.add_parser("find", help="play games and store late positions")
    finder.add_argument("game", choices=rulesets())
    finder.add_argument("into", type=Path)
    finder.add_argument("--seats", type=int, required=True)
    finder.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    finder.add_argument("--first", type=int, default=1, help="number of the first game")
    finder.add_argument("--games", type=int, default=40)
    chooser = commands.add_parser("choose", help="store the turns of players in stored positions")
    chooser.add_argument("file", type=Path)
    chooser.add_argument("into", type=Path)
    chooser.add_argument("players", nargs="+")
    solver = commands.add_parser("solve", help="roll the best plans of stored positions out")
    solver.add_argument("file", type=Path)
    solver.add_argument("into", type=Path)
    measurer = commands.add_parser("measure", help="print how often players find the best plan")
    measurer.add_argument("file", type=Path)
    measurer.add_argument("players", nargs="+")
    for one in (solver, measurer):
        one.add_argument("--choices", type=Path, help="file of `choose`")
    match = commands.add_parser("play", help="finish the games from stored positions with two players")
    match.add_argument("file", type=Path)
    match.add_argument("players", nargs=2)
    match.add_argument("--results", type=Path, required=True, help="store the results here")
    match.add_argument("--work", type=int, help="search budget of both players in playouts")
    for one in (chooser, solver, match):
        one.add_argument("--most", type=int, default=1000, help="maximum number of positions")
    return parser


def main(words: list[str] | None = None) -> int:
    """Run a command. Return the exit status."""
    given = arguments().parse_args(words)
    try:
        run(given)
    except ParseError as wrong:
        raise CommandError(f"error: {wrong}", MISUSED) from wrong
    return 0


def run(given: argparse.Namespace) -> None:
    """Run a command."""
    if given.command == "find":
        done = {row["number"] for row in read_rows(given.into)}
        for number in range(given.first, given.first + given.games):
            if number not in done:
                for row in found(given.game, given.seats, parse_options(given.option), number):
                    append_row(given.into, row)
    elif given.command == "choose":
        choices = Choices(given.into)
        for row in positions_of(given.file)[: given.most]:
            for name in given.players:
                choices.turn(row["position"], name)
    elif given.command == "solve":
        done, choices = {row["position"] for row in read_rows(given.into)}, Choices(given.choices)
        for row in positions_of(given.file)[: given.most]:
            if row["position"] not in done:
                append_row(given.into, solved(row["position"], choices.turns(row["position"])))
    elif given.command == "play":
        played(given.file, tuple(given.players), given.results, given.most, given.work)
    else:
        measured(given.file, given.players, Choices(given.choices))


def measured(file: Path, players: Sequence[str], choices: Choices) -> None:
    """Print the share of positions in which each player finds the best plan, and the positions in which it
    does not."""
    rows = positions_of(file)
    matter = sum(map(decided, rows))
    for name in players:
        missed = [row for row in rows if not finds(row, choices.turn(row["position"], name))]
        found, clear = len(rows) - len(missed), matter - sum(map(decided, missed))
        print(f"{name}: {found} of {len(rows)}, {clear} of the {matter} with clearly worse plans")
        for row in missed:
            print(f"  {row['position']}\n    {'; '.join(choices.turn(row['position'], name))}")


if __name__ == "__main__":
    sys.exit(ended(main))
