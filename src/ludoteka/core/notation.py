"""The texts of a game: what its notation must define, and what the house derives from that.

An action is its path: the names that a player picks, in order.  The action text, its parser and the possible picks
follow from the paths; the position text follows from the fields of the State.
"""

import re
import sys
from collections.abc import Callable, Collection, Container, Iterable, Mapping
from functools import partial
from typing import Any, Final, Protocol

from ludoteka.core.fixed_paths import FixedPaths
from ludoteka.core.message import Message, Refused
from ludoteka.core.paths import DASH, split_text
from ludoteka.core.record import Record
from ludoteka.core.rules import CHANCE, NOBODY, Rules
from ludoteka.core.scene import Path

MANY: Final = 10_000  # characters of the longest position text that is parsed
NUMBER: Final = re.compile("0|-?[1-9][0-9]{0,9}")
LIMIT: Final = 1 << 31  # of the numbers in a record


class Notation(Protocol):
    """The functions that every notation defines.

    A notation may also define

    - `text(seen, path) -> str` and its inverse `read(seen, text) -> Path`, if an action is not written as the names of
      its path joined by dashes; `read` raises Refused "bad-text";
    - `prompt(seen, path) -> Message`: what to ask for after these picks, or before the first one;
    - `position_text(state) -> str` and its inverse `parse_position(text, options) -> State`, if a position is not
      written as the fields of the State; `parse_position` raises Refused "bad-position".  If a game writes positions but
      doesn't parse them, no match can begin with one;
    - `check_position(state, options)`, which raises Refused "bad-position" if the fields of a State are not a position;
    - `FIXED_PATHS`, a mapping from every action to its path, if the path depends on the action alone, and `text`, `read`
      and `prompt` on the path alone: the house then encodes each path once.  A game with it has no shortcuts.
    """

    def path(self, seen: Any, action: int) -> Path:
        """Return the names to pick, in order, for an action of the seat to act, or the name of a throw."""
        ...

    def refusal(self, seen: Any, path: Path) -> Refused:
        """Return why no legal action has this path or begins with it, using only what the seat to act may know.

        Raises:
            LookupError: a name is unknown; the house then writes the message.
        """
        ...


class GameTexts:
    """The texts of one game: those that its notation defines, and those derived from them."""

    def __init__(self, notation: Notation, rules: Rules, seats: Callable[[Mapping[str, Any]], Iterable[int]]) -> None:
        self._rules = rules
        self._seats = seats  # options -> the numbers of the seats
        self.path = notation.path
        self._refusal = notation.refusal
        self.text = getattr(notation, "text", _joined)
        self.read = getattr(notation, "read", _parted)
        self.derives_text = not hasattr(notation, "read")
        self.prompt = getattr(notation, "prompt", None)  # None if only the status is shown
        paths = getattr(notation, "FIXED_PATHS", None)
        self.fixed_paths = None if paths is None else self._fix(paths)
        self.position_text = getattr(notation, "position_text", fields_text)
        derived = None if hasattr(notation, "position_text") else self._parse_fields
        self._parse_position = getattr(notation, "parse_position", derived)
        self._check_position = getattr(notation, "check_position", None)

    @property
    def reads_positions(self) -> bool:
        """Whether a match can begin with a position text."""
        return self._parse_position is not None

    def _fix(self, paths: Mapping[int, Path]) -> FixedPaths:
        """Return these fixed paths with their texts and prompts, which need no observation."""
        text = DASH.join if self.text is _joined else partial(self.text, None)
        return FixedPaths(paths, text, partial(self.prompt, None)) if self.prompt else FixedPaths(paths, text)

    def action_text(self, seen: Any, action: int) -> str:
        """Return the text of an action; matches with the same action share it."""
        return sys.intern(str(self.text(seen, self.path(seen, action))))

    def line_texts(self, state: Any, actions: Iterable[int]) -> list[str]:
        """Return the texts of actions that are played one after another, in a game without secrets."""
        texts, after = [], state.copy()
        for action in actions:
            texts.append(self.action_text(after, action))
            self._rules.apply(after, action)
        return texts

    def texts_by_path(self, seen: Any, paths: Collection[Path]) -> dict[Path, str]:
        """Return the text of the action of each path."""
        if self.text is _joined:  # without a call for each of the many actions of most games
            return dict(zip(paths, map(DASH.join, paths), strict=True))
        return {path: self.text(seen, path) for path in paths}

    def refusal(self, seen: Any, path: Path, example: str) -> Refused:
        """Return why no legal action has this path or begins with it; `example` is the text of a legal action."""
        try:
            return self._refusal(seen, path)
        except LookupError:
            return bad_text(example)

    def parse_position(self, text: str, options: Mapping[str, Any]) -> Any:
        """Return the state of a position text.  Raises Refused: "bad-position", with the reason."""
        if self._parse_position is None:
            raise bad_position(Message("A match of this game can only begin at the start: the position must be null."))
        return self._parse_position(text, options)

    def _parse_fields(self, text: str, options: Mapping[str, Any]) -> Any:
        state = read_fields(self._rules.State, text)
        if self._check_position:
            self._check_position(state, options)
        elif not _is_playable(self._rules, state, {*self._seats(options), CHANCE, NOBODY}):
            raise bad_position(Message("The game can't continue from this position."))
        return state


def bad_text(example: str) -> Refused:
    """Return the refusal of a text that is not an action of the game."""
    return Refused(
        "bad-text", Message("That isn't an action here. You can play {example}, for example.", example=example)
    )


def bad_position(message: Message) -> Refused:
    """Return the refusal of a position text."""
    return Refused("bad-position", message)


def _joined(seen: Any, path: Path) -> str:
    return DASH.join(path)


def _parted(seen: Any, text: str) -> Path:
    return split_text(text)


def fields_text(state: Record) -> str:
    """Return the fields of a record as text: "board=0,0,1 turn=1"."""
    pairs = zip(state.shapes, state.values(), strict=True)
    return " ".join(
        f"{name}={','.join(map(str, value)) if isinstance(value, list) else value}" for name, value in pairs
    )


def read_fields(kind: type[Record], text: str) -> Any:
    """Return the record that `fields_text` has written as this text.  Raises Refused: "bad-position"."""
    words = text.split(" ") if len(text) <= MANY else []
    if [word.partition("=")[0] for word in words] != list(kind.shapes):
        raise bad_position(Message("A position is written like {position}.", position=fields_text(kind())[:200]))
    record = kind()
    for word, (name, size) in zip(words, kind.shapes.items(), strict=True):
        numbers = word.partition("=")[2].split(",")
        is_list = len(numbers) == max(size, 1) and all(map(NUMBER.fullmatch, numbers))
        if not is_list or not all(-LIMIT <= int(number) < LIMIT for number in numbers):
            raise bad_position(Message("The field {name} of the position cannot be read.", name=name))
        values = list(map(int, numbers))
        setattr(record, name, values if size else values[0])
    return record


def _is_playable(rules: Rules, state: Any, seats: Container[int]) -> bool:
    """Tell whether the rules can handle a state and all states after one action."""
    before = state.copy()
    actions = [0] * rules.MAX_ACTIONS
    try:
        if rules.current_seat(state) not in seats:
            return False
        for seat in (rules.current_seat(state), NOBODY, CHANCE):
            rules.observe(state, seat)
        count = rules.legal_actions(state, actions)
        for action in actions[:count]:
            after = state.copy()
            rules.apply(after, action)
            rules.legal_actions(after, [0] * rules.MAX_ACTIONS)
    except (LookupError, ArithmeticError, ValueError, TypeError):
        return False
    return bool(state == before) and (count == 0) == rules.is_terminal(state)
