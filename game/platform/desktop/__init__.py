"""Desktop back end: SDL's window, files, processes and sockets. Not part of the web app."""

IN_WEB_APP = False
