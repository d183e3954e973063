"""Passkeys: options for the browser, and verification of responses, by the webauthn library."""

import hashlib
import hmac
import ipaddress
import json
import secrets
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

from ludoteka.core.message import Message, Refused
from ludoteka.late_module import LateModule

if TYPE_CHECKING:
    import webauthn
    from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa
    from webauthn import helpers
    from webauthn.helpers import structs
else:  # these take 14 MB
    webauthn = LateModule("webauthn")
    helpers = LateModule("webauthn.helpers")
    structs = LateModule("webauthn.helpers.structs")
    ec = LateModule("cryptography.hazmat.primitives.asymmetric.ec")
    ed25519 = LateModule("cryptography.hazmat.primitives.asymmetric.ed25519")
    rsa = LateModule("cryptography.hazmat.primitives.asymmetric.rsa")

NONCE_BYTES, TIME_BYTES, PROOF_BYTES = 16, 8, 16
SECONDS = 300.0  # for which a challenge is valid


def make_challenge(key: bytes, holder: str, purpose: str, now: float) -> bytes:
    """Return a challenge for one browser and one purpose; `now` is in seconds.

    Challenges are authenticated themselves, so nothing is stored until one is used.
    """
    said = secrets.token_bytes(NONCE_BYTES) + int(now).to_bytes(TIME_BYTES)
    return said + _proof(key, holder, purpose, said)


def is_valid(key: bytes, challenge: bytes, holder: str, purpose: str, now: float) -> bool:
    """Tell whether a challenge was made for this browser and purpose in the last five minutes."""
    said, proof = challenge[:-PROOF_BYTES], challenge[-PROOF_BYTES:]
    if len(said) != NONCE_BYTES + TIME_BYTES or not hmac.compare_digest(proof, _proof(key, holder, purpose, said)):
        return False
    return abs(now - int.from_bytes(said[NONCE_BYTES:])) <= SECONDS


def challenge_digest(challenge: bytes) -> str:
    """Return the digest that the house stores of a used challenge, to prevent reuse."""
    return hashlib.sha256(challenge).hexdigest()


def _proof(key: bytes, holder: str, purpose: str, said: bytes) -> bytes:
    text = f"passkey {purpose} {holder} ".encode() + said
    return hmac.digest(key, text, hashlib.sha256)[:PROOF_BYTES]


BYTES, TEXT, LIST, MAP, TAG = 2, 3, 4, 5, 6  # kinds of items in CBOR (RFC 8949)
LONGEST_SHORT = 23  # the greatest value stored in an item's first byte
LONGEST_LENGTH = 27  # the marker of an eight-byte length; above it are indefinite lengths
HEAD, FLAGS = 37, 32  # of authenticator data: its least length, and where its flags are
HAS_KEY, HAS_EXTENSIONS = 64, 128  # flags
ID_LENGTH = slice(HEAD + 16, HEAD + 18)  # after the authenticator's model id
ES256, EDDSA, RS256 = -7, -8, -257
RSA_BITS = range(2048, 4097)  # shorter keys are weak, and longer ones take long to check


# Checks of authenticator data that the WebAuthn library doesn't make
def check_attestation(attestation: bytes) -> None:
    """Raise ValueError unless an attestation object and its authenticator data are plain CBOR."""
    if count_items(attestation) != 1:
        raise ValueError("more than an attestation object")
    check_device_data(helpers.parse_cbor(attestation)["authData"])


def check_device_data(octets: bytes) -> None:
    """Raise ValueError unless authenticator data contain what their flags announce, in plain CBOR."""
    start, has_key = HEAD, bool(octets[FLAGS] & HAS_KEY)
    if has_key:
        start = ID_LENGTH.stop + int.from_bytes(octets[ID_LENGTH])
    if count_items(octets[start:]) != has_key + bool(octets[FLAGS] & HAS_EXTENSIONS):
        raise ValueError("more or less than the flags say")


def count_items(octets: bytes) -> int:
    """Return the number of CBOR items.  Raises ValueError if they are truncated or not as CTAP2 allows.

    CTAP2 allows neither tags nor indefinite lengths.  With tags, items can refer to themselves and others, so that three hundred
    bytes expand to trillions of elements when the library prints them.
    """
    place = items = due = 0
    while place < len(octets):
        if not due:
            items, due = items + 1, 1
        kind, short = octets[place] >> 5, octets[place] & 31
        if kind == TAG or short > LONGEST_LENGTH:
            raise ValueError("no plain CBOR")
        start = place + 1
        place = start + (1 << short - LONGEST_SHORT - 1 if short > LONGEST_SHORT else 0)
        value = int.from_bytes(octets[start:place]) if place > start else short
        due += {LIST: value, MAP: 2 * value}.get(kind, 0) - 1
        place += value if kind in (BYTES, TEXT) else 0
    if due or place > len(octets):
        raise ValueError("cut off")
    return items


def check_key(octets: bytes) -> None:
    """Raise an error unless this is a public key of a requested type and strong enough."""
    said = helpers.decode_credential_public_key(octets)
    key = helpers.decoded_public_key_to_cryptography(said)
    is_curve = isinstance(key, ec.EllipticCurvePublicKey) and isinstance(key.curve, ec.SECP256R1)
    is_rsa = isinstance(key, rsa.RSAPublicKey) and key.key_size in RSA_BITS
    fits = {ES256: is_curve, EDDSA: isinstance(key, ed25519.Ed25519PublicKey), RS256: is_rsa}
    if not fits.get(said.alg):
        raise ValueError("no key for which the house asks")


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
    options = webauthn.generate_registration_options(
        rp_id=party.id,
        rp_name=HOUSE,
        user_name=name,
        user_id=handle,
        user_display_name=name,
        challenge=challenge,
        timeout=TIMEOUT,
        authenticator_selection=structs.AuthenticatorSelectionCriteria(
            resident_key=structs.ResidentKeyRequirement.REQUIRED,
            user_verification=structs.UserVerificationRequirement.PREFERRED,
        ),
        exclude_credentials=_descriptors(known),
    )
    return json.loads(webauthn.options_to_json(options))  # type: ignore[no-any-return]  # an object


def request_options(party: RelyingParty, challenge: bytes, known: Iterable[str] = ()) -> dict[str, Any]:
    """Return the options for using a passkey: one of those `known`, or any passkey of the house if there are none.

    The dictionary is `PublicKeyCredentialRequestOptionsJSON`.
    """
    options = webauthn.generate_authentication_options(
        rp_id=party.id, challenge=challenge, timeout=TIMEOUT, allow_credentials=_descriptors(known)
    )
    return json.loads(webauthn.options_to_json(options))  # type: ignore[no-any-return]  # an object


def answered_challenge(credential: dict[str, Any]) -> bytes:
    """Return the challenge that a response claims to answer; it still has to be checked.  Raises Refused: "bad-credential"."""
    try:
        said = json.loads(webauthn.base64url_to_bytes(credential["response"]["clientDataJSON"]))
        if said.get("crossOrigin"):  # our page is embedded in another site, which the house never allows
            raise bad_credential()
        return webauthn.base64url_to_bytes(said["challenge"])
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
    if credential["response"].get("userHandle") not in (None, "", helpers.bytes_to_base64url(account.encode())):
        raise bad_credential()


def verify_new(credential: dict[str, Any], party: RelyingParty, challenge: bytes) -> NewPasskey:
    """Verify and return a newly created passkey.  Raises Refused: "bad-credential"."""
    try:
        check_attestation(webauthn.base64url_to_bytes(credential["response"]["attestationObject"]))
        made = webauthn.verify_registration_response(
            credential=credential, expected_challenge=challenge, expected_rp_id=party.id, expected_origin=party.origin
        )
        check_key(made.credential_public_key)
    except Exception as error:  # the library raises arbitrary exceptions for malformed bytes
        raise bad_credential() from error
    name = helpers.bytes_to_base64url(made.credential_id)
    if name != credential_id(credential) or len(made.credential_id) > LONGEST_ID:
        raise bad_credential()
    return NewPasskey(name, made.credential_public_key, made.sign_count)


def verify_use(
    credential: dict[str, Any], party: RelyingParty, challenge: bytes, public_key: bytes, sign_count: int
) -> int:
    """Verify a passkey's response to a challenge; return its new sign count.  Raises Refused: "bad-credential"."""
    try:
        check_device_data(webauthn.base64url_to_bytes(credential["response"]["authenticatorData"]))
        used = webauthn.verify_authentication_response(
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
    return [structs.PublicKeyCredentialDescriptor(id=webauthn.base64url_to_bytes(name)) for name in known]
