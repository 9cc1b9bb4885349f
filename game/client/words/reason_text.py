"""Additional sentences of a reason (`also.<id>` in a catalogue), appended to its main sentence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from game.client.words.i18n import Translator
from game.engine.core import Reason

ALSO = "also"
"""Name of the fact that holds the ids of these sentences, separated by full stops."""


def in_short(reason: Reason | None) -> Reason | None:
    """Return a reason without its additional sentences."""
    if reason is None:
        return None
    return Reason(reason.id, {name: fact for name, fact in reason.facts.items() if name != ALSO})


def with_additions(t: Translator, key: str, facts: Mapping[str, Any], fields: Mapping[str, Any]) -> str:
    """Return the sentence of a reason with its additional sentences. The number `n` of each is the fact of
    the same name (`missing_rival` for "missing-rival").

    fields: the facts formatted for a sentence
    """
    told = [t(key, **fields)]
    for name in str(facts.get(ALSO, "")).split("."):
        if t.has(f"also.{name}"):
            number = facts.get(name.replace("-", "_"), fields.get("n"))
            told.append(t(f"also.{name}", **{**fields, "n": number}))
    return " ".join(told)
