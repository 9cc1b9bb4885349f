"""Computer players of *Hansa*."""

from game.games.hansa.bots.brain import HansaBrain

BRAIN = HansaBrain()
