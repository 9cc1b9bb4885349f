"""The notes of a release: its section of CHANGELOG.md, and its date."""

from __future__ import annotations

import re
from typing import NamedTuple

from game import VERSION
from web.cache import ROOT

HEADING = re.compile(r"^## \[(?P<version>[^\]]+)\](?: [-–] (?P<date>\d{4}-\d\d-\d\d))?[^\n]*\n", re.M)
UNRELEASED = "Unreleased"
LINKS = re.compile(r"^\[[^\]]+\]: .*\n?", re.M)
"""Link definitions at the end of the changelog."""


class Notes(NamedTuple):
    """The section of one version; `date` is "" until the version has been released."""

    date: str
    text: str


def notes(changelog: str, version: str = VERSION) -> Notes:
    """Return the section of a version. A version without one is not released yet: its section is
    "Unreleased".

    Raises `RuntimeError` if the changelog has neither.
    """
    headings = list(HEADING.finditer(changelog))
    ends = [*(heading.start() for heading in headings), len(changelog)][1:]
    sections = {
        heading["version"]: Notes(heading["date"] or "", changelog[heading.end() : end].strip() + "\n")
        for heading, end in zip(headings, ends, strict=False)
    }
    for name in (version, UNRELEASED):
        if name in sections:
            found = sections[name]
            return found._replace(text=LINKS.sub("", found.text).strip() + "\n")
    raise RuntimeError(f"CHANGELOG.md has no section [{version}]")


def current() -> Notes:
    """Return the notes of this version."""
    return notes((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"))


def check_tag(tag: str) -> None:
    """Raise `RuntimeError` unless a tag names this version and the changelog has its date."""
    if tag != f"v{VERSION}":
        raise RuntimeError(f"the tag {tag} does not name version {VERSION} (game/__init__.py)")
    if not current().date:
        raise RuntimeError(f"CHANGELOG.md has no heading like: ## [{VERSION}] - 2026-01-31")
