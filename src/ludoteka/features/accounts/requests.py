"""The bodies of requests about accounts, and their validation (docs/accounts.md)."""

from typing import Annotated, Any, Literal, TypeVar

import msgspec

from ludoteka.server.people.scopes import SCOPES
from ludoteka.server.protocol.messages import ClientContent, read_message

Text = Annotated[str, msgspec.Meta(max_length=300)]  # longer than what is accepted, which is refused with a reason
Credential = dict[str, Any]  # as the browser's `PublicKeyCredential.toJSON()` returns it


class OptionsRequest(ClientContent):
    """What to use a passkey for; to register, also the name of the new account and the invitation."""

    purpose: Literal["register", "add", "sign-in", "confirm"]
    name: Text = ""
    invitation: Text = ""


class RegisterRequest(ClientContent, kw_only=True):
    """A new account: its name, and a password or a passkey."""

    name: Text
    password: Text | None = None
    credential: Credential | None = None
    label: Text = ""
    invitation: Text = ""


class ProofRequest(ClientContent, kw_only=True):
    """Credentials: a name and a password, or a passkey."""

    name: Text = ""
    password: Text | None = None
    credential: Credential | None = None


class RecoveryRequest(ClientContent):
    """A recovery code, and the password to set with it."""

    name: Text
    code: Text
    password: Text


class PasswordRequest(ClientContent):
    """A new password."""

    password: Text


class PasskeyRequest(ClientContent):
    """A new passkey."""

    credential: Credential
    label: Text = ""


class IdRequest(ClientContent):
    """The id of a passkey, session, identity or token."""

    id: Annotated[str, msgspec.Meta(max_length=1400)]


class StartRequest(ClientContent):
    """A sign-in at an identity provider: its purpose, and the path of our page to return to."""

    provider: Annotated[str, msgspec.Meta(max_length=30)]
    purpose: Literal["sign-in", "link", "confirm"]
    back: Annotated[str, msgspec.Meta(max_length=2000)] = "/account"


class NewcomerRequest(ClientContent):
    """The account name and invitation of a person whom an identity provider has identified."""

    name: Text
    invitation: Text = ""


class DeletionRequest(ClientContent):
    """The name of the account, typed to confirm its deletion."""

    name: Text


class TokenRequest(ClientContent):
    """A new token: its label and its scopes."""

    label: Text
    scopes: list[Literal[SCOPES]]  # type: ignore[valid-type]  # the scopes are listed in one place


class AddressRequest(ClientContent):
    """The e-mail address of an account."""

    address: Text


class LinkRequest(ClientContent):
    """The token of an e-mail link."""

    token: Text


class LostRequest(ClientContent):
    """The name or e-mail address of a user who can't sign in any more."""

    name: Text


class LinkRecoveryRequest(ClientContent, kw_only=True):
    """The token of an e-mail link, and the password or passkey to set with it."""

    token: Text
    password: Text | None = None
    credential: Credential | None = None
    label: Text = ""


class NoRequest(ClientContent):
    """An empty object."""


REQUESTS = (
    *(OptionsRequest, RegisterRequest, ProofRequest, RecoveryRequest, PasswordRequest, PasskeyRequest),
    *(StartRequest, NewcomerRequest, IdRequest, DeletionRequest, TokenRequest, NoRequest),
    *(AddressRequest, LinkRequest, LostRequest, LinkRecoveryRequest),
)
_decoders: dict[type, Any] = {kind: msgspec.json.Decoder(kind) for kind in REQUESTS}
Body = TypeVar("Body")


def read_account_request(kind: type[Body], body: bytes) -> Body:
    """Parse the body of a request.  Raises Refused: "bad-message"."""
    return read_message(_decoders[kind], body)  # type: ignore[no-any-return]  # the decoder checks the type
