"""The expansion “East Expansion”: a board round the Baltic with green towns and permanent markers."""
