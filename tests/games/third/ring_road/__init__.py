"""Ring Road, a small game for 2-4 players: the proof that a game is one package."""

from game.games.game import Game

GAME = Game("ring-road")
