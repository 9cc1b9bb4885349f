"""The table: scenes, views, animation and widgets, drawn with pygame-ce."""
