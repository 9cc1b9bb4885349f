"""Local storage and links: saved games, settings, backups, and game and room links."""
