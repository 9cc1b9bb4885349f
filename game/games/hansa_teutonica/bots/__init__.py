"""Computer players of Hansa Teutonica."""

from game.games.hansa_teutonica.bots.brain import BRAIN

__all__ = ["BRAIN"]
