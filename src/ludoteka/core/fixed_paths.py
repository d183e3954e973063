"""Paths that depend on the action alone: made once for all matches of a game, with their texts, prompts and JSON."""

import sys
from collections.abc import Callable, Mapping, Sequence

from ludoteka.core.fixed_prompts import FixedPrompts, Prompt, to_json
from ludoteka.core.paths import DASH, path_entry
from ludoteka.core.scene import Path


class FixedPaths:
    """The paths of all actions of a game that declares them (`core.notation.Notation`).

    `text` returns the text of a path.
    """

    def __init__(
        self,
        paths: Mapping[int, Path],
        text: Callable[[Path], str] = DASH.join,
        prompt: Prompt | None = None,
    ) -> None:
        self.paths = paths
        self.actions = {path: action for action, path in paths.items()}
        self.text = text
        self.prompts = FixedPrompts(paths, prompt) if prompt else None  # on the way to the actions
        self._texts: dict[int, str] = {}  # by action: its text, once it was needed
        self._entries: list[bytes] = [b""] * (max(paths) + 1)  # by action: its path as JSON, once it was needed

    def action_text(self, action: int) -> str:
        """Return the text of an action."""
        if action not in self._texts:
            self._texts[action] = sys.intern(self.text(self.paths[action]))
        return self._texts[action]

    def encode(self, actions: Sequence[int]) -> bytes:
        """Return the paths of these actions as JSON (`core.paths`)."""
        entries = self._entries
        return b"[%s]" % b",".join([entries[action] or self._encode_path(action) for action in actions])

    def _encode_path(self, action: int) -> bytes:
        path = self.paths[action]
        self._entries[action] = entry = to_json(path_entry(path, self.action_text(action)))
        return entry
