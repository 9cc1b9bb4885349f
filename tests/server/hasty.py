"""``python -m tests.server.hasty``: the service, but it puts up with less: no test waits for it.

Where the tests are about what happens then, not when.
"""

from __future__ import annotations

import sys

from game.server import __main__ as service
from game.server import app

service.SEND_BUFFER = 1 << 13
app.ENTER_TIMEOUT = 2.0

if __name__ == "__main__":
    sys.exit(service.main(sys.argv[1:]))
