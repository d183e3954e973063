"""The AsyncAPI 3.0 description of the WebSocket (docs/asyncapi.json)."""

from collections.abc import Iterable
from functools import cache
from typing import Any, get_args

import msgspec

from ludoteka import __version__
from ludoteka.server.calls.answers import Result
from ludoteka.server.calls.call import PUBLIC, Calls
from ludoteka.server.calls.openapi import schemas_of
from ludoteka.server.protocol.socket_messages import CLIENT_MESSAGES, HouseMessage
from ludoteka.server.protocol.views import Change, Schema, View

CHANNEL = "match"


def _messages(sender: str, kinds: Iterable[type[msgspec.Struct]], schemas: Schema) -> dict[str, Schema]:
    """Return the messages of a sender by name; their schemas are taken out of `schemas`."""
    messages = {}
    for kind in kinds:
        payload = schemas.pop(kind.__name__)
        content = payload["properties"].get("d", {})
        if "$ref" in content and len(content) > 1:  # in draft 7, a reference hides what stands beside it
            content["allOf"] = [{"$ref": content.pop("$ref")}]
        name, summary = str(kind.__struct_config__.tag), payload["description"].rstrip(".")
        message = {"name": name, "summary": summary, "contentType": "application/json", "payload": payload}
        messages[f"{sender}_{name}"] = message
    return messages


@cache
def asyncapi_document() -> dict[str, Any]:
    """Return the whole description."""
    clients, houses = get_args(CLIENT_MESSAGES), HouseMessage.__subclasses__()
    (result, *_), schemas = schemas_of([Result, View, Change, *clients, *houses])
    mine = _messages("client", clients, schemas)
    theirs = _messages("house", houses, schemas)
    names = [*mine, *theirs]
    schemas["Result"] = result
    document = {
        "asyncapi": "3.0.0",
        "info": {
            "title": "Ludoteka: the WebSocket of a match",
            "version": __version__,
            "description": "Each message is one JSON object. Every command gets one answer, done or refused.",
            "license": {"name": "MIT"},
        },
        "defaultContentType": "application/json",
        "channels": {
            CHANNEL: {
                "address": "/api/matches/{match}/socket",
                "description": "Close codes: 4404 no such match, 4403 not admitted, 4008 the client reads too slowly, "
                "4029 too many messages or connections, 1009 a frame was too large, 1011 internal error, "
                "1012 the house is stopping, 1013 the database is unavailable.",
                "parameters": {"match": {"description": "the id of the match"}},
                "messages": {name: {"$ref": f"#/components/messages/{name}"} for name in names},
                "bindings": {"ws": {"method": "GET"}},
            }
        },
        "operations": {"play": _operation("receive", mine), "watch": _operation("send", theirs)},
        "components": {"messages": mine | theirs, "schemas": schemas},
    }
    _name_items(document)
    return document


def _name_items(schema: Any) -> None:
    """Say what lists of a fixed length hold, for draft 7, which knows no `prefixItems`; for others, no items are left."""
    if isinstance(schema, dict):
        if "prefixItems" in schema:
            schema["items"] = {"anyOf": schema["prefixItems"]}
        schema = list(schema.values())
    for one in schema if isinstance(schema, list) else ():
        _name_items(one)


calls = Calls()


@calls.add("GET /api/asyncapi.json", costs={"read": 1}, scope=PUBLIC)
async def describe_socket() -> Schema:
    """The description of the WebSocket."""
    return asyncapi_document()


def _operation(action: str, messages: dict[str, Any]) -> dict[str, Any]:
    """Return an operation from the point of view of the house."""
    channel = f"#/channels/{CHANNEL}"
    references = [{"$ref": f"{channel}/messages/{name}"} for name in messages]
    return {"action": action, "channel": {"$ref": channel}, "messages": references}
