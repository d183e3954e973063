"""Views as a person gets them: plain data, whole or folded from changes."""

import json

import msgspec
from houses import changed

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
        self._shown = views.shown(holder, NOW)
        self.view = decoded(views.whole(self._shown))

    def look(self):
        """Take the next change; return it."""
        now = self.views.shown(self.holder, NOW)
        change = decoded(self.views.change(self._shown, now))
        self._shown, self.view = now, changed(self.view, change)
        return change
