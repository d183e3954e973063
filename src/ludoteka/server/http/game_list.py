"""The games of the house, with their seats, options and levels."""

from typing import Any

from ludoteka.core.game import Game, Option
from ludoteka.games import games
from ludoteka.players.levels import highest_level, usual_level
from ludoteka.puzzles.puzzle import puzzles_of
from ludoteka.ratings.eligibility import can_be_rated
from ludoteka.server.review_questions import is_reviewable
from ludoteka.tournaments.tables import sizes_of


def describe_games() -> dict[str, Any]:
    """Return the games as GET /api/house lists them."""
    return {"games": [_describe(game) for game in games().values()]}


def _describe(game: Game) -> dict[str, Any]:
    usual = _seats(game, {})
    return {
        "name": game.name,
        "title": game.title.plain(),
        "summary": game.summary.plain(),
        "seats": usual,
        "options": [_option(game, option, usual) for option in game.options],
        "levels": highest_level(game),
        "usual_level": usual_level(game),
        "scores": game.scores is not None,
        "analysis": not game.has_secrets,
        "review": is_reviewable(game),
        "rated": can_be_rated(game),
        "tables": sizes_of(game),
        "puzzles": len(puzzles_of(game)),
    }


def _option(game: Game, option: Option, usual: list[dict[str, Any]]) -> dict[str, Any]:
    values = [value for value, _ in option.choices]
    described: dict[str, Any] = {
        "name": option.name,
        "title": option.title.plain(),
        "choices": [
            {"value": value, "title": title.plain()} | _other_seats(game, {option.name: value}, usual)
            for value, title in option.choices
        ],
        "offered": values.index(option.suggestion),
    }
    if option.in_tournaments is not None:
        described["in_tournaments"] = values.index(option.in_tournaments)
    if option.is_secret:  # it is not typed where others can see it
        described["file"] = True
    if option.at_tables:
        described["at_tables"] = True
    if option.for_guests:
        described["for_guests"] = True
    if option.usual:
        described["usual"] = option.usual
    return described


def _other_seats(game: Game, options: dict[str, Any], usual: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the seats of a match with these options, if they differ from the usual ones."""
    seats = _seats(game, options)
    return {} if seats == usual else {"seats": seats}


def _seats(game: Game, options: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the seats that the host of a match fills; those of guests stay free."""
    seats = game.seats(game.check_options(options))
    return [{"letter": one.letter, "title": one.title.plain()} for one in seats if not one.is_guest]
