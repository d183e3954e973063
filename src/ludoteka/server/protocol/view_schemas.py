"""What is sent of a match, as JSON schemas: a view, and a change of it (docs/protocol.md)."""

from ludoteka.server.protocol.schemas import (
    ANY,
    HEX,
    NUMBER,
    OCCUPANT,
    SECONDS,
    TEXT,
    WHOLE,
    YES,
    Schema,
    by_name,
    maybe,
    one_of,
    record,
    ref,
    several,
)

PIECE = record(
    {
        "id": TEXT,
        "kind": TEXT,
        "seat": {"type": "integer"},
        "place": TEXT,
        "symbol": TEXT,
        "label": ref("Message"),
        "facing": WHOLE,
    }
)
PLACE = record({"name": TEXT, "x": NUMBER, "y": NUMBER, "kind": TEXT, "label": maybe(ref("Message")), "sheet": TEXT})
LINE = record({"kind": TEXT, "points": several(several(NUMBER, minItems=2, maxItems=2), minItems=2), "sheet": TEXT})
TRIE = {"description": "A key leads on; the key '' ends a path.", "type": "object"}
SCENE: Schema = {
    "status": ref("Message"),
    "places": several(ref("Place")),
    "lines": several(ref("Line")),
    "pieces": several(ref("Piece")),
    "marks": several(record({"kind": TEXT, "place": TEXT})),
    "choices": several(record({"name": TEXT, "label": ref("Message")})),
    "dice": several(WHOLE),
    "panel": several(record({"label": ref("Message"), "value": {"anyOf": [ref("Message"), {"type": "integer"}]}})),
    "paths": TRIE,
    "previews": TRIE,
    "prompts": TRIE,
}
CLOCK = record({"control": TEXT, "left": by_name(NUMBER), "running": maybe(TEXT)}, delay=SECONDS)
SALTS = several(several(TEXT, minItems=2, maxItems=2))
DICE = record({"commitment": HEX, "salts": SALTS, "seed": maybe(TEXT)})
YES_OR_NO = ("back", "throw", "resign", "rematch", "leave", "fill", "offer_draw", "offer_back", "abort", "claim")
CAN = dict.fromkeys(YES_OR_NO, YES) | {
    "accept": several(one_of("draw", "back")),
    "chat": one_of("", "phrases", "words"),
}
SITTING = OCCUPANT | {"number": WHOLE, "present": YES, "gone": maybe(SECONDS), "claimable_in": maybe(SECONDS)}
ENDINGS = ("resign", "draw", "abort", "flag", "claim", "repetition")
TABLE: Schema = {
    "seats": several(ref("Sitting")),
    "watching": WHOLE,
    "options": ANY,
    "clock": maybe(ref("Clock")),
    "dice": maybe(ref("Dice")),
    "offers": by_name(one_of("draw", "back")),
    "ending": maybe(one_of(*ENDINGS)),
    "waiting": YES,
    "invitation": maybe(TEXT),
    "to_act": maybe(TEXT),
    "yours": YES,
    "thrower": maybe(TEXT),
    "thinking": YES,
    "result": maybe(ref("Result")),
    "can": record(CAN),
    "seat": maybe(TEXT),
    "curtain": maybe(TEXT),
}
MOVES = record({"from": WHOLE, "list": several(several({"type": ["string", "null", "array"]}, minItems=2, maxItems=3))})
NAMES: Schema = {"id": TEXT, "room": TEXT, "game": TEXT, "scores": YES, "visibility": one_of("private", "public")}
MOVED = SCENE | {"pieces": record({"set": several(ref("Piece")), "gone": several(TEXT)})}
ENTRY = record(
    {"n": WHOLE, "seat": TEXT, "name": TEXT, "guest": WHOLE, "at": NUMBER, "yours": YES}, text=TEXT, phrase=TEXT
)

VIEWS: Schema = {
    "Piece": PIECE,
    "Place": PLACE,
    "Line": LINE,
    "Clock": CLOCK,
    "Dice": DICE,
    "Sitting": record(SITTING),
    "Moves": MOVES,
    "ChatEntry": ENTRY,
    "View": record(NAMES | TABLE | {"scene": record(SCENE), "moves": ref("Moves")}),
    "Change": record({}, **TABLE, scene=record({}, **MOVED), moves=ref("Moves")),
}
