"""What people download: the site as a zip, the desktop game, sums, and lists of what is inside."""
