"""The texts of the page from the catalogues, for the build.

Read from the files each time: while ``serve`` runs, a change of a text makes another page.
"""

from __future__ import annotations

import json
from html import escape
from typing import Any

from game.client.words.i18n import file_of
from web.cache import ROOT

FOLDER = ROOT / "assets/i18n"
FIRST = "en"
"""Language of texts that exist in one language only, and of missing ones."""


def languages() -> dict[str, dict[str, Any]]:
    """Return what ``languages.json`` tells of each language, by its tag; `FIRST` comes first."""
    told: dict[str, dict[str, Any]] = json.loads((FOLDER / "languages.json").read_text(encoding="utf-8"))
    return {FIRST: told[FIRST], **told}


def texts(domain: str, language: str) -> dict[str, Any]:
    """Return a catalogue, completed from English."""
    path, english = (file_of(domain, tag) for tag in (language, FIRST))
    found = (json.loads(file.read_text(encoding="utf-8")) for file in (english, path) if file.exists())
    return {key: entry for entries in found for key, entry in entries.items()}


def page(key: str, language: str = FIRST) -> str:
    """Return a text of the page."""
    return str(texts("page", language)[key])


def inlined() -> str:
    """Return the texts that scripts show, in all languages, as JSON for a ``script`` element."""
    found = {
        language: {
            key: text for key, text in texts("page", language).items() if not key.startswith("static.")
        }
        for language in languages()
    }
    return json.dumps(found, ensure_ascii=False, separators=(",", ":")).replace("<", r"\u003c")


def noscript() -> str:
    """Return a paragraph for each language, for browsers without JavaScript."""
    said = (
        f'<p lang="{language}">{escape(page("static.noscript", language))}</p>' for language in languages()
    )
    return "\n".join(f"  {paragraph}" for paragraph in said)
