"""Move data that is next to ``game`` inside it on installation. pyproject.toml has no setting for that.

``assets`` are outside for pygbag. A release adds ``site``, the built page for ``kontor rooms``, and
``share``, the manual pages and desktop files (web/release/package.py).
"""

from pathlib import Path

from setuptools import find_packages, setup

data = {f"game.{name}": name for name in ("assets", "site") if Path(name).is_dir()}
shared: dict[str, list[str]] = {}
for path in sorted(Path("share").rglob("*")):
    if path.is_file():
        shared.setdefault(path.parent.as_posix(), []).append(path.as_posix())
setup(
    packages=[*find_packages(include=["game", "game.*", "tools", "tools.*"]), *data],
    package_dir=data,
    package_data={"": ["*.json", "*.svg", "*.txt"], **{name: ["**/*"] for name in data}},
    data_files=sorted(shared.items()),
)
