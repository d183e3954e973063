"""The messages that a house sends over the WebSocket of a match, and in its stream (docs/protocol.md).

The docstring of each is its summary in the description of the WebSocket, which is generated from these structs.
"""

from typing import Annotated, Any

import msgspec

from ludoteka.server.calls.answers import Answer, CreatedItem, RefusalContent, Whole
from ludoteka.server.protocol.schemas import array_of, ref


def _described_as(schema: dict[str, Any]) -> msgspec.Meta:
    return msgspec.Meta(extra_json_schema=schema)


class HouseMessage(Answer, tag_field="t"):
    """A message of the house."""


class ViewMessage(HouseMessage, tag="view"):
    """The whole match, as far as this client may know it."""

    n: Whole
    d: Annotated[Any, _described_as(ref("View"))]


class EventMessage(HouseMessage, tag="event"):
    """What has changed; without d, nothing that this client may know."""

    n: Whole
    d: Annotated[Any, _described_as(ref("Change"))] = msgspec.UNSET


class DoneMessage(HouseMessage, tag="done"):
    """A command was accepted and stored."""

    id: str
    n: Whole


class RefusedMessage(HouseMessage, tag="refused"):
    """Nothing was changed."""

    id: str | None
    d: RefusalContent
    n: Whole | msgspec.UnsetType = msgspec.UNSET


class RematchMessage(HouseMessage, tag="rematch"):
    """Somebody created the rematch."""

    d: CreatedItem


class ChatMessage(HouseMessage, tag="chat"):
    """A chat line; after hello, the last hundred."""

    d: Annotated[Any, _described_as({"anyOf": [ref("ChatEntry"), array_of(ref("ChatEntry"), maxItems=100)]})]


class FoundHint(Answer):
    """An action, and the names to pick for it."""

    text: str
    path: list[str]


class HintMessage(HouseMessage, tag="hint"):
    """The answer to a hint that was asked for; null if none was found."""

    n: Whole
    d: FoundHint | None


class PingMessage(HouseMessage, tag="ping"):
    """Must be answered by pong at once."""

    d: Whole


HOUSE_MESSAGES = (
    ViewMessage | EventMessage | DoneMessage | RefusedMessage | RematchMessage | ChatMessage | HintMessage | PingMessage
)
