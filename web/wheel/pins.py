"""Every version and hash the wheel depends on."""

PYTHON = "3.14"
WHEEL_TAG = "cp314-cp314-pyemscripten_2026_0_wasm32"

# Python's C headers, any 3.14 patch release: Pyodide does not publish its own through npm.
HEADERS = "python-3.14-include.tar.xz"
HEADERS_SHA256 = "61e642af7654593041fdcc6dc75b37c630344b871c17f4cf69ed6c6bb4ecfd00"

# In pip's format, so that pip checks the hashes: the source archive and the compiler of its .pyx files.
PYGAME = "pygame-ce==2.5.8 --hash=sha256:3c8e69088ead310037972c391306ea58e74d7296b35d1890067749235fd554ba"
CYTHON = "cython==3.2.9 --hash=sha256:a2b0e87f6b80790c929308ca0831d686f7a180feab684fe8cd4a4380bd96aaca"

# The Debian release that provides compiler and C libraries, and the sources' .dsc files with their SHA-256.
DEBIAN = "trixie"
DEBIAN_SOURCES = {
    "libsdl2": "libs/libsdl2/libsdl2_2.32.4+dfsg-1.dsc"
    " b2259e51d2953963d4f81e4b9028d85ffa646d2ac2a657ae19cefc3589d961e7",
    "libsdl2-image": "libs/libsdl2-image/libsdl2-image_2.8.8+dfsg-1+deb13u1.dsc"
    " fc0e1b5c82432f9bb8a00e78433869a557f03af306fbbca1102c8adcddfab730",
    "libsdl2-ttf": "libs/libsdl2-ttf/libsdl2-ttf_2.24.0+dfsg-2.dsc"
    " 8cde54c41ebf6e2b2d3a7cc2c3c6b277bd90f5e64aab8fc58bf2feb7439cf1af",
    "libsdl2-mixer": "libs/libsdl2-mixer/libsdl2-mixer_2.8.1+dfsg-2.dsc"
    " 09be10177892ee36d0b61b8a6bf38603da753732f918cb2a1e0dcb9cbdbb6e32",
    "freetype": "f/freetype/freetype_2.13.3+dfsg-1+deb13u1.dsc"
    " 8aa6e936f4b8ce5b1ac530d3c1bc7c5c36e6432ef81385c29ce649a3ed79e8cd",
}
