"""Records of matches whose throws follow from the seed."""

from ludoteka.core.dice import commitment, make_dice
from ludoteka.core.match import Match
from ludoteka.core.rules import CHANCE, NOBODY
from ludoteka.games import games
from ludoteka.records.match_record import MatchRecord, Ply
from ludoteka.testing import chooser

SEED = b"a seed of chance"


def thrown(name, options=None, match="m", salts=(), plies=60, seed=SEED):
    """The record of a match whose throws follow from the seed."""
    game = games()[name]
    played, choose = Match(game, options), chooser(0)
    source, throws, waiting = make_dice(played.options.get("dice", "fair"), seed, match), 0, list(salts)
    while played.seat != NOBODY and len(played.actions) < plies:
        if played.seat == CHANCE:
            while waiting and waiting[0].throws <= throws:
                source.salt(*waiting.pop(0)[:2])
            action, throws = game.throw(played.state, source.throw), throws + 1
        else:
            legal = played.legal()
            action = legal[choose(len(legal))]
        played.play(game.texts.action_text(played.seen(), action))
    return MatchRecord(
        name,
        options=played.options,
        seed_commitment=commitment(seed),
        seed=seed.hex(),
        match=match,
        salts=tuple(salts),
        plies=tuple(map(Ply, played.actions)),
    )
