"""How things look: colours and typefaces, text, panels, pictures, a canvas that paints what differs."""
