"""Passkeys: challenges and options for a browser, and verification of its responses, by the webauthn library."""

import hashlib
import hmac
import ipaddress
import json
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from starlette.requests import Request

from ludoteka.core.message import Message, Refusal
from ludoteka.core.visible_text import compose, has_unseen
from ludoteka.features.accounts.answers import PasskeyOptions
from ludoteka.features.accounts.store import BAD_CREDENTIAL, AccountStore
from ludoteka.features.accounts.tables import CheckedPasskey
from ludoteka.late_module import LateModule
from ludoteka.store.people import Account

if TYPE_CHECKING:
    import webauthn
    from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa
    from webauthn import helpers
    from webauthn.helpers import structs
else:
    webauthn, helpers, structs = map(LateModule, ("webauthn", "webauthn.helpers", "webauthn.helpers.structs"))
    _KEYS = "cryptography.hazmat.primitives.asymmetric"
    ec, ed25519, rsa = (LateModule(f"{_KEYS}.{name}") for name in ("ec", "ed25519", "rsa"))

Credential = dict[str, Any]  # as the browser's `PublicKeyCredential.toJSON()` returns it
NO_PASSKEYS = Refusal(
    "no-passkeys", Message("Passkeys work only at the address of a domain, over HTTPS. Use a password here."), 409
)

BYTES, TEXT, LIST, MAP, TAG = 2, 3, 4, 5, 6  # kinds of items in CBOR (RFC 8949)
LONGEST_SHORT = 23  # the greatest value stored in an item's first byte
LONGEST_LENGTH = 27  # the marker of an eight-byte length; above it are indefinite lengths
HEAD, FLAGS = 37, 32  # of authenticator data: its least length, and where its flags are
HAS_KEY, HAS_EXTENSIONS = 64, 128  # flags
ID_LENGTH = slice(HEAD + 16, HEAD + 18)  # after the authenticator's model id
ES256, EDDSA, RS256 = -7, -8, -257
RSA_BITS = range(2048, 4097)  # shorter keys are weak, and longer ones take long to check


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
LONGEST_ID = 1023  # bytes, by the specification
LONGEST_LABEL = 60
ID_SIGNS = 16  # of the id of an account that is created with a passkey


def relying_party(host: str, scheme: str) -> tuple[str, str] | None:
    """Return the domain and the origin of a request's address; None where browsers allow no passkeys: at IP addresses, or without HTTPS."""
    name = host.rsplit(":", 1)[0] if not host.endswith("]") else host
    try:
        ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        is_local = name == "localhost" or name.endswith(".localhost")
        return (name, f"{scheme}://{host}") if name and (scheme == "https" or is_local) else None
    return None


def credential_id(credential: Credential) -> str:
    """Return the id of the passkey that responds.  Raises Refused: "bad-credential"."""
    name = credential.get("id")
    if not isinstance(name, str) or not 0 < len(name) <= LONGEST_ID * 4 // 3 + 2:
        raise BAD_CREDENTIAL()
    return name


NONCE_BYTES, TIME_BYTES, PROOF_BYTES = 16, 8, 16
SECONDS = 300.0  # for which a challenge is valid


def make_challenge(key: bytes, holder: str, purpose: str, now: float) -> bytes:
    """Return a challenge for one browser and one purpose; `now` is in seconds."""
    said = secrets.token_bytes(NONCE_BYTES) + int(now).to_bytes(TIME_BYTES)
    return said + _proof(key, holder, purpose, said)


def is_valid(key: bytes, challenge: bytes, holder: str, purpose: str, now: float) -> bool:
    """Tell whether a challenge was made for this browser and purpose in the last five minutes."""
    said, proof = challenge[:-PROOF_BYTES], challenge[-PROOF_BYTES:]
    if len(said) != NONCE_BYTES + TIME_BYTES or not hmac.compare_digest(proof, _proof(key, holder, purpose, said)):
        return False
    return abs(now - int.from_bytes(said[NONCE_BYTES:])) <= SECONDS


def _digest(challenge: bytes) -> str:
    """Return the digest that the house stores of a used challenge, to prevent reuse."""
    return hashlib.sha256(challenge).hexdigest()


def _proof(key: bytes, holder: str, purpose: str, said: bytes) -> bytes:
    text = f"passkey {purpose} {holder} ".encode() + said
    return hmac.digest(key, text, hashlib.sha256)[:PROOF_BYTES]


def _new_account_id(challenge: bytes) -> str:
    """Return the id of an account to be created with a passkey, which needs the id before the account exists."""
    return hashlib.sha256(b"account " + challenge).hexdigest()[:ID_SIGNS]


class Browser(NamedTuple):
    """A browser at an address where it allows passkeys; a passkey works at one domain only."""

    domain: str
    origin: str  # of our pages: "https://example.org"
    holder: str


def find_party(request: Request) -> tuple[str, str] | None:
    """Return the domain and the origin to which a request was sent, or None where browsers allow no passkeys."""
    return relying_party(request.headers.get("host", ""), request.url.scheme)


def browser_of(request: Request) -> Browser:
    """Return the browser that sent a request.  Raises Refused: "no-passkeys"."""
    party = find_party(request)
    if party is None:
        raise NO_PASSKEYS()
    return Browser(*party, request.scope["holder"])


@dataclass(frozen=True)
class PasskeyChecks:
    """The challenges of a house to browsers, and the verification of their responses."""

    _accounts: AccountStore
    _key: bytes  # of the house
    _now: Callable[[], float]

    async def ask_new(self, browser: Browser, purpose: str, name: str, account: str = "") -> PasskeyOptions:
        """Return the options for creating a passkey, as `PublicKeyCredentialCreationOptionsJSON`.

        Without the id of an account, it is for one that doesn't exist yet.
        """
        challenge = make_challenge(self._key, browser.holder, purpose, self._now())
        options = webauthn.generate_registration_options(
            rp_id=browser.domain,
            rp_name=HOUSE,
            user_name=name,
            user_id=(account or _new_account_id(challenge)).encode(),
            user_display_name=name,
            challenge=challenge,
            timeout=TIMEOUT,
            authenticator_selection=structs.AuthenticatorSelectionCriteria(
                resident_key=structs.ResidentKeyRequirement.REQUIRED,
                user_verification=structs.UserVerificationRequirement.PREFERRED,
            ),
            exclude_credentials=await self._known(account),
        )
        return PasskeyOptions(json.loads(webauthn.options_to_json(options)))

    async def ask(self, browser: Browser, purpose: str, account: str = "") -> PasskeyOptions:
        """Return the options for using a passkey of an account, or any passkey, as `PublicKeyCredentialRequestOptionsJSON`."""
        options = webauthn.generate_authentication_options(
            rp_id=browser.domain,
            challenge=make_challenge(self._key, browser.holder, purpose, self._now()),
            timeout=TIMEOUT,
            allow_credentials=await self._known(account),
        )
        return PasskeyOptions(json.loads(webauthn.options_to_json(options)))

    async def _known(self, account: str) -> list[Any]:
        known = await self._accounts.passkeys(account) if account else []
        return [structs.PublicKeyCredentialDescriptor(id=webauthn.base64url_to_bytes(one.id)) for one in known]

    def check_new(self, browser: Browser, purpose: str, credential: Credential, label: str) -> CheckedPasskey:
        """Verify and return a passkey that was created in this browser.  Raises Refused: "bad-credential"."""
        challenge, expected = self._expected(browser, purpose, credential)
        try:
            check_attestation(webauthn.base64url_to_bytes(credential["response"]["attestationObject"]))
            made = webauthn.verify_registration_response(**expected)
            check_key(made.credential_public_key)
        except Exception as error:  # the library raises arbitrary exceptions for malformed bytes
            raise BAD_CREDENTIAL() from error
        name = helpers.bytes_to_base64url(made.credential_id)
        if name != credential_id(credential) or len(made.credential_id) > LONGEST_ID:
            raise BAD_CREDENTIAL()
        shown, account = compose(label)[:LONGEST_LABEL], _new_account_id(challenge)
        label = "" if has_unseen(shown) else shown
        return CheckedPasskey(name, made.credential_public_key, made.sign_count, _digest(challenge), account, label)

    async def check(self, browser: Browser, purpose: str, credential: Credential) -> tuple[Account, CheckedPasskey]:
        """Verify a signed challenge; return the passkey's account and the passkey.  Raises Refused: "bad-credential"."""
        challenge, expected = self._expected(browser, purpose, credential)
        found = await self._accounts.passkey(credential_id(credential))
        if found is None:
            raise BAD_CREDENTIAL()
        kept, account = found
        if credential["response"].get("userHandle") not in (None, "", helpers.bytes_to_base64url(account.id.encode())):
            raise BAD_CREDENTIAL()  # it claims to belong to another account
        try:
            check_device_data(webauthn.base64url_to_bytes(credential["response"]["authenticatorData"]))
            used = webauthn.verify_authentication_response(
                **expected,
                credential_public_key=kept.public_key,
                credential_current_sign_count=kept.sign_count,
            )
        except Exception as error:  # as above
            raise BAD_CREDENTIAL() from error
        return account, CheckedPasskey(kept.id, kept.public_key, used.new_sign_count, _digest(challenge), account.id)

    def _expected(self, browser: Browser, purpose: str, credential: Credential) -> tuple[bytes, dict[str, Any]]:
        """Return the challenge that a response answers, and what the library shall check.  Raises Refused: "bad-credential"."""
        try:
            said = json.loads(webauthn.base64url_to_bytes(credential["response"]["clientDataJSON"]))
            challenge, is_embedded = webauthn.base64url_to_bytes(said["challenge"]), said.get("crossOrigin")
        except (KeyError, TypeError, ValueError, AttributeError, RecursionError) as error:
            raise BAD_CREDENTIAL() from error
        if is_embedded or not is_valid(self._key, challenge, browser.holder, purpose, self._now()):
            raise BAD_CREDENTIAL()  # no other site may embed our pages
        place = {"expected_rp_id": browser.domain, "expected_origin": browser.origin}
        return challenge, {"credential": credential, "expected_challenge": challenge, **place}
