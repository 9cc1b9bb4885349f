"""The English of documents, docstrings and comments: the terms of the field, named agents, short sentences.

Only typical slips are found: private words, openings that do not stand alone, sentences that are too long.
"""

from __future__ import annotations

import ast
import io
import re
import subprocess
import tokenize
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
HERE = Path(__file__).resolve()

SLIPS = (
    r"\bwhom?ever\b",  # name the person: the player, the host, the caller
    r"\b(some|every|no)body\b",  # name the role
    r"\banew\b",  # again, or a precise verb
    r"\b(is|are|was|were|be) (asked|told|said|wanted|looked at|looked for|spoken of)\b",  # who asks, or tells
    r"\bwhat is (asked|wanted|told|kept|due|there)\b",  # a noun: the prompt, the target, the stored value
    r"\b(lies?|lay|lying|stands?|stood) (on|in|at|beside|behind|before|below|above|under|there)\b",  # is
    r"\bbeside\b",  # next to, in addition to
    r"\bfor want of\b|\bin vain\b|\bfor ever\b|\bat a time when\b",  # plain words
    r"\bof (its|their|his|our|one['’]s) own\b",  # its own X
    r"\bso (many|much|long|few|deep|wide|soon)\b(?! (that|as)\b)",  # the number's meaning: maximum, count
    r"\bgo(es)? on\b|\bwent on\b",  # continue
    r"\bmend(s|ed|ing)?\b",  # fix
    r"\brubbish\b",  # garbage
    r"\bcontinuations?\b",  # playout, rollout
    r"\bprocessor (time|seconds)\b",  # CPU time
    r"\bof today\b|\btoday['’]s\b",  # current
    r"\bas a lower bound\b",  # no targets in documents for users
)
OPENINGS = r"(The same|Its|Those|These|What|Whether|Where|Who|Whom|How|Which|When)\b"
"""Openings of docstrings: a docstring stands alone and begins with a noun or an imperative verb."""
LONGEST_SENTENCE = 35
RATE, RATE_OF_A_DIRECTORY = 1.5, 3.0
"""Findings per 1,000 words."""
OTHERS = re.compile(r"docs/(reference/rules|lab)/|docs/developing/glossary|assets/|CHANGELOG")
"""Texts about the rules' own words, and history."""
WORD = re.compile(r"[A-Za-z][A-Za-z'’-]*")
SLIP, OPENING = re.compile("|".join(SLIPS), re.IGNORECASE), re.compile(OPENINGS)


def prose(path: str, text: str) -> Iterator[tuple[int, str, bool]]:
    """Yield the lines of prose of a file: number, text, and whether it opens a docstring."""
    if path.endswith(".py"):
        for node in ast.walk(ast.parse(text)):
            for part in getattr(node, "body", []) if isinstance(getattr(node, "body", []), list) else []:
                value = part.value if isinstance(part, ast.Expr) else None
                if isinstance(value, ast.Constant) and isinstance(value.value, str):
                    for at, line in enumerate(value.value.splitlines()):
                        yield part.lineno + at, line.strip(), at == 0
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type == tokenize.COMMENT:
                yield token.start[0], token.string.lstrip("# "), False
    elif path.endswith(".js"):
        for number, line in enumerate(text.splitlines(), 1):
            if found := re.search(r"(?:^|\s)//\s(.*)$|^\s*/?\*\*?\s(.*?)(?:\*/)?$", line):
                yield number, found[1] or found[2] or "", False
    else:
        fenced = False
        for number, line in enumerate(text.splitlines(), 1):
            fenced ^= line.lstrip().startswith("```")
            if not fenced and not line.startswith("    "):
                yield number, re.sub(r"`[^`]*`|\]\([^)]*\)|<[^>]*>", " ", line), False


def findings(path: str, lines: Iterable[tuple[int, str, bool]]) -> Iterator[str]:
    """Yield what a stranger would stumble over in lines of prose."""
    for number, line, opens in lines:
        found = SLIP.search(line) or (OPENING.match(line) if opens else None)
        if found:
            yield f"{path}:{number}: {found[0]!r}: {line:.100}"
        if any(len(WORD.findall(part)) > LONGEST_SENTENCE for part in re.split(r"[.:;|](?:\s|$)", line)):
            yield f"{path}:{number}: more than {LONGEST_SENTENCE} words: {line:.100}"


def tracked() -> list[str]:
    """Return the files with prose that are part of the project."""
    listed = subprocess.run(
        ["git", "ls-files", "*.py", "*.js", "*.md"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    paths = (ROOT / name for name in listed.stdout.splitlines() if not OTHERS.match(name))
    return [path.relative_to(ROOT).as_posix() for path in paths if path.is_file() and path != HERE]


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="not a working copy")
def test_documents_docstrings_and_comments_are_in_plain_standard_english() -> None:
    words, slips, shown = Counter[str](), Counter[str](), list[str]()
    for name in tracked():
        lines = list(prose(name, (ROOT / name).read_text(encoding="utf-8")))
        place = "/".join(name.split("/")[:2])
        words[place] += sum(len(WORD.findall(line)) for _, line, _ in lines)
        found = list(findings(name, lines))
        slips[place] += len(found)
        shown += found
    assert sum(words.values()) > 100_000
    assert 1000 * sum(slips.values()) <= RATE * sum(words.values()), "\n".join(shown)
    for place, count in words.items():
        # A single slip in a small file is no reason to fail.
        assert slips[place] <= 1 or 1000 * slips[place] <= RATE_OF_A_DIRECTORY * count, "\n".join(shown)


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("a.md", "Whoever opens a link is no longer asked anew."),
        ("a.py", 'def f():\n    """What the platform is told."""\n'),
        ("a.py", "x = 1  # mended for want of time\n"),
        ("a.js", "// What is wanted stands there.\n"),
        ("a.md", "word " * 36),
    ],
)
def test_private_words_and_long_sentences_are_found(path: str, text: str) -> None:
    assert list(findings(path, prose(path, text)))


def test_standard_prose_and_code_in_documents_pass() -> None:
    text = "Return the player's name.\n```\nwhoever = 1\n```\nSee `anew`.\n"
    assert not list(findings("a.md", prose("a.md", text)))
