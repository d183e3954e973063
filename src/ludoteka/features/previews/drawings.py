"""The cards of a house.  A background process draws them, so this module imports no web server."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ludoteka.core.message import Message
from ludoteka.features.previews.words import describe_player
from ludoteka.features.puzzles.answers import open_puzzle
from ludoteka.games import folders, games
from ludoteka.late_module import LateModule
from ludoteka.puzzles.puzzle import begin_puzzle, task
from ludoteka.records.match_record import MatchRecord
from ludoteka.referee.record_conversion import build_record
from ludoteka.referee.referee import Referee
from ludoteka.referee.views.snapshots import Views
from ludoteka.surfaces.texts import texts_in

if TYPE_CHECKING:
    from ludoteka.pictures import animation, cards, forms
else:
    animation, cards, forms = (LateModule(f"ludoteka.pictures.{name}") for name in ("animation", "cards", "forms"))

Ratings = Sequence[tuple[str, str, str]]  # the game, the pool, and the rating in digits; "" for a provisional one


def draw_house(house: str, text: str) -> bytes:
    """Return the card of a house."""
    return cards.png(cards.house_card([game.folder for game in games().values()], title=house, text=text))


def draw_game(language: str, house: str, name: str) -> bytes:
    """Return the card of a game: its cover."""
    texts, game = texts_in(language, folders()), games()[name]
    return cards.png(
        cards.cover_card(game.folder, title=texts.say(game.title), text=texts.say(game.summary), house=house)
    )


def draw_match(language: str, house: str, referee: Referee) -> bytes:
    """Return the card of a match: what people without a seat see of it."""
    texts, game = texts_in(language, folders()), referee.game
    scene = Views(referee).spectators_scene()
    players = [
        cards.Player(seat.number, texts.say(describe_player(referee.shown_occupant(seat.letter))))
        for seat in game.seats(referee.setup.options)
        if referee.is_waiting or referee.shown_occupant(seat.letter).kind != "free"
    ]
    title, text = texts.say(game.title), texts.say(scene.status)
    return cards.png(cards.board_card(scene, game.folder, title=title, players=players, text=text, house=house))


def draw_puzzle(language: str, house: str, name: str, number: str) -> bytes:
    """Return the card of a puzzle: its position, without the solution."""
    texts, (game, puzzle) = texts_in(language, folders()), open_puzzle(name, number)
    title = texts.say(Message("Puzzle {number}", number=str(puzzle.number)))
    text = f"{texts.say(game.title)}. {texts.say(task(game, puzzle))}"
    scene = begin_puzzle(game, puzzle).scene()
    return cards.png(cards.board_card(scene, game.folder, title=title, players=(), text=text, house=house))


def draw_profile(language: str, house: str, name: str, ratings: Ratings) -> bytes:
    """Return the card of a user: their ratings."""
    texts = texts_in(language, folders())
    rows = [
        (f"{texts.say(games()[game].title)} · {texts.say(POOLS[pool])}", rating or texts.say(Message("provisional")))
        for game, pool, rating in ratings
        if game in games()
    ]
    text = "" if rows else texts.say(Message("No rated matches yet"))
    return cards.png(cards.profile_card(name, rows, text, house))


def save_record(form: str, language: str, referee: Referee) -> tuple[str, bytes]:
    """Return the record of a match in another form, and the name of its file."""
    record = build_record(referee)
    saved = forms.save_as(form, record, referee.game, texts_in(language, folders()))
    return f"{referee.setup.game}-{referee.setup.id}.{form}", saved


def begin_animation(referee: Referee) -> tuple[str, list[int]]:
    """Return the record of a match, and the steps that become the frames of its animation."""
    record = build_record(referee)
    return record.text(), animation.frame_steps(record, referee.game)


def draw_frames(text: str, steps: Sequence[int]) -> list[bytes]:
    """Return some frames of a record."""
    record = MatchRecord.parse(text)
    return animation.draw_frames(record, games()[record.game], steps)


def join_frames(frames: Sequence[bytes]) -> bytes:
    """Return frames as an animation."""
    return animation.animate(frames)


POOLS = {  # of ratings, for people
    "bullet": Message("Bullet"),
    "blitz": Message("Blitz"),
    "rapid": Message("Rapid"),
    "classical": Message("Classical"),
    "correspondence": Message("Correspondence"),
    "party": Message("Three and more"),
}
