"""A game in progress: its record, its state, who sits where, and what can be taken back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

from game.client.view import Player
from game.engine.core import Action, Event, IllegalAction, Ruleset, State
from game.engine.record import Record, read, write

COLOURS = ("red", "blue", "green", "yellow", "purple", "grey", "white", "black")
"""The order in which colours are handed out where a record names none."""


class Session:
    """One game. `id` names its save; `title` is what the list of games shows."""

    def __init__(self, game_id: str, record: Record) -> None:
        self.id = game_id
        self.record = record
        self.state: State = record.new_game()
        self._before: list[State] = []
        """The states to which undo leads back, the newest last."""
        self._decided: int | None = None
        """The seat whose decisions `_before` holds."""
        actions, record.actions = record.actions, []
        for number, action in enumerate(actions):
            try:
                self.play(action)
            except IllegalAction as refusal:
                at = f"line {record.lines[number]}" if number < len(record.lines) else f"action {number + 1}"
                raise IllegalAction(refusal.reason, f"{at}: {refusal}") from None

    @classmethod
    def start(
        cls,
        game_id: str,
        ruleset: Ruleset,
        players: Sequence[Player],
        options: Mapping[str, str],
        seed: int,
        tags: Mapping[str, str],
    ) -> Session:
        """A new game; `ParseError` for options the ruleset does not know."""
        named = dict(tags)
        for seat, player in enumerate(players):
            named[f"name.{seat}"] = player.name
            named[f"colour.{seat}"] = player.colour
        return cls(game_id, Record(ruleset, len(players), options, seed, named))

    @classmethod
    def resume(cls, game_id: str, text: str) -> Session:
        """The game a record tells; `ParseError` or `IllegalAction` with the line if it is broken."""
        return cls(game_id, read(text))

    @property
    def ruleset(self) -> Ruleset:
        return self.record.ruleset

    @cached_property
    def players(self) -> tuple[Player, ...]:
        """Who sits where."""
        return players_of(self.record)

    def text(self) -> str:
        """The record, as it is saved and shared."""
        return write(self.record)

    def play(self, action: Action) -> list[Event]:
        """Do an action and remember the way back; `IllegalAction` changes nothing."""
        seat, before = self.state.actor, self.state.copy()
        events = self.state.apply(action)
        if seat != self._decided:
            self._before.clear()
            self._decided = seat
        self._before.append(before)
        if any(event.kind in self.ruleset.revealing for event in events):
            self._before.clear()
        self.record.append(action)
        return events

    @property
    def can_undo(self) -> bool:
        """Not behind something hidden that was revealed, nor behind another seat's decision."""
        return bool(self._before)

    def undo(self) -> Action:
        """Take the last action back and return it; `IndexError` if nothing can be taken back."""
        self.state = self._before.pop()
        return self.record.actions.pop()


def players_of(record: Record) -> tuple[Player, ...]:
    """Who sits where, by the record's tags; what they do not say is filled in."""
    spare = [c for c in COLOURS if c not in (record.tags.get(f"colour.{s}") for s in range(record.seats))]
    players: list[Player] = []
    for seat in range(record.seats):
        colour = record.tags.get(f"colour.{seat}", "")
        if colour not in COLOURS or any(player.colour == colour for player in players):
            colour = spare.pop(0)
        name = " ".join(record.tags.get(f"name.{seat}", "").split())[:24]
        players.append(Player(name or f"{seat + 1}", colour))
    return tuple(players)
