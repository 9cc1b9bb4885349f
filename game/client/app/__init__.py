"""The foundation of all scenes: the app with its main loop, gestures, keyboard, pages, routes and sound."""
