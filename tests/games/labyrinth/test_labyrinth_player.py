"""The computer player finds its way out, beats random play, and knows only the log."""

from random import Random

from boards.labyrinth import GAME, Play
from boards.labyrinth_walks import play
from plugins.campaign import IS_CAMPAIGN, scaled

from labyrinth import walk
from ludoteka.games.labyrinth import notation
from ludoteka.games.labyrinth.chart import joined
from ludoteka.games.labyrinth.computer import SKILLS, recent, start_of_memory
from ludoteka.games.labyrinth.generator import SIZES, Shape
from ludoteka.games.labyrinth.hypotheses import draw_surveys

BEST = len(SKILLS)
MAZES = range(200) if IS_CAMPAIGN else (25, 44, 61, 63, 68, 88)  # these six have spinners or pits that mislead


def test_computers_find_the_way_out_of_nine_mazes_in_ten():
    sizes = [(seed, 7 * seed % 20) for seed in range(scaled(100, 25))]
    shapes = [Shape(1 + seed % 3, 30 + 4 * size, 10 + size, size // 2, 1 + seed % 4) for seed, size in sizes]
    results = [play(shape, seed) for seed, shape in enumerate(shapes)]
    assert sum(result is not None for result in results) >= 0.9 * len(results)


def test_the_computer_beats_random_play():
    shape = SIZES["small"]._replace(players=2)
    results = [play(shape, seed, at_random=("PQ"[seed % 2],)) for seed in range(scaled(100, 20))]
    won = [result is not None and result["QP"[seed % 2]] == 1 for seed, result in enumerate(results)]
    assert sum(won) >= 0.8 * len(won)


def test_the_highest_level_leaves_small_mazes_and_does_nothing_that_it_knows_to_be_in_vain():
    """No step into a wall that was heard of, and none from where it stood before with nothing learned since."""
    walks = [
        walk(seed, (BEST,) * players, "small")
        for seed in MAZES
        for players in ((1, 2) if IS_CAMPAIGN else (1 + seed % 2,))
    ]
    assert [one for one in walks if not one.winner or one.known_walls or one.repeats] == []


def decided(match, level=BEST):
    """What a level decides."""
    return GAME.texts.action_text(match.seen(), GAME.decide(match.seen(), Random(1).randrange, level))


def test_a_computer_shoots_a_player_it_meets_even_if_it_does_not_follow_the_ways_of_the_others():
    match = Play("P B2, Q B3", items="a1 key, B2 cartridge 1").match
    for action in ("take:cartridge", "east", "end", "stay"):
        match.play(action)
    shooters = [level for level, skill in enumerate(SKILLS, 1) if skill.shoots]
    assert {level: decided(match, level) for level in shooters} == dict.fromkeys(shooters, "shoot:north")


def test_only_the_higher_levels_buy_what_a_shop_sells():
    match = Play("P A1, Q A2").match
    match.play("south")
    assert [decided(match, level) for level in (6, 7)] == ["end", "buy:cartridge"]


def test_the_lower_a_level_the_more_often_it_goes_where_less_can_be_expected():
    """Three sides of the cell are unknown, and back in the west there are some more."""
    match = Play("P A1").match
    for action in ("south", "end", "east", "end"):
        match.play(action)
    seeds = range(200)
    best = {
        level: sum(
            GAME.texts.action_text(match.seen(), GAME.decide(match.seen(), Random(seed).randrange, level)) != "west"
            for seed in seeds
        )
        for level in (1, 4, BEST)
    }
    assert best[1] < best[4] < best[BEST] == len(seeds)


def test_the_lower_a_level_the_more_often_it_turns_back_on_its_way():
    """In the east there is as much to try as in the west, where the player comes from."""
    match = Play("P A2").match
    for action in ("south", "end", "west", "end", "east", "end"):
        match.play(action)
    seeds = range(200)
    turns = {
        level: sum(
            GAME.texts.action_text(match.seen(), GAME.decide(match.seen(), Random(seed).randrange, level)) == "west"
            for seed in seeds
        )
        for level in (1, 4, 9)
    }
    assert turns[1] > turns[4] > turns[9]


def test_the_lowest_level_leaves_most_small_mazes_too():
    walks = [walk(seed, (1,), "small", most=3000) for seed in range(scaled(40, 40))]
    assert sum(bool(one.winner) for one in walks) >= 0.75 * len(walks)


def test_a_computer_with_a_key_tries_the_walls():
    match = Play("P B3", items="B3 key").match
    match.play("take:key")
    texts = {
        GAME.texts.action_text(match.seen(), GAME.decide(match.seen(), Random(seed).randrange, BEST))
        for seed in range(20)
    }
    assert texts == {"north", "south", "west", "east"}


def test_a_computer_decides_only_by_the_log():
    """In two mazes with the same log, the decision is the same."""
    one, other = (Play("P B2", items=items).match for items in ("a1 key", "a1 key, A1 idol, B1 vest 3"))
    for match in (one, other):
        match.play("south")
    decisions = {GAME.decide(match.seen(), Random(3).randrange, BEST) for match in (one, other)}
    assert len(decisions) == 1


def remembered(match, name="P", level=BEST):
    """The map that a level draws for itself."""
    seen = match.seen()
    return draw_surveys(notation.present(seen), seen.log, name, hears_others=SKILLS[level - 1].hears_others)[0]


def test_each_level_of_the_computer_has_a_description_of_its_own():
    said = [GAME.describe_level(level) for level in range(1, BEST + 1)]
    assert len(set(said)) == BEST
    assert said[-1].startswith("goes where it expects most; ")


def remembered_after(match, turns, name="P"):
    """What a player remembers of its map who forgets cells where nobody has been for so many of its turns."""
    seen = match.seen()
    return recent(remembered(match), start_of_memory(joined(notation.present(seen), seen.log), name, turns))


def test_a_forgetful_player_remembers_the_cells_of_its_last_turns_and_the_others_not():
    match = Play("P A1").match
    for action in ("south", "end", "east", "end", "west", "end"):
        match.play(action)
    assert len(remembered(match).kinds) == len(remembered_after(match, 4).kinds) == 3
    assert len(remembered_after(match, 2).kinds) == 2


def test_a_forgetful_player_still_knows_where_it_stands_after_many_turns_there():
    match = Play("P A1").match
    for _ in range(8):
        match.play("stay")
    survey = remembered_after(match, 3)
    assert list(survey.kinds) == [survey.at["P"]]


def test_a_forgetful_player_keeps_its_key_and_the_walls_on_which_it_was_tried():
    match = Play("P A1", items="A1 key").match
    for action in ("take:key", "north", "end", "west", "end", "south", "end", "east", "end"):
        match.play(action)
    known, kept = remembered(match), remembered_after(match, 1)
    assert kept.keys == known.keys
    assert len(known.tried) == 2
    assert {side for side, drawn in kept.sides.items() if drawn == "wall"} == set(known.tried)


def test_the_forgetful_level_is_described_as_such():
    forgetful = [level for level, skill in enumerate(SKILLS, 1) if skill.memory]
    assert forgetful == [level for level in range(1, BEST + 1) if "forgets" in GAME.describe_level(level)] == [9]


def test_fragments_that_match_are_joined():
    match = Play("P A1, Q A1", items="a1 key, A1 lantern 2").match
    tour = ["take:lantern", "use:lantern", "south", "use:lantern", "end", "use:lantern", "east", "use:lantern", "end"]
    steps = {"P": list(tour), "Q": list(tour)}
    while steps["P"] or steps["Q"]:
        match.play(steps[match.letter(match.seat)].pop(0))
    survey = remembered(match)
    assert survey.at["P"] == survey.at["Q"]


def test_two_players_who_meet_are_on_one_map_from_then_on():
    match = Play("P B2, Q B3").match
    match.play("east")
    survey = remembered(match)
    assert survey.at["P"] == survey.at["Q"]
    assert survey.sides[survey.at["P"].beside("west"), "east"] == "open"
