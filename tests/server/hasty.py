"""``python -m tests.server.hasty``: the room server with shorter timeouts and lower limits, so that tests of
their consequences need not wait."""

from __future__ import annotations

import os
import resource
import sys

import h11

from game.server import __main__ as service
from game.server import app, http_connection

service.SEND_BUFFER = 1 << 13
app.ENTER_TIMEOUT = 2.0
if seconds := float(os.environ.get("KONTOR_TEST_REQUEST", "0")):
    http_connection.TIMEOUTS.update({h11.IDLE: seconds, h11.SEND_BODY: seconds})
if files := int(os.environ.get("KONTOR_TEST_FILES", "0")):
    resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))

if __name__ == "__main__":
    sys.exit(service.main(sys.argv[1:]))
