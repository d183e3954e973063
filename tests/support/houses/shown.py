"""Views as a person receives them: plain data, whole or updated by changes."""

import json

import msgspec

from houses import changed
from ludoteka.referee.agreements import length_after_back, takes_back_freely
from ludoteka.referee.commands import RefereeContext
from ludoteka.referee.views.details import EVERYBODY_PRESENT, Presence, lifted_seat
from ludoteka.referee.views.snapshots import Views

NOW = RefereeContext(0.0)


def decoded(value):
    return json.loads(msgspec.json.encode(value))


def can_take_back(referee, holder):
    """Tell whether a take back of this person would be accepted without asking."""
    mine = referee.seats_of(holder)
    return takes_back_freely(referee, mine) and isinstance(length_after_back(referee, mine), int)


class Seen:
    """The views of a match as different people receive them."""

    def __init__(self, referee, run=None):
        self._views = Views(referee)
        self._views.run = run or self._views.run

    def __getattr__(self, name):  # no base class, because compiled classes have no subclasses
        return getattr(self._views, name)

    def view(self, holder, context=NOW, present=None):
        """Return the whole view of a person who connects now; `present` are the connected people, by default everybody."""
        people = {occupant.holder for occupant in self.referee.occupants.values() if occupant.kind == "person"}
        away = dict.fromkeys(people - set(present), context.at) if present is not None else {}
        presence = Presence(away) if away else EVERYBODY_PRESENT
        return decoded(self.build_view(self.take_snapshot(holder, context, presence)))


class Onlooker:
    """One person who receives changes and applies them to the view they have."""

    def __init__(self, views, holder):
        self.views, self.holder = views, holder
        self.lifted = ""  # the seat for which the curtain was lifted
        self._shown = views.take_snapshot(holder, NOW)
        self.view = decoded(views.build_view(self._shown))

    def look(self):
        """Receive and return the next change, or the whole view if none can be sent."""
        self.lifted = lifted_seat(self.views.referee, self.holder, self.lifted)
        before, self._shown = self._shown, self.views.take_snapshot(self.holder, NOW, lifted=self.lifted)
        if not self.views.can_send_change(before, self._shown):
            self.view = decoded(self.views.build_view(self._shown))
            return self.view
        change = decoded(self.views.build_change(before, self._shown))
        self.view = changed(self.view, change)
        return change

    def lift(self):
        """Lift the curtain for the seat that the screen is handed over to; return what is received then."""
        self.lifted = self.view["curtain"]
        return self.look()
