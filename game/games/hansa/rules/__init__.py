"""*Hansa*, Michael Schacht's game of the Baltic trade, for 2 to 4 players."""

PARTS = tuple(f"{__name__}.{name}" for name in ("board", "actions", "flow", "turn", "state", "ruleset"))
"""Modules of the rules, in the order in which to preload them: each module imports little that the modules
before it have not imported."""
