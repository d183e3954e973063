"""The log of a running house: lines for people, or JSON for programs that collect logs.

A line says what happened, never to which person: it holds no cookie, token, seed, invitation, salt or chat message.
"""

import json
import logging
import math
import secrets
import sys
import time
import traceback
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ludoteka.core.visible_text import replace_controls
from ludoteka.server.operations import metrics

REQUEST_ID: ContextVar[str] = ContextVar("request", default="")  # the id of the current request
PLAIN = "%(asctime)s %(levelname)s %(name)s %(request)s%(message)s"
STANDARD = set(vars(logging.makeLogRecord({}))) | {"message", "asctime", "request", "taskName", "color_message"}
REPEAT_SECONDS = 60.0  # after which an unexpected error of the same kind is logged again
Kind = tuple[type[BaseException], str, int]  # of error, and the file and the line that raised it
logger = logging.getLogger(__name__)


class _RequestFilter(logging.Filter):
    """Adds the id of the request to each line."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.request = f"[{REQUEST_ID.get()}] " if REQUEST_ID.get() else ""
        return True


class RepetitionFilter(logging.Filter):
    """Keeps one traceback of a kind in a minute, and says later how many more there were."""

    def __init__(self) -> None:
        super().__init__()
        self._told: dict[Kind, tuple[float, int]] = {}  # when it was last logged, and how often it occurred since

    def filter(self, record: logging.LogRecord) -> bool:
        """Tell whether to keep a line; add how often it was left out before."""
        kind = _kind_of(record)
        if kind is None:
            return True
        at, left_out = self._told.get(kind, (-math.inf, 0))
        if record.created < at + REPEAT_SECONDS:
            self._told[kind] = at, left_out + 1
            return False
        self._told[kind] = record.created, 0
        if left_out:
            record.msg, record.args = f"{record.getMessage()} (and {left_out} times more since the last such line)", ()
        return True


def _kind_of(record: logging.LogRecord) -> Kind | None:
    """Return the type of an unexpected error and where it was raised; None for other lines."""
    if not record.exc_info or record.exc_info[0] is None:
        return None
    frames = [*traceback.walk_tb(record.exc_info[2])]
    return (record.exc_info[0], frames[-1][0].f_code.co_filename, frames[-1][1]) if frames else None


class PlainFormatter(logging.Formatter):
    """One line for each record, and the traceback of an error below it."""

    def __init__(self) -> None:
        super().__init__(PLAIN, defaults={"request": ""})

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - the name in the standard library
        return replace_controls(super().formatMessage(record))


class JsonFormatter(logging.Formatter):
    """One JSON object for each line: at, level, from, what, request, and everything given as `extra`."""

    def format(self, record: logging.LogRecord) -> str:
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
    """Log to standard error: "plain" writes warnings and errors, "json" every request as well."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter() if form == "json" else PlainFormatter())
    handler.addFilter(RepetitionFilter())
    handler.addFilter(_RequestFilter())
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("ludoteka").setLevel(logging.INFO if form == "json" else logging.WARNING)


HANDSHAKE_STATUS = {"websocket.accept": 101, "websocket.close": 403}  # the HTTP status of a handshake's answer


class RequestLogMiddleware:
    """Middleware that gives each request and each WebSocket an id, counts requests, and logs both."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request, and log its route and its status; the address itself may be confidential.

        A WebSocket is logged once its handshake is over.
        """
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        name, began, status = secrets.token_hex(6), time.perf_counter(), 0
        REQUEST_ID.set(name)  # never reset: a failure is logged later in the same task

        async def named(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                MutableHeaders(scope=message)["x-request-id"] = name
                metrics.count_request(scope, status, time.perf_counter() - began)
            elif message["type"] in HANDSHAKE_STATUS:
                status = HANDSHAKE_STATUS[message["type"]]
            await send(message)

        try:
            await self.app(scope, receive, named)
        except Exception:
            status = 500
            if scope["type"] == "http":
                metrics.count_request(scope, status)
            raise
        finally:
            seconds = round(time.perf_counter() - began, 4)
            told = {"kind": scope["type"], "method": scope.get("method", ""), "route": metrics.route_of(scope)}
            logger.info("served", extra=told | {"status": status, "seconds": seconds})
