"""Games from outside (a link, a text or a file): preview them and offer ways to continue."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import partial
from typing import NamedTuple

import pygame

from game.client.app import routes
from game.client.app.flow import Flow
from game.client.app.page import Page
from game.client.app.scene import Host, complaining
from game.client.draw import paint, theme
from game.client.draw.widgets import ButtonSpec, Look, Widget, draw_swatch
from game.client.review.loading import LoadingPage
from game.client.review.tally import ImportPage
from game.client.storage.backup import is_backup
from game.client.storage.fragment import holds_link
from game.client.storage.link import Fault, LinkError, receiving
from game.client.storage.save_store import SaveStore
from game.client.views import make_view
from game.client.views.standing import PointsLegend, Standing, draw_points
from game.client.views.thumbnail import BoardPicture, Thumbnail, Thumbnails
from game.client.words.i18n import Translator, capitalised, t
from game.client.words.trouble import Trouble
from game.engine.core import ParseError
from game.engine.record import Head, Record, head, read
from game.match import Computer, Match, PlayerInfo
from game.platform import LONGEST_FILE, StorageError

SEAT, POINTS = 2.3, 5.2
"""Height of a seat's row, and width of its points, in units."""
TALLEST = 0.37
"""Maximum height of the board as a fraction of the window height, so that the main button stays visible."""


def from_outside(app: Host, text: str, *, too_long: bool = False) -> Page:
    """Return a page for a text from outside: a preview of its game, the restore page for a backup, or an
    error page.

    too_long: the text exceeded the maximum length and was not read
    """
    if too_long:
        return RefusalPage(app, Fault.FILE)
    if is_backup(text):
        return ImportPage(app, text)
    work = receiving(text)
    try:
        next(work)
    except StopIteration as done:
        return ArrivalPage(app, done.value)
    except LinkError as error:
        return RefusalPage(app, error.fault, error.trouble)
    return LoadingPage(app, work, routes.Arrived, partial(_refuse, app), outside=True)


def _refuse(app: Host, error: ValueError | StorageError) -> None:
    assert isinstance(error, LinkError), "`receiving` raises nothing else"
    app.open(routes.NotAGame(error.fault, error.trouble))


class Related(NamedTuple):
    """A saved game with the same setup as another one.

    relation: "same"; "behind" (it ends earlier, the other continues from there); "ahead" (the reverse); or
    "apart" (different actions)
    """

    id: str
    actions: int
    relation: str


def related_to(record: Record, saves: SaveStore) -> Related | None:
    """Return the saved game closest to a record among those with the same setup; None without one."""
    found = []
    for game_id, text in saves.texts():
        if f"\nseed {record.seed}" not in text:
            continue
        try:
            if _setup(head(text)) != _setup(record):
                continue
            other = read(text)
        except ParseError:
            continue
        found.append(Related(game_id, len(other.actions), _relation(other, record)))
    order = ("same", "behind", "ahead", "apart")
    return min(found, key=lambda one: (order.index(one.relation), -one.actions), default=None)


def adopted(match: Match, game_id: str, saves: SaveStore) -> Match:
    """Return a match that is saved in future in place of the saved game that it continues, with the tags of
    that game and the secrets of a seat at its start, which `Match.public` leaves out.

    Raises `ParseError` if that game is missing or damaged.
    """
    tags, begun = saves.taken_up(game_id), saves.record(game_id).start
    if begun is not None and match.ruleset.parse_position(begun).position() == match.record.start:
        match = Match(game_id, replace(match.record, start=begun))
    match.take_tags(tags)
    match.id = game_id
    return match


def _setup(record: Record | Head) -> tuple[str, int, dict[str, str], int]:
    """Return what identifies a game before its first action. Two games would not share it by chance."""
    return record.ruleset.id, record.seats, dict(record.options), record.seed


def _relation(own: Record, other: Record) -> str:
    shared = min(len(own.actions), len(other.actions))
    if own.actions[:shared] != other.actions[:shared]:
        return "apart"
    if len(own.actions) == len(other.actions):
        return "same"
    return "behind" if len(own.actions) < len(other.actions) else "ahead"


def _forget_link(app: Host) -> None:
    if holds_link(app.platform.link()):
        app.platform.forget_link()


@dataclass
class SeatRow(Widget):
    """A row with a seat's player, their points, and whether the next decision is theirs."""

    player: PlayerInfo = field(default_factory=lambda: PlayerInfo("", "red"))
    aside: str = ""
    standing: Standing = field(kw_only=True)

    def spoken(self) -> str:
        return f"{self.label} {self.aside}".strip() + f". {self.standing.spoken}"

    def draw(self, target: pygame.Surface, look: Look) -> None:
        unit = look.unit
        if self.aside:
            paint.blit_rounded(target, self.rect.inflate(unit * 0.6, 0), unit * 0.3, theme.ui.shade)
        square = pygame.FRect(0, 0, unit * 1.4, unit * 1.4)
        square.midleft = self.rect.midleft
        draw_swatch(target, square, self.player.colour)
        rest = self.rect.copy()
        rest.x, rest.width = square.right + unit * 0.6, self.rect.right - square.right - unit * 0.6
        wide = unit * (POINTS if self.standing.total else POINTS / 2)
        points = pygame.FRect(rest.right - wide, rest.y, wide, rest.height)
        draw_points(target, self.standing, points, unit * 1.1, theme.ui.ink)
        rest.width -= wide + unit * 0.4
        paint.blit_text(target, self.aside, "text", unit, theme.ui.title, rest, "right")
        rest.width -= theme.font("text", round(unit)).size(self.aside)[0] + unit * 0.4
        sizes = paint.shrinking(unit * 1.1, unit * 0.7)
        pixels = paint.largest(self.player.name, "bold", sizes, rest.width)
        paint.blit_text(target, self.player.name, "bold", pixels, theme.ui.ink, rest)


class ArrivalPage(Page):
    """A preview of a game: its board, players and next decision, and the ways to continue."""

    name = "arrival"
    from_outside = True
    column_units = 36.0

    def __init__(self, app: Host, match: Match) -> None:
        super().__init__(app)
        self.match: Match = match
        self.record = match.record
        self.words = Translator(match.ruleset.id)
        self.actor = match.state.actor
        view = make_view(match.ruleset, match.players, match.state.options)
        self.aspect, self.standings = view.board_aspect, view.standings(match.state)
        self._boards = Thumbnails(self._board)
        self.related: Related | None = None

    def entered(self) -> None:
        if any(isinstance(controller, Computer) for controller in self.match.controllers):
            self.app.platform.prepare_thinking()  # so that the AI worker starts while the person reads
        with complaining(self.app):
            self.related = related_to(self.record, self.app.saves)

    def left(self) -> None:
        _forget_link(self.app)

    def title(self) -> str:
        return t("arrival.title")

    def build(self, flow: Flow) -> None:
        flow.text(self.words("game.name"), "display", 1.7, theme.ui.title, "center")
        flow.text(self._progress(), align="center", colour=theme.ui.ink_soft)
        flow.gap()
        self._standing(flow)
        flow.gap()
        flow.text(self._explanation(), align="center")
        flow.gap()
        for spec in self._ways()[1:]:
            flow.buttons([spec])

    def _standing(self, flow: Flow) -> None:
        """Add the board and, next to it or below in a narrow column, the players."""
        unit, column, high = flow.unit, flow.column, flow.unit * SEAT
        beside = column.width > unit * 28
        board = pygame.FRect(column.x, flow.y, column.width * (0.54 if beside else 1), 0)
        board.height = min(board.width / self.aspect, self.app.metrics.height * TALLEST)
        key = round(board.width), round(board.height), theme.ui.name, t.language
        flow.add(BoardPicture("", "", board, boards=self._boards, key=key))
        seats = column.copy()
        seats.y = flow.y if beside else board.bottom + unit * 0.6
        if beside:
            seats.x, seats.width = board.right + unit, column.right - board.right - unit
            seats.y += max(0.0, board.height - high * len(self.match.players) - unit) / 2
        for seat, player in enumerate(self.match.players):
            rect = pygame.FRect(seats.x, seats.y, seats.width, high - unit * 0.2)
            aside = t("arrival.next") if seat == self.actor else ""
            standing = self.standings[seat]
            flow.add(SeatRow("", player.name, rect, player=player, aside=aside, standing=standing))
            seats.y += high
        if any(one.total for one in self.standings):
            legend = len(PointsLegend.lines(unit, seats.width)) * unit
            flow.add(PointsLegend("", "", pygame.FRect(seats.x, seats.y, seats.width, legend)))
            seats.y += legend
        flow.y = max(board.bottom, seats.y)

    def _board(self, key: tuple[int, int, str, str]) -> Thumbnail:
        return Thumbnail(iter([self.match.state]), self.match.players, key[:2])

    def update(self, now: float) -> float | None:
        """Draw the board, a part per frame."""
        return self._boards.update(self.widgets)

    def _progress(self) -> str:
        steps = t("games.actions", n=len(self.record.actions))
        return capitalised(f"{t('games.over')} · {steps}" if self.actor is None else steps)

    def _explanation(self) -> str:
        if self.related is None:
            return t("arrival.own")
        return t(f"arrival.{self.related.relation}", n=abs(len(self.record.actions) - self.related.actions))

    def _ways(self) -> list[ButtonSpec]:
        """Return the buttons of the possible ways to continue, the best first."""
        watch = ButtonSpec("watch", t("arrival.watch"), self.to(routes.Replay(self.record)), icon="replay")
        if self.related is None or self.related.relation == "apart":
            return [ButtonSpec("continue", t("arrival.continue"), self._continue, "primary", "play"), watch]
        go_on = ButtonSpec("go-on", t("arrival.on"), self._go_on, "primary", "play")
        return [go_on, watch, ButtonSpec("continue", t("arrival.second"), self._continue, icon="new")]

    def foot(self) -> list[ButtonSpec]:
        """Return the buttons at the bottom, which keep the best way visible in any window."""
        return [ButtonSpec("leave", t("arrival.leave"), self.cancel, icon="back"), self._ways()[0]]

    # ---- options ----------------------------------------------------------------------------

    def _continue(self) -> None:
        """Continue as a separate game, whatever games are saved."""
        self.match.id = self.app.saves.new_id()
        self._play(self.match)

    def _go_on(self) -> None:
        """Continue the saved game, extended to the longer of the two records, so that no action is lost."""
        shown = self.related
        self.entered()
        if self.related is None or self.related != shown:
            return  # another window has continued or deleted it: the page is up to date again
        try:
            if self.related.relation == "ahead":
                self._play(self.app.saves.open(self.related.id))
            else:
                self._play(adopted(self.match, self.related.id, self.app.saves))
        except (ValueError, StorageError):  # the save is damaged beyond the part compared
            self.entered()

    def _play(self, match: Match) -> None:
        self.app.home(routes.Title())
        self.app.open(routes.Table(match))


class RefusalPage(Page):
    """An error page for a text from outside that holds no playable game."""

    name = "refusal"
    from_outside = True
    column_units = 30.0

    def __init__(self, app: Host, fault: Fault, trouble: Trouble | None = None) -> None:
        """Describe the error `fault`, with the details of `trouble` if given."""
        super().__init__(app)
        self.fault, self.trouble = fault, trouble

    def left(self) -> None:
        _forget_link(self.app)

    def title(self) -> str:
        return t("arrival.refused")

    def build(self, flow: Flow) -> None:
        flow.text(t(f"arrival.{self.fault}", megabytes=LONGEST_FILE // 1_000_000))
        flow.gap()
        flow.text(t("arrival.unchanged"), "bold")
        if self.trouble is not None:
            flow.gap(1.5)
            words = t("arrival.detail", reason=self.trouble.words())
            flow.text(words, size=0.85, colour=theme.ui.ink_soft)
