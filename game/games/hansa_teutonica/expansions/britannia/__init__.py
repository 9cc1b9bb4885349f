"""The expansion “Britannia”: two boards with countries abroad and permanent markers."""
