"""Move data that is next to ``game`` inside it on installation. pyproject.toml has no setting for that.

``assets`` are outside for pygbag. ``site`` is the built page for ``kontor rooms``, put here by the release
(web/release/package.py).
"""

from pathlib import Path

from setuptools import find_packages, setup

data = {f"game.{name}": name for name in ("assets", "site") if Path(name).is_dir()}
setup(
    packages=[*find_packages(include=["game", "game.*", "tools", "tools.*"]), *data],
    package_dir=data,
    package_data={"": ["*.json", "*.txt"], **{name: ["**/*"] for name in data}},
)
