"""How the referee understands the text of an action."""

from houses.shown import NOW

from ludoteka.games import games
from ludoteka.referee.commands import Act
from ludoteka.referee.events import Occupant, Setup
from ludoteka.referee.referee import Referee


def test_the_text_of_an_action_is_read_once_when_it_is_decided_and_from_a_log_when_it_is_replayed(monkeypatch):
    game, texts = games()["tavlei"], []
    read = game.texts.read
    monkeypatch.setattr(game.texts, "read", lambda seen, text: texts.append(text) or read(seen, text))
    seats = {letter: Occupant("person", 0, "anna") for letter in "ad"}
    setup = Setup("m1", "tavlei", 1, game.check_options({}), b"seed", seats, 0.0)
    referee = Referee(game, setup, [])

    event = referee.decide("anna", Act("c0", 0, "d9-b9"), NOW)
    referee.accept(event)
    assert texts == ["d9-b9"]

    assert Referee(game, setup, [event]).match.state == referee.match.state
    assert texts == ["d9-b9", "d9-b9"]
