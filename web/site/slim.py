"""Python sources without what only their readers need: comments, docstrings, types of parameters and results.

Every line keeps its number and all code that does anything, so an error report from the page still shows the
failing line.
"""

from __future__ import annotations

import ast
import io
import tokenize
from collections.abc import Iterator

BLOCKS = ("body", "orelse", "finalbody", "handlers", "cases")
"""What holds the statements within a statement."""


def slim(source: str) -> str:
    """The same program without comments, docstrings (after a field, too) and the types of functions, indented
    by one blank for four."""
    module = ast.parse(source)  # once: without the types every statement is still where it was
    return tightened(without_docstrings(without_types(source, module), module))


def without_types(source: str, module: ast.Module) -> str:
    """Cut the types of parameters and results: Python would keep a text for each. One in brackets stays."""
    lines = [line.encode() for line in source.split("\n")]  # Python counts the columns in bytes
    cuts = []
    for node in statements(module):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            cuts += [(one.annotation, b":") for one in parameters(node.args) if one.annotation]
            cuts += [(node.returns, b"->")] if node.returns else []
    for said, sign in sorted(cuts, key=lambda cut: (cut[0].lineno, cut[0].col_offset), reverse=True):
        before, first, last = lines[said.lineno - 1][: said.col_offset].rstrip(), said.lineno, said.end_lineno
        if before.endswith(sign) and last:
            rest = lines[last - 1][said.end_col_offset :]
            lines[first - 1 : last] = [before.removesuffix(sign).rstrip() + rest] + [b""] * (last - first)
    return "\n".join(line.decode() for line in lines)


def without_docstrings(source: str, module: ast.Module) -> str:
    """Empty the lines of every docstring; where a body has nothing else, ``pass`` takes its place."""
    lines = source.split("\n")
    for node in statements(module):
        body = getattr(node, "body", ())
        for statement in body:
            if is_text(statement):
                first, last = statement.lineno - 1, statement.end_lineno
                lines[first:last] = [""] * (last - first)
                if len(body) == 1 and not isinstance(node, ast.Module):
                    lines[first] = " " * statement.col_offset + "pass"
    return "\n".join(lines)


def statements(module: ast.Module) -> Iterator[ast.AST]:
    """A module and its statements, however deep; not what they are made of, which is ten times as much."""
    waiting: list[ast.AST] = [module]
    for node in waiting:
        yield node
        for block in BLOCKS:
            waiting += getattr(node, block, ())


def parameters(given: ast.arguments) -> list[ast.arg]:
    """All parameters of a function."""
    single = [one for one in (given.vararg, given.kwarg) if one]
    return [*given.posonlyargs, *given.args, *given.kwonlyargs, *single]


def is_text(statement: ast.stmt) -> bool:
    """Whether a statement is nothing but a text."""
    value = statement.value if isinstance(statement, ast.Expr) else None
    return isinstance(value, ast.Constant) and isinstance(value.value, str)


def tightened(source: str) -> str:
    """Cut every comment and the blanks before it; begin each line with a fourth of its blanks, but for those
    that go on with a text."""
    lines = source.split("\n")
    texts = set[int]()
    for kind, _, (row, column), (last, _), _ in tokenize.generate_tokens(io.StringIO(source).readline):
        if kind == tokenize.COMMENT:
            lines[row - 1] = lines[row - 1][:column].rstrip()
        elif row != last:  # only a text has several lines
            texts.update(range(row + 1, last + 1))
    for number, line in enumerate(lines, start=1):
        if number not in texts:
            code = line.lstrip(" ")
            lines[number - 1] = " " * ((len(line) - len(code)) // 4) + code
    return "\n".join(lines)
