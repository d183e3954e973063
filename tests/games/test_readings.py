"""Where the original rules can be read in two ways, the rules page says which reading is played, and it is played.

The diagrams of Quagmire's page show its readings, and other tests play them.
"""

import pytest
from boards.labyrinth import Play

from ludoteka.core.match import Match
from ludoteka.games import games

HEADINGS = {"en": "## Readings", "ru": "## Как мы читаем правила", "cs": "## Jak pravidla čteme"}
READINGS = {"labyrinth": 3, "moksha": 1, "quagmire": 3}


@pytest.mark.parametrize("language", HEADINGS)
@pytest.mark.parametrize("name", READINGS)
def test_the_rules_page_says_how_the_original_rules_are_read(name, language):
    page = (games()[name].folder / f"rules.{language}.md").read_text("utf-8")
    section = page.partition(f"{HEADINGS[language]}\n")[2].partition("\n## ")[0]
    assert section.count("\n- **") == READINGS[name]


def test_a_cube_of_moksha_that_has_pushed_with_its_last_step_gives_to_any_neighbour_on_a_side_with_an_arrow():
    match = Match(games()["moksha"], position="8/8/8/2dvdv4/8/8/3T^4/8 w")
    assert "d2-d5>c5" in match.legal_texts()
    assert "d2-d5>d6" in match.legal_texts()


def test_a_player_of_labyrinth_shoots_as_often_as_there_are_cartridges_before_the_move():
    play = Play("P B2, Q A1", items="B3 cartridge 2, a1 key")
    play("east", "end", "stay")
    assert play("shoot:south") == "missed"
    assert play("shoot:south") == "missed"
    assert play.refused("shoot:south") == "no-cartridge"
    play("north")
