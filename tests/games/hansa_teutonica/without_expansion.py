"""Play, draw and test the game of a copy from which an expansion was deleted: see test_deleting_expansions.

usage: without_expansion.py OPTION VALUE ARGUMENT...

The value of the option must be refused; the arguments are those of pytest, whose tests must pass.
"""

from __future__ import annotations

import os
import sys

os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"

import asyncio
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random

import pytest

from game.bots import answer
from game.client.app.app import App
from game.client.app.scene import Scene
from game.client.app.setup import Setup
from game.client.pages.new_game import NewGamePage, OptionsPage
from game.client.pages.title import TitleScene
from game.client.table.table import TableScene
from game.engine import ParseError, State, ruleset
from game.match import COLOURS, Match, PlayerInfo
from game.platform.desktop.platform import Desktop
from game.worker_messages import request

RULES = ruleset("hansa-teutonica")
ACTIONS = 50


def ways() -> Iterator[tuple[int, dict[str, str]]]:
    """Yield the player counts and options of games in which every value of every option is played."""
    for option in RULES.options:
        for value in option.values:
            for seats in RULES.seats:
                chosen = {option.id: value}
                if option.when is not None:
                    chosen[option.when[0]] = option.when[1][-1]
                try:
                    full = RULES.full_options(seats, chosen)
                except ParseError:
                    continue
                if option.matters(seats, full):
                    yield seats, full
    for values in RULES.presets.values():
        yield from ((seats, {**values}) for seats in RULES.seats if may(seats, values))


def may(seats: int, values: Mapping[str, str]) -> bool:
    """Return whether this number of players can play with these options."""
    try:
        RULES.full_options(seats, values)
    except ParseError:
        return False
    return True


def play(state: State, rng: Random) -> None:
    """Play at random, checking the invariants and the position line."""
    for _ in range(ACTIONS):
        if state.actor is None:
            break
        state.apply(rng.choice(list(state.legal_actions())))
    state.check()
    assert RULES.parse_position(state.position()).position() == state.position()


def boards() -> Iterator[tuple[int, dict[str, str]]]:
    """Yield a player count and options for each board and each way for two."""
    for option in RULES.options:
        if option.id in ("board", "two_players"):
            yield from ((option.seats[0], {option.id: value}) for value in option.offered())


def draw(folder: Path) -> None:
    """Show the title, the page of a new game and a table on each board; computers find a turn there."""
    app = App(Desktop(folder, (1280, 720)))

    def show(scene: Scene) -> None:
        app.push(scene)
        app.step()
        app.pop()

    show(TitleScene(app))
    setup = Setup(RULES.id)
    show(NewGamePage(app, setup))
    show(OptionsPage(app, setup))
    for seats, options in boards():
        players = [PlayerInfo(f"Player {seat}", COLOURS[seat]) for seat in range(seats)]
        match = Match.start("a" * 8, RULES, players, options, 3)
        show(TableScene(app, match))
        reply = json.loads(answer(request("choose", match.state, level="easy", seed=1)))
        assert reply["plan"], reply


def main(option: str, value: str, *arguments: str) -> int:
    """Run all of it; the result is that of the tests."""
    try:
        RULES.full_options(2 if option == "two_players" else 3, {option: value})
    except ParseError as refused:
        assert option in str(refused), refused
    else:
        raise AssertionError(f"{option} can still be {value}")
    rng = Random(5)
    for seats, options in dict.fromkeys((seats, tuple(chosen.items())) for seats, chosen in ways()):
        play(RULES.new_game(seats, dict(options), rng.randrange(100)), rng)
    with asyncio.Runner() as runner:
        asyncio.set_event_loop(runner.get_loop())
        draw(Path.cwd() / "saves")
    return pytest.main(["-q", "-p", "no:cacheprovider", *arguments])


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
