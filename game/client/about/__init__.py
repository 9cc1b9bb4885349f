"""Pages about the program: help, licences, privacy, accessibility, reports of problems."""
