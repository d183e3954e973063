"""What the store knows of notices."""

from typing import NamedTuple

from ludoteka.store.models import StoredMatch

CHANNELS = ("push", "mail")


class NoticeSettings(NamedTuple):
    """What a resident wants to be told, and when."""

    account: str  # the id
    turns: bool
    challenges: bool
    rounds: bool
    quiet_from: int | None  # minutes after midnight in their time zone; None without quiet hours
    quiet_to: int | None
    zone: str  # the IANA name of the time zone
    language: str
    mail: bool  # whether notices are sent by e-mail, too
    digest_hour: int | None  # of the one mail a day; None if mails are sent at once
    end_key: str  # in the links that end these mails

    def wants(self, kind: str) -> bool:
        """Tell whether they want to be told something of this kind."""
        return {"turn": self.turns, "challenge": self.challenges, "round": self.rounds}[kind]


class PushSubscription(NamedTuple):
    """A browser in which a resident wants notices."""

    id: str  # the digest of the endpoint
    account: str  # the id
    session: str  # the digest
    endpoint: str  # the address at the push service of the browser
    public_key: bytes  # of the browser: an uncompressed point of P-256
    secret: bytes  # with which the browser recognises what is meant for it
    made_at: float  # house time


class WaitingNotice(NamedTuple):
    """Something that is to be told to somebody."""

    match: str
    holder: str
    channel: str  # one of `CHANNELS`
    kind: str  # "turn", "challenge" or "round"
    at: float  # when it happened, in house time
    due: float | None  # when to tell it; None if there is nothing more to tell of this turn
    is_reminder: bool = False  # the turn was told already


class DueNotice(NamedTuple):
    """A notice that is to be told about now, with what is needed to tell it."""

    waiting: WaitingNotice
    settings: NoticeSettings | None  # None if they want no notices any more
    kept: StoredMatch
    tournament: str  # the name; "" if the match belongs to none
