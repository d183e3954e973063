"""Typed text that is almost an action: the action that is meant, or suggestions."""

from collections.abc import Mapping, Sequence
from difflib import get_close_matches

from ludoteka.core.scene import Path

MOST = 3  # suggestions


def spelt_like(typed: str, paths: Mapping[Path, str]) -> str:
    """Return the one action whose text or picks match `typed` except for signs, spaces and case, or ""."""
    if typed in paths.values():
        return typed
    wanted = _bare(typed)
    meant = {text for path, text in paths.items() if wanted and wanted in (_bare(text), _bare("".join(path)))}
    return meant.pop() if len(meant) == 1 else ""


def close_to(typed: str, texts: Sequence[str]) -> list[str]:
    """Return actions whose text is similar to `typed`."""
    lowered = {text.lower(): text for text in texts}
    return [lowered[one] for one in get_close_matches(typed.lower(), lowered, MOST, 0.6)]


def _bare(text: str) -> str:
    """Return only the letters and digits, in lower case."""
    return "".join(sign for sign in text.lower() if sign.isalnum())
