"""The JSON schemas of which those of a view are made."""

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
    """Return a reference to one of the named schemas of a description."""
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
