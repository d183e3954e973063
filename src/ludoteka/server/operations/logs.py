"""The log of a running house: lines for people, or JSON for programs that gather logs.

A line tells what happened, never who: no cookie, token, seed, invitation, salt or word of a chat comes into it.
"""

import json
import logging
import secrets
import sys
import time
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ludoteka.server.operations.metrics import route_of

REQUEST_ID: ContextVar[str] = ContextVar("request", default="")  # the id of what is being served
PLAIN = "%(asctime)s %(levelname)s %(name)s %(request)s%(message)s"
STANDARD = set(vars(logging.makeLogRecord({}))) | {"message", "asctime", "request", "taskName", "color_message"}
logger = logging.getLogger(__name__)


class _RequestFilter(logging.Filter):
    """Puts the id of the request into each line."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Let everything through, with its request."""
        record.request = f"[{REQUEST_ID.get()}] " if REQUEST_ID.get() else ""
        return True


class JsonFormatter(logging.Formatter):
    """JSON, an object a line: at, level, from, what, request, and whatever was given as `extra`."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        line: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(),
            "level": record.levelname.lower(),
            "from": record.name,
            "what": record.getMessage(),
        }
        if REQUEST_ID.get():
            line["request"] = REQUEST_ID.get()
        line |= {name: value for name, value in vars(record).items() if name not in STANDARD}
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False, default=str)


def configure_logging(form: str) -> None:
    """Write the log to the standard error: "plain" from warnings on, or "json" with every request."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter() if form == "json" else logging.Formatter(PLAIN))
    handler.addFilter(_RequestFilter())
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("ludoteka").setLevel(logging.INFO if form == "json" else logging.WARNING)


HANDSHAKE_STATUS = {"websocket.accept": 101, "websocket.close": 403}  # what a socket is answered, as HTTP has it


class RequestLogMiddleware:
    """Middleware: gives each request and each socket an id, and tells of it when it is done."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve, and log what was served: by its route, as addresses may hold what is not for everybody.

        A socket is served when it is open; what happens to it then, metrics tell.
        """
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        name, began, status = secrets.token_hex(6), time.perf_counter(), 0
        REQUEST_ID.set(name)  # and not taken back: what is logged of a failure comes later, in the same task

        async def named(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                MutableHeaders(scope=message)["x-request-id"] = name
            elif message["type"] in HANDSHAKE_STATUS:
                status = HANDSHAKE_STATUS[message["type"]]
            await send(message)

        try:
            await self.app(scope, receive, named)
        except Exception:
            status = 500
            raise
        finally:
            seconds = round(time.perf_counter() - began, 4)
            told = {"kind": scope["type"], "method": scope.get("method", ""), "route": route_of(scope)}
            logger.info("served", extra=told | {"status": status, "seconds": seconds})
