"""What devices say of passkeys: the checks that the library leaves to us."""

from webauthn.helpers import decode_credential_public_key, decoded_public_key_to_cryptography, parse_cbor

BYTES, TEXT, LIST, MAP, TAG = 2, 3, 4, 5, 6  # kinds of items in CBOR (RFC 8949)
LONGEST_SHORT = 23  # what an item says in its first byte
LONGEST_LENGTH = 27  # the first byte of a length of eight bytes; above it are items without a length
HEAD, FLAGS = 37, 32  # of the data of a device: how long it is, and where its flags are
HAS_KEY, HAS_EXTENSIONS = 64, 128  # flags
ID_LENGTH = slice(HEAD + 16, HEAD + 18)  # after the kind of the device
ES256, EDDSA, RS256 = -7, -8, -257
RSA_BITS = range(2048, 4097)  # what is shorter is weak, and what is longer takes long to check


def check_attestation(attestation: bytes) -> None:
    """Raise ValueError unless an attestation object, and the data of the device in it, are plain CBOR."""
    if count_items(attestation) != 1:
        raise ValueError("more than an attestation object")
    check_device_data(parse_cbor(attestation)["authData"])


def check_device_data(octets: bytes) -> None:
    """Raise ValueError unless the data of a device contain what their flags say, in plain CBOR."""
    start, has_key = HEAD, bool(octets[FLAGS] & HAS_KEY)
    if has_key:
        start = ID_LENGTH.stop + int.from_bytes(octets[ID_LENGTH])
    if count_items(octets[start:]) != has_key + bool(octets[FLAGS] & HAS_EXTENSIONS):
        raise ValueError("more or less than the flags say")


def count_items(octets: bytes) -> int:
    """Return how many items of CBOR these are.  Raises ValueError if they are cut off, or not as passkeys write them.

    CTAP2 allows neither tags nor items without a length.  With tags, an item can refer to itself and others, and three hundred
    bytes are a list of millions of millions when the library writes them out.
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
    """Raise an error unless this is a public key of one of the kinds for which the house asks, and strong enough."""
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
