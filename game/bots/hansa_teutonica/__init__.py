"""Computer players of Hansa Teutonica."""

from game.bots.hansa_teutonica.brain import BRAIN

__all__ = ["BRAIN"]
