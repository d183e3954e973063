"""A turnstile: one request begins in each iteration of the event loop, and addresses take turns (decision 0053).

A move passes through several iterations until it is answered.  So how long its player waits depends on how much is done
in one of them, and not on how many requests have arrived.
"""

import asyncio
from collections import OrderedDict, deque

from starlette.types import ASGIApp, Receive, Scope, Send

from ludoteka.server.operations.limits import counted_address


class Turnstile:
    """Admits one request in each iteration of the event loop."""

    def __init__(self) -> None:
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()  # by address, in their order
        self._is_turning = False  # whether a request was admitted in this iteration

    async def enter(self, address: str) -> None:
        """Wait until it is the turn of a request from an address; of an address, the oldest request goes first."""
        loop = asyncio.get_running_loop()
        if not self._is_turning:
            self._is_turning = True
            loop.call_soon(self._turn)
            return
        turn = loop.create_future()
        self._waiting.setdefault(address, deque()).append(turn)
        await turn

    def _turn(self) -> None:
        self._is_turning = self._let_in()
        if self._is_turning:
            asyncio.get_running_loop().call_soon(self._turn)

    def _let_in(self) -> bool:
        """Admit one request of the address that has waited longest; return whether there was one."""
        while self._waiting:
            address, turns = self._waiting.popitem(last=False)
            turn = turns.popleft()
            if turns:
                self._waiting[address] = turns
            if not turn.cancelled():
                turn.set_result(None)
                return True
        return False


class TurnstileMiddleware:
    """Middleware that lets requests and WebSockets begin one after another."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self._turnstile = Turnstile()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket"):
            await self._turnstile.enter(counted_address((scope.get("client") or ("",))[0]))
        await self.app(scope, receive, send)
