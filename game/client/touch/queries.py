"""Questions to the table, by key or from the accessibility list, which announcements answer. A field finds
places by their names."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Protocol

import pygame

from game.client.app.scene import Host
from game.client.draw.theme import Metrics
from game.client.draw.widgets import Button, Look, TextField, Widget, headed, in_group
from game.client.touch.hit_targets import HitTarget
from game.client.touch.inspect_mode import InspectMode
from game.client.touch.pointing import Pointing
from game.client.views.view import GameView, Read
from game.client.words.i18n import t
from game.client.words.sentence import Sentence
from game.match import Match

QUERIES = ("turn", "supply", "points", "control", "last", "details")
"""The questions. The first has the key 1, the second 2 and so on."""
MAX_SENTENCES = 12
"""Maximum number of sentences about the last moves."""
WIDE = 17.0
"""Width of the controls in units."""


class Asked(Protocol):
    """The part of a table's interface that answers need."""

    app: Host
    match: Match
    view: GameView[Any]
    pointing: Pointing
    inspect_mode: InspectMode
    widgets: list[Widget]

    @property
    def targets(self) -> dict[str, HitTarget]:
        """Interactive elements on the board and the player boards, by element."""
        ...

    @property
    def own_seat(self) -> int:
        """The seat of the person here."""
        ...

    def last(self) -> Sequence[Sentence]:
        """Return the sentences about what others have done since the person's last turn, or all sentences."""
        ...

    def situation(self) -> str:
        """Return who decides, and the pending question."""
        ...


@dataclass
class Query(Widget):
    """A control for the keyboard and the accessibility list only. It takes no room, and is drawn in its frame
    while it has the focus."""

    frame: pygame.FRect = field(kw_only=True)

    def draw(self, target: pygame.Surface, look: Look) -> None:
        if look.focus:
            Button(self.id, self.label, self.frame, self.act).draw(target, look)


@dataclass
class Finder(TextField):
    """A text field that takes no room until it is open, and is drawn in its frame while it has the focus or
    is open."""

    frame: pygame.FRect = field(kw_only=True)

    def draw(self, target: pygame.Surface, look: Look) -> None:
        if look.focus or look.editing:
            TextField(self.id, self.label, self.frame, value=self.value, hint=self.hint).draw(target, look)


class Queries:
    """Answers questions about the game in few words, and finds places by name."""

    def __init__(self, table: Asked) -> None:
        self._table = table
        self._sought = ""
        """The name sought last, and the number of times Enter was pressed for it."""
        self._times = 0

    def by_key(self) -> dict[str, Callable[[], None]]:
        """Return the action of each key."""
        return {str(number): partial(self.answer, query) for number, query in enumerate(QUERIES, 1)}

    def widgets(self, window: pygame.FRect, metrics: Metrics) -> Iterator[Widget]:
        """Yield the controls, below a heading. They share a place at the top left of the board."""
        frame = pygame.FRect(window.x, window.y, min(window.width, WIDE * metrics.unit), metrics.button)
        at = pygame.FRect(frame.topleft, (0, 0))
        room = frame if self._table.app.editing == "find" else at
        finder = Finder(
            "find", t("find"), room, lambda: None, value=self._sought, change=self._seek, hint=t("find"),
            entered=self._find, frame=frame,
        )  # fmt: skip
        asks = [
            Query(f"query.{one}", t(f"query.{one}"), at, partial(self.answer, one), frame=frame)
            for one in QUERIES
        ]
        yield from headed(t("query"), in_group("queries", [finder, *asks]))

    # ---- answers ------------------------------------------------------------------------------

    def answer(self, query: str) -> None:
        """Announce the answer to a question."""
        sentences = {
            "turn": lambda: [self._table.situation()],
            "supply": self._supply,
            "points": self._points,
            "control": self._control,
            "last": self._last,
            "details": self._details,
        }[query]()
        self._table.app.platform.announce(" ".join(filter(None, sentences)) or t("query.nothing"))

    def _supply(self) -> Sequence[str]:
        table, seat = self._table, self._table.own_seat
        if words := table.view.holdings(seat, table.match.state):
            return [words]
        chapters = table.view.chapters(table.match.state)
        return chapters[0].lines[seat : seat + 1] if chapters else ()

    def _points(self) -> Sequence[str]:
        match, view = self._table.match, self._table.view
        named = enumerate(match.players)
        return self._reading() or [f"{one.name}: {view.points(seat, match.state)}." for seat, one in named]

    def _control(self) -> Sequence[str]:
        told = self._reading(*self._table.view.readable[:1])
        return () if told == self._reading() else told

    def _reading(self, *parts: str) -> Sequence[str]:
        """Return the sentences of the board overlay with these parts; without any, the points."""
        table = self._table
        return tuple(table.view.reading(table.match.state, Read(table.own_seat, frozenset(parts))))

    def _last(self) -> Sequence[str]:
        """Return what others have done since the person's last turn, or else what has happened last."""
        told = [one for one in self._table.last() if not (one.plan or one.undone or one.begins)]
        return told[-MAX_SENTENCES:]

    def _details(self) -> Sequence[str]:
        """Return everything about the place that had the focus last."""
        pointing = self._table.pointing
        card = pointing.card(pointing.told_about) if pointing.told_about else None
        return [] if card is None else [card.spoken]

    # ---- finding ------------------------------------------------------------------------------

    def _seek(self, words: str) -> None:
        if words != self._sought:
            self._sought, self._times = words, 0

    def _find(self) -> None:
        """Move the focus to the first place with the name sought, and with Enter again to the next."""
        table, app = self._table, self._table.app
        found = self._found()
        if not found:
            app.platform.announce(t("find.none", text=self._sought))
            return
        element = found[self._times % len(found)]
        self._times += 1
        if element not in table.targets and not table.inspect_mode.on:
            table.inspect_mode.show()
            app.refresh()
        app.show_focus = True
        app.lead(element)
        app.platform.announce(t("find.found", n=len(found)))

    def _found(self) -> list[str]:
        """Return the places whose names contain the beginnings of all words sought: first those that can be
        activated, in reading order."""
        sought = _words(self._sought)
        if not sought:
            return []
        named = {one.id: one.label for one in self._table.widgets if isinstance(one, HitTarget)}
        pointing = self._table.pointing
        cards = ((element, pointing.card(element)) for element in pointing.things())
        named |= {element: card.title for element, card in cards if card is not None}
        return [element for element, label in named.items() if _matches(sought, _words(label))]


def _words(text: str) -> list[str]:
    """Return the words of a text in lower case and without accents."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    return re.findall(r"\w+", "".join(one for one in plain if not unicodedata.combining(one)))


def _matches(sought: Sequence[str], words: Sequence[str]) -> bool:
    """Return True if each word sought begins one of the words; a number must be the same."""
    return all(
        one in words if one.isdecimal() else any(word.startswith(one) for word in words) for one in sought
    )
