"""`python -m tools.translation [LANGUAGE]`: list what is missing or superfluous in the texts of a language.

Without a language, one line for each language says how complete it is.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from game.assets import ASSETS

ENGLISH = "en"


class Part(NamedTuple):
    """The state of a catalogue of one language, by keys."""

    file: Path
    translated: frozenset[str]
    missing: frozenset[str]
    superfluous: frozenset[str]


def parts(language: str, assets: Path) -> Iterator[Part]:
    """Yield the state of all catalogues of a language, compared with English."""
    for english in sorted(assets.rglob(f"*.{ENGLISH}.json")):
        file = english.with_name(english.name.replace(f".{ENGLISH}.", f".{language}."))
        wanted, found = keys(english), keys(file)
        yield Part(file, wanted & found, wanted - found, found - wanted)


def keys(file: Path) -> frozenset[str]:
    """Return the keys of the texts in a catalogue, none if it does not exist."""
    entries: dict[str, Any] = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    return frozenset(key for key, text in entries.items() if text)


def share(found: list[Part]) -> str:
    """Return how much of a language is translated."""
    done = sum(len(part.translated) for part in found)
    wanted = done + sum(len(part.missing) for part in found)
    return f"{done} of {wanted} texts ({done / wanted:.1%})"


def main(words: list[str] | None = None) -> int:
    """Print the state of a language, or of all. Return 1 if something is missing or superfluous."""
    languages = json.loads((ASSETS / "i18n/languages.json").read_text(encoding="utf-8"))
    parser = argparse.ArgumentParser(prog="python -m tools.translation", description=__doc__)
    parser.add_argument("language", nargs="?", metavar="LANGUAGE", help=f"one of {', '.join(languages)}")
    language = parser.parse_args(words).language
    if language and language not in languages:
        parser.error(f"assets/i18n/languages.json has no language {language!r}: add an entry to it first")
    for tag in [language] if language else sorted(languages):
        found = list(parts(tag, ASSETS))
        print(f"{tag}: {share(found)}")
        for part in found if language else ():
            file = part.file.relative_to(ASSETS)
            if not part.file.exists():
                print(f"{file}: missing: the file, with {len(part.missing)} texts")
                continue
            for state, names in (("missing", part.missing), ("superfluous", part.superfluous)):
                for name in sorted(names):
                    print(f"{file}: {state}: {name}")
    wrong = language and any(part.missing or part.superfluous for part in found)
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
