"""Late positions with the best plan, found by rollouts to the end of the game, and how often players find it.

python -m tools.endgames find hansa-teutonica build/late.jsonl --seats 3 --games 40
python -m tools.endgames solve build/late.jsonl tests/bots/endgames.jsonl
python -m tools.endgames measure tests/bots/endgames.jsonl hard master "shortsighted hard"

`find` plays games and writes positions at the beginning of a turn in which the game can soon end. `solve`
rolls the best plans of each position out to the end, with equal deals for all plans, and stores how often
each won. Weak plans are dropped after few rollouts; the best two get all of them. `measure` prints the share
of positions in which a player chooses the best plan, or one that is within two standard errors of it. All
three continue where they were interrupted.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from math import sqrt
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Any

from game.bots.brain import Plan, Playouts, brain
from game.bots.search import MOST_REPLIES, Search, Variation
from game.bots.steps import finish
from game.engine import State, ruleset
from game.levels import MEDIUM
from tools.arena.entries import parse_options
from tools.players import player

POLICY = Playouts(width=8, deals=1, stray=1 / 7)
"""The players of a rollout: medium, which deviates in one turn of seven."""
STAGES = (10, 40, 200)
"""Number of rollouts of each plan that is left, in total, after each stage."""
PLANS = 8
"""Number of plans of the beam search that are rolled out."""
MARKERS = 3
"""Maximum number of markers in the bag of a late position."""
EACH = 3
"""Number of positions of a game."""


class PlanRace:
    """The rollouts of the plans of one position, until the best ones are known."""

    def __init__(self, position: str) -> None:
        state = ruleset(position.split()[0]).parse_position(position)
        self.mind = brain(state.ruleset.id).adapted(True)
        self.state = state
        self.search = Search(self.mind, state.copy(), playouts=POLICY)
        self.won: dict[Plan, list[float]] = {}
        self._lines: dict[Plan, Variation] = {}

    def plans(self) -> list[Plan]:
        """Return the best plans of a wide beam search."""
        found = finish(self.search.turns(12, self.mind.breadth, Random(1)))
        return [self.add(line) for line in found[:PLANS]]

    def add(self, line: Variation) -> Plan:
        """Add a plan, and return it or another plan with the same result."""
        key = self.mind.key(line.state)
        for plan, known in self._lines.items():
            if self.mind.key(known.state) == key:
                return plan
        self._lines[line.plan], self.won[line.plan] = line, []
        return line.plan

    def parsed(self, texts: Sequence[str]) -> Plan:
        """Return the plan with these texts as one of the position's plans."""
        line, over = self.search.line((), self.search.state, 0, False), False
        for text in texts:
            if over or line.state.actor != self.search.seat:
                break
            action = line.state.parse_action(text)
            if action not in line.state.legal_actions():
                break
            line, over = self.search.after(line, (action,), {})
        if not over:
            line = finish(self.search.completed(line))
        return self.add(line)

    def roll(self, plan: Plan, times: int) -> list[float]:
        """Roll a plan out until it has this number of results, and return them: 1 for each game won."""
        won = self.won[plan]
        while len(won) < times:
            won.append(self._result(self._lines[plan], Random(len(won))))
        return won

    def _result(self, line: Variation, rng: Random) -> float:
        search = self.search
        state = finish(search.finished(line, rng)).determinize(rng, search.seat)
        for _ in range(MOST_REPLIES):
            if state.actor is None:
                break
            for action in finish(search.reply(state, rng)):
                state.apply(action)
        chances = search.chances(state, self.mind.evaluate(state, search.context))
        return chances[search.seat]

    def raced(self, plans: list[Plan]) -> list[Plan]:
        """Roll plans out in stages, without those that are clearly worse, and return them best first."""
        fit = plans
        for times in STAGES:
            for plan in fit:
                self.roll(plan, times)
            fit.sort(key=lambda plan: -fmean(self.won[plan]))
            best = fit[0]
            fit = [plan for plan in fit if self.behind(plan, best) < 2 * self.error(plan, best) + 1e-9]
            if times * 2 >= STAGES[-1] or len(fit) < 2:
                fit = sorted(plans, key=lambda plan: (-len(self.won[plan]), -fmean(self.won[plan])))[:2]
        for plan in fit:
            self.roll(plan, STAGES[-1])
        return sorted(plans, key=lambda plan: (-len(self.won[plan]), -fmean(self.won[plan])))

    def behind(self, plan: Plan, best: Plan) -> float:
        """Return how much less often a plan won than another in the same deals."""
        count = min(len(self.won[plan]), len(self.won[best]))
        return fmean(self.won[best][:count]) - fmean(self.won[plan][:count])

    def error(self, plan: Plan, best: Plan) -> float:
        """Return the standard error of that difference, at least that of one game."""
        count = min(len(self.won[plan]), len(self.won[best]))
        differ = [a - b for a, b in zip(self.won[best][:count], self.won[plan][:count], strict=True)]
        mean = fmean(differ)
        return max(sqrt(fmean((one - mean) ** 2 for one in differ) / count), 1 / count)


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
    players = [player(MEDIUM if (number + seat) % 3 else "hard") for seat in range(seats)]
    seen, turn = list[str](), -1
    while state.actor is not None:
        if state.turn_number != turn and late(state):
            turn = state.turn_number
            seen.append(state.position(state.actor))
        state.apply(players[state.actor].choose(state.copy(), rng, work=8).action)
    rng.shuffle(seen)
    for position in seen[:EACH]:
        yield {"number": number, "position": position}


def solved(position: str) -> dict[str, Any]:
    """Return a position with its plans, best first, each with its wins and rollouts."""
    rolls = PlanRace(position)
    plans = rolls.raced(rolls.plans())
    rows = [
        {
            "plan": [action.text for action in plan],
            "won": round(fmean(rolls.won[plan]), 4),
            "rollouts": len(rolls.won[plan]),
            "behind": round(rolls.behind(plan, plans[0]), 4),
            "error": round(rolls.error(plan, plans[0]), 4),
        }
        for plan in plans
    ]
    return {"position": position, "plans": rows}


def finds(row: dict[str, Any], name: str) -> bool:
    """Return whether a player chooses the best plan or one that is not clearly worse."""
    rolls = PlanRace(row["position"])
    choice = player(name).choose(rolls.state.copy(), Random(1))
    own = rolls.parsed([action.text for action in choice.plan])
    for known in row["plans"]:
        if rolls.parsed(known["plan"]) == own:
            return bool(known["behind"] <= 2 * known["error"])
    best = rolls.parsed(row["plans"][0]["plan"])
    for times in STAGES:
        rolls.roll(best, times)
        rolls.roll(own, times)
        if rolls.behind(own, best) > 3 * rolls.error(own, best):
            return False
    return rolls.behind(own, best) <= 2 * rolls.error(own, best)


def rows_of(path: Path) -> list[dict[str, Any]]:
    """Return the rows of a file, or none if there is no such file."""
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def add(path: Path, row: dict[str, Any]) -> None:
    """Append a row to a file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a") as file:
        file.write(json.dumps(row) + "\n")


def arguments() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    parser = argparse.ArgumentParser(prog="endgames", description="Solve late positions by rollouts.")
    commands = parser.add_subparsers(dest="command", required=True)
    finder = commands.add_parser("find", help="play games and store late positions")
    finder.add_argument("game")
    finder.add_argument("into", type=Path)
    finder.add_argument("--seats", type=int, required=True)
    finder.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    finder.add_argument("--first", type=int, default=1, help="number of the first game")
    finder.add_argument("--games", type=int, default=40)
    solver = commands.add_parser("solve", help="roll the best plans of stored positions out")
    solver.add_argument("file", type=Path)
    solver.add_argument("into", type=Path)
    solver.add_argument("--most", type=int, default=1000, help="maximum number of positions")
    measurer = commands.add_parser("measure", help="print how often players find the best plan")
    measurer.add_argument("file", type=Path)
    measurer.add_argument("players", nargs="+")
    measurer.add_argument("--results", type=Path, help="store the results here, and continue from there")
    return parser


def main(words: list[str] | None = None) -> int:
    """Run a command. Return the exit status."""
    given = arguments().parse_args(words)
    if given.command == "find":
        done = {row["number"] for row in rows_of(given.into)}
        for number in range(given.first, given.first + given.games):
            if number not in done:
                for row in found(given.game, given.seats, parse_options(given.option), number):
                    add(given.into, row)
    elif given.command == "solve":
        done = {row["position"] for row in rows_of(given.into)}
        for row in rows_of(given.file)[: given.most]:
            if row["position"] not in done:
                add(given.into, solved(row["position"]))
    else:
        measured(given.file, given.players, given.results)
    return 0


def measured(file: Path, players: Sequence[str], results: Path | None) -> None:
    """Print the share of positions in which each player finds the best plan."""
    known = {(row["position"], row["player"]): row["finds"] for row in rows_of(results)} if results else {}
    for name in players:
        count, rows = 0, rows_of(file)
        for row in rows:
            key = (row["position"], name)
            if key not in known:
                known[key] = finds(row, name)
                if results:
                    add(results, {"position": row["position"], "player": name, "finds": known[key]})
            count += known[key]
        print(f"{name}: {count} of {len(rows)}")


if __name__ == "__main__":
    sys.exit(main())
