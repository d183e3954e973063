"""The discovery document and keys of an identity provider, fetched when needed and then cached."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, Generic, NamedTuple, TypeVar

from ludoteka.server.identity_providers.configuration import IdentityProvider, may_be_asked
from ludoteka.server.identity_providers.outbound import Outbound, ProviderFailure

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

    def __init__(self, provider: IdentityProvider, outbound: Outbound) -> None:
        self._provider = provider
        self._outbound = outbound
        self._discovery = Shared(self._fetch_discovery)
        self._keys = Shared(self._fetch_keys)

    async def discovery(self) -> Discovery:
        """Return the discovery document.  Raises ProviderFailure."""
        return await self._discovery.read()

    async def keys(self, *, is_fresh: bool = False) -> Any:
        """Return the signing keys, as a `joserfc.jwk.KeySet`.  Raises ProviderFailure."""
        return await self._keys.read(is_fresh=is_fresh)

    async def _fetch_discovery(self) -> Discovery:
        issuer = self._provider.issuer
        found = await self._outbound.get(issuer.removesuffix("/") + WELL_KNOWN)
        if found.get("issuer") != issuer:
            raise ProviderFailure("the discovery document names another issuer")
        authorization, token, keys = (self._endpoint(found, name) for name in ENDPOINTS)
        announced = _names(found.get("id_token_signing_alg_values_supported"))
        algorithms = tuple(one for one in ALGORITHMS if one in announced)
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
        from joserfc.jwk import KeySet  # noqa: PLC0415 - a house without providers does not need it

        found = await self._outbound.get((await self.discovery()).jwks_uri)
        listed = found.get("keys")
        keys = [key for one in (listed if isinstance(listed, list) else []) if (key := _read_key(one)) is not None]
        if not keys:
            raise ProviderFailure("the provider publishes no key that can be used")
        return KeySet(keys)


def _names(listed: object) -> list[str]:
    return [one for one in listed if isinstance(one, str)] if isinstance(listed, list) else []


def _read_key(one: Any) -> Any:
    """Return a public signing key, or None for any other key."""
    from joserfc.errors import JoseError  # noqa: PLC0415 - as above
    from joserfc.jwk import JWKRegistry, RSAKey  # noqa: PLC0415 - as above

    if not isinstance(one, dict) or one.get("kty") not in KEY_TYPES or one.get("use", "sig") != "sig":
        return None
    if one["kty"] == "RSA" and len(str(one.get("n", ""))) * 6 < LEAST_RSA_BITS:  # six bits per character
        return None
    try:
        key = JWKRegistry.import_key(one)
        is_short = isinstance(key, RSAKey) and key.public_key.key_size < LEAST_RSA_BITS
    except (JoseError, ValueError, TypeError, KeyError, AttributeError):
        return None
    return None if is_short or (key.kid is not None and not isinstance(key.kid, str)) else key
