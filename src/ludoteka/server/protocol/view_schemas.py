"""JSON schemas of a view and of a change (docs/protocol.md)."""

from ludoteka.referee.views.details import PERMISSIONS
from ludoteka.server.protocol.schemas import (
    ANY,
    HEX,
    MESSAGE,
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
    tuple_of,
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
    stand=tuple_of(NUMBER, NUMBER, NUMBER),  # x and y from the centre of its place, and the scale
    counter=tuple_of(NUMBER, NUMBER, NUMBER, NUMBER),  # a number, and the same
)
PLACE = object_of(
    {"name": TEXT, "x": NUMBER, "y": NUMBER, "kind": TEXT, "label": nullable(ref("Message")), "sheet": TEXT}
)
LINE = object_of({"kind": TEXT, "points": array_of(tuple_of(NUMBER, NUMBER), minItems=2), "sheet": TEXT})


def trie_of(name: str, values: Schema) -> Schema:
    """Return the schema of nested objects, whose own name this is."""
    return map_of({"anyOf": [ref(name), values]}) | {"description": "Each key continues a path; the key '' ends it."}


SCENE: Schema = {
    "status": ref("Message"),
    "places": array_of(ref("Place")),
    "lines": array_of(ref("Line")),
    "bounds": tuple_of(NUMBER, NUMBER, NUMBER, NUMBER),  # left, top, width and height
    "columns": array_of(tuple_of(NUMBER, TEXT)),  # x, and what is written there
    "rows": array_of(tuple_of(NUMBER, TEXT)),
    "pieces": array_of(ref("Piece")),
    "marks": array_of(ref("Mark")),
    "choices": array_of(object_of({"name": TEXT, "label": ref("Message")}, words=ref("Message"))),
    "dice": array_of(WHOLE),
    "panel": array_of(object_of({"label": ref("Message"), "value": {"anyOf": [ref("Message"), {"type": "integer"}]}})),
    "paths": ref("Trie"),  # to the texts of actions
    "previews": ref("Previews"),  # to the pieces that would then be on their places
    "prompts": ref("Prompts"),  # to what to ask for after the names so far
}
CLOCK = object_of({"control": TEXT, "left": map_of(NUMBER), "running": nullable(TEXT)}, delay=SECONDS)
SALTS = array_of(tuple_of(TEXT, TEXT))  # the letter of a seat, and its salt
DICE = object_of({"commitment": HEX, "salts": SALTS, "seed": nullable(TEXT)})
CAN = dict.fromkeys(PERMISSIONS, YES) | {
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
    "can": ref("Can"),
    "seat": nullable(TEXT),
    "curtain": nullable(TEXT),
}
MOVE = tuple_of(  # the letter of the seat, the text if the reader heard it, and the same in sentences, if there are any
    TEXT, nullable(TEXT), array_of(ref("Message")), least=2
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
    "Message": MESSAGE,
    "Piece": PIECE,
    "Place": PLACE,
    "Line": LINE,
    "Clock": CLOCK,
    "Dice": DICE,
    "SeatStatus": object_of(SEAT_STATUS),
    "Move": MOVE,
    "Moves": object_of({"from": WHOLE, "list": array_of(ref("Move"))}),
    "Mark": object_of({"kind": TEXT, "place": TEXT}),
    "Trie": trie_of("Trie", TEXT),
    "Previews": trie_of("Previews", array_of(ref("Piece"))),
    "Prompts": trie_of("Prompts", ref("Message")),
    "Scene": object_of(SCENE),
    "SceneChange": object_of({}, **MOVED),
    "Can": object_of(CAN),
    "ChatEntry": ENTRY,
    "View": object_of(NAMES | TABLE | {"scene": ref("Scene"), "moves": ref("Moves")}),
    "Change": object_of({}, **TABLE, scene=ref("SceneChange"), moves=ref("Moves")),
}
