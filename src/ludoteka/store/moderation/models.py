"""Stored moderation data; times are in seconds since 1970, UTC."""

from typing import NamedTuple

from ludoteka.referee.events import Person


class FiledReport(NamedTuple):
    """A report of a person's behaviour."""

    id: str
    reporter: str  # the holder
    about: str  # the holder
    match: str  # where it happened, or ""
    kind: str  # one of `accounts.roles.REPORTED`
    text: str
    at: float
    closed_at: float | None = None


class ModerationAction(NamedTuple):
    """An entry of the moderation log."""

    id: str
    at: float
    by: str  # the id of the moderator's account, or "" for the operator
    kind: str  # one of `accounts.roles.ACTS`
    about: str = ""  # the holder
    match: str = ""
    detail: str = ""  # what changed
    reason: str = ""


class Ban(NamedTuple):
    """A banned address, or, without an address, a person whose addresses are banned."""

    act: str  # the log entry that imposed it
    address: str
    holder: str
    until: float


class ReportEntry(NamedTuple):
    """A report with the people whom it names."""

    report: FiledReport
    reporter: Person
    about: Person
    is_about_keeper: bool  # whether it is about a moderator or an owner


class ModerationEntry(NamedTuple):
    """A log entry with the current names of the people whom it mentions."""

    act: ModerationAction
    by: str  # "" for the operator
    about: Person | None
