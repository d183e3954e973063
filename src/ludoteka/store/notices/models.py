"""Stored notification data."""

from typing import NamedTuple

from ludoteka.store.models import StoredMatch

CHANNELS = ("push", "mail")


class NoticeSettings(NamedTuple):
    """A user's notification settings."""

    account: str  # the id
    turns: bool
    challenges: bool
    rounds: bool
    quiet_from: int | None  # minutes after midnight in their time zone; None without quiet hours
    quiet_to: int | None
    zone: str  # the IANA name of the time zone
    language: str
    mail: bool  # whether notifications are also sent by e-mail
    digest_hour: int | None  # of the daily e-mail; None if e-mails are sent at once
    end_key: str  # in the links to unsubscribe from these e-mails

    def wants(self, kind: str) -> bool:
        """Tell whether the user wants notifications of this kind."""
        return {"turn": self.turns, "challenge": self.challenges, "round": self.rounds}[kind]


class PushSubscription(NamedTuple):
    """A browser that receives a user's notifications."""

    id: str  # the digest of the endpoint
    account: str  # the id
    session: str  # the digest
    endpoint: str  # the address at the push service of the browser
    public_key: bytes  # of the browser: an uncompressed point of P-256
    secret: bytes  # with which the browser authenticates messages to it
    made_at: float  # house time


class WaitingNotice(NamedTuple):
    """A pending notification."""

    match: str
    holder: str
    channel: str  # one of `CHANNELS`
    kind: str  # "turn", "challenge" or "round"
    at: float  # when it happened, in house time
    due: float | None  # when to send it; None if nothing more is to be sent about this turn
    is_reminder: bool = False  # the turn was notified already


class DueNotice(NamedTuple):
    """A notification that is due, with the data needed to send it."""

    waiting: WaitingNotice
    settings: NoticeSettings | None  # None if the user has no settings any more
    kept: StoredMatch
    tournament: str  # the name; "" if the match belongs to none
