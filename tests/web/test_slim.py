"""Stripped sources lack comments, docstrings and annotations of functions, and otherwise run identically."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from types import CodeType

import pytest

from web.cache import ROOT
from web.site import carried
from web.site.slim import is_text, parameters, slim, statements

SOURCES = [ROOT / "main.py", *sorted((ROOT / "game").rglob("*.py")), *carried.sources()]


def program(source: str) -> list[object]:
    """Return the syntax tree with lines, without docstrings and annotations of functions."""
    tree = ast.parse(source)
    for node in statements(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            node.returns = None
            for one in parameters(node.args):
                one.annotation = None
        body = getattr(node, "body", None)
        if isinstance(body, list):
            code = [one for one in body if not is_text(one)]
            body[:] = code or ([] if isinstance(node, ast.Module) else [nothing(body[0])])
    return list(instructions(compile(tree, "", "exec")))


def nothing(instead: ast.stmt) -> ast.stmt:
    """Return `pass` on the first line of the replaced statement."""
    first = {"lineno": instead.lineno, "end_lineno": instead.lineno}
    return ast.Pass(**first, col_offset=0, end_col_offset=0)


def instructions(code: CodeType) -> Iterator[object]:
    """Yield all instructions of a program and its functions, without columns."""
    yield code.co_code, code.co_exceptiontable, code.co_names, code.co_varnames, code.co_flags
    yield [line for _, _, line in code.co_lines()]
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from instructions(constant)
        else:
            yield type(constant), repr(constant)


def test_every_module_is_the_same_program_on_the_same_lines() -> None:
    for path in SOURCES:
        source = path.read_text(encoding="utf-8")
        assert program(slim(source)) == program(source), path


@pytest.mark.parametrize(
    ("source", "small"),
    [
        ('"""What it is for."""\n\nX = 1  # one\n', "\n\nX = 1\n"),
        ('class Lost(Exception):\n    """Gone."""\n', "class Lost(Exception):\n pass\n"),
        ('class Way:\n    long: int\n    """In\n    miles."""\n', "class Way:\n long: int\n\n\n"),
        ('TEXT = "# no comment"  # noqa\n', 'TEXT = "# no comment"\n'),
        ('TEXT = """\n# no comment\n"""\n', 'TEXT = """\n# no comment\n"""\n'),
        ('NAME = "Zürich"  # in Swabia\n', 'NAME = "Zürich"\n'),
        ('if X:\n    Y = """\n    as it is"""\n', 'if X:\n Y = """\n    as it is"""\n'),
    ],
)
def test_comments_and_docstrings_go_and_texts_stay(source: str, small: str) -> None:
    assert slim(source) == small


@pytest.mark.parametrize(
    ("source", "small"),
    [
        (
            "def sail(to: Port, knots: float = 5.0, *, crew: int) -> None: ...\n",
            "def sail(to, knots = 5.0, *, crew): ...\n",
        ),
        (
            'def name(of: Städte, *rest: "Ü") -> dict[str, int]:\n    return {}\n',
            "def name(of, *rest):\n return {}\n",
        ),
        ("def way(\n    to: list[\n        int\n    ],\n): ...\n", "def way(\n to,\n\n\n): ...\n"),
        ("def way(to: (int)) -> (int): ...\n", "def way(to: (int)) -> (int): ...\n"),
        ("class Way(NamedTuple):\n    long: int = 3\n", "class Way(NamedTuple):\n long: int = 3\n"),
    ],
)
def test_types_of_parameters_and_results_go_and_those_of_fields_stay(source: str, small: str) -> None:
    assert slim(source) == small
