"""Messages for people: written in English, and translated by each surface."""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple, Union

VALUE = re.compile(r"\{(\w+)\}")  # in the text of a message, where a value goes
MOST_SHARED = 5_000  # tuples of messages that all matches share
Value = Union[str, int, "Message"]


class SeatName(str):
    """The letter of a seat in a message, in whose place the name of the player who sits there may be shown."""

    __slots__ = ()


class Message:
    """A sentence to be translated: an English text, and values for its {names}.

    With `plural`, the value named `count` selects the form, as in gettext.
    """

    __slots__ = ("plural", "text", "values")

    def __init__(self, text: str, *, plural: str = "", **values: Value) -> None:
        self.text = text
        self.plural = plural
        self.values: Mapping[str, Value] = values

    @classmethod
    def verbatim(cls, text: str) -> "Message":
        """Return a message that is the same in every language."""
        return cls(text)

    def named(self, names: Mapping[str, Value]) -> "Message":
        """Return the message with names, by letter, in place of seats."""
        values = {name: _named(value, names) for name, value in self.values.items()}
        return type(self)(self.text, plural=self.plural, **values)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Message):
            return False
        if self.text != other.text or self.plural != other.plural:
            return False
        return self.values == other.values or self.plain() == other.plain()  # a text equals a message without values

    def __hash__(self) -> int:
        return hash((self.text, *self.values.values())) if self.values else hash(self.text)

    def __repr__(self) -> str:
        return f"Message({self.text!r}, {dict(self.values)!r})"

    def __str__(self) -> str:
        """The message in English."""
        text = self.plural if self.plural and self.values.get("count") != 1 else self.text
        return VALUE.sub(lambda name: str(self.values.get(name[1], name[0])), text)

    def plain(self) -> "str | list[object]":
        """Return the message as plain data: the text alone, or [text, values] or [text, values, plural]."""
        if not self.values and not self.plural:
            return self.text
        values = {name: plain_value(value) for name, value in self.values.items()}
        return [self.text, values, self.plural] if self.plural else [self.text, values]


@lru_cache(MOST_SHARED)
def share_messages(messages: tuple[Message, ...]) -> tuple[Message, ...]:
    """Return the same object for equal messages, because many matches have them."""
    return messages


def plain_value(value: Value) -> object:
    """Return a value of a message as plain data."""
    if isinstance(value, Message):
        return value.plain()
    return str(value) if isinstance(value, SeatName) else value  # encoders take no subclasses of str


def _named(value: Value, names: Mapping[str, Value]) -> Value:
    if isinstance(value, Message):
        return value.named(names)
    return names.get(value, value) if isinstance(value, SeatName) else value


class Refused(Exception):
    """A refused request: the reason as a stable code in kebab-case and as a message.

    `places` are the places of the scene that the message is about.
    """

    def __init__(self, code: str, message: Message, places: tuple[str, ...] = (), status: int = 400) -> None:
        super().__init__(code, message)
        self.code = code
        self.message = message
        self.places = places
        self.status = status  # of the answer over HTTP

    def __str__(self) -> str:
        """The code, and the reason in English."""
        return f"{self.code}: {self.message}"


class RefusedAloud(Refused):
    """A refusal that everybody at the table hears, because the player could not have foreseen it."""

    def __init__(self, refused: Refused, text: str) -> None:
        super().__init__(refused.code, refused.message, refused.places)
        self.text = text  # of the action


class Refusal(NamedTuple):
    """A reason for which requests are refused, declared once: its code, its usual message, and its status over HTTP.

    Call it for the exception: `raise NO_SUCH_MATCH()`, `raise BAD_WORDS(Message("Write one line."))`.
    """

    code: str
    message: Message | None = None
    status: int = 400

    def __call__(self, message: Message | None = None) -> Refused:
        """Return the exception, with a message of its own if one is given."""
        if not (said := message or self.message):
            raise ValueError(self.code)
        return Refused(self.code, said, (), self.status)
