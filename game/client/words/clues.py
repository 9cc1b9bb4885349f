"""Clues: what a better plan is about, without saying where or how.

The texts are `clue.<...>` in the catalogue of a game. For a reason `claim-office` the first of
`clue.claim-office`, `clue.claim`, `clue.office` and `clue.else` that there is says what it is about, and
`clue.when.claim`, if there is one, when it can be done. For an action `sail reval` `clue.action.sail`
says what it is about, or `clue.sail`.
"""

from __future__ import annotations

from game.client.words.i18n import Translator
from game.engine.core import Reason
from game.match.analysis import END_TURN


def clue(ruleset_id: str, reason: Reason | None) -> str:
    """What a plan with this reason is about."""
    words = Translator(ruleset_id)
    name = "" if reason is None else reason.id
    first, _, last = name.partition("-")
    about = next((key for key in (name, first, last) if key and words.has(f"clue.{key}")), "else")
    told = [words(f"clue.{about}")]
    if words.has(f"clue.when.{first}"):
        told.append(words(f"clue.when.{first}"))
    return " ".join(told)


def clue_to_action(ruleset_id: str, text: str) -> str:
    """What an action is about, without its place."""
    words, verb = Translator(ruleset_id), text.partition(" ")[0]
    if words.has(f"clue.action.{verb}"):
        return words(f"clue.action.{verb}")
    return clue(ruleset_id, Reason("wait" if text == END_TURN else verb, {}))
