"""The expansion with mission cards: one secret card for each player."""
