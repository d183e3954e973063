"""Passkeys: options for the browser, and verification of responses, by the webauthn library."""

import ipaddress
import json
from collections.abc import Iterable
from typing import Any, NamedTuple

from ludoteka.core.message import Message, Refused

HOUSE = "Ludoteka"
TIMEOUT = 300_000  # milliseconds for the user to respond
LOCAL = ("localhost",)
LONGEST_ID = 1023  # bytes, by the specification


class RelyingParty(NamedTuple):
    """The house as a WebAuthn relying party: a passkey works at one domain only."""

    id: str  # the domain
    origin: str  # of our pages: "https://example.org"


class NewPasskey(NamedTuple):
    """A newly created passkey."""

    id: str  # in base64url
    public_key: bytes
    sign_count: int


class CheckedPasskey(NamedTuple):
    """A passkey that has signed a challenge."""

    id: str  # in base64url
    public_key: bytes
    sign_count: int
    spent: str  # the digest of the challenge
    account: str  # the id of its account
    label: str = ""


def relying_party(host: str, scheme: str) -> RelyingParty | None:
    """Return the relying party for a request's address; None where browsers allow no passkeys: at IP addresses, or without HTTPS."""
    name = host.rsplit(":", 1)[0] if not host.endswith("]") else host
    try:
        ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        is_local = name in LOCAL or name.endswith(".localhost")
        return RelyingParty(name, f"{scheme}://{host}") if name and (scheme == "https" or is_local) else None
    return None


def creation_options(
    party: RelyingParty, name: str, handle: bytes, challenge: bytes, known: Iterable[str] = ()
) -> dict[str, Any]:
    """Return the options for creating a passkey for an account; `known` are the ids of its passkeys.

    The dictionary is `PublicKeyCredentialCreationOptionsJSON`.
    """
    from webauthn import generate_registration_options, options_to_json  # noqa: PLC0415 - takes 14 MB
    from webauthn.helpers.structs import (  # noqa: PLC0415 - as above
        AuthenticatorSelectionCriteria,
        ResidentKeyRequirement,
        UserVerificationRequirement,
    )

    options = generate_registration_options(
        rp_id=party.id,
        rp_name=HOUSE,
        user_name=name,
        user_id=handle,
        user_display_name=name,
        challenge=challenge,
        timeout=TIMEOUT,
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED, user_verification=UserVerificationRequirement.PREFERRED
        ),
        exclude_credentials=_descriptors(known),
    )
    return json.loads(options_to_json(options))  # type: ignore[no-any-return]  # an object


def request_options(party: RelyingParty, challenge: bytes, known: Iterable[str] = ()) -> dict[str, Any]:
    """Return the options for using a passkey: one of those `known`, or any passkey of the house if there are none.

    The dictionary is `PublicKeyCredentialRequestOptionsJSON`.
    """
    from webauthn import generate_authentication_options, options_to_json  # noqa: PLC0415 - takes 14 MB

    options = generate_authentication_options(
        rp_id=party.id, challenge=challenge, timeout=TIMEOUT, allow_credentials=_descriptors(known)
    )
    return json.loads(options_to_json(options))  # type: ignore[no-any-return]  # an object


def answered_challenge(credential: dict[str, Any]) -> bytes:
    """Return the challenge that a response claims to answer; it still has to be checked.  Raises Refused: "bad-credential"."""
    from webauthn import base64url_to_bytes  # noqa: PLC0415 - takes 14 MB

    try:
        said = json.loads(base64url_to_bytes(credential["response"]["clientDataJSON"]))
        if said.get("crossOrigin"):  # our page is embedded in another site, which the house never allows
            raise bad_credential()
        return base64url_to_bytes(said["challenge"])
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError) as error:
        raise bad_credential() from error


def credential_id(credential: dict[str, Any]) -> str:
    """Return the id of the passkey that responds.  Raises Refused: "bad-credential"."""
    name = credential.get("id")
    if not isinstance(name, str) or not 0 < len(name) <= LONGEST_ID * 4 // 3 + 2:
        raise bad_credential()
    return name


def check_handle(credential: dict[str, Any], account: str) -> None:
    """Check that a passkey doesn't claim to belong to another account.  Raises Refused: "bad-credential"."""
    from webauthn.helpers import bytes_to_base64url  # noqa: PLC0415 - takes 14 MB

    if credential["response"].get("userHandle") not in (None, "", bytes_to_base64url(account.encode())):
        raise bad_credential()


def verify_new(credential: dict[str, Any], party: RelyingParty, challenge: bytes) -> NewPasskey:
    """Verify and return a newly created passkey.  Raises Refused: "bad-credential"."""
    from webauthn import base64url_to_bytes, verify_registration_response  # noqa: PLC0415 - takes 14 MB
    from webauthn.helpers import bytes_to_base64url  # noqa: PLC0415 - as above

    from ludoteka.accounts.passkey_data import check_attestation, check_key  # noqa: PLC0415 - as above

    try:
        check_attestation(base64url_to_bytes(credential["response"]["attestationObject"]))
        made = verify_registration_response(
            credential=credential, expected_challenge=challenge, expected_rp_id=party.id, expected_origin=party.origin
        )
        check_key(made.credential_public_key)
    except Exception as error:  # the library raises arbitrary exceptions for malformed bytes
        raise bad_credential() from error
    name = bytes_to_base64url(made.credential_id)
    if name != credential_id(credential) or len(made.credential_id) > LONGEST_ID:
        raise bad_credential()
    return NewPasskey(name, made.credential_public_key, made.sign_count)


def verify_use(
    credential: dict[str, Any], party: RelyingParty, challenge: bytes, public_key: bytes, sign_count: int
) -> int:
    """Verify a passkey's response to a challenge; return its new sign count.  Raises Refused: "bad-credential"."""
    from webauthn import base64url_to_bytes, verify_authentication_response  # noqa: PLC0415 - takes 14 MB

    from ludoteka.accounts.passkey_data import check_device_data  # noqa: PLC0415 - as above

    try:
        check_device_data(base64url_to_bytes(credential["response"]["authenticatorData"]))
        used = verify_authentication_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=party.id,
            expected_origin=party.origin,
            credential_public_key=public_key,
            credential_current_sign_count=sign_count,
        )
    except Exception as error:  # as above
        raise bad_credential() from error
    return used.new_sign_count


def is_next(new: int, count: int) -> bool:
    """Tell whether a sign count can follow another; authenticators that don't count always send 0."""
    return new > count or new == count == 0


def bad_credential() -> Refused:
    """Return the refusal of a passkey's response, whatever is wrong with it."""
    return Refused("bad-credential", Message("The passkey did not work here. Please try again."))


def _descriptors(known: Iterable[str]) -> list[Any]:
    from webauthn import base64url_to_bytes  # noqa: PLC0415 - takes 14 MB
    from webauthn.helpers.structs import PublicKeyCredentialDescriptor  # noqa: PLC0415 - as above

    return [PublicKeyCredentialDescriptor(id=base64url_to_bytes(name)) for name in known]
