"""The modules: what a game may be played with besides a board, one file each."""
