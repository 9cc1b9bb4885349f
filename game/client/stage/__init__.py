"""The table as a picture: where its parts lie, the camera, pieces in flight, the light around them."""
