"""Encrypting a notification for one browser, so that push services can't read it (RFC 8291, in one record of RFC 8188)."""

import os

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

RECORD_BYTES = 4096  # the longest message that every push service accepts
SALT_BYTES = 16
LAST_RECORD = b"\x02"


def encrypt(payload: bytes, public_key: bytes, secret: bytes) -> bytes:
    """Encrypt a payload of at most 3993 bytes for a browser, with keys that are used once."""
    return encrypt_record(payload, public_key, secret, ec.generate_private_key(ec.SECP256R1()), os.urandom(SALT_BYTES))


def encrypt_record(
    payload: bytes, public_key: bytes, secret: bytes, own_key: ec.EllipticCurvePrivateKey, salt: bytes
) -> bytes:
    """Encrypt a payload with a key of the sender and a salt."""
    browser_key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), public_key)
    own_point = own_key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    shared = own_key.exchange(ec.ECDH(), browser_key)
    material = _derive(shared, secret, b"WebPush: info\0" + public_key + own_point, 32)
    key = _derive(material, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derive(material, salt, b"Content-Encoding: nonce\0", 12)
    header = salt + RECORD_BYTES.to_bytes(4, "big") + bytes([len(own_point)]) + own_point
    return header + AESGCM(key).encrypt(nonce, payload + LAST_RECORD, None)


def _derive(key: bytes, salt: bytes, purpose: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, purpose).derive(key)
