"""The web page of Kontor and how it is built: page sources here, `web.wheel` and `web.site` make the rest."""
