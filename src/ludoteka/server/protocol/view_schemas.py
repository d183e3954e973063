"""JSON schemas of a view and of a change (docs/protocol.md)."""

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
    array_of,
    map_of,
    nullable,
    object_of,
    one_of,
    ref,
)

PIECE = object_of(
    {
        "id": TEXT,
        "kind": TEXT,
        "seat": {"type": "integer"},
        "place": TEXT,
        "symbol": TEXT,
        "label": ref("Message"),
        "facing": WHOLE,
    },
    arrows=array_of(WHOLE),
    numeral=TEXT,
    stand=array_of(NUMBER, minItems=3, maxItems=3),
    counter=array_of(NUMBER, minItems=4, maxItems=4),
)
PLACE = object_of(
    {"name": TEXT, "x": NUMBER, "y": NUMBER, "kind": TEXT, "label": nullable(ref("Message")), "sheet": TEXT}
)
LINE = object_of(
    {"kind": TEXT, "points": array_of(array_of(NUMBER, minItems=2, maxItems=2), minItems=2), "sheet": TEXT}
)
TRIE = {"description": "Each key continues a path; the key '' ends it.", "type": "object"}
SCENE: Schema = {
    "status": ref("Message"),
    "places": array_of(ref("Place")),
    "lines": array_of(ref("Line")),
    "bounds": array_of(NUMBER, minItems=4, maxItems=4),
    "columns": array_of(array_of({"type": ["number", "string"]}, minItems=2, maxItems=2)),
    "rows": array_of(array_of({"type": ["number", "string"]}, minItems=2, maxItems=2)),
    "pieces": array_of(ref("Piece")),
    "marks": array_of(object_of({"kind": TEXT, "place": TEXT})),
    "choices": array_of(object_of({"name": TEXT, "label": ref("Message")}, words=ref("Message"))),
    "dice": array_of(WHOLE),
    "panel": array_of(object_of({"label": ref("Message"), "value": {"anyOf": [ref("Message"), {"type": "integer"}]}})),
    "paths": TRIE,
    "previews": TRIE,
    "prompts": TRIE,
}
CLOCK = object_of({"control": TEXT, "left": map_of(NUMBER), "running": nullable(TEXT)}, delay=SECONDS)
SALTS = array_of(array_of(TEXT, minItems=2, maxItems=2))
DICE = object_of({"commitment": HEX, "salts": SALTS, "seed": nullable(TEXT)})
YES_OR_NO = (
    "back",
    "throw",
    "resign",
    "rematch",
    "leave",
    "fill",
    "offer_draw",
    "offer_back",
    "abort",
    "claim",
    "hint",
)
CAN = dict.fromkeys(YES_OR_NO, YES) | {
    "accept": array_of(one_of("draw", "back")),
    "chat": one_of("", "phrases", "words"),
}
SEAT_STATUS = OCCUPANT | {
    "number": WHOLE,
    "turned": YES,
    "hints": WHOLE,
    "present": YES,
    "gone": nullable(SECONDS),
    "claimable_in": nullable(SECONDS),
}
ENDINGS = ("resign", "draw", "abort", "flag", "claim", "repetition", "quiet")
TABLE: Schema = {
    "seats": array_of(ref("SeatStatus")),
    "watching": WHOLE,
    "options": ANY,
    "clock": nullable(ref("Clock")),
    "dice": nullable(ref("Dice")),
    "offers": map_of(one_of("draw", "back")),
    "ending": nullable(one_of(*ENDINGS)),
    "waiting": YES,
    "invitation": nullable(TEXT),
    "to_act": nullable(TEXT),
    "yours": YES,
    "thrower": nullable(TEXT),
    "thinking": YES,
    "result": nullable(ref("Result")),
    "can": object_of(CAN),
    "seat": nullable(TEXT),
    "curtain": nullable(TEXT),
}
MOVES = object_of(
    {"from": WHOLE, "list": array_of(array_of({"type": ["string", "null", "array"]}, minItems=2, maxItems=3))}
)
NAMES: Schema = {
    "id": TEXT,
    "room": TEXT,
    "game": TEXT,
    "scores": YES,
    "turns_board": YES,
    "visibility": one_of("private", "public"),
    "host_knows_secrets": YES,
    "rated": YES,
    "tournament": nullable(TEXT),
}
MOVED = SCENE | {"pieces": object_of({"set": array_of(ref("Piece")), "gone": array_of(TEXT)})}
ENTRY = object_of(
    {"n": WHOLE, "seat": TEXT, "name": TEXT, "guest": WHOLE, "at": NUMBER, "yours": YES}, text=TEXT, phrase=TEXT
)

VIEWS: Schema = {
    "Piece": PIECE,
    "Place": PLACE,
    "Line": LINE,
    "Clock": CLOCK,
    "Dice": DICE,
    "SeatStatus": object_of(SEAT_STATUS),
    "Moves": MOVES,
    "ChatEntry": ENTRY,
    "View": object_of(NAMES | TABLE | {"scene": object_of(SCENE), "moves": ref("Moves")}),
    "Change": object_of({}, **TABLE, scene=object_of({}, **MOVED), moves=ref("Moves")),
}
