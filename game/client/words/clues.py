"""Clues: the subject of a better plan, without its place or method.

The texts are `clue.<...>` in a game's catalogue. For a reason `claim-office`, the subject is the first
existing text of `clue.claim-office`, `clue.claim`, `clue.office` and `clue.else`. If a reason names a rival,
`clue.displace.rival` replaces `clue.displace`. One more sentence says why now. It is the first text
`clue.why.<...>` for what the reason mentions in addition, or else `clue.when.claim`, which says when the plan
is possible, or else the aim of the plan: `clue.office` for `displace-office`. For an action `sail reval`, the
subject is `clue.action.sail`, or else `clue.sail`. Games without clues use `plain.clue`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from game.client.words.i18n import Translator, t
from game.client.words.reason_text import ALSO
from game.engine.core import Reason
from game.match.analysis import END_TURN


def clue(ruleset_id: str, reason: Reason | None, fields: Mapping[str, Any] | None = None) -> str:
    """Return the clue to a plan with this reason.

    fields: the facts of the reason formatted for a sentence (`GameView.in_words`), to name players and items
    """
    words, fields = Translator(ruleset_id), fields or {}
    name = "" if reason is None else reason.id
    first, _, last = name.partition("-")
    about = next((key for key in (name, first, last) if key and words.has(f"clue.{key}")), "else")
    named = (f"clue.{about}.{fact}" for fact in fields)
    key = next(filter(words.has, named), f"clue.{about}")
    told = [words(key, **fields) if words.has(key) else t("plain.clue")]
    more = [] if reason is None else str(reason.facts.get(ALSO, "")).split(".")
    reasons = (f"clue.why.{one}" for one in more if fields)
    aims = [*(f"clue.{last}.{fact}" for fact in fields), f"clue.{last}"] if about == first != last else []
    why = next(filter(words.has, [*reasons, f"clue.when.{first}", *aims]), None)
    return " ".join([*told, words(why, **fields)] if why is not None else told)


def clue_to_action(ruleset_id: str, text: str) -> str:
    """Return the clue to an action, without its place."""
    words, verb = Translator(ruleset_id), text.partition(" ")[0]
    if words.has(f"clue.action.{verb}"):
        return words(f"clue.action.{verb}")
    return clue(ruleset_id, Reason("wait" if text == END_TURN else verb, {}))
