"""Matches as bytes, for another process of this house: what it sends is trusted, and games are sent by their names."""

import io
import pickle
from types import MappingProxyType
from typing import Any

from ludoteka.core.game import Game
from ludoteka.games import games


def dumps(content: object) -> bytes:
    """Return anything that belongs to a match as bytes."""
    file = io.BytesIO()
    _Pickler(file, pickle.HIGHEST_PROTOCOL).dump(content)
    return file.getvalue()


def loads(content: bytes) -> Any:
    """Return what was made into bytes."""
    return _Unpickler(io.BytesIO(content)).load()


class _Pickler(pickle.Pickler):
    def persistent_id(self, obj: object) -> str | None:
        return obj.name if isinstance(obj, Game) else None

    def reducer_override(self, obj: object) -> Any:
        return (read_only, (dict(obj),)) if isinstance(obj, MappingProxyType) else NotImplemented


class _Unpickler(pickle.Unpickler):
    def persistent_load(self, pid: str) -> Game:
        return games()[pid]


def read_only(content: dict[Any, Any]) -> MappingProxyType[Any, Any]:
    """Return a mapping that can't be changed."""
    return MappingProxyType(content)
