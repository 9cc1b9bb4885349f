"""The modules to compile, grouped into libraries by how often they change together."""

from __future__ import annotations

from fnmatch import fnmatch
from pathlib import Path

from game.games import GAMES, package

LIBRARIES = {
    "kontor_engine": "game/engine",
    "kontor_bots": "game/bots",
    **{
        f"kontor_{package(game).rpartition('.')[2]}_{part}": f"{package(game).replace('.', '/')}/{part}"
        for game in GAMES
        for part in ("rules", "bots")
    },
    "kontor_baselines": "tools/baselines",
}
"""Directory of each library. Expansion modules of a game belong to the library with their name."""

PLAIN = (
    "*/__init__.py", "*/__main__.py",
    "*/advice.py", "*/answer.py", "*/baselines/pool.py", "*/board_file.py", "*/course.py",
    "*/invariants.py", "*/levels.py",
    "*/fuzz.py", "*/players.py", "*/position_*.py",
    "*/purposes.py", "*/reasons.py", "*/record.py", "*/registry.py", "*/regression.py",
    "*/themes.py", "*/weights.py", "*/worker.py",
)  # fmt: skip
"""Modules that stay Python: tables, readers of weights, and code that no running game calls."""


def libraries(root: Path) -> dict[str, list[str]]:
    """Return the modules to compile by library, as paths below the root."""
    found = {}
    for name, folder in LIBRARIES.items():
        home = root / folder
        inside = [*home.glob("*.py"), *home.parent.glob(f"expansions/*/{home.name}.py")]
        paths = sorted(path.relative_to(root).as_posix() for path in inside)
        found[name] = [path for path in paths if not any(fnmatch(path, plain) for plain in PLAIN)]
    return found
