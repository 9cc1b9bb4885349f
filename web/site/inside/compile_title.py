"""Runs in Pyodide: replace the game modules below /work that the title imports by their compiled form.

/packages is pygame, which it imports as well. The line tables retain lines and omit columns, half of their
bytes, so tracebacks name file and line. The qualified names of functions are also left out.
"""

import importlib.util
import marshal
import sys
from collections.abc import Iterator
from importlib import import_module
from itertools import groupby
from pathlib import Path
from types import CodeType

FOLDER = "/home/pyodide/kontor"  # directory of the game in the page: GAME in web/python.js
TITLE = ("game.client.start", "game.client.pages.title", "game.platform.browser")
UNCHECKED_HASH = (1).to_bytes(4, "little") + bytes(8)  # no source hash: the page has no sources
FIRST_BIT, OTHER_LINE, NO_LINE, MOST_UNITS = 0x80, 13, 15, 8  # CPython: InternalDocs/code_objects.md


def number(value: int) -> Iterator[int]:
    """Encode a signed number as in a line table, six bits per byte."""
    rest = (-value << 1 | 1) if value < 0 else value << 1
    while rest >= 0x40:
        yield 0x40 | rest & 0x3F
        rest >>= 6
    yield rest


def lines(code: CodeType) -> list[int | None]:
    """Return the line of every code unit."""
    return [line for begin, end, line in code.co_lines() for _ in range(begin, end, 2)]


def table(code: CodeType) -> Iterator[int]:
    """Encode a line table without columns."""
    before = code.co_firstlineno
    for line, units in groupby(lines(code)):
        left = len(list(units))
        while left:
            here = min(left, MOST_UNITS)
            left -= here
            kind = NO_LINE if line is None else OTHER_LINE
            yield FIRST_BIT | kind << 3 | here - 1
            if line is not None:
                yield from number(line - before)
                before = line


def small(code: CodeType) -> CodeType:
    """Return the code, and all code inside it, with small line tables and without qualified names."""
    inner = tuple(small(value) if isinstance(value, CodeType) else value for value in code.co_consts)
    made = code.replace(co_linetable=bytes(table(code)), co_qualname=code.co_name, co_consts=inner)
    assert lines(made) == lines(code)
    return made


sys.dont_write_bytecode = True
sys.path[:0] = ["/work", "/packages"]
for module in TITLE:
    import_module(module)
ours = [module.__file__ for name, module in sys.modules.items() if f"{name}.".startswith("game.")]
for path in sorted(Path(file) for file in ours if file):
    source = path.read_bytes()
    code = small(compile(source, f"{FOLDER}/{path.relative_to('/work')}", "exec", dont_inherit=True))
    header = importlib.util.MAGIC_NUMBER + UNCHECKED_HASH
    path.with_suffix(".pyc").write_bytes(header + marshal.dumps(code))
    path.unlink()
