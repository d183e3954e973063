"""Prompts on the way to actions with fixed paths: made once for all matches of a game, with their JSON."""

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from itertools import chain

from ludoteka.core.message import Message
from ludoteka.core.scene import Path

Prompt = Callable[[Path], Message | None]  # what to ask for after some picks, if anything


class FixedPrompts:
    """What to ask for on the way to each action.  The picks after which something is asked for are numbered."""

    def __init__(self, paths: Mapping[int, Path], prompt: Prompt) -> None:
        self._paths = paths  # by action
        self._prompt = prompt

    def by_picks(self, actions: Sequence[int]) -> dict[Path, Message]:
        """Return what to ask for on the way to these actions, by the names picked so far."""
        prompts = [*self._prompts.items()]
        return dict(prompts[number] for number in self._on_the_way(actions))

    def encode(self, actions: Sequence[int]) -> bytes:
        """Return the same as JSON: pairs of a prompt and all picks after which it comes."""
        by_prompt: defaultdict[bytes, list[bytes]] = defaultdict(list)
        for prompt, picks in map(self._encoded.__getitem__, self._on_the_way(actions)):
            by_prompt[prompt].append(picks)
        return b"[%s]" % b",".join([b"[%s,[%s]]" % (prompt, b",".join(after)) for prompt, after in by_prompt.items()])

    def _on_the_way(self, actions: Sequence[int]) -> Iterable[int]:
        """Return the numbers of the picks on the way to these actions, each once."""
        ways = dict.fromkeys(map(self._ways.__getitem__, actions))  # actions that differ in their last pick share one
        return dict.fromkeys(chain.from_iterable(ways))

    @cached_property
    def _prompts(self) -> dict[Path, Message]:
        """All prompts, by picks, in the order of their numbers."""
        begun = dict.fromkeys(path[:length] for path in self._paths.values() for length in range(len(path)))
        return {picks: message for picks in begun if (message := self._prompt(picks))}

    @cached_property
    def _encoded(self) -> list[tuple[bytes, bytes]]:
        """All prompts and their picks as JSON, by number."""
        return [(to_json(message.plain()), to_json(picks)) for picks, message in self._prompts.items()]

    @cached_property
    def _ways(self) -> list[tuple[int, ...]]:
        """By action: the numbers of the picks on the way there."""
        numbers = {picks: number for number, picks in enumerate(self._prompts)}
        ways: list[tuple[int, ...]] = [()] * (max(self._paths) + 1)
        for action, path in self._paths.items():
            picks = [path[:length] for length in range(len(path))]
            ways[action] = tuple(numbers[one] for one in picks if one in numbers)
        return ways


def to_json(value: object) -> bytes:
    """Return plain data as JSON without spaces."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
