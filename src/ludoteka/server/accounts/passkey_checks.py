"""Passkeys over HTTP: challenges for a browser, and verification of the responses."""

import hashlib
from collections.abc import Iterable
from typing import Any

from starlette.requests import Request

from ludoteka.accounts import challenges, passkeys
from ludoteka.accounts.passkeys import CheckedPasskey, RelyingParty, bad_credential
from ludoteka.core.message import Message, Refused
from ludoteka.core.visible_text import compose, has_unseen
from ludoteka.server.house import House
from ludoteka.server.protocol.account_requests import Credential
from ludoteka.store.accounts.models import Account

LONGEST_LABEL = 60
ID_SIGNS = 16  # of the id of an account that is created with a passkey


class PasskeyChecks:
    """The passkeys of one request.  Raises Refused: "no-passkeys" at an address where browsers allow none."""

    def __init__(self, house: House, request: Request) -> None:
        found = _party(request)
        if found is None:
            text = Message("Passkeys work only at the address of a domain, over HTTPS. Use a password here.")
            raise Refused("no-passkeys", text)
        self._party: RelyingParty = found
        self._house = house
        self._holder: str = request.scope["holder"]

    def ask_new(self, purpose: str, name: str, account: str = "", known: Iterable[str] = ()) -> dict[str, Any]:
        """Return the options for creating a passkey; without an account, for an account that doesn't exist yet."""
        challenge = self._challenge(purpose)
        handle = (account or _new_id(challenge)).encode()
        return {"publicKey": passkeys.creation_options(self._party, name, handle, challenge, known)}

    def ask(self, purpose: str, known: Iterable[str]) -> dict[str, Any]:
        """Return the options for signing in with a passkey."""
        return {"publicKey": passkeys.request_options(self._party, self._challenge(purpose), known)}

    def check_new(self, purpose: str, credential: Credential, label: str) -> CheckedPasskey:
        """Verify and return a passkey that was created in this browser.  Raises Refused: "bad-credential"."""
        challenge = self._answered(purpose, credential)
        made = passkeys.verify_new(credential, self._party, challenge)
        shown = compose(label)[:LONGEST_LABEL]
        label = "" if has_unseen(shown) else shown
        return CheckedPasskey(*made, challenges.challenge_digest(challenge), _new_id(challenge), label)

    async def check(self, purpose: str, credential: Credential) -> tuple[Account, CheckedPasskey]:
        """Verify a signed challenge; return the passkey's account and the passkey.  Raises Refused: "bad-credential"."""
        challenge = self._answered(purpose, credential)
        found = await self._house.accounts.store.passkey(passkeys.credential_id(credential))
        if found is None:
            raise bad_credential()
        kept, account = found
        passkeys.check_handle(credential, account.id)
        count = passkeys.verify_use(credential, self._party, challenge, kept.public_key, kept.sign_count)
        spent = challenges.challenge_digest(challenge)
        return account, CheckedPasskey(kept.id, kept.public_key, count, spent, account.id)

    def _challenge(self, purpose: str) -> bytes:
        return challenges.make_challenge(self._house.store.guest_key, self._holder, purpose, self._house.now())

    def _answered(self, purpose: str, credential: Credential) -> bytes:
        challenge = passkeys.answered_challenge(credential)
        key, now = self._house.store.guest_key, self._house.now()
        if not challenges.is_valid(key, challenge, self._holder, purpose, now):
            raise bad_credential()
        return challenge


def has_passkeys(request: Request) -> bool:
    """Tell whether browsers allow passkeys at the address of this request."""
    return _party(request) is not None


def _party(request: Request) -> RelyingParty | None:
    return passkeys.relying_party(request.headers.get("host", ""), request.url.scheme)


def _new_id(challenge: bytes) -> str:
    """Return the id of an account to be created with a passkey, which needs the id before the account exists."""
    return hashlib.sha256(b"account " + challenge).hexdigest()[:ID_SIGNS]
