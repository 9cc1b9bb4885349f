"""Computer players. They see a game only through the engine's contract, and nothing that is hidden."""
