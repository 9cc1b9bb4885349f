"""The rooms of the house, and who may know whom."""

from __future__ import annotations

import ast
import importlib.util
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from game.games import GAMES

ROOT = Path(__file__).resolve().parents[1]

# Which rooms of game/ a room may import, besides itself.
ARROWS = {
    "engine": set(),
    "bots": {"engine"},
    "platform": set(),
    "match": {"bots", "engine"},
    "rooms": {"bots", "engine", "match"},
    "client": {"bots", "engine", "match", "platform", "rooms"},
    "research": {"engine"},
}

# Those that stand already; the bots will move in later.
ROOMS = [room for room in ARROWS if (ROOT / "game" / room).is_dir()]

# The standard library the engine may use: nothing that touches files, clocks, the network or shared state.
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

# Command line tools beside the rules and the players, and what else they need. Nothing pure imports them.
TOOLS = {
    ROOT / "game/engine/fuzz.py": {"argparse", "sys", "time"},
    ROOT / "game/bots/arena/__main__.py": {"argparse", "concurrent", "pathlib", "rich", "sys", "time"},
    ROOT / "game/bots/arena/entries.py": {"pathlib"},
    ROOT / "game/bots/arena/job.py": {"time"},
    ROOT / "game/bots/arena/rating.py": {"openskill"},
    ROOT / "game/bots/arena/report.py": {"rich", "statistics"},
    ROOT / "game/bots/arena/results.py": {"io", "pathlib"},
    ROOT / "game/bots/arena/workers.py": {
        *("concurrent", "contextlib", "distributed", "gc", "multiprocessing", "os", "signal"),
        "threading",
    },
    ROOT / "game/bots/hansa/regression.py": {"argparse", "pathlib", "time"},
    ROOT / "game/bots/native/__main__.py": {"os", "pathlib", "rich", "sys"},
    ROOT / "game/bots/native/build.py": {
        *("concurrent", "contextlib", "fcntl", "hashlib", "io", "mypyc", "os", "pathlib"),
        *("shlex", "shutil", "subprocess", "sys", "sysconfig", "tempfile"),
    },
    ROOT / "game/bots/native/modules.py": {"fnmatch", "pathlib"},
    ROOT / "game/bots/puzzles/__main__.py": {"argparse", "pathlib", "sys"},
    ROOT / "game/bots/puzzles/judge.py": {"statistics"},
    ROOT / "game/bots/tune/__main__.py": {"argparse", "concurrent", "pathlib", "shlex", "sys", "time"},
    ROOT / "game/bots/tune/calibrate.py": {"argparse", "pathlib"},
    ROOT / "game/bots/tune/evolution.py": {"statistics"},
    ROOT / "game/bots/tune/progress.py": {"os", "pathlib", "subprocess"},
}

# The service of the rooms, which has a network, a clock and files; nothing else of the rooms knows it.
SERVICE = ROOT / "game/rooms/service"

# A player limited by seconds needs a clock, and so does thinking in slices; a worker looks for cycles seldom.
CLOCKS = {
    ROOT / "game/bots/budget.py": {"time"},
    ROOT / "game/bots/worker.py": {"gc", "time", "traceback"},
}

# How a draw is fixed before the game.
SEALS = {
    ROOT / "game/rooms/seal.py": {"hashlib"},
}


def modules(room: str) -> list[Path]:
    return sorted((ROOT / "game" / room).rglob("*.py"))


@cache
def parsed(path: Path) -> ast.Module:
    """A module, read once for all tests."""
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    """All that a module consists of."""
    return tuple(ast.walk(parsed(path)))


@cache
def imported(path: Path) -> tuple[str, ...]:
    """The absolute names of everything a module imports, anywhere in the module."""
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


def test_the_house_has_no_room_without_arrows() -> None:
    found = {path.name for path in (ROOT / "game").iterdir() if path.is_dir() and path.name != "__pycache__"}
    assert {"engine", "match", "client", "platform"} <= found <= set(ARROWS)


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_knows_only_the_rooms_it_may(room: str) -> None:
    files = modules(room)
    assert files, f"game/{room} holds no module"
    for path in files:
        for name in imported(path):
            parts = name.split(".")
            if parts[0] == "game" and len(parts) > 1 and parts[1] in ARROWS:
                # The service of the rooms has computers think as the desktop does.
                beside = {"platform"} if path.is_relative_to(SERVICE) else set()
                assert parts[1] in {room, *ARROWS[room], *beside}, f"{path.relative_to(ROOT)} imports {name}"
            assert parts[0] not in ("web", "tests", "main"), f"{path.relative_to(ROOT)} imports {name}"


# The rooms of game/client: each knows those before it, and none of those after it.
CLIENT = (
    "draw",
    "words",
    "keep",
    "frame",
    "views",
    "stage",
    "touch",
    "table",
    "review",
    "learn",
    "pages",
    "rooms",
)


def test_the_rooms_of_the_client_know_only_those_before_them() -> None:
    home = ROOT / "game/client"
    assert {path.parent.name for path in home.glob("*/__init__.py")} == set(CLIENT)
    for place, name in enumerate(CLIENT):
        above = {*CLIENT[place + 1 :], "start", "routes", "command_line"}
        for path in sorted((home / name).rglob("*.py")):
            known = {module.split(".")[2] for module in imported(path) if module.startswith("game.client.")}
            assert not known & above, f"{path.relative_to(ROOT)} imports {sorted(known & above)}"


def test_a_room_of_the_client_can_be_taken_in_at_a_glance() -> None:
    for folder in sorted({path.parent for path in (ROOT / "game/client").rglob("*.py")}):
        found = [path.stem for path in folder.glob("*.py") if path.stem != "__init__"]
        # The views of the games have the parts that docs/adding-a-game.md lists, and no more than those.
        most = 15 if folder.parent.name == "views" else 12
        assert len(found) <= most, f"{folder.relative_to(ROOT)} holds {len(found)} modules"


def test_the_views_know_actions_by_their_classes() -> None:
    """What an action means is in its fields; its text is for records and may be shown, not taken apart."""
    for path in sorted((ROOT / "game/client/views").rglob("*.py")):
        for node in nodes(path):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Attribute):
                assert node.value.attr != "text", f"{path.relative_to(ROOT)}:{node.lineno}"


def test_no_scene_is_more_than_three_classes_deep() -> None:
    """What scenes share is in the parts they are composed of, not in what they inherit."""
    bases: dict[str, set[str]] = {}
    for path in (ROOT / "game/client").rglob("*.py"):
        for node in nodes(path):
            if isinstance(node, ast.ClassDef):
                named = {base.id for base in node.bases if isinstance(base, ast.Name)}
                bases.setdefault(node.name, set()).update(named)

    def line(name: str) -> list[str]:
        """A class and those it comes from, as far as the client has them, by the longest way."""
        return [name, *max(map(line, bases[name] & bases.keys()), key=len, default=[])]

    scenes = [way for way in map(line, bases) if "Scene" in way]
    assert len(scenes) > 20 and not [way for way in scenes if len(way) > 3]


def test_the_table_of_games_imports_no_room() -> None:
    assert not [name for name in imported(ROOT / "game/games.py") if name.startswith("game")]


def test_no_module_but_the_table_of_games_tells_one_game_from_another() -> None:
    """What differs is in the packages of the games; `GAMES` alone lists them."""
    packages = {game.package for game in GAMES.values()}
    for path in sorted((ROOT / "game").rglob("*.py")):
        if path == ROOT / "game/games.py" or packages & set(path.parts) or path.stem in packages:
            continue
        said = {node.value for node in nodes(path) if isinstance(node, ast.Constant)} - docstrings(path)
        assert not said & set(GAMES), path.relative_to(ROOT)
        names = {word for name in imported(path) for word in name.split(".")}
        assert not names & packages, path.relative_to(ROOT)


def docstrings(path: Path) -> set[str]:
    """The texts that stand alone."""
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
    """Which modules of its room each module imports; `from package import module` counts only the module."""
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
    """Every group of modules that can reach each other (Tarjan's strongly connected components)."""
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


@pytest.mark.parametrize("room", ROOMS)
def test_no_imports_run_in_a_circle(room: str) -> None:
    """Imports inside functions and for type checking count too."""
    assert not circles(import_graph(room))


@pytest.mark.parametrize("room", ["engine", "bots", "match", "rooms"])
def test_engine_bots_match_and_rooms_are_pure(room: str) -> None:
    for path in modules(room):
        if SERVICE in path.parents:
            continue
        tops = {name.split(".")[0] for name in imported(path)} - {"game"}
        allowed = PURE | TOOLS.get(path, set()) | CLOCKS.get(path, set()) | SEALS.get(path, set())
        assert tops <= allowed, f"{path.relative_to(ROOT)} imports {sorted(tops - allowed)}"


@pytest.mark.parametrize("room", ["engine", "bots"])
def test_the_pure_rooms_do_without_their_tools(room: str) -> None:
    tools = {".".join(path.relative_to(ROOT).with_suffix("").parts) for path in TOOLS}
    beside = {path.parent for path in TOOLS if path.parent.parent.name == room}
    for path in modules(room):
        if path in TOOLS or path.parent in beside:
            continue
        assert not tools & set(imported(path)), path.relative_to(ROOT)


def test_only_the_service_itself_and_the_command_that_starts_it_know_the_service_of_the_rooms() -> None:
    for path in sorted((ROOT / "game").rglob("*.py")):
        if SERVICE not in path.parents and path != ROOT / "game/command.py":
            known = [name for name in imported(path) if name.startswith("game.rooms.service")]
            assert not known, f"{path.relative_to(ROOT)} imports {known}"


def test_the_rules_of_hansa_teutonica_know_no_board_and_no_module_by_name() -> None:
    """Only the table of editions does, and the ruleset, which reads old records. No file but a module's own
    names its decisions, its fields or the module."""
    folder = ROOT / "game/engine/hansa_teutonica"
    own = ("game.engine.hansa_teutonica.boards", "game.engine.hansa_teutonica.modules")
    told = {"pawn", "neutral", "steps", "acted", "step", "relocate-neutral", "neutral-claim", "front", "back"}
    for path in sorted(folder.glob("*.py")):
        if path.stem in ("editions", "__init__"):
            continue
        for name in imported(path):
            assert not name.startswith(own), f"{path.stem}: {name}"
        for node in nodes(path):
            named = getattr(node, "attr", "") or getattr(node, "value", "")
            if (path.stem, named) != ("codes", "neutral"):  # an element of the board
                assert named not in told, f"{path.stem}:{getattr(node, 'lineno', 0)} knows {named!r}"


def test_the_engine_draws_no_random_number_but_from_a_generator_of_its_own() -> None:
    for room in ("engine", "bots", "match", "rooms"):
        for path in modules(room):
            for node in nodes(path):
                if (
                    isinstance(node, ast.Attribute)
                    and isinstance(node.value, ast.Name)
                    and node.value.id == "random"
                ):
                    assert node.attr == "Random", (
                        f"{path.relative_to(ROOT)}:{node.lineno} uses random.{node.attr}"
                    )


def test_only_the_platform_knows_the_browser() -> None:
    for path in sorted((ROOT / "game").rglob("*.py")):
        if "platform" not in path.parts:
            names = {name.split(".")[0] for name in imported(path)}
            assert not names & {"js", "pyodide", "pyodide_js"}, path.relative_to(ROOT)


def test_browser_tests_wait_without_the_eval_that_the_page_forbids() -> None:
    for path in sorted((ROOT / "tests").rglob("*.py")):
        if "wait_for_function" not in path.read_text(encoding="utf-8"):
            continue  # hundreds of files, and none is parsed for nothing
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


def test_the_picture_of_the_architecture_shows_the_code_as_it_is() -> None:
    script = ROOT / "docs/pictures/architecture.py"
    spec = importlib.util.spec_from_file_location("architecture_picture", script)
    assert spec is not None and spec.loader is not None
    picture = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(picture)
    drawn = (ROOT / "docs/pictures/architecture.svg").read_text(encoding="utf-8")
    assert picture.drawing() == drawn, "run: python docs/pictures/architecture.py"


def test_no_link_is_part_of_the_project() -> None:
    """One to an environment, taken in by mistake, takes its place where it is merged."""
    if not (ROOT / ".git").exists():
        pytest.skip("not a working copy")
    told = subprocess.run(
        ["git", "ls-files", "--stage"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert not [line for line in told.stdout.splitlines() if line.startswith("120000")]
