"""Moksha: a game of rolling cubes for two on a board of eight by eight cells (rules.en.md)."""

from pathlib import Path

from ludoteka.core.game import QUIET, REPETITION, Game, ScoredGames, Seat, Training
from ludoteka.core.message import Message
from ludoteka.games.moksha import notation, rules
from ludoteka.games.moksha.diagrams import DIAGRAMS
from ludoteka.games.moksha.motifs import MOTIFS
from ludoteka.games.moksha.scene import BOARD, TITLES, marks, remarks, scene
from ludoteka.games.moksha.tips import TIPS
from ludoteka.late_module import LateModule

SEATS = (Seat(rules.WHITE, "w", TITLES[rules.WHITE]), Seat(rules.BLACK, "b", TITLES[rules.BLACK], sits_opposite=True))

GAME = Game(
    name="moksha",
    title=Message("Moksha"),
    summary=Message(
        "Six cubes a side, from Mono to Okta: move, push and turn them, and give levels away until your Mono opens Moksha."
    ),
    seats=lambda options: SEATS,
    rules=rules,
    notation=notation,
    scene=scene,
    board=BOARD,
    folder=Path(__file__).parent,
    tips=TIPS,
    minutes=(20, 40),
    luck="none",
    remarks=remarks,
    marks=marks,
    diagrams=DIAGRAMS,
    motifs=MOTIFS,
    evaluation=LateModule(f"{__name__}.evaluation.readable"),
    learned_evaluation=LateModule(f"{__name__}.evaluation.learned"),
    encoding=LateModule(f"{__name__}.encoding"),
    level_ratings=(982, 1074, 1179, 1293, 1500, 1760, 1958, 2251, 2551, 2696),  # level 5 is the anchor
    # A whole ply is worth much and a part of one hardly anything; the lower levels hardly see the worth of a level.
    level_limits={2: (1, 100_000), 6: (2, 100_000), 7: (3, 100_000), 8: (4, 250_000), 9: (5, 2_000_000)},
    noises=(8_000, 2_300, 2_500, 900, 400, 60, 130, 100, 10, 5),
    options=(REPETITION, QUIET),
    training=Training(
        features=LateModule(f"{__name__}.evaluation.features"),
        opponent=LateModule(f"{__name__}.evaluation.readable"),
        options=({},),
        file=Path(__file__).parent / "evaluation" / "network.json",
        scored=ScoredGames(depth=2, noise=60, opening=12, rarity=16, plies=2000),
        has_units=False,
    ),
)
