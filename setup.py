"""Move the assets, which are next to ``game`` for pygbag, inside it on installation. pyproject.toml has no
setting for that."""

from setuptools import find_packages, setup

setup(
    packages=[*find_packages(include=["game", "game.*", "tools", "tools.*"]), "game.assets"],
    package_dir={"game.assets": "assets"},
    package_data={"": ["*.json", "*.txt"], "game.assets": ["**/*"]},
)
