"""Every text a person reads, and what is put into words."""
