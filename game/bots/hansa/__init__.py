"""The brain for *Hansa*."""

from game.bots.hansa.brain import HansaBrain

BRAIN = HansaBrain()
