"""The view of Hansa Teutonica."""

PARTS = ("layout", "words", "terrain", "regions", "board_art", "desk", "about", "reading", "view")
"""Its modules in the order in which to import them ahead, each with little that is not imported yet."""
