"""Notifications, as a part of a house."""

from functools import partial

from ludoteka.features.accounts.exports import Exports
from ludoteka.features.accounts.mail import MailStore
from ludoteka.features.notifications.calls import calls
from ludoteka.features.notifications.choices import NoticeChoices, export_notices
from ludoteka.features.notifications.messenger import Messenger
from ludoteka.features.notifications.notifier import Notifier, is_present, push_subject
from ludoteka.features.notifications.push_sender import PushSender
from ludoteka.features.notifications.store import NotificationStore
from ludoteka.server.foundation import Feature, Foundation


def add_notifications(house: Foundation) -> None:
    """Notify users of what waits for them."""
    store, addresses, settings = NotificationStore(house.store), MailStore(house.store), house.settings
    pushes = PushSender(push_subject(settings), store.forget)
    messenger = Messenger(store, pushes, addresses, house.mailer)
    notifier = Notifier(store, messenger, house.now, partial(is_present, house.rooms))
    choices = NoticeChoices(store, settings.push_services, addresses, house.now, has_mail=house.mailer is not None)
    house.services.add_all(store, choices)
    house.background.append(notifier.run)
    house.closing.append(pushes.close)
    house.services[Exports].add(partial(export_notices, store))


FEATURE = Feature(add_notifications, (calls,))
