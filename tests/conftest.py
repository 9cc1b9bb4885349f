"""How hypothesis looks for counter-examples in all tests."""

from __future__ import annotations

import os

from hypothesis import settings

# No deadline: machines differ in speed, and a test that measures time says nothing about a promise.
# In CI the same examples every time, so that a red run means a changed program; elsewhere new ones.
settings.register_profile("kontor", deadline=None, derandomize="CI" in os.environ, print_blob=True)
settings.load_profile("kontor")
