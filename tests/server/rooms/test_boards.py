"""People receive the same bytes whether the house follows the pieces of a board or compares whole scenes."""

from dataclasses import replace

import pytest

from ludoteka.core.message import Refused
from ludoteka.core.rules import CHANCE, NOBODY
from ludoteka.games import games
from ludoteka.referee.commands import Act, Back, Offer, RefereeContext, Resign, Throw
from ludoteka.referee.events import Occupant, Setup
from ludoteka.referee.match_creation import opening_events
from ludoteka.referee.referee import Referee
from ludoteka.referee.views.details import Presence
from ludoteka.server.rooms.subscribers import Subscriber, Subscribers
from ludoteka.testing import chooser
from ludoteka.testing.walks import variants

WITH_BOARDS = {name: game for name, game in games().items() if game.board}
PLIES = 120
ALONE, SEVERAL = "one person", "several people"


def without_board(game):
    """The same game, whose scenes are compared whole."""
    return replace(game, board=None, scene=lambda seen, actions: game.with_pieces(game.scene(seen, actions), seen))


class Table:
    """A match with its players and a spectator, and all that they receive."""

    def __init__(self, game, options, people):
        seats = game.seats(options)
        occupants = {one.letter: Occupant("person", 0, "anna" if people == ALONE else one.letter) for one in seats}
        setup = Setup("m", game.name, 1, options, bytes(32), occupants, 0.0)
        self.referee = Referee(game, setup, opening_events(game, setup))
        self.subscribers = Subscribers(self.referee)
        self.subscribers.views.run = "run"
        self.received = []  # by connection
        self.refused = []
        for holder in [*{one.holder for one in occupants.values()}, "spectator"]:
            self.join(holder)

    def join(self, holder, last=0, token=""):
        messages = []
        self.received.append(messages)
        one = Subscriber(holder, messages.append, can_answer=False)
        self.subscribers.all.add(one)
        one.post(self.subscribers.greeting(one, last, token, RefereeContext(0.0), Presence()))

    def do(self, command, holder=None):
        referee = self.referee
        letter = referee.thrower or referee.match.letter(referee.seat)
        try:
            referee.accept(referee.decide(holder or referee.occupants[letter].holder, command, RefereeContext(1.0)))
        except Refused as refused:
            self.refused.append(str(refused))
        self.subscribers.show(RefereeContext(1.0), Presence())


def act(table, choose):
    """Throw or play a random action, after a pass of the house."""
    referee = table.referee
    event = referee.decide_automatically(1.0) if referee.thrower is None else None
    if event:
        referee.accept(event)
        table.subscribers.show(RefereeContext(1.0), Presence())
    elif referee.seat == CHANCE:
        table.do(Throw(f"t{referee.number}", referee.number))
    else:
        texts = referee.match.legal_texts()
        table.do(Act(f"a{referee.number}", referee.number, texts[choose(len(texts))]))


def play(game, options, people, seed):
    """Play a random match with take backs, offers, people who come back, and a resignation if it lasts too long."""
    table, choose = Table(game, options, people), chooser(seed)
    for _ in range(PLIES):
        if table.referee.seat == NOBODY:
            break
        number, event = table.referee.number, choose(12)
        if event == 0:
            table.do(Back(f"b{number}", number))
        elif event == 1:
            table.do(Offer(f"o{number}", number, "back"))
        elif event == 2:
            table.join("spectator", max(0, number - choose(3)), "run")
        else:
            act(table, choose)
    else:
        letter = next(iter(table.referee.occupants))
        table.do(Resign("r", 0, letter), table.referee.occupants[letter].holder)
    table.join("late")
    return table.received, table.refused


@pytest.mark.parametrize("people", [ALONE, SEVERAL])
@pytest.mark.parametrize("game", WITH_BOARDS.values(), ids=WITH_BOARDS.keys())
def test_everybody_receives_what_a_comparison_of_whole_scenes_gives(game, people):
    options = [*variants(game)]
    for seed in range(3):
        chosen = options[seed % len(options)]
        assert play(game, chosen, people, seed) == play(without_board(game), chosen, people, seed)


@pytest.mark.parametrize("people", [ALONE, SEVERAL])
def test_everybody_receives_the_same_while_quiet_moves_are_counted_and_after_a_draw_by_them(people):
    game = games()["moksha"]
    received = []
    for one in (game, without_board(game)):
        table = Table(one, game.check_options({"repetition": "off", "quiet": "draw"}), people)
        for ply in range(100):
            table.do(Act(f"a{ply}", table.referee.number, ("b1-b2", "g8-g7", "b2-b1", "g7-g8")[ply % 4]))
        assert table.referee.seat == NOBODY
        received.append(table.received)
    assert received[0] == received[1]
    assert b"Moves without progress" in b"".join(received[0][0])
