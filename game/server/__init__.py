"""Room server: holds the seeds, stores every entry and sends each device only what it may know."""

IN_WEB_APP = False
