"""The description of the WebSocket of a match, as AsyncAPI 3.0 (docs/asyncapi.json)."""

from functools import cache
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ludoteka import __version__
from ludoteka.server.protocol.messages import encode
from ludoteka.server.protocol.schemas import COMPONENTS, TEXT, WHOLE, Schema, array_of, nullable, object_of, one_of, ref
from ludoteka.server.protocol.view_schemas import VIEWS

CHANNEL = "match"
ID: Schema = {"type": "string", "minLength": 1, "maxLength": 40, "description": "the client's, unlike any other of its"}
SEEN: Schema = WHOLE | {"description": "the number of the last event that the sender knows"}
NAME: Schema = {"type": "string", "maxLength": 40}
MATTER = one_of("draw", "back")
ACTION: Schema = {
    "description": "The text of an action, or the names that were picked.",
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

COMMANDS: dict[str, tuple[str, Schema | None, bool]] = {  # what it asks for, its content, whether it may lack that
    "lift": ("have the board shown to the seat to which the screen was handed over", NAME, False),
    "act": ("play", ACTION, False),
    "throw": ("throw the dice", None, True),
    "back": ("take back one's own last action", None, True),
    "resign": ("give up for a seat", nullable(NAME), True),
    "sit": ("take a free seat", SEATING, False),
    "leave": ("give a seat back", nullable(NAME), True),
    "offer": ("offer a draw, or ask for one's last action back", MATTER, False),
    "accept": ("agree to an offer", MATTER, False),
    "decline": ("refuse an offer, or withdraw one's own", MATTER, False),
    "abort": ("end the match without a result", None, True),
    "claim": ("claim the win or a draw from who has left", one_of("win", "draw"), False),
    "salt": ("add to the seed", SALT, False),
    "chat": ("say something", WORDS, False),
}


def _said(kind: str, summary: str, required: Schema, **optional: Schema) -> dict[str, Any]:
    payload = object_of({"t": {"type": "string", "const": kind}} | required, **optional)
    return {"name": kind, "summary": summary, "contentType": "application/json", "payload": payload}


def _command(kind: str, summary: str, content: Schema | None, is_optional: bool) -> dict[str, Any]:
    told = {"d": {"type": "null"} if content is None else content}
    return _said(kind, summary, {"id": ID} | ({} if is_optional else told), n=SEEN, **(told if is_optional else {}))


def client_messages() -> dict[str, Any]:
    """Return the messages that a client sends, by kind."""
    hello = _said("hello", "comes first", {}, id=TEXT, n=SEEN, d=nullable(object_of({}, room=NAME)))
    pong = _said("pong", "answers a ping", {"d": WHOLE}, id=TEXT, n=SEEN)
    return {"hello": hello, "pong": pong} | {kind: _command(kind, *rest) for kind, rest in COMMANDS.items()}


def house_messages() -> dict[str, Any]:
    """Return the messages that the house sends, by kind."""
    chat = {"anyOf": [ref("ChatEntry"), array_of(ref("ChatEntry"), maxItems=100)]}
    return {
        "view": _said("view", "the whole match, as this client may know it", {"n": WHOLE, "d": ref("View")}),
        "event": _said(
            "event", "what has changed; without d nothing that this client may know", {"n": WHOLE}, d=ref("Change")
        ),
        "done": _said("done", "a command was accepted and stored", {"id": TEXT, "n": WHOLE}),
        "refused": _said("refused", "nothing was changed", {"id": nullable(TEXT), "d": ref("Refusal")}, n=WHOLE),
        "rematch": _said("rematch", "somebody made the rematch", {"d": ref("Made")}),
        "chat": _said("chat", "somebody says something; after hello, what was said", {"d": chat}),
        "ping": _said("ping", "is answered by pong at once", {"d": WHOLE}),
    }


@cache
def asyncapi_document() -> dict[str, Any]:
    """Return the whole description."""
    mine = {f"client_{kind}": message for kind, message in client_messages().items()}
    theirs = {f"house_{kind}": message for kind, message in house_messages().items()}
    names = [*mine, *theirs]
    schemas = {name: COMPONENTS[name] for name in ("Message", "Refusal", "Result", "Made")} | VIEWS
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
                "description": "Closed with 4404 for no such match, 4403 for who is not let in, 4008 for a slow reader, "
                "4029 for too much, 1013 while the database is away, 1011 where something broke.",
                "parameters": {"match": {"description": "the id of the match"}},
                "messages": {name: {"$ref": f"#/components/messages/{name}"} for name in names},
                "bindings": {"ws": {"method": "GET"}},
            }
        },
        "operations": {"play": _operation("receive", mine), "watch": _operation("send", theirs)},
        "components": {"messages": mine | theirs, "schemas": schemas},
    }


def _operation(action: str, messages: dict[str, Any]) -> dict[str, Any]:
    """Return an operation, as the house sees it."""
    channel = f"#/channels/{CHANNEL}"
    references = [{"$ref": f"{channel}/messages/{name}"} for name in messages]
    return {"action": action, "channel": {"$ref": channel}, "messages": references}


async def _document(request: Request) -> Response:
    return Response(encode(asyncapi_document()), media_type="application/json")


ROUTES = [Route("/api/asyncapi.json", _document)]
