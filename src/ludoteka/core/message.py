"""Messages to people, said once in English and put into a language by a surface."""

from collections.abc import Mapping
from typing import Union

Value = Union[str, int, "Message"]


class Message:
    """A sentence to be translated: its English text, and the values of its {names}.

    With `plural`, the text is chosen by the value named `count`, as gettext does.
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
    """Something asked for is not done: why, as a stable kebab-case code and as a sentence.

    `places` are the places of the scene that the sentence speaks of.
    """

    def __init__(self, code: str, message: Message, places: tuple[str, ...] = ()) -> None:
        super().__init__(code, message)
        self.code = code
        self.message = message
        self.places = places
