"""A passkey in software: it makes and signs what a browser would, with a real key."""

import hashlib
import json
import struct

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url

PRESENT, VERIFIED, HAS_KEY = 1, 4, 64  # flags


class Authenticator:
    """A device with one passkey; `origin` is what the browser says of the page that asks."""

    def __init__(self, origin):
        self.origin = origin
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.id = hashlib.sha256(str(self.key.private_numbers().private_value).encode()).digest()
        self.handle = b""
        self.uses = 0

    def make(self, options):
        """Return the answer to what `navigator.credentials.create` is asked."""
        self.handle = base64url_to_bytes(options["user"]["id"])
        numbers = self.key.public_key().public_numbers()
        key = cbor2.dumps({1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32), -3: numbers.y.to_bytes(32)})
        made = bytes(16) + struct.pack(">H", len(self.id)) + self.id + key
        data = self._data(options["rp"]["id"], HAS_KEY) + made
        said = self._said("webauthn.create", options["challenge"])
        attestation = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        return self._answer({"clientDataJSON": _text(said), "attestationObject": _text(attestation)})

    def sign(self, options):
        """Return the answer to what `navigator.credentials.get` is asked."""
        self.uses += 1
        data, said = self._data(options["rpId"], 0), self._said("webauthn.get", options["challenge"])
        signature = self.key.sign(data + hashlib.sha256(said).digest(), ec.ECDSA(hashes.SHA256()))
        return self._answer(
            {
                "clientDataJSON": _text(said),
                "authenticatorData": _text(data),
                "signature": _text(signature),
                "userHandle": _text(self.handle),
            }
        )

    def _data(self, party, flags):
        return hashlib.sha256(party.encode()).digest() + struct.pack(">BI", PRESENT | VERIFIED | flags, self.uses)

    def _said(self, kind, challenge):
        return json.dumps({"type": kind, "challenge": challenge, "origin": self.origin}).encode()

    def _answer(self, response):
        name = _text(self.id)
        return {"id": name, "rawId": name, "type": "public-key", "response": response, "clientExtensionResults": {}}


def _text(octets):
    return bytes_to_base64url(octets)
