"""Moves, shots and other actions of the slow reimplementation of Labyrinth (labyrinth.py)."""

from decimal import Decimal

from naive.maze import ANNOUNCED, FOUR, MIRRORS, QUARTER, UNIQUE, No, plain, text

MOST_CELLS_OF_A_BULLET = 150


class Deeds:
    """What a player does in a turn: `play_WORD` returns the moderator's answers, or raises No."""

    def turned(self, player, way):
        """Return where a compass word really leads from the player's cell."""
        one = self.maze.object(player.at)
        if way in FOUR and one["kind"] == "spinner" and "compass" not in player.things:
            for _ in range(one["turn"] // 90):
                way = QUARTER[way]
        return way

    def play_stay(self, player, what):
        self.moved = True
        return []

    def play_move(self, player, way):
        if way in ("up", "down") and not self.maze.ladder(player.at):
            raise No("no-ladder")
        self.moved = True
        way = self.turned(player, way)
        if (player.at, way) in self.maze.exits and "key" in player.things:
            player.state, self.over = "out", player.name
            return ["out"]
        if not self.maze.passable(player.at, way):
            return ["wall"]
        cell, said = self.maze.carried(self.maze.next(player.at, way))
        return ["passed", *said, *self.arrive(player, cell)]

    def arrive(self, player, cell):
        self.time += 1
        player.at, player.came = cell, self.time
        one, said = self.maze.object(cell), []
        player.skip = one["kind"] == "swamp"
        if one["kind"] in ANNOUNCED:
            said.append(one["kind"])
        if self.maze.ladder(cell):
            said.append("ladder")
        if one["kind"] == "river" and list(cell) == one["course"][-1]:
            said.append("mouth")
        goods = one.get("goods", {})
        said += sorted(f"price:{text(item)}:{plain(Decimal(str(goods[item])))}" for item in goods)
        if self.others(cell, player):
            said.append("met")
        return said + self.pick_up(player, cell)

    def pick_up(self, player, cell):
        pile = self.lying.get(cell, [])
        uniques = [thing for thing in pile if thing in UNIQUE]
        left = uniques if len(uniques) > 1 or player.uniques() else []
        found = [thing for thing in pile if thing not in left]
        self.lying[cell] = list(left)
        said = sorted(f"found:{self.gain(player, thing)}" for thing in found)
        self.event = self.event or bool(found)
        if left:
            player.chooses = True
            said += ["choice", *sorted(f"lies:{text(thing)}" for thing in left)]
        return said

    @staticmethod
    def gain(player, thing):
        if isinstance(thing, Decimal):
            player.cash += thing
            return f"purse:{plain(thing)}"
        player.things.append(thing)
        return text(thing)

    # --- shooting

    def play_shoot(self, player, way):
        if "cartridge" not in player.things:
            raise No("no-cartridge")
        if way in ("up", "down") and not self.maze.ladder(player.at):
            raise No("no-ladder")
        player.things.remove("cartridge")
        victim = self.hit(player, self.turned(player, way))
        if victim is None:
            return ["missed"]
        if "vest" in victim.things:
            victim.things.remove("vest")
            return ["protected"]
        self.goes(victim, "dead")
        self.event = True
        return [f"killed:{victim.name}"]

    def hit(self, player, way):
        cell = player.at
        for entered in range(MOST_CELLS_OF_A_BULLET + 1):
            if self.others(cell, player):
                return self.others(cell, player)[0]
            if entered and self.maze.kind(cell) == "mirror":
                way = MIRRORS[self.maze.object(cell)["face"]][way]
            if not self.maze.passable(cell, way):
                return None
            cell = self.maze.next(cell, way)
            if self.maze.kind(cell) == "cow":
                return None
        return None

    # --- things and money

    def play_drop(self, player, called):
        if not player.held(called):
            raise No("not-carried")
        thing = player.held(called)[0]
        player.things.remove(thing)
        self.lay(player.at, [thing])
        return [f"dropped:{called}"]

    def play_take(self, player, called):
        lying = self.on(player.at, called)
        if not lying:
            raise No("not-here")
        if lying[0] in UNIQUE and player.chooses:
            raise No("choice-pending")
        if lying[0] in UNIQUE and player.uniques():
            raise No("second-unique")
        return [f"took:{self.gain(player, self.lift(player.at, lying[0]))}"]

    def play_choose(self, player, called):
        if called != "none":
            lying = [thing for thing in self.on(player.at, called) if thing in UNIQUE]
            if not lying:
                raise No("not-here")
            carried = player.uniques()
            self.lift(player.at, lying[0])
            self.lay(player.at, carried)
            player.things = [thing for thing in player.things if thing not in carried] + [lying[0]]
            self.event = True
        player.chooses = False
        return ["chosen"]

    def play_buy(self, player, called):
        one = self.maze.object(player.at)
        if one["kind"] != "shop":
            raise No("not-a-shop")
        sold = [item for item in one["goods"] if text(item) == called]
        if not sold:
            raise No("not-sold-here")
        if sold[0] in UNIQUE and player.uniques():
            raise No("second-unique")
        price = Decimal(str(one["goods"][sold[0]]))
        if price > player.cash:
            raise No("too-expensive")
        player.cash -= price
        player.things.append(sold[0])
        self.event = True
        return [f"bought:{called}"]

    def play_use(self, player, called):
        if called not in player.things:
            raise No("not-carried")
        if called == "lantern":
            return [f"{way}:{'passage' if self.maze.passable(player.at, way) else 'wall'}" for way in FOUR]
        sides = [way for way in FOUR if self.maze.passable(player.at, way)]
        heard = {way: self.others(self.maze.next(player.at, way), player) for way in sides}
        return [f"{way}:{'somebody' if heard[way] else 'nobody'}" for way in sides]

    def play_sell(self, player, called):
        self.check_bank(player)
        if "idol" not in player.things:
            raise No("not-carried")
        player.things.remove("idol")
        player.cash += 15
        return ["sold:idol"]

    def check_bank(self, player):
        if self.maze.kind(player.at) != "bank":
            raise No("not-a-bank")

    def play_withdraw(self, player, written):
        self.check_bank(player)
        amount = Decimal(written)
        if amount == 0:
            raise No("bad-amount")
        if amount > player.balance - 10:
            raise No("not-withdrawable")
        player.balance -= amount
        player.cash += amount
        return [f"withdrew:{plain(amount)}"]

    def play_deposit(self, player, written):
        self.check_bank(player)
        amount = Decimal(written)
        if amount == 0 or amount > player.cash:
            raise No("bad-amount")
        player.balance += amount
        player.cash -= amount
        return [f"deposited:{plain(amount)}"]
