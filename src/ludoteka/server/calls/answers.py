"""Answers of calls, as structs; what several calls answer is declared here."""

from typing import Annotated, Literal

import msgspec

from ludoteka.core.message import Message

Standing = Literal["guest", "resident", "bot", "former"]
Hex = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]
Whole = Annotated[int, msgspec.Meta(ge=0)]
Result = dict[
    str,
    Annotated[
        int,
        msgspec.Meta(description="1, 0 or -1; in a game with scores, the score", extra_json_schema={"format": "int32"}),
    ],
]


class Answer(msgspec.Struct, forbid_unknown_fields=True):
    """The content of an answer."""


class RefusalContent(Answer, omit_defaults=True):
    """A refusal: the code says why, and the message says it to people."""

    code: Annotated[str, msgspec.Meta(pattern="^[a-z0-9-]+$")]
    message: Message
    places: list[str]  # of the scene, which the message is about
    # Only with too-often: how long to wait
    seconds: Annotated[int, msgspec.Meta(ge=1)] | msgspec.UnsetType = msgspec.UNSET


class CreatedItem(Answer):
    """What was created."""

    id: str


class Nothing(Answer):
    """An empty object."""


class OneOf:
    """A value of one of several types, as msgspec has no unions of structs without tags."""

    forms: tuple[type, ...]


class NamedPerson(Answer):
    """A person with an account, or who had one."""

    name: str
    standing: Standing


class Occupant(Answer):
    """A seat of a match, as lists show it."""

    letter: str
    title: Message
    kind: Literal["person", "computer", "free"]
    level: Whole
    name: str
    standing: Standing | None
    guest: Whole | None
    yours: bool
