"""Moderation, as a part of a house."""

from functools import partial

from ludoteka.features.accounts.accounts import Accounts
from ludoteka.features.accounts.exports import Exports
from ludoteka.features.moderation.bans import SHUT_OUTS, BanMiddleware, Bans
from ludoteka.features.moderation.calls import calls
from ludoteka.features.moderation.desk import Desk
from ludoteka.features.moderation.store import BlockStore, ModerationStore
from ludoteka.server.foundation import Feature, Foundation
from ludoteka.server.http.pages import closed
from ludoteka.server.rooms.chat import Chat


def add_moderation(house: Foundation) -> None:
    """Let users report and block each other, and moderators act."""
    blocks, moderation = BlockStore(house.store), ModerationStore(house.store)
    bans = Bans(moderation, house.now, house.broker.broadcast)
    chat = house.services[Chat]
    desk = Desk(house.store, moderation, house.services[Accounts], bans, chat, house.show_name, house.time)
    house.services.add_all(blocks, moderation, bans, desk)
    house.services[Exports].add(blocks.export, moderation.export)
    house.seating.add_check(blocks.check)
    house.connections.add_watcher(bans)
    house.opening.append(bans.reload)
    house.background.append(bans.run)
    house.listeners[SHUT_OUTS] = lambda _: house.rooms.spawn(bans.reload)
    house.expiring.append(moderation.forget_shut_outs)
    house.middleware.append(partial(BanMiddleware, bans=bans, page=closed))


FEATURE = Feature(add_moderation, (calls,))
