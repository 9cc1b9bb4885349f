"""The client: scenes, views, animation and widgets, drawn with pygame-ce."""
