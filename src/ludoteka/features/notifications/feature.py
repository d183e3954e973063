"""Notifications, as a part of a house."""

from functools import partial

from ludoteka.features.accounts.exports import Exports
from ludoteka.features.notifications.calls import calls
from ludoteka.features.notifications.choices import export_notices
from ludoteka.features.notifications.notifier import Notifications
from ludoteka.server.foundation import Feature, Foundation


def add_notifications(house: Foundation) -> None:
    """Notify users of what waits for them."""
    notifications = Notifications(house.store, house.settings, house.now, house.rooms, house.mailer)
    house.services.add_all(notifications, notifications.choices, notifications.store)
    house.background.append(notifications.notifier.run)
    house.closing.append(notifications.close)
    house.services[Exports].add(partial(export_notices, notifications.store))


FEATURE = Feature(add_notifications, (calls,))
