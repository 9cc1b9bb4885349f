"""Recreate the pyconfig.h of Pyodide's Python, which Pyodide does not publish.

The names of the macros come from the vendored header of another platform, their values from the build
variables in Pyodide's standard library.
"""

from __future__ import annotations

import re
import zipfile
from pathlib import Path
from typing import Any

MACRO = re.compile(r"^\s*(?:#\s*define|/\*\s*#\s*undef|#\s*undef)\s+([A-Za-z_]\w*)", re.MULTILINE)

# Macros that are compared by value. A build variable of 0 stands for both "#define X 0" and an undefined X;
# the zeros of these macros must stay defined.
COMPARED = re.compile(r"HAVE_DECL_|SIZEOF_|ALIGNOF_|\w*_CRITICAL$|PY_BUILTIN_HASHLIB_HASHES")


def build_variables(stdlib: Path) -> dict[str, Any]:
    """Return the build variables in Pyodide's ``python_stdlib.zip``."""
    with zipfile.ZipFile(stdlib) as archive:
        module = next(name for name in archive.namelist() if name.startswith("_sysconfigdata_"))
        names: dict[str, Any] = {}
        exec(archive.read(module), names)
    return dict(names["build_time_vars"])


def render(header: str, variables: dict[str, Any]) -> str:
    """Return the header with the macros of ``header`` and the values of ``variables``."""
    lines = ["#ifndef Py_PYCONFIG_H", "#define Py_PYCONFIG_H"]
    for name in dict.fromkeys(MACRO.findall(header)):
        value = variables.get(name, "")
        if name == "Py_PYCONFIG_H" or value == "" or (value == 0 and not COMPARED.match(name)):
            continue
        lines += [f"#ifndef {name}", f"#define {name} {value}", "#endif"]
    return "\n".join([*lines, "#endif", ""])


def write(include: Path, stdlib: Path) -> None:
    """Replace ``include/pyconfig.h`` by one for Pyodide."""
    variables = build_variables(stdlib)
    if (variables["SIZEOF_VOID_P"], variables["SIZEOF_LONG"]) != (4, 4):
        raise ValueError(f"{stdlib} does not describe a 32 bit WebAssembly Python")
    path = include / "pyconfig.h"
    path.write_text(render(path.read_text(encoding="utf-8"), variables), encoding="utf-8")
