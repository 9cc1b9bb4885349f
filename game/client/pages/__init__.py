"""The pages outside play: title, new game, saved games, sharing, settings, rules and help."""
