"""A slow reimplementation of the clocks: a table clock that ticks eight times a second and only counts by one."""

TICKS = 8  # per second; times in eighths of a second are exact as floats


class TableClock:
    """The time of all players, in ticks."""

    def __init__(self, kind, base, extra, letters):
        self.kind, self.base, self.extra = kind, base, extra
        self.left = dict.fromkeys(letters, base)
        self.whose = None
        self.delay = 0

    def press(self, whose):
        """Pass the turn."""
        if self.kind == "increment" and self.whose is not None:
            for _ in range(self.extra):
                self.left[self.whose] += 1
        if self.kind == "days" and self.whose is not None:
            self.left[self.whose] = self.base
        self.whose = whose
        self.delay = self.extra if self.kind == "delay" else 0

    def tick(self):
        if self.delay:
            self.delay -= 1
        elif self.left[self.whose]:
            self.left[self.whose] -= 1


def ticked(kind, base, extra, letters, acts):
    """Play moves, as (letter, ticks), on a table clock."""
    clock = TableClock(kind, base, extra, letters)
    for letter, ticks in acts:
        if letter != clock.whose:
            clock.press(letter)
        for _ in range(ticks):
            clock.tick()
    return clock
