"""Challenges for passkeys to sign.  They are authenticated themselves, so nothing is stored until one is used."""

import hashlib
import hmac
import secrets

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


def challenge_digest(challenge: bytes) -> str:
    """Return the digest that the house stores of a used challenge, to prevent reuse."""
    return hashlib.sha256(challenge).hexdigest()


def _proof(key: bytes, holder: str, purpose: str, said: bytes) -> bytes:
    text = f"passkey {purpose} {holder} ".encode() + said
    return hmac.digest(key, text, hashlib.sha256)[:PROOF_BYTES]
