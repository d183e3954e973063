"""Clocks read again, slowly: a table clock that ticks eight times a second, with no arithmetic but steps of one."""

TICKS = 8  # a second; times in ticks are exact as floats, too


class TableClock:
    """What everybody has, in ticks."""

    def __init__(self, kind, base, extra, letters):
        self.kind, self.base, self.extra = kind, base, extra
        self.left = dict.fromkeys(letters, base)
        self.whose = None
        self.delay = 0

    def press(self, whose):
        """The turn passes to somebody."""
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
    """Play acts, (letter, ticks), on a table clock."""
    clock = TableClock(kind, base, extra, letters)
    for letter, ticks in acts:
        if letter != clock.whose:
            clock.press(letter)
        for _ in range(ticks):
            clock.tick()
    return clock
