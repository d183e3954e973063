"""Labyrinth word for word: a slow reimplementation of the rules, with which the fast one is compared.

Everything is named: cells are (x, y, floor), things are words that lie on a cell in the order in which they
came there, money is Decimal.  Each clause is followed as it is written, and nothing is cached.  `play` returns the
answers to an action text, or raises No with the code of the first reason to refuse the action.
"""

import copy
import re
from decimal import Decimal

from naive.deeds import Deeds
from naive.maze import CALLED, DELTA, UNIQUE, Maze, No, Player, plain, text


class Labyrinth(Deeds):
    """A match."""

    def __init__(self, options):
        scenario = options["scenario"]
        self.maze = Maze(scenario)
        self.players = [Player(name) for name in options["players"]]
        self.late, self.rejoin = options.get("late", []), options.get("rejoin", False)
        self.limit = len(self.maze.cells) if options.get("stall") is True else options.get("stall") or 0
        self.lying = {}  # cell -> its things, oldest first; a purse is a Decimal
        for one in scenario["items"]:
            things = [Decimal(one["count"])] if one["item"] == "purse" else [one["item"]] * one["count"]
            self.lay(tuple(one["at"]), things)
        self.order, self.time, self.quiet, self.event = [], 0, 0, False
        self.mover, self.moved, self.begun, self.over = None, False, False, None
        starts = scenario.get("starts") or {}
        for player in self.players:
            if starts and player.name not in self.late:
                self.join(player, tuple(starts[player.name]))

    def __deepcopy__(self, memo):
        """Copy only what changes during a match."""
        other, twins = copy.copy(self), {player: copy.copy(player) for player in self.players}
        for twin in twins.values():
            twin.things = [*twin.things]
        other.players, other.order = [twins[player] for player in self.players], [twins[one] for one in self.order]
        other.mover = twins.get(self.mover)
        other.lying = {cell: [*pile] for cell, pile in self.lying.items()}
        return other

    # --- who is there

    def join(self, player, cell):
        self.order = [one for one in self.order if one is not player] + [player]
        player.come(cell, self.time)
        if not self.unplaced() and self.mover is None:
            self.mover = self.order[0]

    def unplaced(self):
        return [player for player in self.players if player.state == "waiting" and player.name not in self.late]

    def others(self, cell, player):
        """Return the other players on a cell: those who have been there longest come first; among equals, those who joined first."""
        there = [one for one in self.order if one.state == "in" and one.at == cell and one is not player]
        return sorted(there, key=lambda one: one.came)

    def lay(self, cell, things):
        for thing in things:
            pile = self.lying.setdefault(cell, [])
            if not isinstance(thing, Decimal):
                pile.append(thing)
            elif thing:
                purses = [one for one in pile if isinstance(one, Decimal)]
                pile[:] = [one for one in pile if one not in purses] + [sum(purses, thing)]

    def on(self, cell, called):
        """Return the things on a cell that a text names."""
        pile = self.lying.get(cell, [])
        return [one for one in pile if (called == "purse" if isinstance(one, Decimal) else text(one) == called)]

    def lift(self, cell, thing):
        self.lying[cell].remove(thing)
        return thing

    def goes(self, player, state):
        self.lay(player.at, [*player.things, player.cash])
        player.state, player.things, player.chooses, player.skip = state, [], False, False
        player.cash = player.balance = Decimal(0)

    # --- turns

    def next_turn(self):
        """Pass the turn, skipping stuck players; return what is said."""
        said, index = [], self.order.index(self.mover)
        while True:
            index += 1
            if index == len(self.order):
                index, self.quiet, self.event = 0, 0 if self.event else self.quiet + 1, False
                if self.quiet == self.limit > 0:
                    self.over = "draw"
                    return said
            player = self.order[index]
            if player.state == "in" and player.skip:
                player.skip = False
                player.interest()
                said.append(f"skipped:{player.name}")
            elif player.state == "in":
                break
        self.mover, self.moved, self.begun = player, False, False
        if player.chooses and not any(one in UNIQUE for one in self.lying.get(player.at, [])):
            player.chooses = False
            said.append("nothing-to-choose")
        return said

    def play(self, action):
        """Do an action and return the answers, or raise No and change nothing."""
        said = self.answer(action)
        if self.moved and not self.over and self.legal() == ["end"]:
            self.mover.interest()
            said += self.next_turn()
        return said

    def answer(self, action):
        """Do an action and return the answers; the turn ends only if the action itself ends it."""
        if self.over:
            raise No("game-over")
        word, _, what = action.partition(":")
        if word == "join":
            return self.play_join(what)
        if not self.is_text(action):
            raise No("bad-text")
        if self.mover is None:
            raise No("not-your-turn")
        player = self.mover
        self.check_stage(player, word)
        said = self.play_move(player, word) if word in DELTA else getattr(self, f"play_{word}")(player, what)
        self.begun = word not in ("leave", "end")
        return said

    @staticmethod
    def is_text(action):
        things = "|".join(CALLED)
        amount = r"[0-9]+(\.[0-9]{1,2})?"
        pattern = (
            "north|south|west|east|up|down|stay|end|leave|shoot:(north|south|west|east|up|down)|"
            f"(drop|take|buy):({things})|choose:({things}|none)|sell:idol|(withdraw|deposit):{amount}|"
            "use:(lantern|trumpet)"
        )
        return re.fullmatch(pattern, action) is not None

    def must_choose(self):
        return self.mover is not None and self.mover.chooses and not self.moved

    def check_stage(self, player, word):
        """Raise No if the action does not belong to this stage of the turn (section "A turn")."""
        if word == "choose" and not self.must_choose():
            raise No("no-choice")
        if word != "choose" and self.must_choose():
            raise No("choice-pending")
        if self.moved and (word in DELTA or word in ("stay", "leave")):
            raise No("already-moved")
        if self.moved and word == "shoot":
            raise No("shot-after-move")
        if word == "end" and not self.moved:
            raise No("move-first")
        if word == "leave" and self.begun:
            raise No("not-your-turn")

    # --- coming and going

    def play_join(self, what):
        match = re.fullmatch("([^@]+)@(-?[0-9]+),(-?[0-9]+),(-?[0-9]+)", what)
        player = next((one for one in self.players if match and one.name == match[1]), None)
        if player is None:
            raise No("bad-text")
        cell = tuple(int(match[index]) for index in (2, 3, 4))
        may = player.state == "waiting" or (player.state == "dead" and self.rejoin)
        if self.mover is None:
            may = player is self.unplaced()[0]
        elif self.must_choose():
            raise No("choice-pending")
        if not may:
            raise No("not-your-turn")
        if self.moved:
            raise No("already-moved")
        if self.begun:
            raise No("not-your-turn")
        if cell not in self.maze.cells or not self.maze.empty(cell, self.lying) or self.others(cell, None):
            raise No("not-here")
        self.join(player, cell)
        return []

    def play_leave(self, player, what):
        self.goes(player, "out")
        if not any(one.state == "in" for one in self.players):
            self.over = "left"
            return []
        return self.next_turn()

    def play_end(self, player, what):
        player.interest()
        return self.next_turn()

    # --- observations

    def tries(self):
        """Return every action that a list of legal actions may contain; of the amounts, only the smallest is tried."""
        yield from (*DELTA, "stay", "end", "choose:none", "sell:idol", "use:lantern", "use:trumpet")
        yield from (f"shoot:{way}" for way in DELTA)
        yield from (f"{word}:{called}" for word in ("drop", "take", "choose", "buy") for called in CALLED)
        yield from ("withdraw:0.01", "deposit:0.01")
        if self.unplaced():
            name = self.unplaced()[0].name
            yield from (f"join:{name}@{x},{y},{floor}" for x, y, floor in self.maze.cells)

    def legal(self):
        return sorted(action.removesuffix(":0.01") for action in self.tries() if self.code(action) is None)

    def code(self, action):
        """Return the code with which an action would be refused, or None."""
        try:
            copy.deepcopy(self).answer(action)
        except No as no:
            return no.args[0]
        return None

    def to_act(self):
        if self.over:
            return None
        return self.mover.name if self.mover else "chance"

    def result(self):
        if not self.over:
            return None
        return {
            player.name: 0 if self.over == "draw" else 1 if self.over == player.name else -1 for player in self.players
        }

    def position(self):
        floor = [[list(cell), self.counts(pile)] for cell, pile in sorted(self.lying.items()) if pile]
        return {
            "players": {player.name: self.told(player) for player in self.players if player.state != "waiting"},
            "floor": floor,
        }

    @staticmethod
    def counts(things):
        names = {plain(thing): "purse" for thing in things if isinstance(thing, Decimal)}
        counted = {thing: things.count(thing) for thing in things if not isinstance(thing, Decimal)}
        return counted | {purse: amount for amount, purse in names.items()}

    def told(self, one):
        return {
            "at": list(one.at) if one.state == "in" else None,
            "cash": plain(one.cash),
            "balance": plain(one.balance),
            "items": self.counts(one.things),
            "state": one.state,
            "skip": one.skip,
        }
