"""A client for programs that use a house over the network: bots, above all (docs/api.md)."""

from ludoteka.client.async_client import AsyncClient
from ludoteka.client.bots import Bot
from ludoteka.client.client import Client
from ludoteka.client.following import Happening, Position

__all__ = ["AsyncClient", "Bot", "Client", "Happening", "Position"]
