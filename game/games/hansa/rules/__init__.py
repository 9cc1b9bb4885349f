"""*Hansa*, Michael Schacht's game of the Baltic trade, for 2 to 4 players."""

PARTS = tuple(f"{__name__}.{name}" for name in ("board", "actions", "flow", "turn", "state", "ruleset"))
"""Its modules in the order in which to import them ahead, each with little that is not imported yet."""
