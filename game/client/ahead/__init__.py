"""Decisions in advance: standing answers, and turns planned while others act."""
