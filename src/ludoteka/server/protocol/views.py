"""The contents of a view and of a change (docs/protocol.md).

The referee builds them as mappings, whose parts are encoded once for all clients (`referee/views`).  These structs say what
is in them: the descriptions of the protocol are generated from them.
"""

from typing import Annotated, Any, Literal, Union

import msgspec
from msgspec import UNSET, Meta, UnsetType

from ludoteka.core.message import Message
from ludoteka.referee.views.details import PERMISSIONS
from ludoteka.server.calls.answers import Answer, Hex, Occupant, Result, Whole

TEMPLATE = "#/components/schemas/{name}"  # the reference to a named schema of a description
Schema = dict[str, Any]
Seconds = Annotated[float, Meta(ge=0)]
Matter = Literal["draw", "back"]
_MESSAGE = {"$ref": TEMPLATE.format(name="Message")}


def described_as(name: str) -> Meta:
    """Return the annotation of a type that one of the named schemas describes."""
    return Meta(extra_json_schema={"$ref": TEMPLATE.format(name=name)})


def _change_of(kind: type[Answer], name: str, summary: str, **others: Any) -> type[msgspec.Struct]:
    """Return the struct of what has changed: any of the fields of a kind, of which `others` have another type."""
    types = {one.name: one.type for one in msgspec.structs.fields(kind)} | others
    fields = [(field, Union[one, UnsetType], UNSET) for field, one in types.items()]  # noqa: UP007 - no types for mypy
    return msgspec.defstruct(name, fields, bases=(Answer,), namespace={"__doc__": summary})


class Place(Answer):
    """A place of the board."""

    name: str
    x: float
    y: float
    kind: str
    label: Message | None
    sheet: str


class Line(Answer):
    """A line between places."""

    kind: str
    points: Annotated[list[tuple[float, float]], Meta(min_length=2)]
    sheet: str


class Piece(Answer):
    """Something on a place."""

    id: str
    kind: str
    seat: int
    place: str
    symbol: str
    label: Message
    facing: Whole
    arrows: list[Whole] | UnsetType = UNSET
    numeral: str | UnsetType = UNSET
    stand: tuple[float, float, float] | UnsetType = UNSET  # x and y from the centre of its place, and the scale
    counter: tuple[float, float, float, float] | UnsetType = UNSET  # a number, and the same


class Mark(Answer):
    """A highlight on a place, or an arrow from there to another."""

    kind: str
    place: str
    to: str | UnsetType = UNSET


class Ornament(Answer):
    """A picture below the places."""

    kind: str
    x: float
    y: float


class SceneChoice(Answer):
    """A name to pick that is not a place."""

    name: str
    label: Message
    words: Message | UnsetType = UNSET
    kind: str | UnsetType = UNSET  # of the picture on its button
    cell: tuple[int, int] | UnsetType = UNSET  # column and row in its group of buttons
    beside: tuple[float, float] | UnsetType = UNSET  # x and y from the place picked last, where its button stands
    facing: Whole | UnsetType = UNSET  # where the piece on the place picked last then faces


class PanelEntry(Answer):
    """A labelled value beside the board."""

    label: Message
    value: Annotated[Any, Meta(extra_json_schema={"anyOf": [_MESSAGE, {"type": "integer"}]})]


class Captured(Answer):
    """Pieces of one kind that have left the board."""

    kind: str
    seat: int
    symbol: str
    label: Message
    number: Whole


class LegendEntry(Answer):
    """A kind of piece, and what there is to know about it."""

    kind: str
    seat: int
    symbol: str
    label: Message
    value: Annotated[Any, Meta(extra_json_schema={"anyOf": [_MESSAGE, {"type": "integer"}]})]


class Legend(Answer):
    """Kinds of pieces in order, and a sentence on them."""

    title: Message
    entries: list[LegendEntry]
    text: Message


class PreviewedPieces(Answer, array_like=True):
    """The pieces that would be on their places after any of these paths."""

    pieces: list[Piece]
    paths: list[list[str]]


class ForeseenMarks(Answer, array_like=True):
    """Marks of what any of these paths would do."""

    marks: list[Mark]
    paths: list[list[str]]


class Prompt(Answer, array_like=True):
    """What to ask for after any of these paths."""

    text: Message
    paths: list[list[str]]


class Scene(Answer):
    """What a seat sees."""

    status: Message
    places: list[Place]
    lines: list[Line]
    ornaments: list[Ornament]
    courses: list[list[str]]  # names of places in the order in which pieces walk along them, or backwards
    dice_at: tuple[float, float] | None  # the centre of where the dice lie on the board
    legend: Legend | None
    bounds: tuple[float, float, float, float]  # left, top, width and height
    columns: list[tuple[float, str]]  # x, and what is written there
    rows: list[tuple[float, str]]
    pieces: list[Piece]
    marks: list[Mark]
    focus: str  # the place where the reader is; "" if there is none
    choices: list[SceneChoice]
    dice: list[Whole]
    captured: list[Captured]
    panel: list[PanelEntry]
    paths: list[str | Annotated[list[str], Meta(min_length=2)]]  # texts of actions, or texts and names to pick
    previews: list[PreviewedPieces]
    foreseen: list[ForeseenMarks]
    prompts: list[Prompt]


SceneContent = Annotated[dict[str, Any], described_as("Scene")]


class PieceChange(Answer):
    """The pieces that are new or have changed, and the ids of those that are gone."""

    set: list[Piece]
    gone: list[str]


class Clock(Answer):
    """The time that people have left."""

    control: str
    left: dict[str, float]
    running: str | None
    delay: Seconds | UnsetType = UNSET


class Dice(Answer):
    """What anybody needs to verify the throws."""

    commitment: Hex
    salts: list[tuple[str, str]]  # the letter of a seat, and its salt
    seed: str | None


class SeatStatus(Occupant):
    """A seat of the match."""

    number: Whole
    turned: bool
    hints: Whole
    present: bool
    gone: Seconds | None
    claimable_in: Seconds | None


class Move(Answer, array_like=True):
    """The letter of the seat, the text if the reader heard it, and the same in sentences, if there are any."""

    seat: str
    text: str | None
    sentences: list[Message] | UnsetType = UNSET


class Moves(Answer):
    """The moves from an index on."""

    first: Whole = msgspec.field(name="from")
    moves: list[Move] = msgspec.field(name="list")


SPECIAL: dict[str, Any] = {"accept": list[Matter], "chat": Literal["", "phrases", "words"]}
Can = msgspec.defstruct(
    "Can",
    [(name, SPECIAL.get(name, bool)) for name in PERMISSIONS],
    bases=(Answer,),
    namespace={"__doc__": "What this client may do now."},
)


class Table(Answer):
    """What a view shows of the match beside its name, its board and its moves."""

    seats: list[SeatStatus]
    watching: Whole
    options: dict[str, Any]
    clock: Clock | None
    dice: Dice | None
    offers: dict[str, Matter]
    ending: Literal["resign", "draw", "abort", "flag", "claim", "repetition", "quiet"] | None
    waiting: bool
    invitation: str | None
    to_act: str | None
    yours: bool
    thrower: str | None
    thinking: bool
    result: Result | None
    can: Can  # type: ignore[valid-type]  # it is made of the permissions
    seat: str | None
    curtain: str | None
    scene: Scene
    moves: Moves


class View(Table):
    """The whole match, as far as this client may know it."""

    id: str
    room: str
    game: str
    scores: bool
    turns_board: bool
    visibility: Literal["private", "public"]
    host_knows_secrets: bool
    rated: bool
    tournament: str | None


SceneChange = _change_of(Scene, "SceneChange", "What has changed on the board.", pieces=PieceChange)
Change = _change_of(Table, "Change", "What has changed in a view.", scene=SceneChange)


_VALUES = {"type": "object", "additionalProperties": {"anyOf": [{"type": "number"}, _MESSAGE]}}
NESTED: dict[str, Schema] = {  # the schemas of what contains itself
    "Message": {
        "description": "An English text, or [text, values], or [text, values, plural]; the client translates it.",
        "anyOf": [
            {"type": "string"},
            {
                "type": "array",
                "prefixItems": [{"type": "string"}, _VALUES, {"type": "string"}],
                "items": False,
                "minItems": 2,
                "maxItems": 3,
            },
        ],
    },
}
