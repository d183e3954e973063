"""The bodies of requests about accounts, and their validation (docs/accounts.md)."""

from typing import Annotated, Literal, TypeVar

import msgspec

from ludoteka.features.accounts.answers import TokenScope
from ludoteka.features.accounts.passkeys import Credential
from ludoteka.server.protocol.messages import ClientContent

Text = Annotated[str, msgspec.Meta(max_length=300)]  # longer than what is accepted, which is refused with a reason


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


class DeletionRequest(ClientContent):
    """The name of the account, typed to confirm its deletion."""

    name: Text


class TokenRequest(ClientContent):
    """A new token: its label and its scopes."""

    label: Text
    scopes: list[TokenScope]


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


Body = TypeVar("Body")
