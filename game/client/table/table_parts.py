"""Parts of the table common to all games: status bar, toolbar, log, banner."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import pygame

from game.client.draw import paint, theme
from game.client.draw.theme import Metrics
from game.client.draw.widgets import Button, ButtonSpec, draw_swatch, make_button
from game.client.stage.action_bar import BELOW
from game.client.stage.table_layout import TableLayout
from game.client.words.i18n import t
from game.client.words.sentence import Sentence
from game.match import PlayerInfo

SURELY = 0.85
"""Minimum width of a text in a smaller size, relative to the width extrapolated from its full size."""
PLATE = 2.2
"""Maximum height in units of the plate with the name of the player to decide; it is no higher than the
toolbar."""
PASSING_TOOLS = 2
"""Number of tools for which the toolbar keeps room, so that the others do not move when they come."""
LOG_LINES = 24
"""Maximum number of sentences in the log."""
LOG_INDENT, PLAN_INDENT = 0.7, 1.4
"""Indents of sentences and of plans in the log, in units."""
LOG_MARGIN = 0.35
"""Space in units to the right of a sentence in the log."""


def beside_others(
    layout: TableLayout, metrics: Metrics, many: int, icons: int = 1
) -> tuple[list[pygame.FRect], pygame.FRect, pygame.FRect]:
    """Return the rectangles of additional icons, and the remaining bars of the toolbar and of the buttons.
    The icons are at the left end of the toolbar if that has its own row, else of the buttons.

    many: number of tools, on which the icons' size depends in the toolbar
    icons: number of additional icons
    """
    size, tools, bar = metrics.button, layout.tools.copy(), layout.actions.copy()
    if layout.lower is None:
        x, y, taken = bar.x, bar.bottom - size - metrics.unit * BELOW, metrics.unit * 0.4
    else:
        size, taken = tool_size(tools, metrics, many + icons), metrics.plain * 0.3
        x, y = tools.x, tools.y
    places = [pygame.FRect(x + (size + taken) * number, y, size, size) for number in range(icons)]
    room = bar if layout.lower is None else tools
    room.x, room.width = room.x + (size + taken) * icons, room.width - (size + taken) * icons
    return places, tools, bar


def tool_size(bar: pygame.FRect, metrics: Metrics, many: int) -> float:
    """Return the side of each of `many` icons in a bar."""
    gap = metrics.plain * 0.3
    return min(metrics.button, (bar.width + gap) / max(1, many) - gap)


def tool_row(
    bar: pygame.FRect, metrics: Metrics, specs: Sequence[ButtonSpec], taken: float | None = None
) -> list[Button]:
    """Return icons at the right end of a bar, level with its first line; the first is the outermost.

    taken: width that other things in the bar need. Tools with a `brief` caption show it if the rest has room
    for all captions
    """
    gap, size = metrics.plain * 0.3, tool_size(bar, metrics, len(specs))
    named = taken is not None and bar.width - taken >= _named_width(specs, metrics, size)
    right, y, buttons = bar.right, bar.y, []
    for spec in specs:
        caption = spec.brief if named else ""
        wide = size + _caption_width(caption, metrics)
        look = spec._replace(tone="chosen" if spec.chosen else "sea", caption=caption)
        buttons.append(make_button(look, pygame.FRect(right - wide, y, wide, size)))
        right -= wide + gap
    return buttons


def _named_width(specs: Sequence[ButtonSpec], metrics: Metrics, size: float) -> float:
    """Return the width of a toolbar with captions and with room for the tools that come and go."""
    gap, lasting = metrics.plain * 0.3, [spec.brief for spec in specs if spec.brief]
    captions = sum(_caption_width(words, metrics) for words in lasting)
    return captions + (len(lasting) + PASSING_TOOLS) * (size + gap)


def _caption_width(words: str, metrics: Metrics) -> float:
    """Return the width by which a caption widens a tool."""
    return theme.font("text", round(metrics.unit)).size(words)[0] + metrics.unit * 0.5 if words else 0.0


def whole_place(layout: TableLayout, metrics: Metrics) -> pygame.FRect:
    """Return the rectangle of the button that shows the whole board.

    Above an upright board it is at the end of the row of gauges and covers no more than the board's frame.
    Otherwise it is in the board's top right corner, which is not covered while the whole board is in view.
    """
    size, board, gap = metrics.button, layout.board, 0.0 if layout.lower is None else metrics.plain * 0.3
    top = layout.end.y if _gauges_above(layout) else board.y + gap
    return pygame.FRect(board.right - size - gap, top, size, size)


def gauge_place(layout: TableLayout, metrics: Metrics) -> pygame.FRect:
    """Return the rectangle of the gauges, without the button that shows the whole board."""
    end = layout.end.copy()
    if _gauges_above(layout):
        end.width = whole_place(layout, metrics).x - metrics.plain * 0.3 - end.x
    return end


def _gauges_above(layout: TableLayout) -> bool:
    """Return True if the row of gauges is above the board and as wide."""
    end, board = layout.end, layout.board
    return end.bottom <= board.y and end.right >= board.right


class Status(NamedTuple):
    """Contents of the status bar.

    player: the player to decide; None when the game is over
    during: the player whose turn it is, if another one
    prompt: the prompt
    """

    player: PlayerInfo | None
    during: PlayerInfo | None
    prompt: str


def asked(status: Status) -> str:
    """Return the prompt without the name of the player to decide, which the plate or tab shows already."""
    player = status.player
    prompt = status.prompt if player is None else status.prompt.removeprefix(f"{player.name}: ")
    return prompt[:1].upper() + prompt[1:]


def draw_status(
    target: pygame.Surface, status: Status, rect: pygame.FRect, right: float, metrics: Metrics
) -> None:
    """Draw the player to decide and the prompt below; other items begin at `right`."""
    unit, tool = metrics.unit, metrics.button
    top = pygame.FRect(rect.x, rect.y, right - rect.x - metrics.plain * 0.5, tool)
    words = pygame.FRect(rect.x, rect.y + tool + unit * 0.1, rect.width, rect.height - tool - unit * 0.1)
    player = status.player
    if player is None:
        words = rect if right >= rect.right else words
        if status.prompt:
            _draw_prompt(target, f"{t('table.over')}. {status.prompt}", words, metrics)
        return
    prompt = asked(status)
    if right <= rect.x:
        _draw_prompt(target, prompt, words, metrics)
        return
    seat = theme.SEAT_COLOURS[player.colour]
    size = min(top.height, unit * PLATE, max(0.0, top.width))
    named = top.width > metrics.plain * 4.6
    aside = "" if status.during is None else t("table.during", name=status.during.name)
    plate = pygame.FRect(top.x, top.centery - size / 2, size, size)
    if named:
        name_width = theme.font("display", round(unit * 1.4)).size(player.name)[0]
        aside_width = theme.font("text", round(unit * 0.8)).size(aside)[0]
        plate.width = min(size + max(name_width, aside_width) + metrics.plain * 1.2, top.width)
    if size < unit:  # too small: the tab shows the player
        _draw_prompt(target, prompt, words, metrics)
        return
    paint.blit_rounded(target, plate, unit * 0.5, theme.ui.paper, seat.fill, max(2, unit * 0.16))
    pad = metrics.plain * 0.3
    square = pygame.FRect(plate.x, plate.y, size, size).inflate(-2 * pad, -2 * pad)
    draw_swatch(target, square, player.colour)
    if named:
        left = square.right + 1.3 * pad
        name = pygame.FRect(left, plate.y, plate.right - left - pad, size)
        _draw_name(target, player.name, status.during, name, unit)
    _draw_prompt(target, prompt, words, metrics)


def _draw_name(
    target: pygame.Surface, name: str, during: PlayerInfo | None, rect: pygame.FRect, unit: float
) -> None:
    """Draw the player to decide and, below, whose turn it is: in words or, if too narrow, by shield and
    name."""
    sizes = paint.shrinking(unit * 1.4, unit * 0.72)
    if during is None:
        pixels = paint.largest(name, "display", sizes, rect.width)
        paint.blit_text(target, name, "display", pixels, theme.ui.ink, rect)
        return
    upper, lower, unit = rect.copy(), rect.copy(), min(unit, rect.height / PLATE)
    upper.height, lower.y, lower.height = rect.height * 0.62, rect.y + rect.height * 0.56, rect.height * 0.38
    pixels = paint.largest(name, "display", paint.shrinking(unit * 1.2, unit * 0.72), rect.width)
    paint.blit_text(target, name, "display", pixels, theme.ui.ink, upper)
    sizes, aside = paint.shrinking(unit * 0.8, unit * 0.68), t("table.during", name=during.name)
    if theme.font("text", round(sizes[-1])).size(aside)[0] > rect.width:
        square = pygame.FRect(lower.x, lower.y + unit * 0.04, unit * 0.72, unit * 0.72)
        draw_swatch(target, square, during.colour)
        lower.x, lower.width, aside = square.right + unit * 0.2, lower.right - square.right, during.name
    pixels = paint.largest(aside, "text", sizes, lower.width)
    paint.blit_text(target, aside, "text", pixels, theme.ui.stress, lower)


def _draw_prompt(target: pygame.Surface, words: str, rect: pygame.FRect, metrics: Metrics) -> None:
    pixels, lines = prompt_lines(words, rect, metrics)
    y = rect.centery - len(lines) * pixels / 2
    for line in lines:
        paint.blit_text(
            target, line, "text", pixels, theme.ui.on_ground, pygame.FRect(rect.x, y, rect.width, pixels)
        )
        y += pixels


def prompt_lines(words: str, rect: pygame.FRect, metrics: Metrics) -> tuple[int, tuple[str, ...]]:
    """Return the text size in pixels and the lines at which a text fits into `rect`. Enlarged text shrinks to
    the normal size before it gets smaller than that."""
    unit = metrics.unit
    sizes = {*paint.shrinking(unit * 1.1, unit * 0.62), max(metrics.plain * 1.1, unit * 0.62)}
    first, *others = map(round, sorted(sizes, reverse=True))
    wide = theme.font("text", first).size(words)[0] / first
    for pixels in (first, *others):
        most = max(1, int(rect.height / (pixels * 1.02)))
        if wide * pixels * SURELY > rect.width * most and pixels != others[-1]:
            continue
        lines = paint.wrap(words, "text", pixels, int(rect.width))
        if len(lines) <= most:
            break
    return pixels, lines


class LogLine(NamedTuple):
    """A sentence of the log on the table, wrapped.

    number: its index among all sentences
    """

    number: int
    sentence: Sentence
    lines: tuple[str, ...]
    rect: pygame.FRect


def log_lines(rect: pygame.FRect, sentences: Sequence[Sentence], unit: float) -> Iterator[LogLine]:
    """Yield the sentences for which the log has room, the newest first and at the bottom."""
    pixels, y = round(unit * 0.85), rect.bottom
    for age, sentence in enumerate(reversed(sentences[-LOG_LINES:])):
        indent = unit * (PLAN_INDENT if sentence.plan else LOG_INDENT)
        role = "bold" if sentence.begins else "text"
        lines = paint.wrap(sentence, role, pixels, int(rect.width - indent - unit * LOG_MARGIN))
        y -= pixels * len(lines) + unit * 0.25
        if y < rect.y:
            return
        place = pygame.FRect(rect.x, y, rect.width, pixels * len(lines))
        yield LogLine(len(sentences) - 1 - age, sentence, lines, place)
        if sentence.begins:
            y -= unit * 0.2


def logged_near(y: float, rect: pygame.FRect, sentences: Sequence[Sentence], unit: float) -> Sentence | None:
    """Return the sentence of the log that is nearest to a height; None if the log is empty."""
    lines = log_lines(rect, sentences, unit)
    nearest = min(lines, key=lambda one: abs(one.rect.centery - y), default=None)
    return None if nearest is None else nearest.sentence


def draw_log(
    target: pygame.Surface,
    rect: pygame.FRect,
    sentences: Sequence[Sentence],
    unit: float,
    players: Sequence[PlayerInfo],
    lately: range = range(0),
) -> None:
    """Draw the last sentences, the newest at the bottom. A turn begins with a rule and a bold sentence. Plans
    are indented, fainter and have a thinner stripe. Undone actions are struck through.

    lately: indices of the sentences to mark: what happened since the reader's last turn
    """
    pixels = round(unit * 0.85)
    for number, sentence, lines, place in log_lines(rect, sentences, unit):
        indent = unit * (PLAN_INDENT if sentence.plan else LOG_INDENT)
        if number in lately:
            high = round(place.height) + round(unit * 0.26)
            ground = pygame.Rect(round(rect.x), round(place.y - unit * 0.13), round(rect.width), high)
            target.fill(theme.ui.tool, ground)
        if sentence.seat is not None and sentence.seat < len(players):
            wide = unit * (0.12 if sentence.plan else 0.3)
            colour = theme.SEAT_COLOURS[players[sentence.seat].colour].fill
            stripe = pygame.FRect(rect.x, place.y + pixels * 0.1, wide, place.height - pixels * 0.1)
            paint.blit_rounded(target, stripe, wide / 2, colour, theme.ui.on_ground_soft, max(1, unit * 0.04))
        faint = sentence.plan or sentence.undone
        ink = theme.ui.on_ground_soft if faint else theme.ui.on_ground
        role = "bold" if sentence.begins else "text"
        for below, line in enumerate(lines):
            row = pygame.FRect(rect.x + indent, place.y + below * pixels, rect.width - indent, pixels)
            paint.blit_text(target, line, role, pixels, ink, row)
            if sentence.undone:
                paint.strike(target, line, role, pixels, ink, row)
        if sentence.begins:
            thin = max(1, round(unit * 0.05))
            target.fill(theme.ui.tool_line, (rect.x, place.y - unit * 0.2, rect.width, thin))


def draw_banner(
    target: pygame.Surface, window: pygame.FRect, player: PlayerInfo, part: float, unit: float
) -> None:
    """Draw a ribbon across the board with the name of the player to decide; it opens, stays and closes."""
    opened = min(1.0, part / 0.18, (1 - part) / 0.18)
    seat = theme.SEAT_COLOURS[player.colour]
    height = unit * 4 * opened
    ribbon = pygame.FRect(window.x, window.centery - height / 2, window.width, height)
    target.fill(theme.BRASS, ribbon)
    target.fill(seat.fill, ribbon.inflate(0, -unit * 0.3 * opened))
    if opened < 1:
        return
    size = unit * 2.2
    wide = theme.font("display", round(unit * 2.4)).size(player.name)[0]
    x = ribbon.centerx - (size + unit * 0.8 + wide) / 2
    mark = paint.arms(seat.mark, round(size), seat.ink, seat.dark, seat.fill)
    target.blit(mark, (round(x), round(ribbon.centery - size / 2)))
    name = pygame.FRect(x + size + unit * 0.8, ribbon.y, wide + unit, ribbon.height)
    paint.blit_text(target, player.name, "display", unit * 2.4, seat.ink, name)
