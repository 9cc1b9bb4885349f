"""Texts that a web app has next to it: the licences of its parts, and the imprint of its host."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

LICENCES, IMPRINT = "licences.txt", "imprint.txt"
"""Names of the files."""
RULE = "=" * 8
"""Beginning of the line above the licence of a part. The rest of the line is the name of the part."""
LONGEST = 100_000
"""Maximum length of an imprint in characters."""


def joined(texts: Mapping[str, str]) -> str:
    """Return the licences of parts as one text."""
    return "\n\n".join(f"{RULE} {name}\n\n{text.strip()}" for name, text in texts.items()) + "\n"


def parts(text: str) -> dict[str, str]:
    """Return the licences by part from one text, the inverse of `joined`."""
    found = (part.partition("\n") for part in f"\n{text}".split(f"\n{RULE} ")[1:])
    return {name: licence.strip() for name, _, licence in found}


def imprint(path: Path) -> str:
    """Return the text of an imprint. Raises `ValueError` if it cannot be read or is too long."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ValueError(f"cannot read {path} as text in UTF-8: {error}") from None
    if len(text) > LONGEST:
        raise ValueError(f"{path} has more than {LONGEST:,} characters")
    return text
