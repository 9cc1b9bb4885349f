"""Measure how many interruptions standing answers decide: `python -m tools.standing --games 20`.

Simulated games have the maximum number of players, two of them computers. People are played by a computer
player, and each takes some hours to return. Computers decide without a search.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from random import Random
from typing import NamedTuple

from game.bots.players import Player, player
from game.engine.core import State
from game.engine.registry import ruleset
from game.match import AwaitingAnswer, AwaitingInput, AwaitingTimer, Computer, Match, Person, PlayerInfo
from game.match.players import COLOURS
from game.match.standing import COMPUTER, Answers, StandingAnswer, interrupts

COMPUTERS = 2
HOURS = 8.0
"""Mean time in hours after which a person who must decide returns to the game."""


class InterruptionCount(NamedTuple):
    """Interruptions of people, those that a person decided, and the hours that the game waited for people."""

    all: int
    by_person: int
    hours: float


def ask(state: State, rng: Random) -> Answers:
    """Return no answer: people decide everything themselves."""
    return ()


def computer(state: State, rng: Random) -> Answers:
    """Return answers that leave every decision to a computer player."""
    return [StandingAnswer(decision, (COMPUTER,)) for decision in state.wishes()]


def _first_wishes(kind: str, many: int) -> Callable[[State, Random], Answers]:
    """Return a function that draws places of one kind, with the first of all other wishes."""

    def drawn(state: State, rng: Random) -> Answers:
        found = []
        for decision, groups in state.wishes().items():
            places = [wish for wish in groups[0] if wish.startswith(kind)]
            first = rng.sample(places, many) if places else [groups[0][0]]
            found.append(StandingAnswer(decision, (*first, *(group[0] for group in groups[1:]))))
        return found

    return drawn


KINDS: dict[str, Callable[[State, Random], Answers]] = {
    "none": ask,
    "as a computer would": computer,
    "nearest to a town": _first_wishes("town.", 1),
    "one route": _first_wishes("route.", 1),
    "three routes": _first_wishes("route.", 3),
}


def simulate(game: str, person: Player, kind: str, seed: int) -> InterruptionCount:
    """Play a game with a kind of standing answers."""
    rng, rules = Random(seed), ruleset(game)
    seats, people = rules.seats[-1], rules.seats[-1] - COMPUTERS
    infos = [PlayerInfo(f"P{seat}", colour) for seat, colour in enumerate(COLOURS[:seats])]
    computers = (Computer("easy", seat + 1) for seat in range(COMPUTERS))
    controllers = [*(Person() for _ in range(people)), *computers]
    match = Match.start("", rules, infos, {}, seed, controllers=controllers)
    for seat in range(people):
        match.set_answers(seat, KINDS[kind](match.state, rng))
    total, by_person, hours = 0, 0, 0.0
    last: int | None = None
    while (wait := match.waits()) is not None:
        actor, interrupted = match.state.actor, interrupts(match.state)
        begins = actor != last
        total += begins and interrupted and actor is not None and actor < people
        last = actor
        match wait:
            case AwaitingInput():
                if begins:
                    by_person += interrupted
                    hours += rng.expovariate(1 / HOURS)
                match.play(person.choose(match.state, rng).plan[0])
            case AwaitingAnswer(version):
                match.failed(version)
            case AwaitingTimer():
                match.step()
    return InterruptionCount(total, by_person, hours)


def main(given: Sequence[str] | None = None) -> int:
    """Run the measurement and print a table."""
    parser = argparse.ArgumentParser(prog="python -m tools.standing", description=__doc__)
    parser.add_argument("--games", type=int, default=20, help="number of games of each kind (default: 20)")
    parser.add_argument("--ruleset", default="hansa-teutonica", help="id of the game")
    parser.add_argument(
        "--people", default="quick", help="computer player in place of people (default: quick)"
    )
    parser.add_argument("--seed", type=int, default=1, help="seed of the first game (default: 1)")
    options = parser.parse_args(given)
    person = player(options.people)
    print("answers               interruptions  without a person  days")
    for kind in KINDS:
        found = [simulate(options.ruleset, person, kind, options.seed + n) for n in range(options.games)]
        every, people = sum(one.all for one in found), sum(one.by_person for one in found)
        days = sum(one.hours for one in found) / 24 / len(found)
        share = 1 - people / every if every else 0.0
        print(f"{kind:20}  {every / len(found):13.1f}  {share:16.0%}  {days:4.0f}", flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
