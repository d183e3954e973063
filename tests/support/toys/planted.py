"""Copies of a game with a planted fault, such as an author might make."""

import shutil
from importlib import import_module
from itertools import count

from ludoteka import games as home

_numbers = count(1)  # a module stays loaded, so each copy has a name of its own


def planted(monkeypatch, folder, game, *edits):
    """Return a copy of `game`, made in `folder`, with these edits (file, old text, new text)."""
    name = f"planted{next(_numbers)}"
    shutil.copytree(game.folder, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    for source in (folder / name).rglob("*.py"):
        text = source.read_text("utf-8").replace(f"games.{game.name}", f"games.{name}")
        source.write_text(text.replace(f'name="{game.name}"', f'name="{name}"'), "utf-8")
    for file, old, new in edits:
        source = folder / name / file
        text = source.read_text("utf-8")
        assert old in text, f"{old!r} is not in {file}"
        source.write_text(text.replace(old, new), "utf-8")
    monkeypatch.setattr(home, "__path__", [*home.__path__, str(folder)])
    monkeypatch.setenv("XDG_CACHE_HOME", str(folder / "cache"))  # no machine code of faulty games is kept
    return import_module(f"ludoteka.games.{name}").GAME
