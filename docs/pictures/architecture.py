"""Draw docs/pictures/architecture.svg from the imports of the code: python docs/pictures/architecture.py

A box is a package with the first line of its docstring. An arrow leads from a package to one it imports; it
is dotted if the module is named in a table and imported on first use. Packages inside another that import
each other share its box. Arrows implied by a longer path are left out for readability.
`tests/test_architecture.py` checks that the file is up to date.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from html import escape
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TARGET = Path(__file__).with_suffix(".svg")
DEPTH = 3
"""Depth of packages with a box, in names: that of game.client.views; parts of games also have one."""
FOUND = ".expansions"
"""Suffix of packages whose modules are found by directory, so that importers name no module."""
WIDTH, HEIGHT, GAP_X, GAP_Y, GAP_IN, MARGIN = 236.0, 58.0, 26.0, 64.0, 34.0, 24.0
STYLE = """
  text { font-family: sans-serif; fill: #2b2118 }
  .name { font-size: 15px; font-weight: bold }
  .about { font-size: 11px; fill: #6b5a48 }
  rect { fill: #f6ecd6; stroke: #8a6d3b; stroke-width: 1.5 }
  path { fill: none; stroke: #27506b; stroke-width: 1.6 }
  .ground { fill: #fffdf7; stroke: none }
  .room { fill: #eaf1ee; stroke: #b9cbc4; stroke-width: 1 }
  .named { stroke-dasharray: 2 4 }
"""


def packages() -> dict[str, str]:
    """Return the packages of game/ with their first docstring lines."""
    found = {}
    for path in sorted((ROOT / "game").rglob("__init__.py")):
        name = ".".join(path.parent.relative_to(ROOT).parts)
        if name != "game" and name.count(".") < DEPTH + name.startswith("game.games."):
            found[name] = (ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or "").split("\n")[
                0
            ]
    return found


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    """Return all syntax nodes of a module."""
    return tuple(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))


@cache
def imported(path: Path) -> tuple[tuple[str, bool], ...]:
    """Return the modules a file imports at any place, and those it names in a string, marked True."""
    return tuple(_imported(path))


def _imported(path: Path) -> Iterator[tuple[str, bool]]:
    for node in nodes(path):
        if isinstance(node, ast.Import):
            yield from ((alias.name, False) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from ((f"{node.module}.{alias.name}", False) for alias in node.names)
        elif (
            isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.startswith("game.")
        ):
            yield node.value, True


def arrows(boxes: dict[str, str]) -> dict[tuple[str, str], bool]:
    """Return the arrows between boxes; True for one by name only."""

    def box(module: str) -> str | None:
        parts = module.split(".")
        heads = (".".join(parts[:length]) for length in range(len(parts), 1, -1))
        return next((head for head in heads if head in boxes), None)

    found: dict[tuple[str, str], bool] = {}
    for path in sorted((ROOT / "game").rglob("*.py")):
        here = box(".".join(path.relative_to(ROOT).with_suffix("").parts))
        for module, by_name in imported(path):
            there = box(module)
            if here and there and here != there:
                by_name = by_name or there.endswith(FOUND)
                found[here, there] = found.get((here, there), True) and by_name
    return found


def reach(start: str, solid: set[tuple[str, str]]) -> set[str]:
    """Return all packages that a path of solid arrows leads to."""
    reached: set[str] = set()
    edge = [start]
    while edge:
        here = edge.pop()
        fresh = {head for tail, head in solid if tail == here} - reached
        reached |= fresh
        edge += fresh
    return reached


def merged(boxes: dict[str, str]) -> dict[str, str]:
    """Return the boxes without those that import, and are imported by, the package around them."""
    solid = {arrow for arrow, by_name in arrows(boxes).items() if not by_name}
    inner = {name for name in boxes if name.count(".") > 1}
    knot = {name for name in inner if name.rpartition(".")[0] in reach(name, solid) & boxes.keys()}
    knot = {name for name in knot if name in reach(name.rpartition(".")[0], solid)}
    return {name: about for name, about in boxes.items() if name not in knot}


def implied(arrow: tuple[str, str], solid: set[tuple[str, str]]) -> bool:
    """Return whether a longer path of solid arrows leads from the arrow's tail to its head."""
    tail, head = arrow
    others = solid - {arrow}
    return any(head in reach(between, others) for start, between in others if start == tail)


def room(name: str) -> str:
    """Return the package of game/ that a package belongs to, or the game."""
    return ".".join(name.split(".")[: 3 if name.startswith("game.games.") else 2])


def layers(names: list[str], arrows: set[tuple[str, str]]) -> list[list[str]]:
    """Return names in rows, from those without incoming arrows down to those without outgoing ones."""
    depth = dict.fromkeys(names, 0)
    for _ in names:
        for tail, head in arrows:
            if tail in depth and head in depth:
                depth[head] = max(depth[head], min(depth[tail] + 1, len(names)))
    assert max(depth.values()) < len(names), f"{', '.join(names)} import each other in a circle"
    return [[name for name in names if depth[name] == row] for row in range(max(depth.values()) + 1)]


def rows(boxes: dict[str, str], solid: set[tuple[str, str]]) -> list[list[list[list[str]]]]:
    """Return the layers in rows, from those that no other imports down to the one without imports. The
    packages of a layer are arranged in rows as well, with those that no other of the layer imports in the
    first.
    """
    between = {(room(tail), room(head)) for tail, head in solid if room(tail) != room(head)}
    inside = {here: [name for name in boxes if room(name) == here] for here in map(room, boxes)}
    return [[layers(inside[here], solid) for here in names] for names in layers(list(inside), between)]


def broad(packages: list[list[str]]) -> float:
    """Return the width of a layer."""
    return max(map(len, packages)) * (WIDTH + GAP_X) - GAP_X


def placed(grid: list[list[list[list[str]]]]) -> tuple[dict[str, tuple[float, float]], float, float]:
    """Return the top left corners of the boxes, and the width and height of the whole drawing."""
    bands = [sum(broad(here) for here in rooms) + (len(rooms) - 1) * 2 * GAP_X for rooms in grid]
    width, top = max(bands) + 2 * MARGIN, MARGIN
    place = {}
    for rooms, band in zip(grid, bands, strict=True):
        left = (width - band) / 2
        for here in rooms:
            for row, names in enumerate(here):
                start = left + (broad(here) - len(names) * (WIDTH + GAP_X) + GAP_X) / 2
                for column, name in enumerate(names):
                    place[name] = (start + column * (WIDTH + GAP_X), top + row * (HEIGHT + GAP_IN))
            left += broad(here) + 2 * GAP_X
        top += max(map(len, rooms)) * (HEIGHT + GAP_IN) - GAP_IN + GAP_Y
    return place, width, top - GAP_Y + MARGIN


def line(tail: tuple[float, float], head: tuple[float, float]) -> str:
    """Return an arrow from box to box as the data of an SVG path."""
    (x1, y1), (x2, y2) = tail, head
    if y1 == y2:  # in one row: from edge to edge, or below the boxes between
        right = x2 > x1
        if abs(x2 - x1) < WIDTH + GAP_X + 1:
            return f"M{x1 + WIDTH * right:g} {y1 + HEIGHT / 2:g}H{x2 + WIDTH * (not right):g}"
        low, dip = y1 + HEIGHT, y1 + HEIGHT + GAP_Y * 0.45
        start, end = x1 + WIDTH * (0.7 if right else 0.3), x2 + WIDTH * (0.3 if right else 0.7)
        return f"M{start:g} {low:g}C{start:g} {dip:g} {end:g} {dip:g} {end:g} {low:g}"
    below = y2 > y1
    start_y, end_y = y1 + HEIGHT * below, y2 + HEIGHT * (not below)
    bend = (end_y - start_y) * 0.5
    x1, x2 = x1 + WIDTH / 2, x2 + WIDTH / 2
    return f"M{x1:g} {start_y:g}C{x1:g} {start_y + bend:g} {x2:g} {end_y - bend:g} {x2:g} {end_y:g}"


def drawing() -> str:
    """Return the drawing as SVG text."""
    boxes = merged(packages())
    found = arrows(boxes)
    solid = {arrow for arrow, by_name in found.items() if not by_name}
    shown = {
        (tail, head): by_name
        for (tail, head), by_name in found.items()
        if not (head.startswith(f"{tail}.") if by_name else implied((tail, head), solid))
    }
    grid = rows(boxes, solid)
    place, width, height = placed(grid)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}">',
        f"<style>{STYLE}</style>",
        '<marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" '
        'orient="auto">'
        '<path d="M0 0 8 4 0 8z" style="fill:#27506b;stroke:none"/></marker>',
        f'<rect class="ground" width="{width:g}" height="{height:g}"/>',
    ]
    for here in (packages for rooms in grid for packages in rooms):
        corners = [place[name] for names in here for name in names]
        left, right = min(x for x, _ in corners), max(x for x, _ in corners)
        top, bottom = min(y for _, y in corners), max(y for _, y in corners)
        size = f'width="{right - left + WIDTH + 16:g}" height="{bottom - top + HEIGHT + 16:g}"'
        parts.append(f'<rect class="room" x="{left - 8:g}" y="{top - 8:g}" {size} rx="12"/>')
    for (tail, head), by_name in sorted(shown.items()):
        dotted = ' class="named"' if by_name else ""
        parts.append(f'<path{dotted} d="{line(place[tail], place[head])}" marker-end="url(#head)"/>')
    for name, about in boxes.items():
        x, y = place[name]
        shown_as = name.removeprefix("game.games.").removeprefix("game.")
        about = about.replace("*", "")
        short = about if len(about) <= 36 else about[:35].rsplit(" ", 1)[0].rstrip(",:;.") + " …"
        parts.append(f'<rect x="{x:g}" y="{y:g}" width="{WIDTH:g}" height="{HEIGHT:g}" rx="7"/>')
        parts.append(f'<text class="name" x="{x + 12:g}" y="{y + 24:g}">{shown_as}</text>')
        parts.append(f'<text class="about" x="{x + 12:g}" y="{y + 43:g}">{escape(short)}</text>')
    return "\n".join([*parts, "</svg>", ""])


if __name__ == "__main__":
    TARGET.write_text(drawing(), encoding="utf-8")
    print(f"written: {TARGET.relative_to(ROOT)}")
