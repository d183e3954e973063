"""A client for programs that use a house over the network: bots, above all (docs/api.md)."""

from ludoteka.client.bots import Bot
from ludoteka.client.client import AsyncClient, Client, Request
from ludoteka.client.views import Happening, Position

__all__ = ["AsyncClient", "Bot", "Client", "Happening", "Position", "Request"]
