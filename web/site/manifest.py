"""The manifest in every language: what is said to whoever installs the page.

They differ in language alone. None names an ``id``, so a browser takes the page's address for it: whichever
manifest it reads, it is the same app.
"""

from __future__ import annotations

import string
from collections.abc import Iterator, Mapping
from pathlib import Path

TEMPLATE = "manifest.webmanifest"
DESCRIPTIONS = {
    "en": "The board games Hansa Teutonica and Hansa: with friends at one screen, against computers or by "
    "mail, offline too.",
    "de": "Die Brettspiele Hansa Teutonica und Hansa: mit Freunden an einem Bildschirm, gegen Computer oder "
    "als Fernpartie, auch offline.",
    "it": "I giochi da tavolo Hansa Teutonica e Hansa: con gli amici sullo stesso schermo, contro i computer "
    "o per corrispondenza, anche senza rete.",
    "pt": "Os jogos de tabuleiro Hansa Teutonica e Hansa: com amigos no mesmo ecrã, contra computadores ou "
    "por correspondência, também sem rede.",
}


def manifests(web: Path, names: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """File names and texts. The page names the English one; ``web/aground.js`` chooses by the language."""
    template = string.Template((web / TEMPLATE).read_text(encoding="utf-8"))
    for language, description in DESCRIPTIONS.items():
        yield (
            f"manifest.{language}.webmanifest",
            template.substitute(names, language=language, description=description),
        )
