"""Messages for people: written in English, and translated by each surface."""

from collections.abc import Mapping
from typing import Union

Value = Union[str, int, "Message"]


class Message:
    """A sentence to be translated: an English text, and values for its {names}.

    With `plural`, the value named `count` selects the form, as in gettext.
    """

    __slots__ = ("plural", "text", "values")

    def __init__(self, text: str, *, plural: str = "", **values: Value) -> None:
        self.text = text
        self.plural = plural
        self.values: Mapping[str, Value] = values

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Message) and self.plain() == other.plain()

    def __hash__(self) -> int:
        return hash(self.text)

    def __repr__(self) -> str:
        return f"Message({self.text!r}, {dict(self.values)!r})"

    def plain(self) -> "str | list[object]":
        """Return the message as plain data: the text alone, or [text, values] or [text, values, plural]."""
        if not self.values and not self.plural:
            return self.text
        values = {name: value.plain() if isinstance(value, Message) else value for name, value in self.values.items()}
        return [self.text, values, self.plural] if self.plural else [self.text, values]


class Refused(Exception):
    """A refused request: the reason as a stable code in kebab-case and as a message.

    `places` are the places of the scene that the message is about.
    """

    def __init__(self, code: str, message: Message, places: tuple[str, ...] = ()) -> None:
        super().__init__(code, message)
        self.code = code
        self.message = message
        self.places = places
