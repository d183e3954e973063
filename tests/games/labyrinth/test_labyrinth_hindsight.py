"""A finished match in hindsight: where everybody was, what they had seen, and what they overlooked."""

from boards.labyrinth import GAME, Play

from ludoteka.core.match import Match


def hindsight(*actions):
    """Return what is said in hindsight after these actions of P, who begins on A1, and Q, who begins on B1."""
    play = Play("P A1, Q B1")
    play(*actions)
    return play.match.hindsight()


def test_every_action_has_the_places_of_all_players_and_where_they_had_been():
    first, *_, last = hindsight("north", "north", "south")
    assert first.places == {"P": "0,0,0", "Q": "0,1,0"}
    assert last.places == {"P": "0,1,0", "Q": "0,0,0"}
    assert last.visited == {"P": ("0,0,0", "0,1,0"), "Q": ("0,1,0", "0,0,0")}


def test_walking_into_a_wall_is_a_fact_only_if_the_wall_was_known():
    *unknown, known = hindsight("north", "stay", "end", "north")
    assert not any(one.facts for one in unknown)
    assert [fact.text for fact in known.facts] == ["{name} walked into a wall that was already known."]


def test_players_whom_chance_has_placed_have_hindsight_too():
    match = Match(GAME, {"players": ["P"]})
    for text in (match.text_of(match.legal()[0]), "stay", "stay"):
        match.play(text)
    assert [list(one.places) for one in match.hindsight()] == [["P"]] * 3
