"""The view of Hansa."""

PARTS = tuple(
    f"{__name__}.{name}"
    for name in (
        "geography",
        "layout",
        "words",
        "terrain",
        "board_art",
        "board",
        "desk",
        "about",
        "reading",
        "view",
    )
)
"""Its modules in the order in which to import them ahead, each with little that is not imported yet."""
