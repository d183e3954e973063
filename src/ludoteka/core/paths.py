"""Paths as clients receive them: a list of actions (docs/protocol.md)."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, TypeAlias

from ludoteka.core.scene import Path

DASH: Final = "-"  # between the names of a path
Entry: TypeAlias = str | list[str]  # an action text whose parts between dashes are its path; or a text and its path


def list_paths(paths: Mapping[Path, str]) -> list[Entry]:
    """Return paths and the texts of their actions as plain data."""
    return [path_entry(path, text) for path, text in paths.items()]


def path_entry(path: Path, text: str) -> Entry:
    """Return a path and the text of its action as plain data."""
    return text if split_text(text) == path else [text, *path]


def read_paths(entries: Iterable[str | Sequence[str]]) -> dict[Path, str]:
    """Return paths and the texts of their actions from plain data."""
    paths: dict[Path, str] = {}
    for entry in entries:
        text, *names = (entry,) if isinstance(entry, str) else entry
        paths[tuple(names) or split_text(text)] = text
    return paths


def split_text(text: str) -> Path:
    """Return the path of an action that is written as its names joined by dashes."""
    return tuple(text.split(DASH))
