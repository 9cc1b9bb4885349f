"""The texts of the plain view: those of the game's catalogue, else its ids made readable."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from game.client.words.i18n import Translator, readable, t
from game.engine.core import Action, Decision, Event, Reason
from game.engine.declared import DeclaredAction
from game.match import PlayerInfo


class PlainWords:
    """The texts of one game."""

    def __init__(self, game: str, players: Sequence[PlayerInfo]) -> None:
        self.t = Translator(game)
        self.players = tuple(players)

    def name(self, seat: int | None) -> str:
        """Return the name of a player; empty for none."""
        return "" if seat is None else self.players[seat].name

    def of(self, key: str) -> str:
        """Return the text of a key without fields."""
        return self.t(key) if self.t.has(key) else readable(key)

    def prompt(self, decision: Decision, actor: int | None) -> str:
        key, name = f"decision.{decision.id}", self.name(actor)
        return (
            self.t(key, **{"name": name, **decision.facts})
            if self.t.has(key)
            else t("plain.choose", name=name)
        )

    def element(self, element: str) -> str:
        """Return the name of an element or place: "Space North–East 1" for `space.north-east.1`."""
        kind, _, rest = element.partition(".")
        if self.t.has(element):
            return self.t(element)
        if not rest:
            return readable(kind)
        if kind == "button":
            return self.verb(rest)
        if rest.isdecimal() and int(rest) < len(self.players):  # a place on a desk
            return f"{readable(kind)} ({self.name(int(rest))})"
        return f"{self.of(kind)} {proper(rest)}"

    def verb(self, verb: str) -> str:
        """Return the name of a kind of action."""
        return self.of(f"action.{verb}")

    def action(self, action: Action) -> str:
        named = ", ".join(self.element(each) for each in action.path if not each.startswith("button."))
        if not isinstance(action, DeclaredAction):
            return named or self.element(action.path[-1])
        verb = self.verb(action.kind.verb)
        return f"{verb}: {named}" if named else verb

    def event(self, event: Event) -> str:
        key, name = f"event.{event.kind}", self.name(event.seat)
        places = [each for each in (event.source, event.target) if each]
        on_board = [each for each in places if not each.rpartition(".")[2].isdecimal() or each.count(".") > 1]
        named = ", ".join(self.element(each) for each in on_board[-1:])
        if self.t.has(key):
            return self.t(key, name=name, place=named, n=event.amount)
        if event.kind == "turn":
            return t("plain.turn", name=name)
        what = ", ".join(self._parts(event, named))
        return f"{name}: {what}." if name else f"{what}."

    def _parts(self, event: Event, named: str) -> Iterator[str]:
        kind = readable(event.kind)
        yield f"{kind} {event.amount}" if event.amount else kind
        if named:
            yield named
        if event.reason:
            yield self.of(f"ending.{event.reason}")

    def refusal(self, reason: Reason) -> str:
        key = f"reason.{reason.id}"
        return self.t(key, **reason.facts) if self.t.has(key) else t("plain.refused", why=readable(reason.id))


def proper(name: str) -> str:
    """Return an id as a proper name.

    >>> proper("north-east.1")
    'North–East 1'
    """
    return " ".join("–".join(part.capitalize() for part in word.split("-")) for word in name.split("."))
