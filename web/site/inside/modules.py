"""Runs in Pyodide: list the modules of the standard library and of pygame that the web app can import.

The list has the modules loaded once Pyodide has started, the loader's boot.py, pygame, every module of the
game, and every import statement in the game, however late it runs. /game is the game without excluded files
and with vendored ones, /packages is pygame, /web the loader.
"""

import ast
import importlib
import io
import json
import sys
import traceback
from collections.abc import Iterator
from pathlib import Path

GAME = Path("/game")


def named(tree: ast.AST) -> Iterator[str]:
    """Yield the names in a module's import statements: modules, and names that can be modules."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.module, "the game imports by absolute names"
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


sys.path[:0] = ["/game", "/packages"]
exec(compile(Path("/web/boot.py").read_text(), "boot.py", "exec"), {"__name__": "boot"})
wanted = {"pygame"}
for path in [GAME / "main.py", *(GAME / "game").rglob("*.py")]:
    wanted.update(named(ast.parse(path.read_text(encoding="utf-8"))))
for name in sorted(wanted):
    try:
        importlib.import_module(name)
    except ModuleNotFoundError as error:
        # The name can be an attribute, part of an excluded module, or available in a page only.
        if error.name != "js.document" and not f"{name}.".startswith(f"{error.name}."):
            raise
try:
    raise ValueError
except ValueError:
    traceback.print_exc(file=io.StringIO())  # error reports need the imports of traceback

found = sorted(
    name
    for name, module in sys.modules.items()
    if (getattr(module, "__file__", None) or "").startswith(("/lib/python", "/packages/"))
    and getattr(module.__spec__, "origin", "") != "frozen"  # these are built into the interpreter
)
json.dumps(found)
