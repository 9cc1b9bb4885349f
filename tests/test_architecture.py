"""Allowed imports between packages, and the constraints on each kind of module."""

from __future__ import annotations

import ast
import importlib.util
import os
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from game.client import preload
from game.games import GAMES, package
from web.site import game as site

ROOT = Path(__file__).resolve().parents[1]

# Layers that a layer may import besides itself. A package of game/ is a layer; so is each part of a game, by
# the name of its module or package.
ARROWS = {
    "engine": {"games"},
    "games": set(),
    "bots": {"engine", "games"},
    "match": {"bots", "engine", "games"},
    "platform": set(),
    "rooms": {"bots", "engine", "games", "match"},
    "server": {"bots", "command", "engine", "games", "match", "platform", "rooms"},
    "command": {"client", "platform"},
    "client": {"bots", "engine", "games", "match", "platform", "rooms"},
    "research": {"engine", "games"},
    "games/*": {"games"},
    "games/*/boards": set(),
    "games/*/expansions": set(),
    "games/*/rules": {"engine", "games/*/expansions"},
    "games/*/bots": {"bots", "engine", "games/*/expansions", "games/*/rules"},
    "games/*/view": {"bots", "client", "engine", "match", "games/*/expansions", "games/*/rules"},
    "games/*/guide": {"bots", "engine", "match", "games/*/rules"},
    "games/*/themes": {"bots", "engine", "games/*/bots", "games/*/rules"},
    "games/*/openings": {"engine"},
    "games/*/research": {"engine", "research", "games/*/rules"},
}

# Layers of expansion modules that have another name than their layer in the game.
EXPANSION = {"provinces": "rules", "map": "view", "regions": "view"}

PACKAGES = [layer for layer in ARROWS if "/" not in layer]


def layer(path: Path) -> str:
    """Return the layer of a file or package below game/."""
    parts = path.relative_to(ROOT / "game").with_suffix("").parts
    return _layer(parts[:-1] if parts[-1] == "__init__" else parts)


def layer_of_name(name: str) -> str:
    """Return the layer of an imported name such as `game.engine.core.State`."""
    parts = name.split(".")[1:]
    games = {package(game).rpartition(".")[2] for game in GAMES}
    return "games" if parts[0] == "games" and parts[1:2] and parts[1] not in games else _layer(tuple(parts))


def _layer(parts: tuple[str, ...]) -> str:
    if parts[0] != "games" or len(parts) == 1 or parts[1:] == ("game",):
        return parts[0]
    if len(parts) == 2:
        return "games/*"
    if parts[2] == "expansions" and len(parts) > 4:
        return f"games/*/{EXPANSION.get(parts[4], parts[4])}"
    return f"games/*/{parts[2]}"


def expansion_of(path: Path) -> str:
    """Return the expansion that a file belongs to; "" for others."""
    parts = path.relative_to(ROOT / "game").parts
    return parts[3] if len(parts) > 4 and parts[2] == "expansions" else ""


# Standard library modules that the engine may use: none with files, clocks, the network or shared state.
PURE = {
    *(
        "__future__",
        "abc",
        "array",
        "bisect",
        "collections",
        "dataclasses",
        "difflib",
        "enum",
        "functools",
        "heapq",
        "importlib",
    ),
    *("itertools", "json", "math", "operator", "random", "re", "types", "typing", "zlib"),
}

# Modules that find the packages of games and expansions, and read the boards.
REGISTRY = {
    ROOT / "game/games/__init__.py": {"os", "pathlib", "pkgutil"},
    ROOT / "game/games/hansa_teutonica/expansions/__init__.py": {"pkgutil"},
    ROOT / "game/games/hansa_teutonica/rules/board_file.py": {"pkgutil"},
}

# Modules with a clock: time-limited players and sliced thinking need one, workers set the garbage collector.
CLOCKS = {
    ROOT / "game/bots/budget.py": {"time"},
    ROOT / "game/bots/worker.py": {"gc", "time", "traceback"},
}

# Modules that commit to a draw before the game.
SEALS = {
    ROOT / "game/rooms/commitment.py": {"hashlib"},
}


def modules(room: str) -> list[Path]:
    return sorted((ROOT / "game" / room).rglob("*.py"))


@cache
def parsed(path: Path) -> ast.Module:
    """Parse a module, once for all tests."""
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    """Return all syntax nodes of a module."""
    return tuple(ast.walk(parsed(path)))


@cache
def imported(path: Path) -> tuple[str, ...]:
    """Return the absolute names of all imports, at any place in a module."""
    return tuple(_imported(path))


def _imported(path: Path) -> Iterator[str]:
    package = path.relative_to(ROOT).with_suffix("").parts[:-1]
    for node in nodes(path):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            start = package[: len(package) - node.level + 1] if node.level else ()
            base = ".".join([*start, *([node.module] if node.module else [])])
            yield base
            yield from (f"{base}.{alias.name}" for alias in node.names)


def test_every_module_belongs_to_a_layer() -> None:
    for path in (ROOT / "game").rglob("*.py"):
        if path.parent != ROOT / "game":
            assert layer(path) in ARROWS, path.relative_to(ROOT)


@pytest.mark.parametrize("name", ARROWS)
def test_a_layer_imports_only_the_layers_it_may(name: str) -> None:
    files = [
        path
        for path in sorted((ROOT / "game").rglob("*.py"))
        if path.parent != ROOT / "game" and layer(path) == name
    ]
    assert files, f"{name} holds no module"
    for path in files:
        for imported_name in imported(path):
            first, _, rest = imported_name.partition(".")
            if first == "game" and rest and rest.split(".")[0] in PACKAGES:
                allowed = {name, *ARROWS[name]}
                assert layer_of_name(imported_name) in allowed, (
                    f"{path.relative_to(ROOT)} imports {imported_name}"
                )
            assert first not in ("main", "tests", "tools", "web"), (
                f"{path.relative_to(ROOT)} imports {imported_name}"
            )


def test_a_game_imports_no_other_game() -> None:
    for game in GAMES:
        home = ROOT / package(game).replace(".", "/")
        others = tuple(package(other) + "." for other in GAMES if other != game)
        for path in home.rglob("*.py"):
            for name in imported(path):
                assert not f"{name}.".startswith(others), f"{path.relative_to(ROOT)} imports {name}"


def test_the_rooms_of_the_client_know_only_those_before_them() -> None:
    home = ROOT / "game/client"
    assert {path.parent.name for path in home.glob("*/__init__.py")} == set(preload.PACKAGES)
    for place, name in enumerate(preload.PACKAGES):
        above = {*preload.PACKAGES[place + 1 :], "start"}
        for path in sorted((home / name).rglob("*.py")):
            known = {module.split(".")[2] for module in imported(path) if module.startswith("game.client.")}
            assert not known & above, f"{path.relative_to(ROOT)} imports {sorted(known & above)}"


def test_a_room_of_the_client_can_be_taken_in_at_a_glance() -> None:
    for folder in sorted({path.parent for path in (ROOT / "game/client").rglob("*.py")}):
        found = [path.stem for path in folder.glob("*.py") if path.stem != "__init__"]
        most = 12
        assert len(found) <= most, f"{folder.relative_to(ROOT)} holds {len(found)} modules"


def test_the_views_know_actions_by_their_classes() -> None:
    """The fields of an action carry its meaning; its text is for records and display, not for parsing."""
    for path in sorted((ROOT / "game/client/views").rglob("*.py")):
        for node in nodes(path):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Attribute):
                assert node.value.attr != "text", f"{path.relative_to(ROOT)}:{node.lineno}"


def test_no_scene_is_more_than_three_classes_deep() -> None:
    """Scenes share code by composition, not by inheritance."""
    bases: dict[str, set[str]] = {}
    for path in (ROOT / "game/client").rglob("*.py"):
        for node in nodes(path):
            if isinstance(node, ast.ClassDef):
                named = {base.id for base in node.bases if isinstance(base, ast.Name)}
                bases.setdefault(node.name, set()).update(named)

    def line(name: str) -> list[str]:
        """Return the longest chain of base classes of a class within the client."""
        return [name, *max(map(line, bases[name] & bases.keys()), key=len, default=[])]

    scenes = [way for way in map(line, bases) if "Scene" in way]
    assert len(scenes) > 20 and not [way for way in scenes if len(way) > 3]


def test_no_module_outside_a_game_names_it() -> None:
    """Differences between games are in their packages, which are found by their directories."""
    packages = {package(game).rpartition(".")[2] for game in GAMES}
    for path in sorted((ROOT / "game").rglob("*.py")):
        if packages & set(path.parts):
            continue
        said = {node.value for node in nodes(path) if isinstance(node, ast.Constant)} - docstrings(path)
        assert not said & set(GAMES), path.relative_to(ROOT)
        names = {word for name in imported(path) for word in name.split(".")}
        assert not names & packages, path.relative_to(ROOT)


def docstrings(path: Path) -> set[str]:
    """Return the strings that are statements by themselves."""
    return {
        node.value.value
        for node in nodes(path)
        if isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    }


def module_name(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def import_graph(room: str) -> dict[str, set[str]]:
    """Return the modules of a package that each of its modules imports; `from package import module` counts
    only the module."""
    paths = {module_name(path): path for path in modules(room)}
    graph: dict[str, set[str]] = {name: set() for name in paths}
    for name, path in paths.items():
        for node in nodes(path):
            if isinstance(node, ast.Import):
                graph[name] |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom):
                assert not node.level, f"{name}: imports are written out"
                whole = {f"{node.module}.{alias.name}" for alias in node.names}
                graph[name] |= {one if one in paths else str(node.module) for one in whole}
    return {name: graph[name] & paths.keys() for name in paths}


def circles(graph: dict[str, set[str]]) -> list[list[str]]:
    """Return every group of modules that can reach each other (Tarjan's strongly connected components)."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found: list[list[str]] = []

    def visit(name: str) -> None:
        index[name] = low[name] = len(index)
        stack.append(name)
        for other in sorted(graph[name]):
            if other not in index:
                visit(other)
            if other in stack:
                low[name] = min(low[name], low[other])
        if low[name] == index[name]:
            group = stack[stack.index(name) :]
            del stack[stack.index(name) :]
            if len(group) > 1 or name in graph[name]:
                found.append(sorted(group))

    for name in sorted(graph):
        if name not in index:
            visit(name)
    return found


def test_circles_are_found() -> None:
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"b", "d"}, "d": set(), "e": {"e"}}) == [["b", "c"], ["e"]]


@pytest.mark.parametrize("room", PACKAGES)
def test_no_imports_run_in_a_circle(room: str) -> None:
    """Imports inside functions and for type checking count as well."""
    assert not circles(import_graph(room))


PURE_LAYERS = {
    *("engine", "bots", "match", "rooms", "games"),
    *("games/*", "games/*/boards", "games/*/expansions", "games/*/rules", "games/*/bots", "games/*/guide"),
    *("games/*/themes", "games/*/openings"),
}

# Modules of other layers that are pure too.
PURE_MODULES = (ROOT / "game/server/room.py",)


def pure_modules() -> list[Path]:
    """Return the modules without window, files, clock and network."""
    found = (path for name in PURE_LAYERS for path in modules(name.split("/")[0]) if layer(path) == name)
    return sorted({*found, *PURE_MODULES})


def test_engine_bots_match_rooms_and_rules_are_pure() -> None:
    for path in pure_modules():
        tops = {name.split(".")[0] for name in imported(path)} - {"game"}
        besides = (REGISTRY, CLOCKS, SEALS)
        allowed = PURE.union(*(table.get(path, set()) for table in besides))
        assert tops <= allowed, f"{path.relative_to(ROOT)} imports {sorted(tops - allowed)}"


def test_only_the_command_that_starts_the_server_knows_it() -> None:
    for path in sorted((ROOT / "game").rglob("*.py")):
        if not path.is_relative_to(ROOT / "game/server") and path != ROOT / "game/command/__init__.py":
            known = [name for name in imported(path) if name.startswith("game.server")]
            assert not known, f"{path.relative_to(ROOT)} imports {known}"


def test_the_web_app_imports_nothing_that_it_is_built_without() -> None:
    """`this_platform` asks first where it runs."""
    left_out = site.left_out(ROOT)
    names = {module_name(path) for path in left_out}
    assert len(names) >= 4
    for path in sorted((ROOT / "game").rglob("*.py")):
        if path == ROOT / "game/platform/__init__.py" or {path, *path.parents} & {*left_out}:
            continue
        for name in imported(path):
            parts = name.split(".")
            heads = {".".join(parts[:length]) for length in range(1, len(parts) + 1)}
            assert not heads & names, f"{path.relative_to(ROOT)} imports {name}"


def test_nothing_outside_an_expansion_imports_it_and_no_expansion_imports_another() -> None:
    """They are found by their directories: `game.games.hansa_teutonica.expansions.found`."""
    for path in sorted((ROOT / "game").rglob("*.py")):
        for name in imported(path):
            parts = name.split(".")
            if parts[:2] == ["game", "games"] and parts[3:4] == ["expansions"]:
                other = parts[4] if len(parts) > 4 else ""
                own = other in ("", "found", "modules", expansion_of(path))
                assert own, f"{path.relative_to(ROOT)} imports {name}"


def test_the_rules_of_hansa_teutonica_name_no_expansion_and_nothing_of_one() -> None:
    """The rules contain the common part of all boards; the rest is in the expansions and the boards'
    files."""
    home = ROOT / "game/games/hansa_teutonica"
    told = {path.parent.name for path in home.glob("expansions/*/__init__.py")}
    told |= {"steps", "acted", "step", "relocate-neutral", "neutral-claim", "green-office", "place-abroad"}
    for path in sorted((home / "rules").rglob("*.py")):
        texts = {node.value for node in nodes(path) if isinstance(node, ast.Constant)}
        names = {node.attr for node in nodes(path) if isinstance(node, ast.Attribute)}
        named = (texts - {"neutral"} if path.stem == "codes" else texts) & told  # an element of the board
        assert not named, path.stem
        assert not names & (told - {"east"}), path.stem  # the end of the link


def test_the_engine_draws_no_random_number_but_from_a_generator_of_its_own() -> None:
    for path in pure_modules():
        for node in nodes(path):
            if (
                isinstance(node, ast.Attribute)
                and isinstance(node.value, ast.Name)
                and node.value.id == "random"
            ):
                assert node.attr == "Random", f"{path}:{node.lineno} uses random.{node.attr}"


def test_only_the_platform_knows_the_browser() -> None:
    for path in sorted((ROOT / "game").rglob("*.py")):
        if "platform" not in path.parts:
            names = {name.split(".")[0] for name in imported(path)}
            assert not names & {"js", "pyodide", "pyodide_js"}, path.relative_to(ROOT)


def test_browser_tests_wait_without_the_eval_that_the_page_forbids() -> None:
    for path in sorted((ROOT / "tests").rglob("*.py")):
        if "wait_for_function" not in path.read_text(encoding="utf-8"):
            continue  # spares parsing hundreds of files
        for node in nodes(path):
            if isinstance(node, ast.Attribute) and node.attr == "wait_for_function":
                raise AssertionError(f"{path.relative_to(ROOT)}:{node.lineno}: see until_so in game_page.py")


def test_engine_and_match_need_no_pygame() -> None:
    code = (
        "import sys; sys.path.insert(0, sys.argv[1]); sys.modules['pygame'] = None\n"
        "import game.engine, game.match\n"
        "for name in game.engine.rulesets():\n"
        "    game.engine.ruleset(name).new_game(seats=3)\n"
    )
    subprocess.run([sys.executable, "-I", "-c", code, str(ROOT)], check=True)


def test_the_service_of_the_rooms_needs_no_pygame(tmp_path: Path) -> None:
    """It starts, prints its URL, runs computer players, and ends when its input is closed."""
    code = (
        "import sys; sys.path.insert(0, sys.argv[1]); sys.modules['pygame'] = None\n"
        "from game import command\n"
        "sys.exit(command.main(['rooms', '0', '--store', 'rooms.sqlite', '--until-input-ends']))\n"
    )
    environment = os.environ | {"KONTOR_DATA": str(tmp_path), "LC_ALL": "de_DE.UTF-8"}
    done = subprocess.run(
        [sys.executable, "-I", "-c", code, str(ROOT)],
        cwd=tmp_path, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0 and "Nur Tische, ohne die Seite: http://" in done.stdout, done.stderr


def test_the_picture_of_the_architecture_shows_the_code_as_it_is() -> None:
    script = ROOT / "docs/pictures/architecture.py"
    spec = importlib.util.spec_from_file_location("architecture_picture", script)
    assert spec is not None and spec.loader is not None
    picture = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(picture)
    drawn = (ROOT / "docs/pictures/architecture.svg").read_text(encoding="utf-8")
    assert picture.drawing() == drawn, "run: python docs/pictures/architecture.py"


def test_no_link_is_part_of_the_project() -> None:
    """A link to an environment, added by mistake, would replace the environment where it is merged."""
    if not (ROOT / ".git").exists():
        pytest.skip("not a working copy")
    told = subprocess.run(
        ["git", "ls-files", "--stage"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert not [line for line in told.stdout.splitlines() if line.startswith("120000")]


MAX_SHARED_NAMES = 20
"""Parts that two games have in common, such as their towns, may have the same names."""


def test_few_class_names_stand_for_more_than_one_class() -> None:
    homes: dict[str, list[str]] = {}
    for top in ("game", "tools"):
        for path in sorted((ROOT / top).rglob("*.py")):
            for node in nodes(path):
                if isinstance(node, ast.ClassDef):
                    homes.setdefault(node.name, []).append(f"{path.relative_to(ROOT)}:{node.lineno}")
    shared = {name: places for name, places in sorted(homes.items()) if len(places) > 1}
    told = "\n".join(f"{name}: {', '.join(places)}" for name, places in shared.items())
    assert len(shared) <= MAX_SHARED_NAMES, f"{len(shared)} names stand for more than one class:\n{told}"
