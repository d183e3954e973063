"""The identity providers of a house, and the authorization code flow with each of them."""

import logging
import re
from collections.abc import Iterable, Mapping
from importlib import import_module
from urllib.parse import urlencode

from ludoteka.accounts.identities import CheckedIdentity
from ludoteka.core.message import Message, Refused
from ludoteka.server.identity_providers.attempts import SignInAttempt, derive
from ludoteka.server.identity_providers.configuration import IdentityProvider
from ludoteka.server.identity_providers.documents import Discovery, ProviderDocuments
from ludoteka.server.identity_providers.id_tokens import LEEWAY, SentTokens, check_id_token
from ludoteka.server.identity_providers.outbound import Outbound, ProviderFailure

logger = logging.getLogger(__name__)
SCOPE = "openid profile"  # the user's identity and their preferred name
FORM = {"accept": "application/json", "content-type": "application/x-www-form-urlencoded"}
LIBRARIES = ("httpx2", "joserfc.jwt", "authlib.oidc.core")  # loaded when the house opens, so that nobody waits for them
ERROR_CODE = re.compile(r"[a-z_]{1,40}")  # as OAuth 2.0 names errors
LONGEST_CODE = 4000  # characters


class SignInService:
    """The authorization code flow with one provider."""

    def __init__(self, provider: IdentityProvider, key: bytes) -> None:
        self.provider = provider
        self._key = key  # of the house
        self._outbound = Outbound()
        self.documents = ProviderDocuments(provider, self._outbound)

    async def begin(self, attempt: SignInAttempt, redirect: str) -> str:
        """Return the provider's authorization address for the browser.  Raises Refused: "provider-unreachable"."""
        from authlib.oauth2.rfc6749.parameters import prepare_grant_uri  # noqa: PLC0415 - a house without providers does not need it
        from authlib.oauth2.rfc7636 import create_s256_code_challenge  # noqa: PLC0415 - as above

        try:
            discovery = await self.documents.discovery()
        except ProviderFailure as failure:
            raise self._unreachable(failure) from failure
        is_confirming = attempt.purpose == "confirm"
        address: str = prepare_grant_uri(
            discovery.authorization_endpoint,
            self.provider.client_id,
            "code",
            redirect,
            SCOPE,
            derive(self._key, attempt, "state"),
            nonce=derive(self._key, attempt, "nonce"),
            code_challenge=create_s256_code_challenge(derive(self._key, attempt, "verifier")),
            code_challenge_method="S256",
            prompt="login" if is_confirming else None,
            max_age="0" if is_confirming else None,
        )
        return address

    async def finish(self, attempt: SignInAttempt, answer: Mapping[str, str], redirect: str) -> CheckedIdentity:
        """Return the identity after the provider has sent the browser back with a response.

        Raises:
            Refused: "sign-in-cancelled", "bad-identity", "provider-unreachable", "not-confirmed".
        """
        try:
            discovery = await self.documents.discovery()
        except ProviderFailure as failure:
            raise self._unreachable(failure) from failure
        self._check_answer(answer, discovery)
        try:
            tokens = await self._exchange(attempt, answer["code"], redirect, discovery)
        except ProviderFailure as failure:
            raise self._unreachable(failure) from failure
        try:
            identity = await check_id_token(self.provider, self.documents, tokens, derive(self._key, attempt, "nonce"))
        except ProviderFailure as failure:
            raise self._bad_identity(str(failure)) from failure
        if attempt.purpose == "confirm" and (identity.authenticated_at or 0) < attempt.at - LEEWAY:
            text = Message(
                "The sign-in service did not say that you have just signed in there ({provider}). "
                "Confirm in another way that it's you.",
                provider=self.provider.name,
            )
            raise Refused("not-confirmed", text)
        return identity._replace(spent=attempt.digest)

    async def close(self) -> None:
        """Close the connections to the provider."""
        await self._outbound.close()

    def _check_answer(self, answer: Mapping[str, str], discovery: Discovery) -> None:
        """Check that a response comes from this provider and contains a code.  Raises Refused."""
        issuer = answer.get("iss")
        if issuer != self.provider.issuer and (issuer is not None or discovery.names_itself):
            raise self._bad_identity("the answer names another issuer")
        if error := answer.get("error"):
            if error == "access_denied":
                text = Message(
                    "You did not sign in there ({provider}). You can try again.", provider=self.provider.name
                )
                raise Refused("sign-in-cancelled", text)
            raise self._bad_identity(f"it answers with the error {_error_code(error)}")
        if not 0 < len(answer.get("code", "")) <= LONGEST_CODE:
            raise self._bad_identity("the answer has no code")

    async def _exchange(self, attempt: SignInAttempt, code: str, redirect: str, discovery: Discovery) -> SentTokens:
        """Exchange a code for tokens.  Raises ProviderFailure, Refused: "bad-identity"."""
        from authlib.oauth2.auth import ClientAuth  # noqa: PLC0415 - as above

        form = {
            "grant_type": "authorization_code",
            "code": code,
            "redirect_uri": redirect,
            "code_verifier": derive(self._key, attempt, "verifier"),
        }
        client = ClientAuth(self.provider.client_id, self.provider.client_secret, discovery.secret_method)
        address, headers, body = client.prepare("POST", discovery.token_endpoint, dict(FORM), urlencode(form))
        reply = await self._outbound.post(address, body, headers)
        if reply.status >= 500:
            raise ProviderFailure(f"the token endpoint answered with {reply.status}")
        found = reply.content.get("id_token")
        if reply.status != 200 or not isinstance(found, str):
            reason = _error_code(reply.content.get("error"))
            raise self._bad_identity(f"the token endpoint answered with {reply.status} {reason}")
        return SentTokens(found, str(reply.content.get("access_token", "")))

    def _unreachable(self, failure: ProviderFailure) -> Refused:
        logger.warning("identity provider %s: %s", self.provider.id, failure)
        text = Message(
            "The sign-in service does not answer ({provider}). Try again later.", provider=self.provider.name
        )
        return Refused("provider-unreachable", text)

    def _bad_identity(self, reason: str) -> Refused:
        logger.warning("identity provider %s: %s", self.provider.id, reason)
        text = Message(
            "The answer of the sign-in service did not pass the checks of this server ({provider}). "
            "Try again. If it happens again, tell the owner of this server.",
            provider=self.provider.name,
        )
        return Refused("bad-identity", text)


class SignInServices:
    """All providers of a house."""

    def __init__(self, providers: Iterable[IdentityProvider], key: bytes) -> None:
        self._services = {one.id: SignInService(one, key) for one in providers}
        if self._services:
            for library in LIBRARIES:
                import_module(library)

    @property
    def providers(self) -> list[IdentityProvider]:
        """The configured providers, in order."""
        return [one.provider for one in self._services.values()]

    def named(self, name: str) -> SignInService:
        """Return a provider by its id.  Raises Refused: "no-such-provider"."""
        if name not in self._services:
            raise Refused("no-such-provider", Message("There is no such sign-in service here."))
        return self._services[name]

    async def close(self) -> None:
        """Close all connections."""
        for one in self._services.values():
            await one.close()


def _error_code(error: object) -> str:
    """Return an OAuth 2.0 error code for the log, if it is well-formed."""
    return error if isinstance(error, str) and ERROR_CODE.fullmatch(error) else "?"


async def check_provider(provider: IdentityProvider) -> str:
    """Return why the discovery document or the keys of a provider can't be used; "" if they can."""
    outbound = Outbound()
    try:
        await ProviderDocuments(provider, outbound).keys()
    except ProviderFailure as failure:
        return str(failure)
    finally:
        await outbound.close()
    return ""
