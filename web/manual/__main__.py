"""`python -m web.manual [DIR]`: build the documentation site (in build/docs). A warning is an error."""

from __future__ import annotations

import sys
from pathlib import Path

from sphinx.cmd.build import build_main

from web.cache import ROOT
from web.manual.sources import assemble


def build(into: Path) -> int:
    """Build the documentation site. Return the exit code of Sphinx."""
    sources = into.with_name(f"{into.name}-sources")
    assemble(sources)
    strict = ["--quiet", "--fail-on-warning", "--keep-going"]
    return build_main([*strict, "-c", str(ROOT / "web/manual"), str(sources), str(into)])


if __name__ == "__main__":
    sys.exit(build(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "build/docs"))
