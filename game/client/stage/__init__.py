"""The table on screen: layout, camera, move animations and highlights."""
