"""The view of Hansa."""
