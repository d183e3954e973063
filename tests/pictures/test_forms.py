"""Records as pictures, animations and pages."""

import io
from collections import Counter
from dataclasses import replace
from html.parser import HTMLParser

import pytest
from boards.labyrinth import Play
from PIL import Image
from programs.commands import done, ludoteka, refused
from toys.thrown_matches import thrown

from ludoteka.core.rules import NOBODY
from ludoteka.games import games
from ludoteka.pictures.animation import MOST_FRAMES, frame_steps
from ludoteka.pictures.forms import save_as
from ludoteka.pictures.steps import final_scene, replay_steps
from ludoteka.records.match_record import MatchRecord, Ply
from ludoteka.records.replay import replay
from ludoteka.surfaces.svg import looks, svg
from ludoteka.surfaces.texts import texts_in

ENGLISH = texts_in("en")
OPENING = '[Game "tavlei"]\n\n1. e2-f2 f5-f8 2. f2-f3 *\n'
WALKED = Play("P B1, Q B3").match
while len(WALKED.actions) < 12:
    WALKED.play(WALKED.text_of(WALKED.acceptable()[0]))
WALK = MatchRecord("labyrinth", options=WALKED.options, plies=tuple(map(Ply, WALKED.actions)))


def saved(form, record):
    return save_as(form, record, games()[record.game], ENGLISH)


def test_the_steps_of_a_record_end_where_the_match_ends():
    record = MatchRecord.parse(OPENING)
    game = games()["tavlei"]
    steps = list(replay_steps(record, game))

    assert [(step.actor, step.text) for step in steps] == [("", ""), ("a", "e2-f2"), ("d", "f5-f8"), ("a", "f2-f3")]
    pieces = {(piece.kind, piece.place) for piece in final_scene(record, game).pieces}
    assert pieces == {(piece.kind, piece.place) for piece in replay(record, game).scene(NOBODY).pieces}
    assert {(mark.kind, mark.place) for mark in steps[-1].scene.marks} == {("from", "f2"), ("to", "f3")}


@pytest.mark.parametrize("name", ["labyrinth", "tavlei"])
def test_a_step_alone_is_what_it_is_among_all_steps(name):
    record = {"labyrinth": WALK, "tavlei": MatchRecord.parse(OPENING.replace("*", "resign:a 0-1"))}[name]
    game = games()[name]
    drawn = looks(game.folder)
    steps = list(replay_steps(record, game))
    for number, step in enumerate(steps):
        (alone,) = replay_steps(record, game, {number})
        assert alone[:3] == step[:3]
        assert svg(alone.scene, drawn) == svg(step.scene, drawn)
    assert svg(final_scene(record, game), drawn) == svg(steps[-1].scene, drawn)


def test_the_end_of_a_long_match_is_drawn_without_its_steps():
    drawn = []

    def reveal(states):
        drawn.append(len(states))
        return game.reveal(states)

    game = games()["labyrinth"]
    final_scene(WALK, replace(game, reveal=reveal))
    assert drawn == [1, len(WALK.plies), len(WALK.plies) + 1], "the start, and the last two steps"


@pytest.mark.parametrize("name", sorted(games()))
def test_every_game_is_drawn_as_a_picture_and_as_an_animation(name):
    record = MatchRecord.parse(thrown(name, plies=6).text()) if name != "labyrinth" else MatchRecord("labyrinth")
    picture = Image.open(io.BytesIO(saved("png", record)))
    assert picture.format == "PNG"
    assert picture.width == 1000
    assert saved("svg", record).startswith(b"<svg")

    animation = Image.open(io.BytesIO(saved("gif", record)))
    assert animation.format == "GIF"
    assert animation.width == 480
    assert 1 <= animation.n_frames <= len(frame_steps(record, games()[name])), "equal frames are one"


class Elements(HTMLParser):
    """Counts the elements of a page, and notes the attributes that would run something."""

    def __init__(self, text):
        super().__init__()
        self.count, self.running = Counter(), []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.count[tag] += 1
        self.running += [name for name, _ in attrs if name.startswith("on")]


def test_markup_in_a_record_stays_text_in_a_page_that_replays_it():
    markup = "</script></pre></title><script>alert(1)</script><img src=x onerror=x>$data <!-- ]]>"
    tags = "".join(f'[{name} "{markup}"]\n' for name in ("Player.a", "Date", "Event", "Site"))
    text = f'[Game "tavlei"]\n{tags}\n{{{markup}}} 1. e2-f2 {{{markup}}} *\n'
    plain, marked = (Elements(saved("html", MatchRecord.parse(one)).decode()) for one in (OPENING, text))
    assert marked.count["script"] == plain.count["script"] == 2
    assert "img" not in marked.count
    assert marked.running == []


def test_an_animation_has_a_frame_for_each_turn_and_no_more_than_it_may():
    game = games()["quagmire"]
    short = thrown("quagmire", {"seats": "bt"}, plies=20)
    kept = frame_steps(short, game)
    assert kept[0] == 0
    assert kept[-1] == 20
    assert len(kept) < 20, "a throw and what follows it are one frame"
    long = frame_steps(thrown("moksha", plies=400), games()["moksha"])
    assert len(long) <= MOST_FRAMES + 1


def test_the_command_saves_a_record_in_the_form_that_the_name_of_the_file_says(tmp_path):
    record = tmp_path / "match.txt"
    record.write_text(OPENING, "utf-8")
    for ending in ("png", "svg", "gif", "html"):
        picture = tmp_path / f"match.{ending}"
        assert done("replay", "--record", record, "--picture", picture) == f"Saved: {picture}\n"
        assert picture.stat().st_size > 5000

    assert "ends in one of these: .html, .svg, .png, .gif" in refused(
        "replay", "--record", record, "--picture", tmp_path / "match.bmp"
    )
    assert "cannot be used" in refused("replay", "--record", record, "--picture", tmp_path / "match.png")
    assert ludoteka("replay", "--picture", tmp_path / "other.png").returncode == 2
