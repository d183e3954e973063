"""Checks of messages for people."""

from collections.abc import Iterator
from string import Formatter
from typing import Any

from ludoteka.core.message import Message


def message_faults(message: Any) -> Iterator[str]:
    """Complain about a value that is not a Message, is empty, or names a missing value."""
    if not isinstance(message, Message):
        yield f"{message!r} is not a Message"
        return
    if not message.text.strip():
        yield "a Message is empty"
    for text in (message.text, message.plural):
        named = {name for _, name, _, _ in Formatter().parse(text) if name is not None}
        if named - set(message.values):
            yield f"{text!r} names {sorted(named - set(message.values))}, which is not given"
    if message.plural and type(message.values.get("count")) is not int:
        yield f"{message.text!r} has a plural but no count"
    for value in message.values.values():
        if isinstance(value, Message):
            yield from message_faults(value)
