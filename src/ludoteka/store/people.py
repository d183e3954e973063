"""People: the names of guests, and the accounts of users as everybody needs them."""

from collections.abc import Collection
from typing import Annotated, Any, NamedTuple

from sqlalchemy import Boolean, Column, Connection, Float, ForeignKey, String, Table, bindparam, false, select

from ludoteka.core.message import Message, Refusal
from ludoteka.referee.events import Person
from ludoteka.store.metadata import INDEXED, KEY, metadata, table_of

guests = Table(  # the names of people without an account
    "guests",
    metadata,
    Column("holder", String(64), primary_key=True),
    Column("name", String(40), nullable=False),
)


NOT_SIGNED_IN = Refusal("not-signed-in", Message("You are not signed in."), 401)

accounts = Table(
    "accounts",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("holder", String(64), nullable=False, unique=True),
    Column("name", String(40)),  # null, like the skeleton, once the account is deleted
    Column("skeleton", String(120), unique=True),  # unique, so that no two names look alike
    Column("role", String(10), nullable=False),
    Column("password", String(200), nullable=False),  # an Argon2 hash; "" for none
    Column("made_at", Float, nullable=False),
    Column("closed_at", Float),  # when the operator closed it; null if it is open
    Column("deleted_at", Float),
    Column("invitation", ForeignKey("invitations.digest"), unique=True),  # with which it was made
    Column("is_hidden", Boolean, nullable=False, server_default=false()),  # its profile, from everybody else
    Column("is_bot", Boolean, nullable=False, server_default=false()),  # a program plays
)


# Made once: a query leaves garbage in cycles, and these run for every new connection
_holders: Any = bindparam("holders", expanding=True)
_wanted = select(accounts.c.holder, accounts.c.name, accounts.c.deleted_at, accounts.c.is_bot)
ACCOUNTS_OF = _wanted.where(accounts.c.holder.in_(_holders))
GUESTS_OF = select(guests.c.holder, guests.c.name).where(guests.c.holder.in_(_holders))


def find_person(connection: Connection, holder: str) -> Person:
    """Return a person's name and standing."""
    return find_people(connection, [holder])[holder]


def find_people(connection: Connection, holders: Collection[str]) -> dict[str, Person]:
    """Return people's names and standings, by their holders."""
    found = {
        row.holder: Person(
            row.holder, row.name or "", "former" if row.deleted_at else "bot" if row.is_bot else "resident"
        )
        for row in connection.execute(ACCOUNTS_OF, {"holders": [*holders]})
    }
    rest = [holder for holder in dict.fromkeys(holders) if holder not in found]
    names = {row.holder: row.name for row in connection.execute(GUESTS_OF, {"holders": rest})} if rest else {}
    return found | {holder: Person(holder, names.get(holder, "")) for holder in rest}


class Account(NamedTuple):
    """An account that has not been deleted."""

    id: str
    holder: str  # of the seats of its owner
    name: str
    role: str  # one of `accounts.roles.ROLES`
    password: str  # an Argon2 hash; "" for none
    made_at: float  # seconds since 1970, UTC, like all times here
    closed_at: float | None = None  # when the operator closed it
    is_hidden: bool = False  # its profile, from everybody else
    is_bot: bool = False  # a program plays

    @property
    def standing(self) -> str:
        """The standing shown besides the name."""
        return "bot" if self.is_bot else "resident"


class Session(NamedTuple):
    """A signed-in browser."""

    digest: Annotated[str, String(64), KEY]  # of the token in its cookie
    account: Annotated[str, "accounts.id", INDEXED]
    made_at: float
    seen_at: float
    confirmed_at: float  # when its user last confirmed their identity
    device: Annotated[str, String(80)]  # for people: "Firefox · Linux"


sessions = table_of("sessions", Session)
