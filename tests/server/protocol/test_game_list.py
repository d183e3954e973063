"""The list of games, of which clients make their set-up pages."""

import msgspec
from jsonschema import Draft202012Validator

from ludoteka.games import games_to_offer
from ludoteka.house.house import CALLS
from ludoteka.server.calls.openapi import openapi_document
from ludoteka.server.http.game_list import describe_games
from ludoteka.server.protocol.messages import encode

LISTED = msgspec.json.decode(encode(describe_games()))


def test_the_list_of_games_is_as_described():
    components = openapi_document(CALLS)["components"]
    schema = {"type": "array", "items": {"$ref": "#/components/schemas/Game"}, "components": components}
    assert list(Draft202012Validator(schema).iter_errors(LISTED)) == []


def test_every_game_is_listed_with_what_it_offers():
    for game, listed in zip(games_to_offer(), LISTED, strict=True):
        assert (listed["name"], listed["scores"]) == (game.name, game.scores is not None)
        assert listed["summary"] == game.summary.plain()
        assert [option["name"] for option in listed["options"]] == [option.name for option in game.options]


def test_only_choices_with_other_seats_list_their_seats():
    for game, listed in zip(games_to_offer(), LISTED, strict=True):
        for option in listed["options"]:
            for choice in option["choices"]:
                seats = game.seats(game.check_options({option["name"]: choice["value"]}))
                letters = [seat.letter for seat in seats if not seat.is_guest]
                assert [one["letter"] for one in choice.get("seats", listed["seats"])] == letters
                assert choice.get("seats") != listed["seats"], "only what differs is listed"
