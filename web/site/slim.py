"""Python sources without what only their readers need: comments, docstrings, types of parameters and results.

Every line keeps its number and all code that does anything, so an error report from the page still shows the
failing line.
"""

from __future__ import annotations

import ast
import io
import tokenize


def slim(source: str) -> str:
    """The same program without comments, docstrings (after a field, too) and the types of functions."""
    return without_comments(without_docstrings(without_types(source)))


def without_types(source: str) -> str:
    """Cut the types of parameters and results: Python would keep a text for each. One in brackets stays."""
    lines = [line.encode() for line in source.split("\n")]  # Python counts the columns in bytes
    cuts = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.arg) and node.annotation:
            cuts.append((node.annotation, b":"))
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.returns:
            cuts.append((node.returns, b"->"))
    for said, sign in sorted(cuts, key=lambda cut: (cut[0].lineno, cut[0].col_offset), reverse=True):
        before, first, last = lines[said.lineno - 1][: said.col_offset].rstrip(), said.lineno, said.end_lineno
        if before.endswith(sign) and last:
            rest = lines[last - 1][said.end_col_offset :]
            lines[first - 1 : last] = [before.removesuffix(sign).rstrip() + rest] + [b""] * (last - first)
    return "\n".join(line.decode() for line in lines)


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
