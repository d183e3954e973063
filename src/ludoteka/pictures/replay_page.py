"""A recorded match as one file that replays it in a browser, offline, and checks its dice.

A step is told apart from the one before it: the elements that both draw are written once.
"""

import json
import re
from collections.abc import Iterator
from html import escape
from pathlib import Path
from string import Template
from typing import Any
from xml.etree import ElementTree as Tree

from ludoteka.core.game import Game
from ludoteka.core.message import Message, Refused
from ludoteka.pictures.resolved import NAMESPACE
from ludoteka.pictures.steps import RESIGNATION, Step, replay_steps
from ludoteka.records.match_record import MatchRecord
from ludoteka.records.verification import verify
from ludoteka.surfaces.svg import BOARD_STYLE, Looks, looks, svg
from ludoteka.surfaces.texts import Texts

HERE = Path(__file__).parent
CHECK = HERE.parent / "web" / "dice"  # the modules with which the browser client checks dice
MODULE = re.compile(r"^(?:import .*\n|export )", re.MULTILINE)
WORDS = {  # what the script says, by the names that it uses
    "start": Message("The start"),
    "throw": Message("Throw"),
    "resigned": Message("resigned"),
    "play": Message("Replay"),
    "pause": Message("Pause"),
    "step": Message("Step {number} of {count}"),
    "seedRight": Message("The seed is the one that the server committed to."),
    "seedWrong": Message("The seed isn't the one that the server says it committed to."),
    "throwsRight": Message("Every throw of the match follows from the seed."),
    "throwsWrong": Message("Throw {number} is {throw}, but the seed gives {due}."),
    "throwsUnknown": Message("No throw could be checked."),
    "elsewhere": Message("Throws that were made elsewhere can't be checked: {count}"),
    "movesRight": Message("They're the throws that the match was played with."),
    "movesWrong": Message("Throw {number} isn't the one that the match was played with."),
    "movesUnknown": Message("In this game, only the program “ludoteka verify” can check what the throws mean."),
    "commitmentUnknown": Message(
        "Whether the server committed to this seed before the first throw, only somebody who noted the commitment can tell."
    ),
    "commitmentRight": Message("It's the commitment that you noted."),
    "commitmentWrong": Message("You noted another commitment."),
    "wrong": Message("Something is wrong with these dice."),
    "unproven": Message("No fault was found, but not everything could be checked."),
    "proven": Message("The dice are fair: nobody could choose what they showed."),
}


def replay_page(record: MatchRecord, game: Game, texts: Texts) -> str:
    """Return the page.  Raises Refused: as `records.replay.replay`."""
    own, seats = looks(game.folder), game.seats(game.check_options(record.options))
    steps = list(replay_steps(record, game))
    players = [f"{texts.say(seat.title)}: {name}" for seat in seats if (name := record.players.get(seat.letter))]
    titles = {seat.letter: texts.say(seat.title) for seat in seats}
    if record.result != "*":
        players.append(record.result)
    data = {
        "titles": titles,
        "words": {name: texts.say(words) for name, words in WORDS.items()},
        "steps": [[step.actor, "" if step.text == RESIGNATION else step.text, step.comment] for step in steps],
        "chance": "chance",
        **_frames(steps, own),
        "dice": _disclosure(record, game),
    }
    title = texts.say(game.title)
    return Template((HERE / "replay.html").read_text("utf-8")).substitute(
        language=texts.language,
        title=escape(f"{title} · {record.date}" if record.date else title),
        game=escape(title),
        players="".join(f"<li>{escape(one)}</li>" for one in players),
        style=(HERE / "replay.css").read_text("utf-8") + BOARD_STYLE.read_text("utf-8") + own.style,
        shared=own.shared,
        # No "<" can end the element that holds the data
        data=json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c"),
        script="".join(
            MODULE.sub("", path.read_text("utf-8"))
            for path in (CHECK / "sha256.js", CHECK / "verify.js", HERE / "replay.js")
        ),
        record=escape(record.text()),
        **{name: escape(texts.say(words)) for name, words in LABELS.items()},
    )


LABELS = {  # what the page itself says
    "board": Message("Board"),
    "first": Message("To the start"),
    "back": Message("One step back"),
    "play": Message("Replay"),
    "forward": Message("One step forward"),
    "last": Message("To the end"),
    "position": Message("Position"),
    "moves": Message("Moves"),
    "text": Message("Record"),
    "fair": Message("Proof of the dice"),
    "seed": Message("Seed"),
    "commitment": Message("Commitment"),
    "noted": Message("The commitment that you noted before the first throw"),
    "keys": Message("Arrow keys step, Home and End go to the ends, Space plays."),
    "scripts": Message("To replay the match, this file needs JavaScript."),
}


def _disclosure(record: MatchRecord, game: Game) -> dict[str, Any] | None:
    """Return what is needed to verify the dice; None if there is nothing to verify."""
    try:
        return verify(record, game).plain()
    except Refused:
        return None


def _frames(steps: list[Step], own: Looks) -> dict[str, Any]:
    """Return the parts of which the drawings of all steps consist, and for each step what differs from the one before.

    A frame is: the view box, how many parts at the beginning and at the end stay, and the parts between.
    """
    known: dict[str, int] = {}
    before: list[int] = []
    frames = []
    for step in steps:
        box, parts = _parts(svg(step.scene, own._replace(shared="")))
        now = [known.setdefault(part, len(known)) for part in parts]
        start = _common(before, now)
        end = _common(before[start:][::-1], now[start:][::-1])
        frames.append([box, start, end, now[start : len(now) - end]])
        before = now
    return {"parts": list(known), "frames": frames}


def _common(one: list[int], other: list[int]) -> int:
    return next(
        (index for index, pair in enumerate(zip(one, other, strict=False)) if pair[0] != pair[1]),
        min(len(one), len(other)),
    )


def _parts(drawing: str) -> tuple[str, list[str]]:
    """Return the view box of a drawing, and its elements without the title."""
    root = Tree.fromstring(drawing)  # noqa: S314 - our own drawing
    return root.attrib["viewBox"], list(_elements(root))


def _elements(root: Tree.Element) -> Iterator[str]:
    for element in root:
        if not element.tag.endswith("}title"):
            yield Tree.tostring(element, encoding="unicode").replace(f' xmlns="{NAMESPACE[1:-1]}"', "")
