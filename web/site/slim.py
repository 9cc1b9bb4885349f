"""Python sources without what only their readers need: comments and docstrings.

Every line keeps its number and all its code, so an error report from the page still shows the failing line.
"""

from __future__ import annotations

import ast
import io
import tokenize


def slim(source: str) -> str:
    """The same program without comments and docstrings, those after a field included."""
    return without_comments(without_docstrings(source))


def without_docstrings(source: str) -> str:
    """Empty the lines of every docstring; where a body has nothing else, ``pass`` takes its place."""
    lines = source.split("\n")
    for node in ast.walk(ast.parse(source)):
        body = getattr(node, "body", None)
        if not isinstance(body, list):
            continue
        for statement in body:
            if is_text(statement):
                first, last = statement.lineno - 1, statement.end_lineno
                lines[first:last] = [""] * (last - first)
                if len(body) == 1 and not isinstance(node, ast.Module):
                    lines[first] = " " * statement.col_offset + "pass"
    return "\n".join(lines)


def is_text(statement: ast.stmt) -> bool:
    """Whether a statement is nothing but a text."""
    value = statement.value if isinstance(statement, ast.Expr) else None
    return isinstance(value, ast.Constant) and isinstance(value.value, str)


def without_comments(source: str) -> str:
    """Cut every comment, and the blanks before it."""
    lines = source.split("\n")
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            row, column = token.start
            lines[row - 1] = lines[row - 1][:column].rstrip()
    return "\n".join(lines)
