"""A small identity provider (OpenID Connect) on this machine; it signs in a test person at once, and misbehaves on request."""

import base64
import hashlib
import hmac
import json
import secrets
import socket
import threading
import time
from contextlib import contextmanager
from urllib.parse import parse_qsl, urlencode

import uvicorn
from joserfc import jwt
from joserfc.jwk import ECKey
from starlette.applications import Starlette
from starlette.responses import JSONResponse, RedirectResponse
from starlette.routing import Route

CLIENT, SECRET = "ludoteka", "three-dry-biscuits"
MINUTE = 60


class SmallProvider:
    """The provider; tests change its fields while it runs."""

    def __init__(self, issuer):
        self.issuer = issuer
        self.reset()

    def reset(self):
        """Behave well again, with a new key."""
        self.person = {"sub": "1001", "preferred_username": "Radovan"}
        self.changes = {}  # of the claims; None leaves one out
        self.document = {}  # changes of the discovery document
        self.answer = {}  # more parameters of what the browser brings back
        self.sign = self.sign_well  # how an ID token is made from its claims
        self.signed_in_at = time.time  # when the person proved who they are
        self.denies = self.is_down = self.is_broken = False
        self.asked = []  # the parameters of each request to sign in
        self.keys_read = 0
        self._codes = {}
        self.rotate()

    def rotate(self, kind=ECKey, size="P-256"):
        """Sign with a new key, and publish only this one."""
        self.key = kind.generate_key(size, {"kid": secrets.token_hex(4)}, private=True)
        self.published = [self.key]

    @property
    def algorithm(self):
        return "ES256" if isinstance(self.key, ECKey) else "RS256"

    def sign_well(self, claims):
        return jwt.encode({"alg": self.algorithm, "kid": self.key.kid}, claims, self.key)

    def sign_not_at_all(self, claims):
        return f"{_part({'alg': 'none'})}.{_part(claims)}."

    def sign_with_public_key(self, claims):
        """Use the public key as if it were a shared secret, which anybody could."""
        signed = f"{_part({'alg': 'HS256', 'kid': self.key.kid})}.{_part(claims)}"
        return f"{signed}.{_encoded(hmac.digest(self.key.as_pem(private=False), signed.encode(), 'sha256'))}"

    def sign_with_unknown_key(self, claims):
        return jwt.encode({"alg": "ES256", "kid": "unknown"}, claims, ECKey.generate_key("P-256", {"kid": "unknown"}))

    def forge(self, claims):
        """Use another key under the name of the right one."""
        other = ECKey.generate_key("P-256", {"kid": self.key.kid})
        return jwt.encode({"alg": "ES256", "kid": self.key.kid}, claims, other)

    async def discovery(self, request):
        if self.is_down:
            return JSONResponse({}, 503)
        return JSONResponse(
            {
                "issuer": self.issuer,
                "authorization_endpoint": f"{self.issuer}/authorize",
                "token_endpoint": f"{self.issuer}/token",
                "jwks_uri": f"{self.issuer}/keys",
                "id_token_signing_alg_values_supported": ["RS256", "ES256", "HS256", "none"],
                "authorization_response_iss_parameter_supported": True,
                **self.document,
            }
        )

    async def keys(self, request):
        self.keys_read += 1
        shared = {"kty": "oct", "k": _encoded(SECRET.encode()), "kid": "shared"}
        return JSONResponse({"keys": [shared, *(one.as_dict(private=False) for one in self.published)]})

    async def authorize(self, request):
        asked = dict(request.query_params)
        self.asked.append(asked)
        assert (asked["client_id"], asked["response_type"], asked["code_challenge_method"]) == (CLIENT, "code", "S256")
        assert "openid" in asked["scope"].split()
        code = secrets.token_urlsafe()
        self._codes[code] = asked
        answer = {"error": "access_denied"} if self.denies else {"code": code}
        answer |= {"state": asked["state"], "iss": self.issuer} | self.answer
        said = {name: value for name, value in answer.items() if value is not None}
        return RedirectResponse(f"{asked['redirect_uri']}?{urlencode(said)}", 302)

    async def token(self, request):
        if self.is_broken:
            return JSONResponse({}, 500)
        form = dict(parse_qsl((await request.body()).decode()))
        asked = self._codes.pop(form["code"], None)
        secret = base64.b64encode(f"{CLIENT}:{SECRET}".encode()).decode()
        challenge = _encoded(hashlib.sha256(form["code_verifier"].encode()).digest())
        is_right = request.headers["authorization"] == f"Basic {secret}" and form["grant_type"] == "authorization_code"
        if (
            not asked
            or not is_right
            or challenge != asked["code_challenge"]
            or form["redirect_uri"] != asked["redirect_uri"]
        ):
            return JSONResponse({"error": "invalid_grant"}, 400)
        now = int(time.time())
        claims = {"iss": self.issuer, "aud": CLIENT, "iat": now, "exp": now + MINUTE, "nonce": asked["nonce"]}
        claims |= self.person | {"auth_time": int(self.signed_in_at())} | self.changes
        id_token = self.sign({name: value for name, value in claims.items() if value is not None})
        return JSONResponse({"access_token": "of no use", "token_type": "Bearer", "id_token": id_token})


def _part(content):
    return _encoded(json.dumps(content).encode())


def _encoded(octets):
    return base64.urlsafe_b64encode(octets).decode().rstrip("=")


@contextmanager
def small_provider():
    """A running provider."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        provider = SmallProvider(f"http://127.0.0.1:{listener.getsockname()[1]}")
        routes = [
            Route("/.well-known/openid-configuration", provider.discovery),
            Route("/keys", provider.keys),
            Route("/authorize", provider.authorize),
            Route("/token", provider.token, methods=["POST"]),
        ]
        server = uvicorn.Server(uvicorn.Config(Starlette(routes=routes), log_level="critical", lifespan="off"))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        try:
            yield provider
        finally:
            server.should_exit = True
            thread.join()


def list_provider(folder, issuer, **more):
    """Write the file that lists a provider for a house; return the options of `ludoteka serve`, and its environment."""
    entry = {
        "name": "Chess club",
        "issuer": issuer,
        "client_id": CLIENT,
        "client_secret_variable": "CLUB_SECRET",
    } | more
    lines = [f"{name} = {json.dumps(value)}" for name, value in entry.items() if value is not None]
    file = folder / "providers.toml"
    file.write_text("\n".join(["[club]", *lines, ""]))
    return ("--identity-providers", str(file)), {"CLUB_SECRET": SECRET}
