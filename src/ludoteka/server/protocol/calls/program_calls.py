"""The calls of the HTTP API for programs: streams, commands and challenges, and the schemas of their answers."""

from typing import Any

import msgspec

from ludoteka.server.protocol.calls.call import JSON, MADE, DescribedCall
from ludoteka.server.protocol.messages import CONTENT
from ludoteka.server.protocol.schemas import (
    TEXT,
    WHOLE,
    Schema,
    object_of,
    ref,
)
from ludoteka.server.protocol.token_scopes import COMMANDS

LINES = "application/x-ndjson"
TITLES = {
    "act": "Play an action",
    "throw": "Throw the dice",
    "back": "Take back the last action",
    "resign": "Resign",
    "sit": "Take a free seat",
    "leave": "Give a seat back",
    "salt": "Add randomness to the dice",
    "chat": "Send a chat message",
    "offer": "Offer a draw, or ask to take back",
    "accept": "Agree to an offer",
    "decline": "Decline an offer",
    "abort": "Call a match off",
    "claim": "Claim a win or a draw",
}


def command_schemas() -> Schema:
    """Return the schemas of the bodies of commands, and of what they refer to; each has the `d` of its message."""
    contents = {kind: CONTENT.get(kind, None) for kind in COMMANDS}
    schemas, components = msgspec.json.schema_components(
        list(contents.values()), ref_template="#/components/schemas/{name}"
    )
    bodies: dict[str, Any] = {}
    for (kind, content), schema in zip(contents.items(), schemas, strict=True):
        properties = {"id": TEXT | {"maxLength": 40}, "n": WHOLE | {"maximum": 1_000_000_000}, "d": schema}
        is_needed = content is not None and kind not in ("resign", "leave")
        bodies[_body(kind)] = {"type": "object", "properties": properties, "required": ["d"] if is_needed else []}
    return bodies | components


def _body(kind: str) -> str:
    return f"{kind.capitalize()}Command"


PROGRAM_SCHEMAS: Schema = {
    "CommandDone": object_of({"number": WHOLE}),
    **command_schemas(),
}
PROGRAM_CALLS = (
    DescribedCall("/api/events", "The user's events, as a stream of lines", LINES, TEXT, refused=(401,)),
    DescribedCall(
        "/api/matches/{match}/stream",
        "A match, as a stream of lines",
        LINES,
        TEXT,
        refused=(400,),
        query={"number": TEXT, "room": TEXT},
    ),
    *(
        DescribedCall(
            f"/api/matches/{{match}}/{kind}",
            TITLES[kind],
            JSON,
            ref("CommandDone"),
            "post",
            200,
            (*MADE, 409),
            ref(_body(kind)),
        )
        for kind in COMMANDS
    ),
)
