"""*Hansa*, Michael Schacht's game of the Baltic trade, for 2 to 4 players."""

from game.engine.hansa.ruleset import RULESET

__all__ = ["RULESET"]
