"""The bodies of requests about accounts, and their validation (docs/accounts.md)."""

from typing import Annotated, Any, Literal, TypeVar

import msgspec

from ludoteka.accounts.scopes import SCOPES
from ludoteka.server.protocol.messages import read_message

Text = Annotated[str, msgspec.Meta(max_length=300)]  # longer than what is accepted, which is refused with a reason
Credential = dict[str, Any]  # as the browser's `PublicKeyCredential.toJSON()` returns it


class OptionsRequest(msgspec.Struct):
    """What a passkey is asked for; to register, the name of the account to be made, and the invitation."""

    purpose: Literal["register", "add", "sign-in", "confirm"]
    name: Text = ""
    invitation: Text = ""


class RegisterRequest(msgspec.Struct, kw_only=True):
    """A new account: its name, and a password or a passkey."""

    name: Text
    password: Text | None = None
    credential: Credential | None = None
    label: Text = ""
    invitation: Text = ""


class ProofRequest(msgspec.Struct, kw_only=True):
    """A proof of who somebody is: a name and a password, or a passkey."""

    name: Text = ""
    password: Text | None = None
    credential: Credential | None = None


class RecoveryRequest(msgspec.Struct):
    """A recovery code, and the password to set with it."""

    name: Text
    code: Text
    password: Text


class PasswordRequest(msgspec.Struct):
    """A new password."""

    password: Text


class PasskeyRequest(msgspec.Struct):
    """A new passkey."""

    credential: Credential
    label: Text = ""


class IdRequest(msgspec.Struct):
    """Which passkey or session is meant."""

    id: Annotated[str, msgspec.Meta(max_length=1400)]


class StartRequest(msgspec.Struct):
    """To go to an identity provider: what for, and the path of our page to which the browser comes back."""

    provider: Annotated[str, msgspec.Meta(max_length=30)]
    purpose: Literal["sign-in", "link", "confirm"]
    back: Annotated[str, msgspec.Meta(max_length=2000)] = "/account"


class NewcomerRequest(msgspec.Struct):
    """The name, and the invitation, of somebody whom an identity provider has identified."""

    name: Text
    invitation: Text = ""


class DeletionRequest(msgspec.Struct):
    """The name of the account, typed to confirm that it is meant."""

    name: Text


class HideRequest(msgspec.Struct):
    """Whether nobody else sees the profile."""

    is_hidden: bool


class TokenRequest(msgspec.Struct):
    """A new token: what it is for, and what it allows."""

    label: Text
    scopes: list[Literal[SCOPES]]  # type: ignore[valid-type]  # the scopes are listed in one place


class AddressRequest(msgspec.Struct):
    """The mail address of an account."""

    address: Text


class LinkRequest(msgspec.Struct):
    """The token of a link in a mail."""

    token: Text


class LostRequest(msgspec.Struct):
    """The name or the mail address of somebody who can't sign in any more."""

    name: Text


class LinkRecoveryRequest(msgspec.Struct, kw_only=True):
    """The token of a link in a mail, and the password or the passkey to set with it."""

    token: Text
    password: Text | None = None
    credential: Credential | None = None
    label: Text = ""


class NoRequest(msgspec.Struct):
    """Nothing to say."""


REQUESTS = (
    *(OptionsRequest, RegisterRequest, ProofRequest, RecoveryRequest, PasswordRequest, PasskeyRequest),
    *(StartRequest, NewcomerRequest, IdRequest, DeletionRequest, HideRequest, TokenRequest, NoRequest),
    *(AddressRequest, LinkRequest, LostRequest, LinkRecoveryRequest),
)
_decoders: dict[type, Any] = {kind: msgspec.json.Decoder(kind) for kind in REQUESTS}
Body = TypeVar("Body")


def read_account_request(kind: type[Body], body: bytes) -> Body:
    """Parse the body of a request.  Raises Refused: "bad-message"."""
    return read_message(_decoders[kind], body)  # type: ignore[no-any-return]  # the decoder checks the type
