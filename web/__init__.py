"""The web app: page sources, and its build in `web.wheel` and `web.site`."""
