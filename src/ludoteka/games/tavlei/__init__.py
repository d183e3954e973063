"""Tavlei: a 9×9 siege for two (docs/games/tavlei.md)."""

from pathlib import Path

from ludoteka.core.game import REPETITION, Game, ScoredGames, Seat, Training
from ludoteka.core.message import Message
from ludoteka.games.tavlei import notation, rules
from ludoteka.games.tavlei.diagrams import DIAGRAMS
from ludoteka.games.tavlei.motifs import MOTIFS
from ludoteka.games.tavlei.scene import BOARD, TITLES, remarks, scene
from ludoteka.games.tavlei.tips import TIPS
from ludoteka.late_module import LateModule

SEATS = Seat(rules.ATTACKERS, "a", TITLES[0]), Seat(rules.DEFENDERS, "d", TITLES[1])

GAME = Game(
    name="tavlei",
    title=Message("Tavlei"),
    summary=Message(
        "A siege on a board of nine by nine cells: a king with eight guards breaks out, or sixteen attackers take him."
    ),
    seats=lambda options: SEATS,
    rules=rules,
    notation=notation,
    scene=scene,
    board=BOARD,
    folder=Path(__file__).parent,
    tips=TIPS,
    minutes=(15, 30),
    luck="none",
    is_for_beginners=True,
    remarks=remarks,
    diagrams=DIAGRAMS,
    motifs=MOTIFS,
    evaluation=LateModule(f"{__name__}.evaluation.readable"),
    learned_evaluation=LateModule(f"{__name__}.evaluation.learned"),
    encoding=LateModule(f"{__name__}.encoding"),
    level_ratings=(637, 1019, 1113, 1221, 1500, 1691, 2148, 2461, 2972, 3107),  # level 5 is the anchor
    options=(REPETITION,),
    training=Training(
        features=LateModule(f"{__name__}.evaluation.features"),
        opponent=LateModule(f"{__name__}.evaluation.readable"),
        options=({},),
        file=Path(__file__).parent / "evaluation" / "network.json",
        scored=ScoredGames(depth=2, noise=30, opening=12, rarity=16, plies=160),
    ),
)
