"""Clues: the subject of a better plan, without its place or method.

The texts are `clue.<...>` in a game's catalogue. For a reason `claim-office`, the subject is the first
existing text of `clue.claim-office`, `clue.claim`, `clue.office` and `clue.else`. If `clue.when.claim`
exists, it adds when the plan is possible. For an action `sail reval`, the subject is `clue.action.sail`, or
else `clue.sail`. Games without clues use `plain.clue`.
"""

from __future__ import annotations

from game.client.words.i18n import Translator, t
from game.engine.core import Reason
from game.match.analysis import END_TURN


def clue(ruleset_id: str, reason: Reason | None) -> str:
    """Return the clue to a plan with this reason."""
    words = Translator(ruleset_id)
    name = "" if reason is None else reason.id
    first, _, last = name.partition("-")
    about = next((key for key in (name, first, last) if key and words.has(f"clue.{key}")), "else")
    key = f"clue.{about}"
    told = [words(key) if words.has(key) else t("plain.clue")]
    if words.has(f"clue.when.{first}"):
        told.append(words(f"clue.when.{first}"))
    return " ".join(told)


def clue_to_action(ruleset_id: str, text: str) -> str:
    """Return the clue to an action, without its place."""
    words, verb = Translator(ruleset_id), text.partition(" ")[0]
    if words.has(f"clue.action.{verb}"):
        return words(f"clue.action.{verb}")
    return clue(ruleset_id, Reason("wait" if text == END_TURN else verb, {}))
