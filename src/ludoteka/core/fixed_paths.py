"""Paths that depend on the action alone: made once for all matches of a game, with their texts, prompts and JSON."""

import json
import sys
from collections.abc import Callable, Mapping, Sequence

from ludoteka.core.message import Message
from ludoteka.core.paths import DASH, path_entry
from ludoteka.core.scene import Path

Prompt = Callable[[Path], Message | None]  # what to ask for after some picks, if anything


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
        self._prompt = prompt
        self._texts: dict[int, str] = {}  # by action: its text, once it was needed
        self._entries: list[bytes] = [b""] * (max(paths) + 1)  # by action: its path as JSON, once it was needed
        self._prompts: dict[Path, dict[Path, Message]] = {}  # by picks: the prompts up to there, once they were needed

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
        entry = json.dumps(
            path_entry(path, self.action_text(action)), ensure_ascii=False, separators=(",", ":")
        ).encode()
        self._entries[action] = entry
        return entry

    def prompts(self, actions: Sequence[int]) -> dict[Path, Message]:
        """Return what to ask for on the way to these actions, by the names picked so far."""
        prompts: dict[Path, Message] = {}
        if self._prompt:
            for picks in dict.fromkeys([self.paths[action][:-1] for action in actions]):
                prompts.update(self._prompts_to(picks, self._prompt))
        return prompts

    def _prompts_to(self, picks: Path, prompt: Prompt) -> dict[Path, Message]:
        if picks not in self._prompts:
            before, message = self._prompts_to(picks[:-1], prompt) if picks else {}, prompt(picks)
            self._prompts[picks] = before | {picks: message} if message else before
        return self._prompts[picks]
