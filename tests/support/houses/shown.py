"""Views as a person gets them: plain data, whole or folded from changes."""

import json

import msgspec

from houses import changed
from ludoteka.referee.curtain import still_lifted
from ludoteka.referee.referee import Moment
from ludoteka.referee.table import NOBODY_AWAY, Presence
from ludoteka.referee.view import Views

NOW = Moment(0.0)


def decoded(value):
    return json.loads(msgspec.json.encode(value))


class Seen(Views):
    """The views of a match as one person after another gets them."""

    def view(self, holder, moment=NOW, present=None):
        """What somebody is shown who comes now; `present` are the people who are there, or everybody."""
        people = {one.holder for one in self.referee.occupants.values() if one.kind == "person"}
        away = dict.fromkeys(people - set(present), moment.at) if present is not None else {}
        presence = Presence(away) if away else NOBODY_AWAY
        return decoded(self.whole(self.shown(holder, moment, presence)))


class Onlooker:
    """One person who is told what changes, and folds it into what he knows."""

    def __init__(self, views, holder):
        self.views, self.holder = views, holder
        self.lifted = ""  # the seat for which the curtain was lifted
        self._shown = views.shown(holder, NOW)
        self.view = decoded(views.whole(self._shown))

    def look(self):
        """Take the next change; return it, or the whole view where it goes on from nothing."""
        self.lifted = still_lifted(self.views.referee, self.holder, self.lifted)
        before, self._shown = self._shown, self.views.shown(self.holder, NOW, lifted=self.lifted)
        if not self.views.goes_on(before, self._shown):
            self.view = decoded(self.views.whole(self._shown))
            return self.view
        change = decoded(self.views.change(before, self._shown))
        self.view = changed(self.view, change)
        return change

    def lift(self):
        """Have the board shown to the seat to which the screen is handed over; return what comes then."""
        self.lifted = self.view["curtain"]
        return self.look()
