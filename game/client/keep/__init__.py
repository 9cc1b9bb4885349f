"""What is kept on this machine or sent: games, settings, links, backups."""
