"""Sources of the documentation site: the directory docs, and pages from the root of the repository.

With the environment variable `KONTOR_SOURCE`, the address of the repository's files (ending in a slash),
links to source files lead there. Without it they are plain text, as the site has no source files.
"""

from __future__ import annotations

import os
import posixpath
import re
import shutil
from pathlib import Path

from web.cache import ROOT

FROM_ROOT = {"CHANGELOG.md": "changelog.md", "CONTRIBUTING.md": "developing/contributing.md"}
"""Files in the root of the repository, and the pages they become."""
LINK = re.compile(r"(!?)\[([^\]\n]+)\]\((?![\w+]+:|#)([^)#\s]+)(#[^)\s]*)?\)")
"""A link to a file: `!` for a picture, text, path, anchor."""


def assemble(into: Path) -> None:
    """Write the sources of the site into a directory, which is replaced."""
    shutil.rmtree(into, ignore_errors=True)
    shutil.copytree(ROOT / "docs", into, ignore=shutil.ignore_patterns("*.py", "__pycache__"))
    pages = {f"docs/{path.relative_to(into).as_posix()}": path for path in into.rglob("*.md")}
    pages |= {name: into / page for name, page in FROM_ROOT.items()}
    for name, page in pages.items():
        text = (ROOT / name).read_text(encoding="utf-8")
        page.write_text(
            linked(text, posixpath.dirname(name), page.parent.relative_to(into).as_posix()), "utf-8"
        )


def linked(text: str, folder: str, into: str) -> str:
    """Return the text of a file with the links of its page.

    folder  the directory of the file in the repository
    into    the directory of the page in the site
    """
    source = os.environ.get("KONTOR_SOURCE")

    def replaced(found: re.Match[str]) -> str:
        picture, label, path, anchor = found.groups()
        path = posixpath.normpath(posixpath.join(folder, path))
        page = FROM_ROOT.get(path, path.removeprefix("docs/"))
        if page != path:
            return f"{picture}[{label}]({posixpath.relpath(page, into)}{anchor or ''})"
        return f"[{label}]({source}{path})" if source else label

    return LINK.sub(replaced, text)
