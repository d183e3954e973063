"""Checks of authenticator data that the WebAuthn library doesn't make."""

from webauthn.helpers import decode_credential_public_key, decoded_public_key_to_cryptography, parse_cbor

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
    check_device_data(parse_cbor(attestation)["authData"])


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
    from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, EllipticCurvePublicKey  # noqa: PLC0415 - as webauthn
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey  # noqa: PLC0415 - as above
    from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicKey  # noqa: PLC0415 - as above

    said = decode_credential_public_key(octets)
    key = decoded_public_key_to_cryptography(said)
    is_curve = isinstance(key, EllipticCurvePublicKey) and isinstance(key.curve, SECP256R1)
    is_rsa = isinstance(key, RSAPublicKey) and key.key_size in RSA_BITS
    fits = {ES256: is_curve, EDDSA: isinstance(key, Ed25519PublicKey), RS256: is_rsa}
    if not fits.get(said.alg):
        raise ValueError("no key for which the house asks")
