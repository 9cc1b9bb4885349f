"""``python -m tools.new_game NAME``: write a package with a small game that plays, to be turned into another.

Its rules are one module of declarations (docs/developing/adding-a-game.md). ``python -m tools.check_game
NAME`` says which parts the game has and lacks.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from pathlib import Path

from game.command.ending import CommandError, ended
from game.games import GAMES
from game.games import __file__ as games

GAMES_DIRECTORY = Path(games).parent

DECLARATION = '''"""{title}, a game for 2-4 players."""

from game.games.game import Game

GAME = Game("{id}")
'''

RULES = '''"""The rules of {title}.

In your turn put a piece into a town that has room, or pass. At the end the player with most pieces in a town
scores 2 points; players with equally many score 1 each. The game ends after {rounds} rounds.
"""

from __future__ import annotations

from collections.abc import Iterator

from game.engine.core import Event, ScoreLine
from game.engine.declared import (
    DeclaredRules,
    DeclaredState,
    Network,
    Placed,
    action,
    by_seat,
    pieces,
)

PIECES, ROOM, ROUNDS = 6, 3, {rounds}
MAP = Network(
    towns={{"west": (200, 300), "north": (600, 100), "east": (1000, 300), "south": (600, 500)}},
    routes={{("west", "north"): 0, ("north", "east"): 0, ("east", "south"): 0, ("south", "west"): 0}},
)


class {name}(DeclaredState):
    """A position of {title}."""

    board = MAP
    endings = ("rounds",)

    supply: list[int] = by_seat(range(PIECES + 1), start=PIECES)
    placed: Placed = pieces("town", MAP.towns, "piece", most=ROOM)

    @action("place {{town}}", town=MAP.towns)
    def place(self, town: str) -> Iterator[Event]:
        """Put a piece into a town."""
        self.supply[self.turn] -= 1
        self.placed[town] = (*self.placed.get(town, ()), self.turn)
        yield Event("place", self.turn, "piece", f"supply.{{self.turn}}", f"town.{{town}}")
        yield from self._done()

    @place.unless
    def no_place(self, town: str) -> str | None:
        if not self.supply[self.turn]:
            return "no-piece-left"
        return "town-full" if len(self.placed.get(town, ())) == ROOM else None

    @action("pass")
    def skip(self) -> Iterator[Event]:
        """Do nothing."""
        yield Event("pass", self.turn)
        yield from self._done()

    def _done(self) -> Iterator[Event]:
        if self.turns == ROUNDS * self.seats:
            self.over = "rounds"
            yield Event("game-end", reason=self.over)
        else:
            yield from self.next_turn()

    def scores(self) -> tuple[ScoreLine, ...]:
        points = [0] * self.seats
        for owners in self.placed.values():
            counts = [owners.count(seat) for seat in range(self.seats)]
            first = [seat for seat, count in enumerate(counts) if count == max(counts)]
            for seat in first:
                points[seat] += 2 if len(first) == 1 else 1
        return (ScoreLine("towns", tuple(points)),)


RULESET = DeclaredRules("{id}", {name}, seats=range(2, 5))
'''

TEXTS = {
    "game.summary": "Put your pieces into four towns. Whoever has most of them there scores.",
    "decision.turn": "{name}: put a piece into a town, or pass.",
    "action.place": "Put a piece into",
    "action.pass": "Pass",
    "event.place": "{name} puts a piece into {place}.",
    "event.pass": "{name} passes.",
    "event.game-end": "The last round is over.",
    "ending.rounds": "the last round is over",
    "score.towns": "Towns",
    "desk.supply": "Supply",
    "reason.no-piece-left": "Your supply is empty: pass.",
    "reason.town-full": "This town is full: choose another.",
    "rules.1": "The game",
    "rules.1.text": "Put a piece into a town that has room, or pass. Most pieces in a town score 2 points.",
}


def write(name: str, directory: Path) -> Path:
    """Write the package of a new game and return its directory.

    name       the id of the game: small letters and digits with hyphens, such as "salt-road"
    directory  where the package is created

    Raises `CommandError` for a name that is no id or is taken.
    """
    if not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", name):
        raise CommandError(
            "name: expected small letters and digits, with hyphens between words such as 'salt-road', "
            f"got {name!r}"
        )
    package = directory / name.replace("-", "_")
    if name in GAMES or package.exists():
        raise CommandError(f"name: there is a game {name!r} already; choose another name or delete {package}")
    words = name.split("-")
    title = " ".join(word.capitalize() for word in words)
    given = {"id": name, "title": title, "name": "".join(word.capitalize() for word in words), "rounds": 6}
    package.mkdir(parents=True)
    for file, text in (("__init__.py", DECLARATION), ("rules.py", RULES)):
        (package / file).write_text(text.format(**given), encoding="utf-8")
    texts = json.dumps({"game.name": title, **TEXTS}, ensure_ascii=False, indent=2)
    (package / "texts.en.json").write_text(texts + "\n", encoding="utf-8")
    return package


def main(arguments: list[str] | None = None) -> int:
    """Write the package. Return the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.new_game", description="Write the package of a new game, which can be played."
    )
    parser.add_argument("name", help="id of the game, such as salt-road")
    parser.add_argument(
        "--directory", type=Path, default=GAMES_DIRECTORY, help="where to create it (default: game/games)"
    )
    given = parser.parse_args(arguments)
    package = write(given.name, given.directory)
    there = "" if given.directory == GAMES_DIRECTORY else f"KONTOR_GAMES={given.directory} "
    print(f"{package}: a game that plays. Change rules.py and texts.en.json, and look at it:")
    print(f"  {there}python -m tools.check_game {given.name}\n  {there}python main.py")
    return 0


if __name__ == "__main__":
    sys.exit(ended(main))
