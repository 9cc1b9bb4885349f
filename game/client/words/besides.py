"""What a reason says besides: sentences of their own (`also.<id>` of a catalogue) after the first."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from game.client.words.i18n import Translator

ALSO = "also"
"""The fact with the ids of these sentences, with points between them."""


def with_besides(t: Translator, key: str, facts: Mapping[str, Any], fields: Mapping[str, Any]) -> str:
    """The sentence of a reason and what it says besides. The number of each is the fact of its own name
    (`missing_rival` for "missing-rival").

    fields   the facts as they stand in a sentence
    """
    told = [t(key, **fields)]
    for name in str(facts.get(ALSO, "")).split("."):
        if t.has(f"also.{name}"):
            number = facts.get(name.replace("-", "_"), fields.get("n"))
            told.append(t(f"also.{name}", **{**fields, "n": number}))
    return " ".join(told)
