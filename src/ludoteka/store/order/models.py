"""What the store knows of keeping order; times are in seconds since 1970, UTC."""

from typing import NamedTuple

from ludoteka.referee.events import Person


class FiledReport(NamedTuple):
    """What somebody has told about somebody's behaviour."""

    id: str
    reporter: str  # the holder
    about: str  # the holder
    match: str  # where it happened, or ""
    kind: str  # one of `accounts.roles.REPORTED`
    text: str
    at: float
    closed_at: float | None = None


class OrderAct(NamedTuple):
    """Something that was done to keep order, as the log has it."""

    id: str
    at: float
    by: str  # the id of the account, or "" for whoever runs the house
    kind: str  # one of `accounts.roles.ACTS`
    about: str = ""  # the holder
    match: str = ""
    detail: str = ""  # what changed
    reason: str = ""


class ShutOut(NamedTuple):
    """An address that is shut out, or, without an address, somebody whose addresses are."""

    act: str  # by which it was decided
    address: str
    holder: str
    until: float


class ReportEntry(NamedTuple):
    """A report with the people it names."""

    report: FiledReport
    reporter: Person
    about: Person
    is_about_keeper: bool  # whether it is about somebody who keeps order


class OrderEntry(NamedTuple):
    """An act with the people it names, as they are called now."""

    act: OrderAct
    by: str  # "" for whoever runs the house
    about: Person | None
