"""Validation of ID tokens, with which a provider identifies a user (OpenID Connect Core, 3.1.3.7)."""

import time
from typing import Any, NamedTuple

from ludoteka.accounts.identities import CheckedIdentity
from ludoteka.server.identity_providers.configuration import IdentityProvider
from ludoteka.server.identity_providers.documents import ProviderDocuments
from ludoteka.server.identity_providers.outbound import ProviderFailure

LEEWAY = 30  # seconds by which the clocks of the provider and of this machine may differ
LONGEST_SUBJECT = 255  # characters, by the specification
LONGEST_TOKEN = 50_000  # characters


class SentTokens(NamedTuple):
    """The response of the token endpoint."""

    id_token: str
    access_token: str  # used only to check its digest in the ID token


async def check_id_token(
    provider: IdentityProvider, documents: ProviderDocuments, tokens: SentTokens, nonce: str
) -> CheckedIdentity:
    """Validate an ID token and return the identity.  Raises ProviderFailure."""
    from joserfc.errors import InvalidKeyIdError  # noqa: PLC0415 - a house without providers does not need it

    algorithms = (await documents.discovery()).algorithms
    try:
        token = _decode(tokens.id_token, await documents.keys(), algorithms)
    except InvalidKeyIdError:  # the provider has rotated its keys
        try:
            token = _decode(tokens.id_token, await documents.keys(is_fresh=True), algorithms)
        except InvalidKeyIdError as error:
            raise ProviderFailure("the ID token is signed by an unknown key") from error
    _check_claims(token, provider, tokens, nonce)
    return _identity(token.claims, provider)


def _decode(text: str, keys: Any, algorithms: tuple[str, ...]) -> Any:
    """Return a token with a valid signature.  Raises ProviderFailure, InvalidKeyIdError."""
    from joserfc import jwt  # noqa: PLC0415 - as above
    from joserfc.errors import InvalidKeyIdError  # noqa: PLC0415 - as above
    from joserfc.jws import JWSRegistry  # noqa: PLC0415 - as above

    if len(text) > LONGEST_TOKEN:
        raise ProviderFailure("the ID token is too long")
    registry = JWSRegistry(algorithms=algorithms, strict_check_header=False)
    try:
        return jwt.decode(text, keys, algorithms, registry)
    except InvalidKeyIdError:
        raise
    except Exception as error:  # the library raises arbitrary exceptions for malformed bytes
        raise ProviderFailure(f"the ID token is not well signed: {type(error).__name__}") from error


def _check_claims(token: Any, provider: IdentityProvider, tokens: SentTokens, nonce: str) -> None:
    from authlib.oidc.core import CodeIDToken  # noqa: PLC0415 - as above

    options = {
        "iss": {"essential": True, "value": provider.issuer},
        "aud": {"essential": True, "value": provider.client_id},
    }
    known = {"nonce": nonce, "client_id": provider.client_id, "access_token": tokens.access_token}
    try:
        CodeIDToken(token.claims, token.header, options, known).validate(int(time.time()), LEEWAY)
    except Exception as error:  # as above
        claim = getattr(error, "claim", "") or getattr(error, "error", "")
        raise ProviderFailure(f"the ID token is refused: {type(error).__name__} {claim}") from error


def _identity(claims: dict[str, Any], provider: IdentityProvider) -> CheckedIdentity:
    subject, name, at = claims["sub"], claims.get("preferred_username"), claims.get("auth_time")
    if not (subject and len(subject) <= LONGEST_SUBJECT and subject.isascii() and subject.isprintable()):
        raise ProviderFailure("the ID token has a subject that is empty or too long")
    is_time = isinstance(at, int | float) and not isinstance(at, bool) and 0 < at <= time.time() + LEEWAY
    return CheckedIdentity(
        provider.issuer, subject, name if isinstance(name, str) else "", float(at) if is_time and at else None
    )
