"""Release files: the site as a zip, the desktop game, checksums, and software bills of materials."""
