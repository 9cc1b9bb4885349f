"""Texts of notifications, in the language of the device that shows them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from game.command.texts import say, say_in
from game.server.waiting import CONSENT, TURN, Facts, Wait


class Notification(NamedTuple):
    """A notification: its title, and a sentence that says more."""

    title: str
    text: str


def notification(language: str, facts: Facts, who: int, wait: Wait, *, names: bool) -> Notification:
    """Return the notification of a member.

    names  the text may name the other players
    """
    mover = facts.mover if names and facts.mover != facts.seated.get(who) else ""
    if wait.kind == CONSENT:
        name = facts.asker if names else say_in(language, "someone")
        what = say_in(language, f"consent.{facts.request}", name=name)
    elif wait.kind == TURN and mover:
        what = say_in(language, "turn.played", name=mover)
    else:
        what = say_in(language, f"{wait.kind}.text")
    where = _table(language, facts, who, names=names)
    return Notification(_title(language, facts, wait), f"{what} {where}")


def reminder(language: str, facts: Facts, who: int, wait: Wait, now: float, *, names: bool) -> Notification:
    """Return the reminder of a member for whom the game has waited for long."""
    hours = max(1, round((now - wait.t) / 3600))
    since = say_in(language, "hours", n=hours) if hours < 48 else say_in(language, "days", n=hours // 24)
    where = _table(language, facts, who, names=names)
    return Notification(_title(language, facts, wait), f"{since} {where}")


def digest(language: str, games: Sequence[str]) -> Notification:
    """Return the daily summary for a player, given the games of the tables that wait for them."""
    names = sorted({say_in(language, "game.name", domain=game) for game in games})
    return Notification(say_in(language, "digest", n=len(games)), ", ".join(names))


def channel_notification(facts: Facts, who: int, wait: Wait) -> Notification:
    """Return the message about a member for a channel of the host, in the language of the system."""
    game = say_in("en", "game.name", domain=facts.game)
    return Notification(game, say(f"channel.{wait.kind}", domain="notices", name=facts.seated.get(who, "")))


def _title(language: str, facts: Facts, wait: Wait) -> str:
    return say_in(language, wait.kind, game=say_in(language, "game.name", domain=facts.game))


def _table(language: str, facts: Facts, who: int, *, names: bool) -> str:
    """Return a sentence by which the player recognises the table."""
    others = ", ".join(name for member, name in facts.seated.items() if member != who) if names else ""
    return say_in(language, "with", names=others) if others else say_in(language, "table", n=facts.seats)
