"""The page's Python sources carry no comments and docstrings, and are otherwise the same programs."""

from __future__ import annotations

import ast

import pytest

from web.cache import ROOT
from web.site.slim import is_text, slim

SOURCES = [ROOT / "main.py", *sorted((ROOT / "game").rglob("*.py"))]


def program(source: str) -> tuple[str, list[int]]:
    """What a module says apart from docstrings, and on which lines."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if isinstance(body, list):
            code = [one for one in body if not is_text(one)]
            body[:] = code or ([] if isinstance(node, ast.Module) else [ast.Pass(lineno=body[0].lineno)])
    lines = [line for node in ast.walk(tree) if (line := getattr(node, "lineno", None))]
    return ast.dump(tree), lines


def test_every_module_is_the_same_program_on_the_same_lines() -> None:
    for path in SOURCES:
        source = path.read_text(encoding="utf-8")
        assert program(slim(source)) == program(source), path


@pytest.mark.parametrize(
    ("source", "small"),
    [
        ('"""What it is for."""\n\nX = 1  # one\n', "\n\nX = 1\n"),
        ('class Lost(Exception):\n    """Gone."""\n', "class Lost(Exception):\n    pass\n"),
        ('class Way:\n    long: int\n    """In\n    miles."""\n', "class Way:\n    long: int\n\n\n"),
        ('TEXT = "# no comment"  # noqa\n', 'TEXT = "# no comment"\n'),
        ('TEXT = """\n# no comment\n"""\n', 'TEXT = """\n# no comment\n"""\n'),
        ('NAME = "Zürich"  # in Swabia\n', 'NAME = "Zürich"\n'),
    ],
)
def test_comments_and_docstrings_go_and_texts_stay(source: str, small: str) -> None:
    assert slim(source) == small
