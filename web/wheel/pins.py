"""Every version and hash the wheel depends on."""

PYTHON = "3.14"
WHEEL_TAG = "cp314-cp314-pyemscripten_2026_0_wasm32"

# Python's C headers, any 3.14 patch release: Pyodide does not publish its own through npm.
HEADERS = "python-3.14-include.tar.xz"
HEADERS_SHA256 = "61e642af7654593041fdcc6dc75b37c630344b871c17f4cf69ed6c6bb4ecfd00"

# In pip's format, so that pip checks the hashes: the source archive and the compiler of its .pyx files.
PYGAME = "pygame-ce==2.5.8 --hash=sha256:3c8e69088ead310037972c391306ea58e74d7296b35d1890067749235fd554ba"
CYTHON = "cython==3.2.9 --hash=sha256:a2b0e87f6b80790c929308ca0831d686f7a180feab684fe8cd4a4380bd96aaca"

# The Debian release that provides compiler and C libraries. Stable: only security fixes change them.
DEBIAN = "trixie"
DEBIAN_SOURCES = ("libsdl2", "libsdl2-image", "libsdl2-ttf", "libsdl2-mixer", "freetype")
