"""The page that changes the controllers of the seats during a game."""

from __future__ import annotations

from functools import partial

import pygame

from game.client.app.flow import Flow
from game.client.app.page import Page
from game.client.app.scene import Host
from game.client.draw.widgets import ButtonSpec, Paragraph, Swatch
from game.client.table.computers import who_plays
from game.client.table.table_mode import MatchSaver
from game.client.words.i18n import computers, t
from game.match import Computer, Match, person_of
from game.match.controllers import note_hand_over


class SeatsPage(Page):
    """A page with a row for each seat: a person, or a computer player of some level."""

    name = "seats"

    def __init__(self, app: Host, match: Match) -> None:
        super().__init__(app)
        self.match: Match = match

    def title(self) -> str:
        return computers("seats")

    def build(self, flow: Flow) -> None:
        flow.text(computers("seats.text"))
        flow.gap()
        for seat in range(self.match.state.seats):
            self._row(flow, seat)

    def foot(self) -> list[ButtonSpec]:
        return [ButtonSpec("back", t("done"), self.cancel, "primary", icon="check")]

    def _row(self, flow: Flow, seat: int) -> None:
        player, height, unit = self.match.players[seat], flow.button_height, flow.unit
        square = pygame.FRect(flow.column.x, flow.y, height, height)
        flow.add(Swatch("", "", square, colour=player.colour))
        wide = flow.wide
        left = square.right + unit * 0.6
        who = pygame.FRect(flow.column.x, square.bottom + unit * 0.3, flow.column.width, height)
        if wide:
            who = pygame.FRect(0, flow.y, unit * 24, height).move_to(right=flow.column.right)
        name = pygame.FRect(left, square.centery - unit / 2, flow.column.right - left, unit)
        flow.add(Paragraph("", player.name, name, role="bold"))
        controller = self.match.controllers[seat]
        level = controller.level if isinstance(controller, Computer) else ""
        flow.row_choice(who, who_plays(seat, player.name, level, partial(self._hand_over, seat)))
        flow.y = who.bottom + unit * (0.4 if wide else 0.9)

    def _hand_over(self, seat: int, level: str) -> None:
        """Let a computer player of this level decide for the seat, or a person if `level` is ""."""
        match, platform = self.match, self.app.platform
        old, new = match.controllers[seat], person_of(match.record)
        if level:
            new = Computer(level, 1 + platform.random_seed() % 999)
            platform.prepare_thinking()
        note_hand_over(match.record, seat, old, new)
        match.set_controller(seat, new)
        MatchSaver(self.app, match).save()
