"""View of *Hansa*."""

PARTS = tuple(
    f"{__name__}.{name}"
    for name in (
        "layout",
        "words",
        "terrain",
        "board_art",
        "board",
        "desk",
        "info_cards",
        "reading",
        "view",
    )
)
"""Modules of the view, in the order in which to preload them: each module imports little that the modules
before it have not imported."""
