"""``python -m tests.server.hasty``: the room server with shorter timeouts and lower limits, so that tests of
their consequences need not wait."""

from __future__ import annotations

import sys

from game.server import __main__ as service
from game.server import app

service.SEND_BUFFER = 1 << 13
app.ENTER_TIMEOUT = 2.0

if __name__ == "__main__":
    sys.exit(service.main(sys.argv[1:]))
