"""The view of Hansa."""

PARTS = ("geography", "layout", "words", "terrain", "board_art", "board", "desk", "about", "reading", "view")
"""Its modules in the order in which to import them ahead, each with little that is not imported yet."""
