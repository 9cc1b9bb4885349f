"""What pyproject.toml cannot say: assets stand beside ``game``, for pygbag, and are installed inside it."""

from setuptools import find_packages, setup

setup(
    packages=[*find_packages(include=["game", "game.*", "tools", "tools.*"]), "game.assets"],
    package_dir={"game.assets": "assets"},
    package_data={"": ["*.json"], "game.assets": ["**/*"]},
)
