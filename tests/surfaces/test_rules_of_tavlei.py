"""The written rules of Tavlei: the page for engineers is played through, and the pages for players agree with it."""

import re
from pathlib import Path

import pytest

from ludoteka.core.match import Match
from ludoteka.core.message import Refused
from ludoteka.core.scene import track_pieces
from ludoteka.games import folders, games
from ludoteka.surfaces.page import rules_page
from ludoteka.surfaces.texts import LANGUAGES, texts_in

TAVLEI = games()["tavlei"]
WRITTEN = (Path(__file__).parents[2] / "docs" / "games" / "tavlei.md").read_text("utf-8")
LINE = re.compile(r"\| [\d, ]+ \| `([^`]+)` \| ([^|]+) \| ([^|]+) \|")
POSITIONS = [
    pytest.param(position, actions.replace("`", "").split(), then.strip(), id=f"{position} {actions}")
    for position, actions, then in LINE.findall(WRITTEN)
]


def outcome(position, actions):
    """The effect of the last action, in the words of the table."""
    match = Match(TAVLEI, position=position)
    for action in actions[:-1]:
        match.play(action)
    before = track_pieces(None, scene(match))
    try:
        match.play(actions[-1])
    except Refused as refused:
        return f"refused: {refused.code}"
    taken = sorted(mark.place for mark in track_pieces(before, scene(match)).marks if mark.kind == "captured")
    winner = [f"; {seat} wins" for seat, won in (match.returns() or {}).items() if won == 1]
    return f"takes {', '.join(taken) or 'nothing'}{''.join(winner)}"


def scene(match):
    return match.scene()


@pytest.mark.parametrize(("position", "actions", "then"), POSITIONS)
def test_actions_in_the_written_rules_have_the_stated_effects(position, actions, then):
    assert outcome(position, actions) == then


def test_every_position_in_the_written_rules_is_played():
    assert len(POSITIONS) == WRITTEN.partition("## Positions")[2].count("\n| ") - 1


def test_the_written_rules_contain_the_start_position():
    assert f"    {Match(TAVLEI).position_text}\n" in WRITTEN


def page(language):
    return rules_page(TAVLEI, texts_in(language, folders()))


def clauses_of(text):
    return [int(number) for number in re.findall(r"^(\d+)\. ", text, re.MULTILINE)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_pages_for_players_have_the_same_clauses(language):
    assert clauses_of((TAVLEI.folder / f"rules.{language}.md").read_text("utf-8")) == clauses_of(WRITTEN)
    assert re.findall('id="clause-(\\d+)"', page(language)) == [str(number) for number in clauses_of(WRITTEN)]
