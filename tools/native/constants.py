"""Declare module constants so that mypyc treats them as constants.

mypyc looks up a module-level name in a dictionary at every use, unless it is declared `Final`: a number is
then inlined, and any other value becomes a C variable. mypyc 2.4 mistakes a tuple with a fixed number of
floats for an unset value, so such tuples are declared with variable length.
"""

from __future__ import annotations

import re

_FUTURE = "from __future__ import annotations\n"
_NAME = "_?[A-Z][A-Z0-9_]+"
_PLAIN = re.compile(rf"^({_NAME}) = (?!TypeVar|tuple\[)", re.MULTILINE)
_DECIMALS = re.compile(rf"^({_NAME}) = (?=\(?-?\d+\.\d+,)", re.MULTILINE)
_TYPED = re.compile(rf"^({_NAME}): ([^=\n]+) = ", re.MULTILINE)
_SEVERAL = re.compile(rf"^({_NAME}(?:, {_NAME})+) = (?:range\((\d+)\)|(\d+(?:, \d+)+))$", re.MULTILINE)


def declared(text: str) -> str:
    r"""Return the text of a module with its constants declared. Line numbers are preserved.

    >>> print(declared("from __future__ import annotations\nA_B, C_D = range(2)\nE_F: str = 'g'"))
    from __future__ import annotations; from typing import Final
    A_B: Final = 0; C_D: Final = 1
    E_F: Final[str] = 'g'
    >>> print(declared("from __future__ import annotations\nA_B = 0.5, 1.5").splitlines()[1])
    A_B: Final[tuple[float, ...]] = 0.5, 1.5
    """
    if _FUTURE not in text:
        return text
    text = text.replace(_FUTURE, f"{_FUTURE.rstrip()}; from typing import Final\n", 1)
    text = _TYPED.sub(r"\1: Final[\2] = ", text)
    text = _DECIMALS.sub(r"\1: Final[tuple[float, ...]] = ", text)
    text = _PLAIN.sub(r"\1: Final = ", text)
    return _SEVERAL.sub(_one_by_one, text)


def _one_by_one(match: re.Match[str]) -> str:
    names = match[1].split(", ")
    values = match[3].split(", ") if match[3] else map(str, range(int(match[2])))
    return "; ".join(f"{name}: Final = {value}" for name, value in zip(names, values, strict=True))
