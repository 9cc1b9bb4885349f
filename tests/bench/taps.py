"""Taps on targets: the share of legal targets that one tap on their centre activates, and taps that activate
a target although another is nearer.

The game's own hit test answers, on every board, in every window and text size, in the view with which a game
opens there and in those with which the other decisions of a game open.
"""

from __future__ import annotations

import os
import random
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache, reduce
from itertools import product
from pathlib import Path
from typing import NamedTuple
from unittest import mock

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

from game.client.app.app import App
from game.client.storage.settings import Settings
from game.client.table.table import TableScene
from game.client.touch.hit_geometry import distance
from game.client.touch.hit_targets import HitTarget
from game.client.views.picture import Picture
from game.match import Match
from tests.client.conftest import Screen, hurried, new_match

WINDOWS = {
    "320x568": 2,
    "390x844": 3,
    "844x390": 3,
    "768x1024": 1,
    "1280x720": 1,
    "1920x1080": 1,
    "2560x1440": 1,
}
"""Device pixels per CSS pixel by window size in CSS pixels."""
BOARDS: dict[str, tuple[str, int, dict[str, str]]] = {
    "base, 2": ("hansa-teutonica", 2, {}),
    "base, 3": ("hansa-teutonica", 3, {"favour": "on", "missions": "on"}),
    "base, 4": ("hansa-teutonica", 4, {"promos": "on"}),
    "base, 5": ("hansa-teutonica", 5, {}),
    "East, 3": ("hansa-teutonica", 3, {"board": "east"}),
    "East, 5": ("hansa-teutonica", 5, {"board": "east", "favour": "on"}),
    "Britannia, 3": ("hansa-teutonica", 3, {"board": "britannia"}),
    "Britannia, 5": ("hansa-teutonica", 5, {"board": "britannia"}),
    "Hansa, 2": ("hansa", 2, {}),
    "Hansa, 4": ("hansa", 4, {"extra_card": "on"}),
}
"""Game, number of players and options by name."""
GOAL = 0.95
"""Least share of targets in sight that one tap on their centre activates."""
POINTS = 100
"""Random taps on each table."""
LENGTH = 300
"""Number of actions of a game from which one decision of each kind is taken."""
RUDE = ("displace", "use", "move", "swap", "exchange", "buy", "sell", "build")
"""Kinds of actions that lead to further decisions."""


class Count(NamedTuple):
    """Taps on targets.

    targets: targets in sight
    missed: names of those that a tap on their centre does not activate
    taken: random taps that activated a target
    wrong: those of them that were nearer to another target
    smallest: smallest side of a target in CSS pixels
    """

    targets: int = 0
    missed: tuple[str, ...] = ()
    taken: int = 0
    wrong: int = 0
    smallest: float = 1000.0

    def plus(self, other: Count) -> Count:
        """Return the sum of two counts."""
        return Count(
            self.targets + other.targets,
            self.missed + other.missed,
            self.taken + other.taken,
            self.wrong + other.wrong,
            min(self.smallest, other.smallest),
        )

    @property
    def share(self) -> float:
        """Share of the targets that one tap on their centre activates."""
        return 1 - len(self.missed) / max(1, self.targets)


def count(table: TableScene, points: int, rng: random.Random, *, finger: bool = True) -> Count:
    """Tap on the centre of every target in sight, and on random points near them. Nothing is activated."""
    metrics = table.app.metrics
    seen = [spot for spot in table.targets.values() if spot.in_sight and not spot.folded]
    meant = table.hit_tester.line_of  # of a piece on a route that can be claimed
    missed = [spot.id for spot in seen if tapped(table, *spot.rect.center, finger) is not meant(spot)]
    taken = wrong = 0
    for _ in range(points if seen else 0):
        middle = rng.choice(seen).rect.center
        x, y = (rng.gauss(one, metrics.finger / 4) for one in middle)
        spot = tapped(table, x, y, finger)
        if spot is not None:
            taken += 1
            others = [other for other in seen if other.on_board == spot.on_board]
            least = min(beside(other, x, y) for other in others if meant(other) is spot)
            wrong += least > min(beside(other, x, y) for other in others) + 0.01
    smallest = min((min(spot.rect.size) / metrics.ratio for spot in seen), default=1000.0)
    return Count(len(seen), tuple(missed), taken, wrong, smallest)


def tapped(table: TableScene, x: float, y: float, finger: bool = True) -> HitTarget | None:
    """Return the target that a tap or click at a point activates."""
    widget = table.at(x, y, finger)
    return widget if isinstance(widget, HitTarget) else None


def beside(spot: HitTarget, x: float, y: float) -> float:
    """Return the distance of a point from a target, 0 inside."""
    return min(distance(shape, x, y) for shape in (spot.shape, spot.touch_handle) if shape is not None)


@cache
def decisions(board: str) -> dict[str, str]:
    """Return games on a board by the decision at their end: the opening, and the first with each kind of
    target."""
    game, seats, options = BOARDS[board]
    match, rng = new_match(game, seats, 7, **options), random.Random(board)
    found, seen = {"opening": match.text()}, set[tuple[str, str]]()
    while match.state.outcome is None and len(match.moves) < LENGTH:
        legal = match.state.legal_actions()
        rude = [action for action in legal if action.text.startswith(RUDE)]
        match.play(rng.choice(rude) if rude and rng.random() < 0.4 else hurried(match.state, rng))
        if (decision := match.state.decision) is not None:
            paths = (action.path for action in match.state.legal_actions())
            kinds = {(decision.id, element.partition(".")[0]) for path in paths for element in path}
            if new := sorted(kind for _, kind in kinds - seen):
                name = decision.id if decision.id not in found else f"{decision.id} with {', '.join(new)}"
                found[name] = match.text()
            seen |= kinds
    return found


@contextmanager
def opened(app: App, text: str) -> Iterator[TableScene]:
    """Open the table of a game as its players see it first."""
    table = TableScene(app, Match.resume("taps", text))
    app.push(table)
    app.step()
    yield table
    app.scenes.pop().left()


@contextmanager
def unseen() -> Iterator[None]:
    """Lay everything out, but draw no board."""
    with (
        mock.patch.object(Picture, "prepare", lambda *given, **how: True),
        mock.patch.object(Picture, "show", lambda *given, **how: None),
    ):
        yield


def measure(
    window: str, text: str, boards: dict[str, dict[str, str]], *, finger: bool = True
) -> dict[str, tuple[Count, Count]]:
    """Return for each board the counts of the opening view and of all other decisions."""
    width, height = map(int, window.split("x"))
    ratio, rng, found = WINDOWS[window], random.Random(window), {}
    with tempfile.TemporaryDirectory() as folder, unseen():
        screen = Screen(Path(folder), (width * ratio, height * ratio), ratio)
        app = App(screen)
        app.settings.speed = app.settings.handover = "off"
        app.settings.text = text
        app.keep_settings()
        for board, texts in boards.items():
            first, later = Count(), Count()
            for decision, game in texts.items():
                with opened(app, game) as table:
                    now = count(table, POINTS, rng, finger=finger)
                first, later = (now, later) if decision == "opening" else (first, later.plus(now))
            found[board] = first, later
        screen.close()
    return found


def main() -> None:
    """Print a row for each window and text size. Fail if a share is below the goal or a tap went wrong."""
    boards = {board: decisions(board) for board in BOARDS}
    print("Targets activated by one tap on their centre; random taps that activated one, nearer to another")
    print(
        f"{'window':10} {'text':8} {'opening':>8} {'other decisions':>16} {'smallest':>13} {'wrong taps':>12}"
    )
    failed = False
    for window, text in product(WINDOWS, Settings.TEXT):
        found = measure(window, text, boards).values()
        first, later = (reduce(Count.plus, counts) for counts in zip(*found, strict=True))
        both = first.plus(later)
        wrong = f"{both.wrong} of {both.taken}"
        row = f"{window:10} {text:8} {first.share:8.1%} {later.share:16.1%} {both.smallest:13.1f} {wrong:>12}"
        print(row, *sorted(set(both.missed)), flush=True)
        failed = failed or min(first.share, later.share) < GOAL or both.wrong > 0
    if failed:
        raise SystemExit("a target needs more than one tap, or a tap activates the wrong one")


if __name__ == "__main__":
    main()
