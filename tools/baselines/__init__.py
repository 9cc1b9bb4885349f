"""Frozen baselines and single-strategy opponents: players that new versions are measured against."""
