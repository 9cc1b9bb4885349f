"""Visual building blocks: colours, typefaces, text, panels, images, and a canvas with partial redraws."""
