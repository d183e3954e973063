"""JSON schemas that the descriptions of HTTP and of the WebSocket share.

They mean the same in draft 7 (AsyncAPI) and in 2020-12 (OpenAPI).
"""

from typing import Any

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


def object_of(required: Schema, **optional: Schema) -> Schema:
    """Return the schema of an object that has these properties and no others."""
    properties = required | optional
    return {"type": "object", "properties": properties, "required": list(required), "additionalProperties": False}


def array_of(items: Schema, **more: int) -> Schema:
    """Return the schema of a list."""
    return {"type": "array", "items": items, **more}


def map_of(values: Schema) -> Schema:
    """Return the schema of an object with any names as keys."""
    return {"type": "object", "additionalProperties": values}


def tuple_of(*parts: Schema, least: int = 0) -> Schema:
    """Return the schema of a list with a part at each place, of which the first `least` are required, or all."""
    kinds = [one for place, one in enumerate(parts) if one not in parts[:place]]
    items = {"anyOf": kinds}  # for draft 7, which doesn't know `prefixItems`; for 2020-12, no items are left
    return array_of(items, minItems=least or len(parts), maxItems=len(parts)) | {"prefixItems": list(parts)}


def nullable(schema: Schema) -> Schema:
    """Return the schema of a value that may be null."""
    if isinstance(schema.get("type"), str) and "enum" not in schema:
        return schema | {"type": [schema["type"], "null"]}
    return {"anyOf": [schema, {"type": "null"}]}


def one_of(*values: str) -> Schema:
    """Return the schema of one of several strings."""
    return {"type": "string", "enum": list(values)}


MESSAGE: Schema = {
    "description": "An English text, or [text, values], or [text, values, plural]; the client translates it.",
    "anyOf": [TEXT, tuple_of(TEXT, map_of({"anyOf": [NUMBER, ref("Message")]}), TEXT, least=2)],
}
STANDING = one_of("guest", "resident", "bot", "former")
OCCUPANT = {
    "letter": TEXT,
    "title": ref("Message"),
    "kind": one_of("person", "computer", "free"),
    "level": WHOLE,
    "name": TEXT,
    "standing": nullable(STANDING),
    "guest": nullable(WHOLE),
    "yours": YES,
}
RESULT = map_of({"type": "integer", "format": "int32", "description": "1, 0 or -1; in a game with scores, the score"})
TABLE = {"id": TEXT, "game": TEXT, "clock": TEXT, "made_at": NUMBER, "seats": array_of(ref("Occupant"))}
OWN_MATCH = TABLE | {
    "visibility": one_of("private", "public"),
    "rated": YES,
    "result": nullable(ref("Result")),
    "to_act": nullable(TEXT),
    "yours": YES,
}
REFUSAL = object_of(
    {"code": {"type": "string", "pattern": "^[a-z0-9-]+$"}, "message": ref("Message"), "places": array_of(TEXT)},
    seconds={"type": "integer", "minimum": 1, "description": "only with too-often: how long to wait"},
)

COMPONENTS: Schema = {
    "Message": MESSAGE,
    "Refusal": REFUSAL,
    "Occupant": object_of(OCCUPANT),
    "Result": RESULT,
    "Made": object_of({"id": TEXT}),
    "Hint": object_of({"text": TEXT, "path": array_of(TEXT)}),  # an action, and the names to pick for it
}
