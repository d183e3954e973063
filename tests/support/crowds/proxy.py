"""A round-robin proxy in front of several servers of one house.

It ignores HTTP, WebSockets and cookies, so a house that works behind it needs no sticky sessions.
"""

import asyncio
import threading
from contextlib import suppress
from itertools import count

CHUNK = 1 << 16


class Proxy:
    """A proxy that runs in its own thread; its servers are (host, port)."""

    def __init__(self, servers):
        self.servers = list(servers)
        self._turns = count()
        self._connections = {}  # task -> server
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="proxy", daemon=True)

    def __enter__(self):
        self._thread.start()
        self._listener = self._do(asyncio.start_server(self._serve, "127.0.0.1", 0, backlog=1000))
        host, port = self._listener.sockets[0].getsockname()
        self.address = f"http://{host}:{port}"
        return self

    def __exit__(self, *failure):
        self._listener.close()
        self.cut()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def add(self, server):
        """Send new connections to this server too."""
        self.servers.append(server)

    def drop(self, server):
        """Stop sending connections to a server, and cut those that it has."""
        self.servers.remove(server)
        self.cut(server)

    def cut(self, server=None):
        """Cut all connections, or those to one server."""
        self._do(self._cut(server))

    def _do(self, coroutine):
        return asyncio.run_coroutine_threadsafe(coroutine, self._loop).result(20)

    async def _cut(self, server):
        tasks = [task for task, whose in self._connections.items() if server in (None, whose)]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _serve(self, reader, writer):
        try:
            server, ends = await self._connected()
            if ends is None:
                return
            task = asyncio.gather(_pump(reader, ends[1]), _pump(ends[0], writer))
            self._connections[task] = server
            try:
                await task
            finally:
                self._connections.pop(task, None)
                ends[1].close()
        except (OSError, asyncio.CancelledError):
            pass
        finally:
            writer.close()

    async def _connected(self):
        """Return the next server that answers, with the reader and writer of a connection to it."""
        for _ in range(len(self.servers)):
            server = self.servers[next(self._turns) % len(self.servers)]
            with suppress(OSError):
                return server, await asyncio.open_connection(*server)
        return None, None


async def _pump(reader, writer):
    """Forward data until it ends; then close the other direction as well."""
    while data := await reader.read(CHUNK):
        writer.write(data)
        await writer.drain()
    raise ConnectionResetError
