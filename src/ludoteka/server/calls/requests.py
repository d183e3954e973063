"""Bodies of requests that several calls take."""

from ludoteka.server.protocol.messages import ClientContent


class NoRequest(ClientContent):
    """An empty object."""
