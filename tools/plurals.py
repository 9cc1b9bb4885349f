"""``python -m tools.plurals``: copy the plural rules of every language from CLDR into ``languages.json``.

The rules come through Babel, a library for development only. The game reads them from the file
(``game/client/words/plurals.py``), so that a new language needs data alone.
"""

from __future__ import annotations

import json
from typing import Any

from babel import Locale

from game.assets import ASSETS

LANGUAGES = ASSETS / "i18n/languages.json"


def with_plurals(languages: dict[str, dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """Return the languages with the plural rules of their locales, by category; "other" has no rule."""
    return {
        tag: {**told, "plurals": dict(sorted(Locale.parse(told["locale"]).plural_form.rules.items()))}
        for tag, told in languages.items()
    }


def main() -> None:
    """Rewrite the file."""
    languages = with_plurals(json.loads(LANGUAGES.read_text(encoding="utf-8")))
    LANGUAGES.write_text(json.dumps(languages, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
