"""Identities: who somebody is for an identity provider, such as the sign-in service of a club."""

import hashlib
from typing import NamedTuple


class CheckedIdentity(NamedTuple):
    """Somebody whom an identity provider has just identified; the issuer and the subject say who it is, nothing else does."""

    issuer: str  # the address of the provider
    subject: str  # the person, as the provider names them for good
    name: str = ""  # as they would like to be called
    authenticated_at: float | None = None  # when they last proved to the provider who they are; None if it does not say
    spent: str = ""  # the digest of what can be used once


def identity_id(issuer: str, subject: str) -> str:
    """Return the id by which people name one of their identities."""
    return hashlib.sha256(f"identity {issuer} {subject}".encode()).hexdigest()[:16]
