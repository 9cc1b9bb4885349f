"""The variant for two players with the pawn."""
