"""Link previews: the name, description and image of the page for sites and messengers that show a link to
it."""

from __future__ import annotations

import os
from html import escape
from urllib.parse import urlsplit

from . import texts

SETTING = "KONTOR_ADDRESS"
CARD = "card.jpg"
SIZE = (1200, 630)
TITLE = "Kontor: board games of the Hanse"
GAMES, SENTENCE = "Hansa Teutonica and Hansa", "Play free in your browser, alone or with friends."
"""Text on the preview image."""
SEEN = f"{SENTENCE} Beside it a game of Hansa Teutonica: towns, trade routes and traders on the board."


def address() -> str:
    """Return the site's URL given in the environment, "" if none is given. Raises `RuntimeError` unless it
    names a directory."""
    given = os.environ.get(SETTING, "")
    if not given:
        return ""
    parts = urlsplit(given)
    whole = parts.scheme in ("http", "https") and parts.hostname and parts.path.endswith("/")
    if not whole or parts.query or parts.fragment:
        raise RuntimeError(f'{SETTING} must be like "https://example.org/kontor/", not "{given}"')
    return given


def tags(address: str, pictures: str) -> str:
    """Return the elements for the page's head; `pictures` is the directory with the preview image."""
    first, *others = (language["locale"] for language in texts.languages().values())
    properties = [
        ("og:type", "website"),
        ("og:site_name", "Kontor"),
        ("og:title", TITLE),
        ("og:description", texts.page("description")),
        ("og:locale", first),
        *(("og:locale:alternate", locale) for locale in others),
        *([("og:url", address)] if address else []),
        ("og:image", f"{address}{pictures}/{CARD}"),
        ("og:image:type", "image/jpeg"),
        ("og:image:width", str(SIZE[0])),
        ("og:image:height", str(SIZE[1])),
        ("og:image:alt", SEEN),
    ]
    lines = [f'<meta property="{name}" content="{escape(value)}">' for name, value in properties]
    return "\n".join([*lines, '<meta name="twitter:card" content="summary_large_image">'])
