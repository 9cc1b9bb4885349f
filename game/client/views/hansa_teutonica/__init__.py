"""The view of Hansa Teutonica."""
