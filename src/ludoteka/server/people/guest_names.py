"""The names that guests give themselves."""

from collections.abc import Awaitable, Callable
from typing import Annotated, NamedTuple

import msgspec
from starlette.requests import Request

from ludoteka.core.message import Message, Refusal
from ludoteka.referee.events import Person, guest_number
from ludoteka.server.calls.answers import Answer, Standing, Whole
from ludoteka.server.calls.call import PUBLIC, Calls, Holder
from ludoteka.server.people.names import NAME_TAKEN, clean_name
from ludoteka.server.protocol.messages import ClientContent
from ludoteka.store import Store

NAMED_ALREADY = Refusal("named-already", Message("Your account has a name already."), 409)


class NameRequest(ClientContent):
    """A new name."""

    name: Annotated[str, msgspec.Meta(max_length=400)]


class Guest(Answer):
    """A person, as others see them."""

    name: str
    guest: Whole
    standing: Standing


class GuestNames(NamedTuple):
    """The names of guests."""

    store: Store
    check_free: Callable[[str], Awaitable[None]]  # raises Refused: "name-taken"
    show_name: Callable[[Person], Awaitable[None]]  # in all open rooms

    async def change(self, holder: str, typed: str) -> None:
        """Change a guest's name, at once in all their matches.  Raises Refused: "name-taken", "not-stored", and as `clean_name`."""
        name = clean_name(typed)
        if name:
            await self.check_free(name)
        await self.store.rename(holder, name)
        await self.show_name(Person(holder, name))

    async def guest(self, holder: str) -> Guest:
        person = await self.store.person(holder)
        return Guest(person.name, guest_number(holder), person.standing)  # type: ignore[arg-type]  # the store keeps these standings only


calls = Calls()


@calls.add("GET /api/guest", costs={"read": 1}, scope=PUBLIC)
async def get_guest(names: GuestNames, holder: Holder) -> Guest:
    """The guest's name."""
    return await names.guest(holder)


@calls.add(
    "POST /api/guest",
    costs={"creation": 1},
    refuses=(NAMED_ALREADY, NAME_TAKEN, "bad-name", "no-links", "reserved-name"),
)
async def rename_guest(names: GuestNames, holder: Holder, request: Request, body: NameRequest) -> Guest:
    """Change the guest's name."""
    if request.scope["signed_in"]:
        raise NAMED_ALREADY()
    await names.change(holder, body.name)
    return await names.guest(holder)
