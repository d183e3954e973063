"""The identity providers of a house, and the authorization code flow with each of them."""

import asyncio
import logging
import re
import ssl
import time
from collections.abc import Awaitable, Callable, Iterable, Mapping
from contextlib import suppress
from importlib import import_module
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar
from urllib.parse import urlencode, urlsplit

import msgspec

from ludoteka.core.message import Message, Refusal, Refused
from ludoteka.features.accounts.accounts import CheckedIdentity
from ludoteka.features.sign_in.attempts import SignInAttempt, derive
from ludoteka.features.sign_in.configuration import may_be_asked
from ludoteka.late_module import LateModule
from ludoteka.server.mail.mail_settings import is_loopback
from ludoteka.server.settings import IdentityProvider

if TYPE_CHECKING:
    import httpx2
    from authlib.oauth2 import auth, rfc7636
    from authlib.oauth2.rfc6749 import parameters
    from authlib.oidc import core
    from joserfc import errors, jwk, jws, jwt
else:  # a house without providers does not need these
    httpx2, auth, rfc7636 = map(LateModule, ("httpx2", "authlib.oauth2.auth", "authlib.oauth2.rfc7636"))
    parameters, core = map(LateModule, ("authlib.oauth2.rfc6749.parameters", "authlib.oidc.core"))
    errors, jwk, jws, jwt = (LateModule(f"joserfc.{name}") for name in ("errors", "jwk", "jws", "jwt"))


SECONDS = 5.0  # for a whole request
LONGEST = 300_000  # bytes of a response; the keys of a large provider take 10,000


class ProviderFailure(Exception):
    """A provider did not respond, or responded incorrectly; the text is for the log and quotes nothing of the response."""


class Outbound:
    """The connections to a provider."""

    def __init__(self) -> None:
        self._clients: dict[bool, httpx2.AsyncClient] = {}  # by whether the address is on this machine

    async def get(self, address: str) -> dict[str, Any]:
        """Return the JSON object at an address.  Raises ProviderFailure."""
        status, content = await self.send("GET", address, None, {"accept": "application/json"})
        if status != 200 or not content:
            raise ProviderFailure(f"{_place(address)} answered with {status} and no JSON object")
        return content

    async def close(self) -> None:
        """Close the connections."""
        for client in self._clients.values():
            await client.aclose()

    async def send(
        self, method: str, address: str, body: bytes | None, headers: Mapping[str, str]
    ) -> tuple[int, dict[str, Any]]:
        """Send a request; return the status and the JSON object of the response, {} if it is none.  Raises ProviderFailure."""
        content = bytearray()
        try:
            async with asyncio.timeout(SECONDS):
                client = await self._client(address)
                async with client.stream(method, address, content=body, headers=headers) as answer:
                    async for part in answer.aiter_bytes():
                        content += part
                        if len(content) > LONGEST:
                            raise ProviderFailure(f"{_place(address)} answered with more than {LONGEST} bytes")
        except (httpx2.HTTPError, httpx2.InvalidURL, TimeoutError, OSError) as error:
            raise ProviderFailure(f"{_place(address)} did not answer: {type(error).__name__}") from error
        return answer.status_code, _read_object(content)

    async def _client(self, address: str) -> "httpx2.AsyncClient":
        """Return the client for an address; requests to this machine use no proxy."""
        is_here = is_loopback(urlsplit(address).hostname or "")
        if is_here not in self._clients:
            context = await asyncio.to_thread(ssl.create_default_context)  # uses the system's certificates
            made = httpx2.AsyncClient(verify=context, timeout=SECONDS, follow_redirects=False, trust_env=not is_here)
            self._clients.setdefault(is_here, made)
        return self._clients[is_here]


def _read_object(content: bytes | bytearray) -> dict[str, Any]:
    try:
        return msgspec.json.decode(content, type=dict[str, Any])
    except (msgspec.DecodeError, RecursionError):
        return {}


def _place(address: str) -> str:
    """Return the host and the path of an address, for the log."""
    parts = urlsplit(address)
    return f"{parts.hostname}{parts.path}"


NO_SUCH_PROVIDER = Refusal("no-such-provider", Message("There is no such sign-in service here."), 404)
PROVIDER_UNREACHABLE = Refusal("provider-unreachable", status=503)
SIGN_IN_CANCELLED = Refusal("sign-in-cancelled", status=403)
BAD_IDENTITY = Refusal("bad-identity", status=403)
NOT_CONFIRMED = Refusal("not-confirmed", status=403)


CACHED_SECONDS = 3600.0
WELL_KNOWN = "/.well-known/openid-configuration"
ENDPOINTS = ("authorization_endpoint", "token_endpoint", "jwks_uri")
ALGORITHMS = ("RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "Ed25519")
KEY_TYPES = ("RSA", "EC", "OKP")  # none uses a shared secret
LEAST_RSA_BITS = 2048

Fetched = TypeVar("Fetched")


class Discovery(NamedTuple):
    """The parts of a discovery document that the house uses."""

    authorization_endpoint: str
    token_endpoint: str
    jwks_uri: str
    algorithms: tuple[str, ...]  # for ID tokens: those that the provider announces, if they are secure
    secret_method: str  # how the client sends its secret
    names_itself: bool  # in every authorization response (RFC 9207)


class Shared(Generic[Fetched]):
    """A cached value that concurrent readers fetch only once."""

    def __init__(self, fetch: Callable[[], Awaitable[Fetched]]) -> None:
        self._fetch = fetch
        self._cached: list[tuple[float, Fetched]] = []  # empty, or one value with its expiry time
        self._running: asyncio.Task[Fetched] | None = None

    async def read(self, *, is_fresh: bool = False) -> Fetched:
        """Return the value; fetch it again if it must be fresh.  Raises ProviderFailure."""
        if self._cached and not is_fresh and self._cached[0][0] > time.monotonic():
            return self._cached[0][1]
        if self._running is None:
            self._running = asyncio.create_task(self._renew())
            self._running.add_done_callback(self._end)
        return await asyncio.shield(self._running)  # a reader that leaves doesn't cancel the fetch for others

    async def _renew(self) -> Fetched:
        found = await self._fetch()
        self._cached = [(time.monotonic() + CACHED_SECONDS, found)]
        return found

    def _end(self, task: "asyncio.Task[Fetched]") -> None:
        self._running = None
        if not task.cancelled():
            task.exception()  # mark the exception as retrieved, even if all readers have left


class ProviderDocuments:
    """The documents of one provider."""

    def __init__(self, provider: IdentityProvider) -> None:
        self._provider = provider
        self.outbound = Outbound()
        self.discovery = Shared(self._fetch_discovery)
        self.keys = Shared(self._fetch_keys)  # the signing keys, as a `joserfc.jwk.KeySet`

    async def _fetch_discovery(self) -> Discovery:
        issuer = self._provider.issuer
        found = await self.outbound.get(issuer.removesuffix("/") + WELL_KNOWN)
        if found.get("issuer") != issuer:
            raise ProviderFailure("the discovery document names another issuer")
        authorization, token, keys = (self._endpoint(found, name) for name in ENDPOINTS)
        announced = _names(found.get("id_token_signing_alg_values_supported"))
        algorithms = tuple(algorithm for algorithm in ALGORITHMS if algorithm in announced)
        if not algorithms:
            raise ProviderFailure("the provider announces no algorithm that is safe")
        methods = _names(found.get("token_endpoint_auth_methods_supported")) or ["client_secret_basic"]
        method = "client_secret_basic" if "client_secret_basic" in methods else "client_secret_post"
        names_itself = found.get("authorization_response_iss_parameter_supported") is True
        return Discovery(
            authorization, token, keys, algorithms, method if self._provider.client_secret else "none", names_itself
        )

    def _endpoint(self, found: dict[str, Any], name: str) -> str:
        address = found.get(name)
        if isinstance(address, str) and address.isascii() and address.isprintable():
            is_plain = self._provider.allow_http and address.startswith("http://")
            with suppress(ValueError):  # brackets without an IPv6 address
                if is_plain or may_be_asked(address):
                    return address
        raise ProviderFailure(f"the discovery document has no address that can be used as {name}")

    async def _fetch_keys(self) -> Any:
        found = await self.outbound.get((await self.discovery.read()).jwks_uri)
        listed = found.get("keys")
        keys = [key for one in (listed if isinstance(listed, list) else []) if (key := _read_key(one)) is not None]
        if not keys:
            raise ProviderFailure("the provider publishes no key that can be used")
        return jwk.KeySet(keys)


def _names(listed: object) -> list[str]:
    return [one for one in listed if isinstance(one, str)] if isinstance(listed, list) else []


def _read_key(one: Any) -> Any:
    """Return a public signing key, or None for any other key."""
    if not isinstance(one, dict) or one.get("kty") not in KEY_TYPES or one.get("use", "sig") != "sig":
        return None
    if one["kty"] == "RSA" and len(str(one.get("n", ""))) * 6 < LEAST_RSA_BITS:  # six bits per character
        return None
    try:
        key = jwk.JWKRegistry.import_key(one)
        is_short = isinstance(key, jwk.RSAKey) and key.public_key.key_size < LEAST_RSA_BITS
    except (errors.JoseError, ValueError, TypeError, KeyError, AttributeError):
        return None
    return None if is_short or (key.kid is not None and not isinstance(key.kid, str)) else key


logger = logging.getLogger(__name__)
SCOPE = "openid profile"  # the user's identity and their preferred name
FORM = {"accept": "application/json", "content-type": "application/x-www-form-urlencoded"}
LIBRARIES = ("httpx2", "joserfc.jwt", "authlib.oidc.core")  # loaded when the house opens, so that nobody waits for them
ERROR_CODE = re.compile(r"[a-z_]{1,40}")  # as OAuth 2.0 names errors
LONGEST_CODE = 4000  # characters
LONGEST_TOKEN = 50_000
LONGEST_SUBJECT = 255  # by the specification
LEEWAY = 30  # seconds by which the clocks of the provider and of this machine may differ


class SignInService:
    """The authorization code flow with one provider."""

    def __init__(self, provider: IdentityProvider, key: bytes) -> None:
        self.provider = provider
        self._key = key  # of the house
        self.documents = ProviderDocuments(provider)

    async def begin(self, attempt: SignInAttempt, redirect: str) -> str:
        """Return the provider's authorization address for the browser.  Raises Refused: "provider-unreachable"."""
        try:
            discovery = await self.documents.discovery.read()
        except ProviderFailure as failure:
            raise self._unreachable(failure) from failure
        is_confirming = attempt.purpose == "confirm"
        address: str = parameters.prepare_grant_uri(
            discovery.authorization_endpoint,
            self.provider.client_id,
            "code",
            redirect,
            SCOPE,
            derive(self._key, attempt, "state"),
            nonce=derive(self._key, attempt, "nonce"),
            code_challenge=rfc7636.create_s256_code_challenge(derive(self._key, attempt, "verifier")),
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
            discovery = await self.documents.discovery.read()
            self._check_answer(answer, discovery)
            tokens = await self._exchange(attempt, answer["code"], redirect, discovery)
        except ProviderFailure as failure:
            raise self._unreachable(failure) from failure
        try:
            identity = await self._identify(tokens, derive(self._key, attempt, "nonce"))
        except ProviderFailure as failure:
            raise self._bad_identity(str(failure)) from failure
        if attempt.purpose == "confirm" and (identity.authenticated_at or 0) < attempt.at - LEEWAY:
            text = Message(
                "The sign-in service did not say that you have just signed in there ({provider}). "
                "Confirm in another way that it's you.",
                provider=self.provider.name,
            )
            raise NOT_CONFIRMED(text)
        return identity._replace(spent=attempt.digest)

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
                raise SIGN_IN_CANCELLED(text)
            raise self._bad_identity(f"it answers with the error {_error_code(error)}")
        if not 0 < len(answer.get("code", "")) <= LONGEST_CODE:
            raise self._bad_identity("the answer has no code")

    async def _exchange(self, attempt: SignInAttempt, code: str, redirect: str, discovery: Discovery) -> dict[str, Any]:
        """Exchange a code for tokens; return them with their names.  Raises ProviderFailure, Refused: "bad-identity"."""
        form = {
            "grant_type": "authorization_code",
            "code": code,
            "redirect_uri": redirect,
            "code_verifier": derive(self._key, attempt, "verifier"),
        }
        client = auth.ClientAuth(self.provider.client_id, self.provider.client_secret, discovery.secret_method)
        address, headers, body = client.prepare("POST", discovery.token_endpoint, dict(FORM), urlencode(form))
        status, tokens = await self.documents.outbound.send("POST", address, body.encode(), headers)
        if status >= 500:
            raise ProviderFailure(f"the token endpoint answered with {status}")
        if status != 200 or not isinstance(tokens.get("id_token"), str):
            raise self._bad_identity(f"the token endpoint answered with {status} {_error_code(tokens.get('error'))}")
        return tokens

    async def _identify(self, tokens: Mapping[str, Any], nonce: str) -> CheckedIdentity:
        """Validate an ID token and return the identity.  Raises ProviderFailure."""
        algorithms, text = (await self.documents.discovery.read()).algorithms, tokens["id_token"]
        try:
            token = _decode(text, await self.documents.keys.read(), algorithms)
        except errors.InvalidKeyIdError:  # the provider has rotated its keys
            try:
                token = _decode(text, await self.documents.keys.read(is_fresh=True), algorithms)
            except errors.InvalidKeyIdError as error:
                raise ProviderFailure("the ID token is signed by an unknown key") from error
        wanted = {
            "iss": {"essential": True, "value": self.provider.issuer},
            "aud": {"essential": True, "value": self.provider.client_id},
        }
        # the access token is used only to check its digest in the ID token
        known = {"nonce": nonce, "client_id": self.provider.client_id}
        known["access_token"] = str(tokens.get("access_token", ""))
        try:
            core.CodeIDToken(token.claims, token.header, wanted, known).validate(int(time.time()), LEEWAY)
        except Exception as error:  # the library raises arbitrary exceptions for malformed claims
            claim = getattr(error, "claim", "") or getattr(error, "error", "")
            raise ProviderFailure(f"the ID token is refused: {type(error).__name__} {claim}") from error
        return _identity(token.claims, self.provider)

    def _unreachable(self, failure: ProviderFailure) -> Refused:
        logger.warning("identity provider %s: %s", self.provider.id, failure)
        return PROVIDER_UNREACHABLE(
            Message("The sign-in service does not answer ({provider}). Try again later.", provider=self.provider.name)
        )

    def _bad_identity(self, reason: str) -> Refused:
        logger.warning("identity provider %s: %s", self.provider.id, reason)
        text = Message(
            "The answer of the sign-in service did not pass the checks of this server ({provider}). "
            "Try again. If it happens again, tell the owner of this server.",
            provider=self.provider.name,
        )
        return BAD_IDENTITY(text)


class SignInServices:
    """All providers of a house."""

    def __init__(self, providers: Iterable[IdentityProvider], key: bytes) -> None:
        self._services = {provider.id: SignInService(provider, key) for provider in providers}
        if self._services:
            for library in LIBRARIES:
                import_module(library)

    @property
    def names(self) -> dict[str, str]:
        """The names of the providers by their issuers."""
        return {provider.issuer: provider.name for provider in self.providers}

    @property
    def providers(self) -> list[IdentityProvider]:
        """The configured providers, in order."""
        return [service.provider for service in self._services.values()]

    def named(self, name: str) -> SignInService:
        """Return a provider by its id.  Raises Refused: "no-such-provider"."""
        if name not in self._services:
            raise NO_SUCH_PROVIDER()
        return self._services[name]

    async def close(self) -> None:
        """Close all connections."""
        for service in self._services.values():
            await service.documents.outbound.close()


def _error_code(error: object) -> str:
    """Return an OAuth 2.0 error code for the log, if it is well-formed."""
    return error if isinstance(error, str) and ERROR_CODE.fullmatch(error) else "?"


async def check_provider(provider: IdentityProvider) -> str:
    """Return why the discovery document or the keys of a provider can't be used; "" if they can."""
    documents = ProviderDocuments(provider)
    try:
        await documents.keys.read()
    except ProviderFailure as failure:
        return str(failure)
    finally:
        await documents.outbound.close()
    return ""


def _decode(text: str, keys: Any, algorithms: tuple[str, ...]) -> Any:
    """Return a token with a valid signature.  Raises ProviderFailure, InvalidKeyIdError."""
    if len(text) > LONGEST_TOKEN:
        raise ProviderFailure("the ID token is too long")
    registry = jws.JWSRegistry(algorithms=algorithms, strict_check_header=False)
    try:
        return jwt.decode(text, keys, algorithms, registry)
    except errors.InvalidKeyIdError:
        raise
    except Exception as error:  # the library raises arbitrary exceptions for malformed bytes
        raise ProviderFailure(f"the ID token is not well signed: {type(error).__name__}") from error


def _identity(claims: dict[str, Any], provider: IdentityProvider) -> CheckedIdentity:
    subject, name, at = claims["sub"], claims.get("preferred_username"), claims.get("auth_time")
    if not (subject and len(subject) <= LONGEST_SUBJECT and subject.isascii() and subject.isprintable()):
        raise ProviderFailure("the ID token has a subject that is empty or too long")
    is_time = isinstance(at, int | float) and not isinstance(at, bool) and 0 < at <= time.time() + LEEWAY
    return CheckedIdentity(
        provider.issuer, subject, name if isinstance(name, str) else "", float(at) if is_time and at else None
    )
