"""What travels, as JSON schemas: the parts that the descriptions of HTTP and of the WebSocket share.

Written so that draft 7 (AsyncAPI) and 2020-12 (OpenAPI) read them alike.
"""

from typing import Any

import msgspec

from ludoteka.server.protocol.messages import MatchWish, NameWish

Schema = dict[str, Any]

TEXT: Schema = {"type": "string"}
YES: Schema = {"type": "boolean"}
WHOLE: Schema = {"type": "integer", "minimum": 0}
NUMBER: Schema = {"type": "number"}
SECONDS: Schema = {"type": "number", "minimum": 0}
ANY: Schema = {"type": "object"}
HEX: Schema = {"type": "string", "pattern": "^[0-9a-f]{64}$"}


def ref(name: str) -> Schema:
    """Return a reference to one of the schemas of `COMPONENTS` or `VIEWS`."""
    return {"$ref": f"#/components/schemas/{name}"}


def record(required: Schema, **optional: Schema) -> Schema:
    """Return the schema of an object that has these properties and no others."""
    properties = required | optional
    return {"type": "object", "properties": properties, "required": list(required), "additionalProperties": False}


def several(items: Schema, **more: int) -> Schema:
    """Return the schema of a list."""
    return {"type": "array", "items": items, **more}


def by_name(values: Schema) -> Schema:
    """Return the schema of a mapping from names of any kind."""
    return {"type": "object", "additionalProperties": values}


def maybe(schema: Schema) -> Schema:
    """Return the schema of that or null."""
    if isinstance(schema.get("type"), str) and "enum" not in schema:
        return schema | {"type": [schema["type"], "null"]}
    return {"anyOf": [schema, {"type": "null"}]}


def one_of(*values: str) -> Schema:
    """Return the schema of one of these texts."""
    return {"type": "string", "enum": list(values)}


MESSAGE: Schema = {
    "description": "A text in English, or [text, values], or [text, values, plural]; the reader's language is the client's.",
    "anyOf": [TEXT, several({"type": ["string", "object"]}, minItems=2, maxItems=3)],
}
OCCUPANT = {
    "letter": TEXT,
    "title": ref("Message"),
    "kind": one_of("person", "computer", "free"),
    "level": WHOLE,
    "name": TEXT,
    "guest": maybe(WHOLE),
    "yours": YES,
}
RESULT = by_name({"type": "integer", "format": "int32", "description": "1, 0 or -1; in a game with scores, the score"})
SEAT = record({"letter": TEXT, "title": ref("Message")})
OPTION = record(
    {
        "name": TEXT,
        "title": ref("Message"),
        "choices": several(record({"value": {}, "title": ref("Message")}, seats=several(ref("Seat")))),
        "file": YES,
    }
)
GAME = {
    "name": TEXT,
    "title": ref("Message"),
    "summary": ref("Message"),
    "seats": several(ref("Seat")),
    "options": several(ref("Option")),
    "levels": WHOLE,
    "scores": YES,
}
TABLE = {"id": TEXT, "game": TEXT, "clock": TEXT, "made_at": NUMBER, "seats": several(ref("Occupant"))}
DICE = {
    "game": TEXT,
    "title": ref("Message"),
    "kind": TEXT,
    "faces": WHOLE,
    "throws": WHOLE,
    "counts": several(WHOLE),
    "chi_square": NUMBER,
    "degrees": WHOLE,
    "p": maybe(NUMBER),
    "run": record({"text": TEXT, "length": WHOLE}),
}
REFUSAL = record(
    {"code": {"type": "string", "pattern": "^[a-z0-9-]+$"}, "message": ref("Message"), "places": several(TEXT)},
    seconds={"type": "integer", "minimum": 1, "description": "with too-often: how long to wait"},
)
VERIFICATION = {
    "match": TEXT,
    "game": TEXT,
    "kind": TEXT,
    "die": WHOLE,
    "commitment": HEX,
    "seed": HEX,
    "salts": several(record({"seat": TEXT, "salt": TEXT, "draw": WHOLE})),
    "throws": several(record({"text": TEXT, "due": TEXT, "draws": several(several({}))})),
}

COMPONENTS: Schema = {
    "Message": MESSAGE,
    "Refusal": REFUSAL,
    "Occupant": record(OCCUPANT),
    "Result": RESULT,
    "Seat": SEAT,
    "Option": OPTION,
    "Game": record(GAME),
    "Phrase": record({"id": TEXT, "text": ref("Message")}),
    "House": record({"version": TEXT, "games": several(ref("Game")), "phrases": several(ref("Phrase"))}),
    "Made": record({"id": TEXT}),
    "Guest": record({"name": TEXT, "guest": WHOLE}),
    "OwnMatch": record(
        TABLE
        | {
            "visibility": one_of("private", "public"),
            "result": maybe(ref("Result")),
            "to_act": maybe(TEXT),
            "yours": YES,
        }
    ),
    "OpenTable": record(TABLE | {"options": ANY, "host": record({"name": TEXT, "guest": WHOLE})}),
    "Lobby": record(
        {"open": several(ref("OpenTable"), maxItems=50), "playing": several(ref("OpenTable"), maxItems=50)}
    ),
    "Catalogue": by_name({"anyOf": [TEXT, several(TEXT)]}),
    "Health": record({"status": one_of("ok"), "house": TEXT, "version": TEXT}),
    "Readiness": record({"status": one_of("ok", "no-database"), "broker": one_of("up", "down")}),
    "DiceStatistics": record({"dice": several(record(DICE))}),
    "Verification": record(VERIFICATION),
}


def wishes() -> Schema:
    """Return the schemas of the bodies that the house reads, from the structs by which it reads them."""
    _, components = msgspec.json.schema_components([MatchWish, NameWish], ref_template="#/components/schemas/{name}")
    return {name: components[name] for name in sorted(components)}
