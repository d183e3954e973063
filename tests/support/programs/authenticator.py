"""A passkey in software: it makes and signs what a browser would, with a real key; and it forges what tests ask it to."""

import hashlib
import json
import struct

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url

PRESENT, VERIFIED, BACKED_UP, HAS_KEY, HAS_EXTENSIONS = 1, 4, 16, 64, 128  # flags
ES256 = ec.ECDSA(hashes.SHA256())


class Authenticator:
    """A device with one passkey; `origin` is what the browser says of the page that asks.

    What it makes or signs can be forged: `said` replaces what the browser says, `party` the domain, `flags` what happened
    at the device, and `more` follows the data of the device.
    """

    def __init__(self, origin):
        self.origin = origin
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.id = hashlib.sha256(str(self.key.private_numbers().private_value).encode()).digest()
        self.handle = b""
        self.uses = 0

    def make(self, options, public=None, attest=None, after=b"", **forged):
        """Return the answer to what `navigator.credentials.create` is asked.

        It can be forged: `public` is the key in CBOR, `attest` returns a format and a statement about the data of the device
        and the hash of what the browser says, and `after` follows the attestation object.
        """
        self.handle = base64url_to_bytes(options["user"]["id"])
        made = bytes(16) + struct.pack(">H", len(self.id)) + self.id + (public or cbor2.dumps(self.public()))
        data, said = self._answered("webauthn.create", options["rp"]["id"], options, HAS_KEY, made, **forged)
        form, statement = attest(data, hashlib.sha256(said).digest()) if attest else ("none", {})
        attestation = cbor2.dumps({"fmt": form, "attStmt": statement, "authData": data}) + after
        return self._answer({"clientDataJSON": text(said), "attestationObject": text(attestation)})

    def sign(self, options, signer=None, signature=None, **forged):
        """Return the answer to what `navigator.credentials.get` is asked.

        It can be forged: `signer` is another key, and `signature` changes the signature.
        """
        self.uses += 1
        data, said = self._answered("webauthn.get", options["rpId"], options, 0, b"", **forged)
        signed = (signer or self.key).sign(data + hashlib.sha256(said).digest(), ES256)
        return self._answer(
            {
                "clientDataJSON": text(said),
                "authenticatorData": text(data),
                "signature": text(signature(signed) if signature else signed),
                "userHandle": text(self.handle),
            }
        )

    def public(self):
        """Return the public key as COSE has it."""
        numbers = self.key.public_key().public_numbers()
        return {1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32), -3: numbers.y.to_bytes(32)}

    def _answered(self, kind, domain, options, with_key, made, said=(), party="", flags=PRESENT | VERIFIED, more=b""):
        """Return the data of the device, and what the browser says."""
        head = hashlib.sha256((party or domain).encode()).digest() + struct.pack(">BI", flags | with_key, self.uses)
        says = {"type": kind, "challenge": options["challenge"], "origin": self.origin, "crossOrigin": False}
        return head + made + more, json.dumps(says | dict(said)).encode()

    def _answer(self, response):
        name = text(self.id)
        return {"id": name, "rawId": name, "type": "public-key", "response": response, "clientExtensionResults": {}}


def text(octets):
    """Return bytes in base64url."""
    return bytes_to_base64url(octets)
