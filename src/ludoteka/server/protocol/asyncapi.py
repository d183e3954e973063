"""The AsyncAPI 3.0 description of the WebSocket (docs/asyncapi.json)."""

from functools import cache
from typing import Any

from ludoteka import __version__
from ludoteka.server.calls.call import PUBLIC, Calls
from ludoteka.server.protocol.schemas import COMPONENTS, TEXT, WHOLE, Schema, array_of, nullable, object_of, one_of, ref
from ludoteka.server.protocol.view_schemas import VIEWS

CHANNEL = "match"
ID: Schema = {"type": "string", "minLength": 1, "maxLength": 40, "description": "chosen by the client; used only once"}
SEEN: Schema = WHOLE | {"description": "the number of the last event that the sender knows"}
NAME: Schema = {"type": "string", "maxLength": 40}
MATTER = one_of("draw", "back")
ACTION: Schema = {
    "description": "The text of an action, or a path of names.",
    "anyOf": [{"type": "string", "maxLength": 1000}, array_of(NAME, maxItems=20)],
}
SALT = object_of({"seat": NAME, "salt": {"type": "string", "pattern": "^[0-9A-Za-z_-]{1,64}$"}})
SEATING = object_of(
    {"seat": NAME},
    kind=one_of("person", "computer"),
    level={"type": "integer", "minimum": 0, "maximum": 100},
    secret=NAME,
)
WORDS = {"anyOf": [object_of({"text": {"type": "string", "maxLength": 200}}), object_of({"phrase": NAME})]}

COMMANDS: dict[str, tuple[str, Schema | None, bool]] = {  # summary, content, whether the content is optional
    "lift": ("lift the curtain for the seat to which the screen was handed", NAME, False),
    "act": ("play an action", ACTION, False),
    "throw": ("throw the dice", None, True),
    "back": ("take back the last action", None, True),
    "resign": ("resign", nullable(NAME), True),
    "sit": ("take a free seat", SEATING, False),
    "leave": ("give a seat back", nullable(NAME), True),
    "offer": ("offer a draw, or ask to take back the last action", MATTER, False),
    "accept": ("accept an offer", MATTER, False),
    "decline": ("decline an offer, or withdraw it", MATTER, False),
    "abort": ("call the match off", None, True),
    "claim": ("claim a win or a draw because a player has left", one_of("win", "draw"), False),
    "salt": ("add a salt to all later throws", SALT, False),
    "hint": ("ask for a hint", None, True),
    "chat": ("send a chat message", WORDS, False),
}


def _message(kind: str, summary: str, required: Schema, **optional: Schema) -> dict[str, Any]:
    payload = object_of({"t": {"type": "string", "const": kind}} | required, **optional)
    return {"name": kind, "summary": summary, "contentType": "application/json", "payload": payload}


def _command(kind: str, summary: str, content: Schema | None, is_optional: bool) -> dict[str, Any]:
    schema = {"d": {"type": "null"} if content is None else content}
    return _message(
        kind, summary, {"id": ID} | ({} if is_optional else schema), n=SEEN, **(schema if is_optional else {})
    )


def client_messages() -> dict[str, Any]:
    """Return the messages of a client, by kind."""
    hello = _message(
        "hello", "the first message of every connection", {}, id=TEXT, n=SEEN, d=nullable(object_of({}, room=NAME))
    )
    pong = _message("pong", "the answer to a ping", {"d": WHOLE}, id=TEXT, n=SEEN)
    return {"hello": hello, "pong": pong} | {kind: _command(kind, *rest) for kind, rest in COMMANDS.items()}


def house_messages() -> dict[str, Any]:
    """Return the messages of the house, by kind."""
    chat = {"anyOf": [ref("ChatEntry"), array_of(ref("ChatEntry"), maxItems=100)]}
    return {
        "view": _message("view", "the whole match, as far as this client may know it", {"n": WHOLE, "d": ref("View")}),
        "event": _message(
            "event", "what has changed; without d, nothing that this client may know", {"n": WHOLE}, d=ref("Change")
        ),
        "done": _message("done", "a command was accepted and stored", {"id": TEXT, "n": WHOLE}),
        "refused": _message("refused", "nothing was changed", {"id": nullable(TEXT), "d": ref("Refusal")}, n=WHOLE),
        "rematch": _message("rematch", "somebody created the rematch", {"d": ref("Made")}),
        "chat": _message("chat", "a chat line; after hello, the last hundred", {"d": chat}),
        "hint": _message(
            "hint",
            "the answer to a hint that was asked for; null if none was found",
            {"n": WHOLE, "d": nullable(ref("Hint"))},
        ),
        "ping": _message("ping", "must be answered by pong at once", {"d": WHOLE}),
    }


@cache
def asyncapi_document() -> dict[str, Any]:
    """Return the whole description."""
    mine = {f"client_{kind}": message for kind, message in client_messages().items()}
    theirs = {f"house_{kind}": message for kind, message in house_messages().items()}
    names = [*mine, *theirs]
    schemas = {name: COMPONENTS[name] for name in ("Message", "Refusal", "Result", "Made", "Hint")} | VIEWS
    return {
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
