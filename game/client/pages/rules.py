"""The rules of a game, from its message catalogue, with pictures of its board."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, partial
from itertools import count, takewhile
from typing import NamedTuple

from game.assets import data_of_game, of_game
from game.client.app.flow import Flow
from game.client.app.page import Page
from game.client.app.scene import Host
from game.client.draw import theme
from game.client.draw.widgets import ButtonSpec
from game.client.learn.courses import parts
from game.client.views.thumbnail import BoardPicture, CloseUp, Thumbnail, Thumbnails
from game.client.words.i18n import Translator, t
from game.match import COLOURS, PlayerInfo

PART, SHAPE = 0.38, 0.62
"""Width of a picture as a fraction of the column if it is next to the text, and its height relative to its
width."""


class PictureKey(NamedTuple):
    """The cache key of a section's picture."""

    section: int
    room: tuple[int, int]
    """Size of the image in pixels."""
    theme: str
    language: str


class RulesPage(Page):
    """A page of the texts `rules.1`, `rules.2`, ... of a game, each a title and a paragraph, below a list of
    their titles.

    A section can have a picture: the elements that a step of a lesson is about, in its position.
    """

    name = "rules"

    def __init__(self, app: Host, ruleset_id: str) -> None:
        super().__init__(app)
        self.ruleset_id, self.words = ruleset_id, Translator(ruleset_id)
        self._boards = Thumbnails(self._board)

    def title(self) -> str:
        return self.words("game.name")

    def update(self, now: float) -> float | None:
        """Draw the pictures in view, a part per frame."""
        return self._boards.update(widget for widget in self.widgets if widget.in_part)

    def build(self, flow: Flow) -> None:
        sections = list(takewhile(lambda number: self.words.has(f"rules.{number}"), count(1)))
        if len(sections) > 1:
            self._contents(flow, sections)
        for number in sections:
            flow.heading(self.words(f"rules.{number}"))
            flow.widgets[-1].id = f"rules.{number}"
            self._section(flow, number)
        flow.gap()

    def _contents(self, flow: Flow, sections: list[int]) -> None:
        """Add a button for each section, which scrolls to it."""
        flow.buttons(
            [
                ButtonSpec(
                    f"to.{number}", self.words(f"rules.{number}"), partial(self._go_to, number), group="to"
                )
                for number in sections
            ],
            abreast=2,
            level=True,
        )

    def _section(self, flow: Flow, number: int) -> None:
        """Add the text of a section and its picture: to its left or, in a narrow column, above it."""
        text = self.words(f"rules.{number}.text")
        if number not in pictures(self.ruleset_id):
            flow.text(text)
        elif flow.wide:
            left, right = flow.columns(self.app.metrics, PART, 1.2)
            self._picture(left, number)
            right.text(text)
            flow.join(left, right)
        else:
            self._picture(flow, number)
            flow.gap(0.5)
            flow.text(text)

    def _picture(self, flow: Flow, number: int) -> None:
        room = flow.place(flow.column.width * SHAPE)
        key = PictureKey(number, (round(room.width), round(room.height)), theme.ui.name, t.language)
        flow.add(BoardPicture("", "", room, boards=self._boards, key=key))

    def _board(self, key: PictureKey) -> Thumbnail:
        """Start the picture of a section."""
        name, step, shown = pictures(self.ruleset_id)[key.section]
        lesson = next(one for part in parts(self.ruleset_id) for one in part if one.name == name)
        state = lesson.state(step - 1)
        players = [PlayerInfo("", colour) for colour in COLOURS[: state.seats]]
        return CloseUp(state, players, key.room, shown or lesson.steps[step - 1].show)

    def _go_to(self, number: int) -> None:
        """Scroll to a section and announce its title."""
        heading = next(one for one in self.widgets if one.id == f"rules.{number}")
        self._scroll_by(heading.rect.top - self._body.top - self.app.metrics.unit)
        self.app.platform.announce(heading.label)


class RulePicture(NamedTuple):
    """The picture of a section: a lesson, the number of a step, and the elements to show; empty: those that
    the step highlights."""

    lesson: str
    step: int
    show: tuple[str, ...] = ()


@cache
def pictures(ruleset_id: str) -> Mapping[int, RulePicture]:
    """Return the pictures of a game's rules by section, from its `rules.json`."""
    if not (of_game(ruleset_id) / "rules.json").exists():
        return {}
    return {
        int(section): RulePicture(one["lesson"], one["step"], one.get("show", ()))
        for section, one in data_of_game(ruleset_id, "rules").items()
    }
