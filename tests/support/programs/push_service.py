"""A push service on loopback: it checks who sends a notice, and decrypts it as the browser would."""

import base64
import json
import os
import queue
import threading
from typing import NamedTuple

import uvicorn
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02
from starlette.applications import Starlette
from starlette.responses import Response
from starlette.routing import Route

SECONDS = 60


def text(content):
    return base64.urlsafe_b64encode(content).rstrip(b"=").decode()


class Browser:
    """The part of a browser that receives notices."""

    def __init__(self, service, name):
        self.endpoint = f"{service.origin}/push/{name}"
        self.key, self.secret = ec.generate_private_key(ec.SECP256R1()), os.urandom(16)

    @property
    def point(self):
        return self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    @property
    def subscription(self):
        return {"endpoint": self.endpoint, "public_key": text(self.point), "secret": text(self.secret)}

    def decrypt(self, content):
        salt, point, sealed = content[:16], content[21:86], content[86:]
        sender = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
        shared = self.key.exchange(ec.ECDH(), sender)
        material = HKDF(SHA256(), 32, self.secret, b"WebPush: info\0" + self.point + point).derive(shared)
        key = HKDF(SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(material)
        nonce = HKDF(SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(material)
        return AESGCM(key).decrypt(nonce, sealed, None).removesuffix(b"\2")


class Pushed(NamedTuple):
    """A notice that has arrived."""

    browser: str  # its name
    content: dict
    headers: dict


class PushService:
    """The push service, in a thread; a context manager."""

    def __init__(self):
        self.arrived = queue.Queue()
        self.browsers, self.statuses = {}, {}
        application = Starlette(routes=[Route("/push/{name}", self._receive, methods=["POST"])])
        self._server = uvicorn.Server(uvicorn.Config(application, port=0, log_level="error", lifespan="off"))
        self._thread = threading.Thread(target=self._server.run, daemon=True)

    def __enter__(self):
        self._thread.start()
        while not (self._server.started and self._server.servers):
            self._thread.join(0.01)
        self.port = self._server.servers[0].sockets[0].getsockname()[1]
        self.origin = f"http://127.0.0.1:{self.port}"
        return self

    def __exit__(self, *failure):
        self._server.should_exit = True
        self._thread.join()

    def browser(self, name):
        self.browsers[name] = Browser(self, name)
        return self.browsers[name]

    def answer(self, name, *statuses):
        """Answer the next notices to a browser with these statuses."""
        self.statuses[name] = list(statuses)

    async def _receive(self, request):
        name, content = request.path_params["name"], await request.body()
        try:
            pushed = Pushed(name, self._check(request, name, content), dict(request.headers))
        except Exception as error:  # noqa: BLE001 - the test is told of it
            pushed = error
        statuses = self.statuses.get(name)
        self.arrived.put(pushed)
        return Response(None, statuses.pop(0) if statuses else 201, {"location": f"{self.origin}/push/{name}"})

    def _check(self, request, name, content):
        headers = request.headers
        assert Vapid02.verify(headers["authorization"])
        token = headers["authorization"].partition("t=")[2].partition(",")[0].split(".")[1]
        claims = json.loads(base64.urlsafe_b64decode(token + "=" * (-len(token) % 4)))
        assert claims["aud"] == self.origin
        assert claims["sub"].startswith(("mailto:", "https://"))
        assert headers["content-encoding"] == "aes128gcm"
        assert headers["urgency"] in ("normal", "high")
        assert len(headers["topic"]) <= 32
        assert int(headers["ttl"]) > 0
        return json.loads(self.browsers[name].decrypt(content))

    def next(self):
        """Return the next notice; wait for it."""
        pushed = self.arrived.get(timeout=SECONDS)
        if isinstance(pushed, Exception):
            raise pushed
        return pushed
