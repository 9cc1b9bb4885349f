"""The actions of a declared state: each kind from a pattern of its text and the values of its fields."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from itertools import product
from typing import Any

from game.engine.core import Action, Event, ParseError, Reason
from game.engine.registry import ruleset

Refusal = Reason | str | None
"""Why an action is not legal: a reason, the id of one without facts, or None if it is legal."""

_FIELD = re.compile(r"\{(\w+)\}")


class DeclaredAction(Action):
    """An action of a declared kind.

    kind   how it is refused and what it does
    given  the values of its fields, in the order of the pattern
    """

    __slots__ = ("game", "given", "kind")

    kind: ActionKind
    given: tuple[str, ...]
    game: str

    def __init__(self, game: str, kind: ActionKind, given: tuple[str, ...]) -> None:
        values = dict(zip(kind.names, given, strict=True))
        path = tuple(f"{name}.{value}" for name, value in values.items()) or (f"button.{kind.pattern}",)
        super().__init__(kind.pattern.format(**values), path)
        for name, value in (("game", game), ("kind", kind), ("given", given)):
            object.__setattr__(self, name, value)

    def __reduce__(self) -> tuple[Callable[[str, str], Action], tuple[str, str]]:
        return _again, (self.game, self.text)


def _again(game: str, text: str) -> Action:
    """Find an action that was pickled."""
    rules = ruleset(game)
    return rules.parser(rules.seats[0])(text)


class ActionKind:
    """A kind of action of a declared state, made by the decorator `action`."""

    def __init__(
        self, pattern: str, fields: Mapping[str, Sequence[str]], do: Callable[..., Iterable[Event]]
    ) -> None:
        self.pattern, self.do = pattern, do
        self.names = tuple(_FIELD.findall(pattern))
        if set(self.names) != set(fields):
            raise TypeError(f"action {pattern!r}: expected values for {', '.join(self.names) or 'no field'}")
        self.values = tuple(tuple(fields[name]) for name in self.names)
        self.verb = pattern.partition(" ")[0]
        self._refuse: Callable[..., Refusal] | None = None

    def unless(self, refuse: Callable[..., Refusal]) -> Callable[..., Refusal]:
        """Decorate the method that says why an action of this kind is not legal; None if it is."""
        self._refuse = refuse
        return refuse

    def refusal(self, state: Any, given: tuple[str, ...]) -> Reason | None:
        """Return why such an action is not legal; None if it is."""
        found = None if self._refuse is None else self._refuse(state, *given)
        return Reason(found) if isinstance(found, str) else found

    def every(self, game: str) -> Iterator[DeclaredAction]:
        """Yield every action of this kind, legal or not."""
        for given in product(*self.values):
            yield DeclaredAction(game, self, given)


def action(pattern: str, **fields: Sequence[str]) -> Callable[[Callable[..., Iterable[Event]]], ActionKind]:
    """Declare a kind of action; the method below does it and yields what happens.

    pattern  the text of the action, with its fields: "claim {route} {town}"
    fields   by field, its possible values; each stands for the element `<field>.<value>` in the path
    """
    return lambda do: ActionKind(pattern, fields, do)


class ActionParser:
    """The actions of a declared ruleset by their texts."""

    def __init__(self, game: str, kinds: Iterable[ActionKind]) -> None:
        self.actions = tuple(each for kind in kinds for each in kind.every(game))
        self.by_text = {each.text: each for each in self.actions}

    def __call__(self, text: str) -> DeclaredAction:
        """Return the action with this text. Raises `ParseError` for other texts."""
        found = self.by_text.get(text)
        if found is not None:
            return found
        near = get_close_matches(text[:60], self.by_text, 1)
        verbs = dict.fromkeys(each.split(" ", 1)[0] for each in self.by_text)
        hint = f"did you mean {near[0]!r}?" if near else f"an action begins with {', '.join(verbs)}"
        raise ParseError(f"there is no action {text[:60]!r}; {hint}")
