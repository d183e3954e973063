"""JSON schemas that the descriptions of HTTP and of the WebSocket share.

They mean the same in draft 7 (AsyncAPI) and in 2020-12 (OpenAPI).
"""

from typing import Any

import msgspec

from ludoteka.features.analysis.requests import AnalysisTree, LinesRequest, PositionRequest
from ludoteka.features.puzzles.answers import AttemptRequest
from ludoteka.server.protocol.messages import MatchRequest, NameRequest, RetryRequest

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
    "anyOf": [TEXT, array_of({"type": ["string", "object"]}, minItems=2, maxItems=3)],
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
SEAT = object_of({"letter": TEXT, "title": ref("Message")})
OPTION = object_of(
    {
        "name": TEXT,
        "title": ref("Message"),
        "choices": array_of(object_of({"value": {}, "title": ref("Message")}, seats=array_of(ref("Seat")))),
        "offered": {
            "type": "integer",
            "minimum": 0,
            "description": "index of the choice that the browser and the terminal preselect; a request without the option means the first choice",
        },
    },
    file=YES,
    at_tables=YES,
    in_tournaments={
        "type": "integer",
        "minimum": 0,
        "description": "index of the choice preselected for tournaments and matches between computers, if it is another",
    },
    for_guests={
        "type": "boolean",
        "description": "asked only if other people may join; otherwise the first choice applies",
    },
    usual={"type": "integer", "minimum": 1, "description": "so many choices, from the first, are shown side by side"},
)
GAME = {
    "name": TEXT,
    "title": ref("Message"),
    "summary": ref("Message"),
    "seats": array_of(ref("Seat")),
    "options": array_of(ref("Option")),
    "levels": WHOLE,
    "usual_level": WHOLE,
    "scores": YES,
    "analysis": YES,
    "review": YES,
    "rated": YES,
    "tables": array_of(WHOLE),
    "puzzles": WHOLE,
}
TABLE = {"id": TEXT, "game": TEXT, "clock": TEXT, "made_at": NUMBER, "seats": array_of(ref("Occupant"))}
OWN_MATCH = TABLE | {
    "visibility": one_of("private", "public"),
    "rated": YES,
    "result": nullable(ref("Result")),
    "to_act": nullable(TEXT),
    "yours": YES,
}
DICE = {
    "game": TEXT,
    "title": ref("Message"),
    "kind": TEXT,
    "faces": WHOLE,
    "throws": WHOLE,
    "counts": array_of(WHOLE),
    "chi_square": NUMBER,
    "degrees": WHOLE,
    "p": nullable(NUMBER),
    "run": object_of({"text": TEXT, "length": WHOLE}),
}
REFUSAL = object_of(
    {"code": {"type": "string", "pattern": "^[a-z0-9-]+$"}, "message": ref("Message"), "places": array_of(TEXT)},
    seconds={"type": "integer", "minimum": 1, "description": "only with too-often: how long to wait"},
)
VERIFICATION = {
    "match": TEXT,
    "game": TEXT,
    "kind": TEXT,
    "die": WHOLE,
    "commitment": HEX,
    "seed": HEX,
    "salts": array_of(object_of({"seat": TEXT, "salt": TEXT, "draw": WHOLE})),
    "throws": array_of(object_of({"text": TEXT, "due": TEXT, "draws": array_of(array_of({}))})),
}
ANALYSED = {
    "options": ANY,
    "position": TEXT,
    "seats": array_of(object_of({"letter": TEXT, "number": WHOLE, "title": ref("Message"), "turned": YES})),
    "to_act": nullable(TEXT),
    "scene": ANY,
    "throws": array_of(array_of({"type": ["string", "integer"]}, minItems=2, maxItems=2)),
    "moves": array_of(array_of(TEXT, minItems=2, maxItems=2)),
    "says": array_of(ref("Message")),
    "result": nullable(ref("Result")),
}
LINE = {"moves": array_of(TEXT), "value": {"type": "integer"}, "chance": NUMBER, "forced": YES}
LINES = {
    "seat": TEXT,
    "chance": nullable(NUMBER),
    "lines": array_of(object_of(LINE)),
    "depth": WHOLE,
    "nodes": WHOLE,
    "seconds": SECONDS,
    "ready": YES,
}

PER_MILLE = array_of({"type": "integer", "minimum": 0, "maximum": 1000, "description": "of each seat, to win"})
MILLIONTHS = {"type": "integer", "format": "int32"}
REVIEWED_SEAT = {
    "letter": TEXT,
    "title": ref("Message"),
    "moves": WHOLE,
    "mean_loss": WHOLE,
    "mistakes": WHOLE,
    "grades": map_of(WHOLE),
    "luck": MILLIONTHS,
    "skill": MILLIONTHS,
}
STEP = object_of(
    {"seat": nullable(TEXT), "text": TEXT, "chances": PER_MILLE},
    luck=array_of(MILLIONTHS),
    loss=WHOLE,
    grade=one_of("only", "best", "good", "inaccuracy", "mistake", "blunder"),
    best=array_of(TEXT),
    path=array_of(TEXT),
)
REVIEW = {
    "game": TEXT,
    "result": TEXT,
    "seats": array_of(object_of(REVIEWED_SEAT)),
    "start": PER_MILLE,
    "end": PER_MILLE,
    "steps": array_of(STEP),
    "turning_points": array_of(object_of({"step": WHOLE, "sentences": array_of(ref("Message"))})),
}
HINDSIGHT = {
    "game": TEXT,
    "result": TEXT,
    "seats": array_of(TEXT),
    "hindsight": array_of(
        object_of(
            {"seat": TEXT, "text": nullable(TEXT), "places": map_of(TEXT), "facts": array_of(ref("Message"))},
            says=array_of(ref("Message")),
        )
    ),
}

PUZZLES = {
    "daily": nullable(object_of({"game": TEXT, "number": WHOLE})),
    "games": array_of(object_of({"name": TEXT, "title": ref("Message"), "levels": array_of(WHOLE)})),
}
PUZZLE = {
    "game": TEXT,
    "title": ref("Message"),
    "number": WHOLE,
    "count": WHOLE,
    "position": TEXT,
    "options": ANY,
    "task": ref("Message"),
    "level": WHOLE,
}
ATTEMPT = {
    "verdict": one_of("open", "right", "wrong", "solved"),
    "actions": array_of(TEXT),
    "played": array_of(TEXT),
    "hint": nullable(TEXT),
    "solution": nullable(array_of(TEXT)),
}

COMPONENTS: Schema = {
    "PuzzleList": object_of(PUZZLES),
    "Puzzle": object_of(PUZZLE),
    "Attempt": object_of(ATTEMPT),
    "Message": MESSAGE,
    "Refusal": REFUSAL,
    "Occupant": object_of(OCCUPANT),
    "Result": RESULT,
    "Seat": SEAT,
    "Option": OPTION,
    "Game": object_of(GAME),
    "Phrase": object_of({"id": TEXT, "text": ref("Message")}),
    "House": object_of(
        {"version": TEXT, "welcome": TEXT, "games": array_of(ref("Game")), "phrases": array_of(ref("Phrase"))}
    ),
    "Made": object_of({"id": TEXT}),
    "Guest": object_of({"name": TEXT, "guest": WHOLE, "standing": STANDING}),
    "OwnMatch": object_of(OWN_MATCH),
    "OpenTable": object_of(
        TABLE
        | {
            "options": ANY,
            "host_knows_secrets": YES,
            "rated": YES,
            "host": object_of({"name": TEXT, "guest": WHOLE, "standing": STANDING}),
        }
    ),
    "Lobby": object_of(
        {"open": array_of(ref("OpenTable"), maxItems=50), "playing": array_of(ref("OpenTable"), maxItems=50)}
    ),
    "Catalogue": map_of({"anyOf": [TEXT, array_of(TEXT)]}),
    "Health": object_of({"status": one_of("ok"), "house": TEXT, "version": TEXT}),
    "Readiness": object_of({"status": one_of("ok", "no-database", "read-only"), "broker": one_of("up", "down")}),
    "DiceStatistics": object_of({"dice": array_of(object_of(DICE))}),
    "Verification": object_of(VERIFICATION),
    "AnalysedPosition": object_of(ANALYSED),
    "EngineLines": object_of(LINES),
    "Position": object_of({"number": WHOLE, "scene": ANY}),
    "Review": {"anyOf": [object_of(REVIEW), object_of(HINDSIGHT), {"type": "null"}]},
    "ReviewState": object_of({"done": WHOLE, "total": WHOLE, "review": ref("Review")}),
}


def request_schemas() -> Schema:
    """Return the schemas of request bodies, generated from their structs."""
    _, components = msgspec.json.schema_components(
        [
            *(MatchRequest, NameRequest, RetryRequest, PositionRequest, LinesRequest, AnalysisTree, AttemptRequest),
        ],
        ref_template="#/components/schemas/{name}",
    )
    return {name: components[name] for name in sorted(components)}
