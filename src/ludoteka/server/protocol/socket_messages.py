"""The messages of the WebSocket of a match: first those of a client, then those of the house (docs/protocol.md).

The docstring of each is its summary in the descriptions of the protocol, which are generated from these structs.
"""

from collections.abc import Callable, Sequence
from typing import Annotated, Any, ClassVar, Literal

import msgspec

from ludoteka.core.message import Message, Refusal
from ludoteka.referee import commands
from ludoteka.referee.events import Person
from ludoteka.referee.seating import BAD_INVITATION, BAD_SEATS, RESIDENTS_ONLY
from ludoteka.server.calls.answers import Answer, CreatedItem, RefusalContent, Whole
from ludoteka.server.protocol.messages import (
    BAD_MESSAGE,
    MAX_CHARACTERS,
    TOO_LARGE,
    Action,
    ClientContent,
    Level,
    Name,
    Number,
    read_message,
)
from ludoteka.server.protocol.views import described_as

Pace = Literal["slow", "normal", "fast", "instant"]
CommandId = Annotated[
    str, msgspec.Meta(min_length=1, max_length=40, description="chosen by the client; used only once")
]
# The referee refuses other matters, each with its own code
Matter = Annotated[str, msgspec.Meta(max_length=40, extra_json_schema={"enum": ["draw", "back"]})]
Outcome = Annotated[str, msgspec.Meta(max_length=40, extra_json_schema={"enum": ["win", "draw"]})]


class LastView(ClientContent):
    """The run of views that the client's last view belongs to, and the speed that its reader wants of computers."""

    room: Name = ""
    pace: Pace = "normal"


class SitRequest(ClientContent):
    """A free seat to take, its occupant, and the invitation."""

    seat: Name
    kind: Literal["person", "computer"] = "person"
    level: Level = 0
    secret: Name = ""


class SaltRequest(ClientContent):
    """The salt that a seat adds to the seed."""

    seat: Name
    salt: Annotated[str, msgspec.Meta(max_length=64, extra_json_schema={"pattern": "^[0-9A-Za-z_-]{1,64}$"})]


class ChatRequest(ClientContent):
    """A text, or the id of a preset phrase."""

    text: Annotated[str, msgspec.Meta(max_length=1000, extra_json_schema={"allOf": [{"maxLength": 200}]})] = ""
    phrase: Name = ""


class ClientMessage(ClientContent, tag_field="t", kw_only=True):
    """A client's message."""

    id: Name = ""
    n: Annotated[Number, msgspec.Meta(description="the number of the last event that the sender knows")] = 0


class Hello(ClientMessage, tag="hello"):
    """The first message of every connection."""

    d: LastView | None = None


class Pong(ClientMessage, tag="pong"):
    """The answer to a ping."""

    d: Number


class ClientCommand(ClientMessage, kw_only=True):
    """A message that gets an answer."""

    id: CommandId
    refuses: ClassVar[tuple[Refusal | str, ...]] = ()  # why it alone can be refused, beside what any command can be


class Lift(ClientCommand, tag="lift"):
    """Lift the curtain for the seat to which the screen was handed."""

    d: Name


class Say(ClientCommand, tag="chat"):
    """Send a chat message."""

    d: Annotated[ChatRequest, msgspec.Meta(extra_json_schema={"minProperties": 1, "maxProperties": 1})]
    refuses = ("no-chat", "only-phrases", "bad-words", "no-links", "said-already")


class MatchCommand(ClientCommand):
    """A command for the referee; without content, unless a command declares some."""

    d: Any = None
    kind: ClassVar[Callable[..., commands.Command]]

    def command(self, person: Person | None) -> commands.Command:
        """Return the referee's command; `person` sent it, and is needed if they take a seat."""
        return self.kind(self.id, self.n) if self.d is None else self.kind(self.id, self.n, self.d)


class Act(MatchCommand, tag="act"):
    """Play an action."""

    d: Annotated[Action, msgspec.Meta(description="The text of an action, or a path of names.")]
    refuses = ("not-begun", "not-your-turn", "too-long")

    def command(self, person: Person | None) -> commands.Act:
        """Return the referee's command.  Raises Refused: "bad-message"."""
        if not self.d:
            raise BAD_MESSAGE(Message("The command doesn't say what it asks for."))
        return commands.Act(self.id, self.n, self.d if isinstance(self.d, str) else tuple(self.d))


class Throw(MatchCommand, tag="throw"):
    """Throw the dice."""

    d: None = None
    kind = commands.Throw
    refuses = ("no-throw-due", "not-your-throw")


class Back(MatchCommand, tag="back"):
    """Take back the last action."""

    d: None = None
    kind = commands.Back
    refuses = ("nothing-to-take-back",)


class Resign(MatchCommand, tag="resign"):
    """Resign."""

    d: Name | None = None
    kind = commands.Resign


class Sit(MatchCommand, tag="sit"):
    """Take a free seat."""

    d: SitRequest
    refuses = ("seat-taken", "seated-already", "no-bots", BAD_SEATS, BAD_INVITATION, RESIDENTS_ONLY)

    def command(self, person: Person | None) -> commands.Sit:
        """Return the referee's command for the person who takes the seat."""
        return commands.Sit(self.id, self.n, self.d.seat, self.d.kind, self.d.level, self.d.secret, person)


class Leave(MatchCommand, tag="leave"):
    """Give a seat back."""

    d: Name | None = None
    kind = commands.Leave
    refuses = ("has-begun",)


class Offer(MatchCommand, tag="offer"):
    """Offer a draw, or ask to take back the last action."""

    d: Matter
    kind = commands.Offer
    refuses = ("bad-offer", "nobody-to-ask", "offered-already")


class Accept(MatchCommand, tag="accept"):
    """Accept an offer."""

    d: Matter
    kind = commands.Accept
    refuses = ("nothing-offered",)


class Decline(MatchCommand, tag="decline"):
    """Decline an offer, or withdraw it."""

    d: Matter
    kind = commands.Decline
    refuses = ("nothing-offered",)


class Abort(MatchCommand, tag="abort"):
    """Call the match off."""

    d: None = None
    kind = commands.Abort
    refuses = ("cannot-abort",)


class Claim(MatchCommand, tag="claim"):
    """Claim a win or a draw because a player has left."""

    d: Outcome
    kind = commands.Claim
    refuses = ("cannot-claim",)


class Salt(MatchCommand, tag="salt"):
    """Add a salt to all later throws."""

    d: SaltRequest
    refuses = ("bad-salt", "salted-already")

    def command(self, person: Person | None) -> commands.Salt:
        """Return the referee's command."""
        return commands.Salt(self.id, self.n, self.d.seat, self.d.salt)


class Hint(MatchCommand, tag="hint"):
    """Ask for a hint."""

    d: None = None
    kind = commands.Hint


Play = Act | Throw | Back | Resign | Sit | Leave | Salt | Hint
Agreement = Offer | Accept | Decline | Abort | Claim
CLIENT_MESSAGES = Hello | Pong | Lift | Play | Agreement | Say
_decoder = msgspec.json.Decoder(CLIENT_MESSAGES)


def read_client_message(text: str | bytes) -> ClientMessage:
    """Return a client's message.  Raises Refused: "too-large", "bad-message"."""
    if len(text) > MAX_CHARACTERS:
        raise TOO_LARGE()
    message: ClientMessage = read_message(_decoder, text)
    return message


class HouseMessage(Answer, tag_field="t"):
    """A message of the house."""


class ViewMessage(HouseMessage, tag="view"):
    """The whole match, as far as this client may know it."""

    n: Whole
    d: Annotated[Any, described_as("View")]


class EventMessage(HouseMessage, tag="event"):
    """What has changed; without d, nothing that this client may know."""

    n: Whole
    d: Annotated[Any, described_as("Change")] = msgspec.UNSET


class DoneMessage(HouseMessage, tag="done"):
    """A command was accepted and stored."""

    id: str
    n: Whole


class RefusedMessage(HouseMessage, tag="refused"):
    """Nothing was changed."""

    id: str | None
    d: RefusalContent
    n: Whole | msgspec.UnsetType = msgspec.UNSET


class RematchMessage(HouseMessage, tag="rematch"):
    """Somebody created the rematch."""

    d: CreatedItem


class ChatEntry(Answer, kw_only=True):
    """A line of the chat; it names the speaker by seat, name and number, never by holder."""

    n: Whole
    seat: str
    name: str
    guest: Whole
    text: str | msgspec.UnsetType = msgspec.UNSET
    phrase: str | msgspec.UnsetType = msgspec.UNSET
    at: float
    yours: bool


class ChatMessage(HouseMessage, tag="chat"):
    """A chat line; after hello, the last hundred."""

    d: ChatEntry | Annotated[list[ChatEntry], msgspec.Meta(max_length=100)]


class FoundHint(Answer):
    """An action, the names to pick for it, what it does if that is more than its text says, and why it is good."""

    text: str
    path: list[str]
    says: Sequence[Message]
    reasons: Sequence[Message]


class HintMessage(HouseMessage, tag="hint"):
    """The answer to a hint that was asked for; null if none was found."""

    n: Whole
    d: FoundHint | None


class PingMessage(HouseMessage, tag="ping"):
    """Must be answered by pong at once."""

    d: Whole
