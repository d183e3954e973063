"""Identities of users at identity providers, such as the sign-in service of a club."""

import hashlib
from typing import NamedTuple


class CheckedIdentity(NamedTuple):
    """A person just identified by an identity provider; only the issuer and the subject identify them."""

    issuer: str  # the address of the provider
    subject: str  # the provider's permanent id of the person
    name: str = ""  # their preferred name
    authenticated_at: float | None = None  # when they last authenticated at the provider; None if it doesn't say
    spent: str = ""  # the digest of a value that can be used once


def identity_id(issuer: str, subject: str) -> str:
    """Return the public id of an identity."""
    return hashlib.sha256(f"identity {issuer} {subject}".encode()).hexdigest()[:16]
