"""The expansion with mission cards: a secret one for each player."""
