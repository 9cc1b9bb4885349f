"""Runs in Pyodide: replace every Python file in the directories of /work by its compiled form.

Docstrings, assertions, line tables and the qualified names of functions are left out, which halves the size.
So a traceback shows the first line of a library function. Classes retain their names.
"""

import importlib.util
import marshal
from pathlib import Path
from types import CodeType

UNCHECKED_HASH = (1).to_bytes(4, "little") + bytes(8)  # no source hash: the page has no sources
SAME_LINE, MOST_UNITS = (
    0b11101,
    8,
)  # a line-table entry without columns, and the maximum number of code units it spans


def entry(units: int) -> bytes:
    """Return a line-table entry: this many code units on the line of those before."""
    return bytes([SAME_LINE << 3 | units - 1, 0])


def one_line(code: CodeType) -> CodeType:
    """Return the code with all its instructions assigned to its first line."""
    full, rest = divmod(len(code.co_code) // 2, MOST_UNITS)
    table = entry(MOST_UNITS) * full + (entry(rest) if rest else b"")
    inner = tuple(one_line(value) if isinstance(value, CodeType) else value for value in code.co_consts)
    return code.replace(co_linetable=table, co_qualname=code.co_name, co_consts=inner)


for folder in Path("/work").iterdir():
    for path in folder.rglob("*.py"):
        source = path.read_bytes()
        name = str(path.relative_to(folder))
        code = one_line(compile(source, name, "exec", dont_inherit=True, optimize=2))
        header = importlib.util.MAGIC_NUMBER + UNCHECKED_HASH
        path.with_suffix(".pyc").write_bytes(header + marshal.dumps(code))
        path.unlink()
