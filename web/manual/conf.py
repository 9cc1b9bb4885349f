"""Configuration of Sphinx for the documentation site (`./build.sh docs`).

The documents are Markdown without directives, so that they read well in any viewer. Tables of contents and
the descriptions of Python modules are added here.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from sphinx.application import Sphinx

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from game import VERSION  # noqa: E402

project = "Kontor"
version = release = VERSION
html_title = f"Kontor {VERSION}"
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx_reredirects"]
exclude_patterns = ["pictures", "**/__pycache__"]
myst_heading_anchors = 4
nitpicky = False
default_role = "code"
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
html_theme = "furo"
html_copy_source = False
html_show_copyright = False
html_favicon = str(ROOT / "game/platform/desktop/icon.svg")

CONTENTS = {
    "index": [
        "playing",
        "hosting/index",
        "developing/index",
        "reference/index",
        "decisions/index",
        "lab/index",
        "changelog",
    ],
    "hosting/index": [
        "static-site",
        "rooms-at-home",
        "rooms-on-the-web",
        "containers",
        "notifications",
        "public-tables",
        "settings",
        "operations",
    ],
    "developing/index": [
        "contributing",
        "architecture",
        "testing",
        "adding-a-game",
        "adding-a-rule",
        "adding-a-board",
        "adding-a-language",
        "glossary",
        "writing-a-player",
        "arena",
        "learning",
        "research",
        "lessons",
        "puzzles",
        "performance",
        "releasing",
    ],
    "reference/index": [
        "rules/index",
        "notation-record",
        "notation",
        "notation-hansa",
        "grammar",
        "elements",
        "room-protocol",
        "command-line",
        "api",
    ],
    "reference/rules/index": [
        "hansa-teutonica",
        "hansa-teutonica-rulings",
        "hansa-teutonica-expansions",
        "hansa-teutonica-scenarios",
        "hansa",
        "hansa-rulings",
        "hansa-scenarios",
    ],
}
"""Pages below a page, in order. An index that is missing here lists the pages of its tables."""
ROW = re.compile(r"^\| \[[^\]\n]+\]\(([\w-]+)\.md\) \|", re.M)
"""A row of a table that begins with a link to a page in the same directory."""

DESCRIBED = {
    "reference/api": ["game.engine.core", "game.engine.record", "game.bots.players", "game.research"]
}
"""Python modules whose docstrings end a page."""

redirects = {
    "adding-a-game": "developing/adding-a-game.html",
    "adding-a-language": "developing/adding-a-language.html",
    "adding-a-rule": "developing/adding-a-rule.html",
    "architecture": "developing/architecture.html",
    "arena": "developing/arena.html",
    "benchmarks": "developing/performance.html",
    "bots": "developing/writing-a-player.html",
    "decisions": "decisions/index.html",
    "elements": "reference/elements.html",
    "glossary": "developing/glossary.html",
    "hosting": "hosting/static-site.html",
    "hosting-server": "hosting/index.html",
    "learning": "developing/learning.html",
    "lessons": "developing/lessons.html",
    "notation": "reference/notation.html",
    "notation-hansa": "reference/notation-hansa.html",
    "notation-record": "reference/notation-record.html",
    "puzzles": "developing/puzzles.html",
    "research": "developing/research.html",
    "rooms": "reference/room-protocol.html",
    "rules/README": "../reference/rules/index.html",
    **{f"rules/{page}": f"../reference/rules/{page}.html" for page in CONTENTS["reference/rules/index"]},
    "lab/README": "index.html",
}
"""Former addresses of pages."""

MARKED = re.compile(r"(`[^`]+`)(?=\w)")
"""Code that continues as a word: `Event`s. reStructuredText needs an escaped space between them."""


def setup(app: Sphinx) -> None:
    """Connect the functions below to Sphinx."""
    app.connect("source-read", complete)
    app.connect("autodoc-process-docstring", mark_blocks)


def complete(app: Sphinx, page: str, source: list[str]) -> None:
    """Add contents and descriptions to a page."""
    below = CONTENTS.get(page) or (ROW.findall(source[0]) if page.endswith("/index") else [])
    source[0] = "\n\n".join([source[0], *contents(below), *descriptions(page)])


def contents(below: list[str]) -> list[str]:
    """Return a table of contents of pages, or nothing."""
    return ["\n".join(["```{toctree}", ":hidden:", "", *below, "```"])] if below else []


def descriptions(page: str) -> list[str]:
    """Return a section for each module that a page describes."""
    directive = "```{{eval-rst}}\n.. automodule:: {0}\n   :members:\n```"
    return [f"## {name}\n\n{directive.format(name)}" for name in DESCRIBED.get(page, [])]


def mark_blocks(app: Sphinx, what: str, name: str, thing: object, options: object, lines: list[str]) -> None:
    """Mark indented blocks of a docstring, such as tables of fields, as literal."""
    marked: list[str] = []
    inside = False
    for line in lines:
        line = line if line.startswith("    ") else MARKED.sub(r"\1\\ ", line)
        if line and inside != line.startswith("    "):
            inside = not inside
            marked += ["", "::", ""] if inside else [""]
        marked.append(line)
    lines[:] = marked
