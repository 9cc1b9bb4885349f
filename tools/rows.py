"""Files with a row of JSON per line, to which a command appends, so that it can be interrupted and resumed.

An incomplete last line, which an interrupted command leaves behind, does not count.
"""

from __future__ import annotations

import json
import lzma
from pathlib import Path
from typing import Any


def read_rows(path: Path) -> list[Any]:
    """Return the rows of a file, unpacked if its name ends in `.xz`; none if there is no such file."""
    data = path.read_bytes() if path.exists() else b""
    text = lzma.decompress(data) if data and path.suffix == ".xz" else data
    return [json.loads(line) for line in text.decode().split("\n")[:-1]]


def append_row(path: Path, row: object) -> None:
    """Append a row to a file, in place of an incomplete last line. Missing directories are created."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a+b") as file:
        file.seek(0)
        text = file.read()
        file.truncate(text.rfind(b"\n") + 1)
        file.write(json.dumps(row).encode() + b"\n")
