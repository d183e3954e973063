"""Forged answers of passkeys: what each forges, by its name, as `Authenticator` and its users take it."""

import cbor2
from cryptography.hazmat.primitives.asymmetric import ec, ed25519
from programs.authenticator import BACKED_UP, ES256, HAS_EXTENSIONS, PRESENT, VERIFIED, Authenticator, text

DEEP, LONG = 5000, 13_000  # levels, bytes; a request is at most 20,000 bytes long


def bomb(levels=12, width=10):
    """CBOR of 300 bytes that is 10 ** 12 numbers long when written out: each list has the next one ten times, by reference."""
    return b"\xd8\x1c\x8a" + (
        bomb(levels - 1) + (b"\xd8\x1d" + cbor2.dumps(13 - levels)) * 9 if levels else bytes(width)
    )


def key(**changes):
    """A key on a curve, as COSE has it, with changes: what a device says of the key that it has made."""
    names = {"kind": 1, "algorithm": 3, "curve": -1, "x": -2, "y": -3}
    known = Authenticator("").public() | {names[name]: value for name, value in changes.items()}
    return cbor2.dumps({name: value for name, value in known.items() if value is not None})


def rsa(bits, exponent=b"\1\0\1", algorithm=-257):
    return cbor2.dumps({1: 3, 3: algorithm, -1: (1 << bits - 1 | 1).to_bytes(bits // 8), -2: exponent})


def packed(signer, algorithm=-7):
    """A statement that a device signs with the key of the passkey; here, another key signs it."""
    return lambda data, said: ("packed", {"alg": algorithm, "sig": signer.sign(data + said, ES256)})


STRANGER = ec.generate_private_key(ec.SECP256R1())
ED25519 = ed25519.Ed25519PrivateKey.generate().public_key().public_bytes_raw()
BOTH = {  # what is forged when a passkey is made, and when one signs
    "another challenge": {"said": {"challenge": text(bytes(40))}},
    "a challenge that is no text": {"said": {"challenge": 5}},
    "no challenge": {"said": {"challenge": None}},
    "another kind": {"said": {"type": "webauthn.create "}},
    "another host": {"said": {"origin": "http://evil.example:{port}"}},
    "another scheme": {"said": {"origin": "https://localhost:{port}"}},
    "another port": {"said": {"origin": "http://localhost:1"}},
    "no port": {"said": {"origin": "http://localhost"}},
    "a neighbour": {"said": {"origin": "http://next.localhost:{port}"}},
    "a longer host": {"said": {"origin": "http://localhost:{port}.evil.example"}},
    "a path": {"said": {"origin": "http://localhost:{port}/"}},
    "a sandbox": {"said": {"origin": "null"}},
    "two origins": {"said": {"origin": ["http://localhost:{port}"]}},
    "a page in a page of another site": {"said": {"crossOrigin": True}},
    "another domain": {"party": "evil.example"},
    "a domain above": {"party": "host"},
    "nobody present": {"flags": 0},
    "verified but not present": {"flags": VERIFIED},
    "a backup of what can't be backed up": {"flags": PRESENT | VERIFIED | BACKED_UP},
    "more bytes": {"more": b"\0"},
    "extensions cut off": {"flags": PRESENT | HAS_EXTENSIONS, "more": b"\xa1"},
    "deep extensions": {"flags": PRESENT | HAS_EXTENSIONS, "more": b"\x81" * DEEP + b"\0"},
    "a bomb of extensions": {"flags": PRESENT | HAS_EXTENSIONS, "more": bomb()},
}
MADE = {  # what is forged when a passkey is made
    "as if it signed": {"said": {"type": "webauthn.get"}},
    "no algorithm": {"public": key(algorithm=None)},
    "RS1": {"public": rsa(2048, algorithm=-65535)},
    "ES256 with secp256k1": {"public": key(curve=8)},
    "ES384": {"public": key(algorithm=-35)},
    "HMAC": {"public": cbor2.dumps({1: 4, 3: 5, -1: bytes(32)})},
    "EdDSA with the key of a curve": {"public": key(algorithm=-8)},
    "ES256 with a key for EdDSA": {"public": cbor2.dumps({1: 1, 3: -7, -1: 6, -2: ED25519})},
    "RS256 with the key of a curve": {"public": key(algorithm=-257)},
    "a short key for EdDSA": {"public": cbor2.dumps({1: 1, 3: -8, -1: 6, -2: ED25519[1:]})},
    "a point beside the curve": {"public": key(y=bytes(31) + b"\1")},
    "no point": {"public": key(x=b"", y=b"")},
    "text for a point": {"public": key(x="x" * 32)},
    "a weak RSA key": {"public": rsa(1024)},
    "an RSA key that anybody can use": {"public": rsa(2048, exponent=b"\1")},
    "an RSA key that takes long": {"public": rsa(8 * 5000, exponent=b"\xff" * 4000)},
    "a number as key": {"public": b"\4"},
    "a list as key": {"public": b"\x80"},
    "deep lists as key": {"public": b"\x81" * DEEP + b"\0"},
    "endless lists as key": {"public": b"\x9f" * DEEP},
    "a list that claims to be long as key": {"public": bytes.fromhex("9b00000fffffffffff")},
    "a key in a bomb": {"public": bomb()},
    "an algorithm in a bomb": {"public": b"\xa2\1\2\3" + bomb()},
    "bytes after the attestation object": {"after": b"\0"},
    "a statement that nobody asked for": {"attest": lambda data, said: ("none", {"sig": bytes(70)})},
    "a statement signed by a stranger": {"attest": packed(STRANGER)},
    "a statement for another algorithm": {"attest": packed(STRANGER, -257)},
    "an empty statement": {"attest": lambda data, said: ("packed", {})},
    "a statement with a broken certificate": {
        "attest": lambda data, said: ("packed", {"alg": -7, "sig": bytes(70), "x5c": [bytes(300)]})
    },
    "fido-u2f without a certificate": {"attest": lambda data, said: ("fido-u2f", {"sig": bytes(70)})},
    "fido-u2f with a broken certificate": {
        "attest": lambda data, said: ("fido-u2f", {"sig": bytes(70), "x5c": [bytes(300)]})
    },
    "tpm": {"attest": lambda data, said: ("tpm", {"ver": "2.0", "sig": b"x", "certInfo": b"x", "pubArea": b"x"})},
    "android-safetynet": {"attest": lambda data, said: ("android-safetynet", {"ver": "1", "response": b"x.y.z"})},
    "an unknown statement": {"attest": lambda data, said: ("compound", [])},
}
SIGNED = {  # what is forged when a passkey signs
    "as if it was made": {"said": {"type": "webauthn.create"}},
    "signed by a stranger": {"signer": STRANGER},
    "no signature": {"signature": lambda signed: b""},
    "a signature cut off": {"signature": lambda signed: signed[:-1]},
    "a longer signature": {"signature": lambda signed: signed + b"\0"},
    "a signature of zeros": {"signature": lambda signed: bytes.fromhex("3006020100020100")},
    "a signature of something else": {"signature": lambda signed: STRANGER.sign(b"else", ES256)},
    "a huge signature": {"signature": lambda signed: bytes(LONG)},
}
JSON = {  # how the answer itself is broken, by the path of what is replaced
    "no id": ("id", None),
    "an id with signs beside base64": ("id", "{id}!"),
    "another id in the second place": ("rawId", "AAAA"),
    "another type": ("type", "password"),
    "a list for an answer": ("response", []),
    "what the browser says is no JSON": ("response", "clientDataJSON", text(b"{")),
    "what the browser says is no text": ("response", "clientDataJSON", text(b"\xff\xfe")),
    "what the browser says is a list": ("response", "clientDataJSON", text(b"[]")),
    "what the browser says is deep": ("response", "clientDataJSON", text(b"[" * DEEP)),
    "what the browser says is a long number": ("response", "clientDataJSON", text(b"9" * DEEP)),
    "what the browser says is no base64": ("response", "clientDataJSON", "é!"),
    "what the browser says is a number": ("response", "clientDataJSON", 7),
    "no data of the device": ("response", "authenticatorData", ""),
    "no attestation": ("response", "attestationObject", ""),
    "zeros from the device": ("response", "authenticatorData", text(bytes(LONG))),
    "zeros as attestation": ("response", "attestationObject", text(bytes(LONG))),
    "a bomb as attestation": ("response", "attestationObject", text(bomb())),
    "a map with a bomb as name": ("response", "attestationObject", text(b"\xa1" + bomb() + b"\1")),
    "attestation that claims to be long": ("response", "attestationObject", text(bytes.fromhex("5b7fffffffffffffff"))),
}
KINDS = {  # nothing is forged: every kind of passkey that the house asks for
    "EdDSA": {"public": cbor2.dumps({1: 1, 3: -8, -1: 6, -2: ED25519})},
    "RS256": {"public": rsa(2048)},
    "of a device that doesn't verify": {"flags": PRESENT},
    "with extensions": {"flags": PRESENT | HAS_EXTENSIONS, "more": cbor2.dumps({"credProtect": 2})},
}
