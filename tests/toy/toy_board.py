"""A board of five towns for the toy edition: facts as of a printed board."""

from __future__ import annotations

from game.games.hansa_teutonica.rules.board import (
    ACTIONES,
    BOOK,
    KEYS,
    PRIVILEGIUM,
    Board,
    Route,
    TableSpace,
    Town,
    offices,
)

SEA = ("westa-norda", "norda-mitta")
"""The routes across the sea."""

SOUTH = ("mitta-suda", "suda-osta")
"""A country: pieces leave it, but only those that are placed there come to it."""

TOY = Board(
    id="toy",
    aspect=1.4,
    frame=((0.04, 0.056), (0.96, 0.945)),
    towns=(
        Town("westa", "Westa", (0.12, 0.5), "red", offices("square white coin", "circle pink"), ACTIONES),
        Town("norda", "Norda", (0.5, 0.16), "yellow", offices("circle white", "square pink"), KEYS),
        Town("mitta", "Mitta", (0.5, 0.5), "yellow", offices("square white", "square orange"), PRIVILEGIUM),
        Town("suda", "Suda", (0.5, 0.84), "plain", offices("square white", "square white", "circle pink")),
        Town("osta", "Osta", (0.86, 0.5), "yellow", offices("square white coin", "square white"), BOOK),
    ),
    routes=(
        Route("westa-norda", "westa", "norda", ((0.24, 0.38), (0.36, 0.27)), (0.3, 0.2)),
        Route("norda-mitta", "norda", "mitta", ((0.5, 0.27), (0.5, 0.36))),
        Route("westa-mitta", "westa", "mitta", ((0.22, 0.5), (0.3, 0.52), (0.38, 0.5))),
        Route("mitta-osta", "mitta", "osta", ((0.62, 0.5), (0.7, 0.48), (0.77, 0.5))),
        Route("mitta-suda", "mitta", "suda", ((0.5, 0.62), (0.5, 0.71))),
        Route("suda-osta", "suda", "osta", ((0.6, 0.76), (0.69, 0.69), (0.78, 0.6)), (0.72, 0.8)),
    ),
    table=(TableSpace(7, 0, (0.2, 0.82)),),
    table_route="mitta-osta",
    table_town="osta",
    east_west=("westa", "osta"),
    east_west_xy=(0.18, 0.7),
    scroll_xy=((0.6, 0.16), (0.12, 0.38), (0.6, 0.42), (0.86, 0.38), (0.86, 0.2)),
    completed_xy=((0.09, 0.1), (0.28, 0.1)),
    link_points=(5, 3),
    end_completed=4,
    start_markers=("extra_office", "ferry"),
)
