"""Strip Python sources of comments, docstrings, and annotations of parameters and results.

All executed code stays on its line, so error reports from the web app show the right line.
"""

from __future__ import annotations

import ast
import io
import tokenize
from collections.abc import Iterator

BLOCKS = ("body", "orelse", "finalbody", "handlers", "cases")
"""Fields of a statement that hold other statements."""


def slim(source: str) -> str:
    """Return a source without comments, docstrings (also after fields) and annotations of functions, indented
    by one space per level."""
    module = ast.parse(source)  # once: cutting annotations does not move statements
    return tightened(without_docstrings(without_types(source, module), module))


def without_types(source: str, module: ast.Module) -> str:
    """Cut the annotations of parameters and results, for each of which Python would store a text. Those in
    brackets stay."""
    lines = [line.encode() for line in source.split("\n")]  # Python counts columns in bytes
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
    """Empty the lines of every docstring; ``pass`` replaces the only statement of a body."""
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
    """Yield a module and its statements at any depth, without expressions, which are ten times as many."""
    waiting: list[ast.AST] = [module]
    for node in waiting:
        yield node
        for block in BLOCKS:
            waiting += getattr(node, block, ())


def parameters(given: ast.arguments) -> list[ast.arg]:
    """Return all parameters of a function."""
    single = [one for one in (given.vararg, given.kwarg) if one]
    return [*given.posonlyargs, *given.args, *given.kwonlyargs, *single]


def is_text(statement: ast.stmt) -> bool:
    """Return whether a statement is just a string."""
    value = statement.value if isinstance(statement, ast.Expr) else None
    return isinstance(value, ast.Constant) and isinstance(value.value, str)


def tightened(source: str) -> str:
    """Cut every comment and the spaces before it, and a line's indentation to a quarter, except in multi-line
    strings."""
    lines = source.split("\n")
    texts = set[int]()
    for kind, _, (row, column), (last, _), _ in tokenize.generate_tokens(io.StringIO(source).readline):
        if kind == tokenize.COMMENT:
            lines[row - 1] = lines[row - 1][:column].rstrip()
        elif row != last:  # only strings span several lines
            texts.update(range(row + 1, last + 1))
    for number, line in enumerate(lines, start=1):
        if number not in texts:
            code = line.lstrip(" ")
            lines[number - 1] = " " * ((len(line) - len(code)) // 4) + code
    return "\n".join(lines)
