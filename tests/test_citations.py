"""Every rule number and scenario id cited in code, tests and docs exists in docs/reference/rules."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
RULES = ROOT / "docs/reference/rules"

SECTION = re.compile(
    r"(?<![\w.])(?<!Python )\d{1,2}(?:\.[AB])?(?:\.\d{1,2}){1,2}(?![\w]|\.\d|\s*(?:MB|kB|us|ms|s|%)\b)"
)
ID = re.compile(r"(?<![\w.-])[A-Z]\d{1,2}[a-k]?(?![\w(]|\.\w)")
RANGE = re.compile(r"(?<![\w.-])([A-Z])(\d{1,2})-\1(\d{1,2})(?!\w|\.\d)")
CASE = re.compile(r"^test_([A-Z]\d{1,2}[a-k]?)(?:_([A-Z]\d{1,2}[a-k]?))*_")

# Directories and files that cite the rules of each game.
PLACES = {
    "hansa-teutonica": (
        "game/games/hansa_teutonica/rules",
        "game/games/hansa_teutonica/view",
        "game/games/hansa_teutonica/bots",
        "tests/engine/hansa_teutonica",
        "docs/reference/notation.md",
    ),
    "hansa": (
        "game/games/hansa/rules",
        "game/games/hansa/view",
        "game/games/hansa/bots",
        "tests/engine/hansa",
        "docs/reference/notation-hansa.md",
    ),
}


def pages(game: str) -> list[Path]:
    names = "", "-rulings", "-scenarios", "-expansions"
    return [path for name in names if (path := RULES / f"{game}{name}.md").exists()]


def known(game: str) -> set[str]:
    """Return the numbers and ids at the beginning of a line, a heading or a table row."""
    text = "\n".join(path.read_text(encoding="utf-8") for path in pages(game))
    numbers = re.findall(r"^(?:#+ )?(\d{1,2}(?:\.[AB])?(?:\.\d{1,2}){0,2})\b", text, re.M)
    ids = re.findall(r"^(?:\| |- |\*\*)([A-Z]\d{1,2}[a-k]?)\b", text, re.M)
    provinces = re.findall(r"\b(B0|B1|A2)\b", text)
    families = [name[:-1] for name in ids if name[-1].isalpha()]  # S7 stands for S7a and S7b
    return {*numbers, *ids, *provinces, *families}


def prose(path: Path) -> Iterator[tuple[int, str]]:
    """Yield comments and docstrings of a module, or the lines of a document, with their line numbers."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".md":
        yield from enumerate(text.splitlines(), 1)
        return
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string
    for node in ast.walk(ast.parse(text)):
        if (
            isinstance(node, ast.Expr)
            and isinstance(node.value, ast.Constant)
            and isinstance(node.value.value, str)
        ):
            yield node.lineno, node.value.value


def files(game: str) -> Iterator[Path]:
    for place in PLACES[game]:
        path = ROOT / place
        yield from sorted(path.rglob("*.py")) if path.is_dir() else [path] if path.exists() else []


def cited(path: Path) -> Iterator[tuple[int, str]]:
    for line, text in prose(path):
        for match in SECTION.finditer(text):
            yield line, match[0]
        for match in RANGE.finditer(text):
            letter, first, last = match[1], int(match[2]), int(match[3])
            yield from ((line, f"{letter}{number}") for number in range(first, last + 1))
        for match in ID.finditer(RANGE.sub(" ", text)):
            yield line, match[0]
    if path.suffix == ".py":
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and (case := CASE.match(node.name)):
                yield from ((node.lineno, name) for name in case.groups() if name)


@pytest.mark.parametrize("game", PLACES)
def test_every_number_and_id_cited_stands_in_the_rules(game: str) -> None:
    there, missing, count = known(game), [], 0
    for path in files(game):
        for line, name in cited(path):
            count += 1
            if name not in there:
                missing.append(f"{path.relative_to(ROOT)}:{line}: {name}")
    assert count > 50, "the search finds nothing: it is broken"
    assert not missing, "\n".join(missing)


@pytest.mark.parametrize("game", PLACES)
def test_the_rules_refer_only_to_what_they_say(game: str) -> None:
    there, missing = known(game), []
    for path in pages(game):
        text = path.read_text(encoding="utf-8")
        for match in re.finditer(r"\[(\d{1,2}(?:\.[\dAB]+)*|A\d+[a-k]?)(?:, (\d[\d.AB]*))?\](?!\()", text):
            missing += [f"{path.name}: {name}" for name in match.groups() if name and name not in there]
    assert not missing, "\n".join(missing)


def test_a_wrong_citation_is_found(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("Displacing (5.3) and a rule that is none (5.99), scenarios C11-C13.\n", encoding="utf-8")
    there = known("hansa-teutonica")
    assert [name for _, name in cited(page) if name not in there] == ["5.99", "C13"]
