"""What a language model is told, and how its action is read from what it answers."""

import re

from ludoteka.core.game import Game
from ludoteka.core.message import Message, Refused
from ludoteka.research.conversation.table import Table, rules_text
from ludoteka.surfaces.texts import Texts

SYSTEM = """\
You play one seat of a board game. These are its rules:

{rules}

Each message tells you what has happened since you were last asked, and what you see now. Think as long as you need. Then end
your answer with one line that holds your action as the rules write it, and nothing else:

ACTION: the action

If it is refused, you are told why, and you choose another one."""
ACTION = re.compile(r"^[^\w\n]*action[^\w\n]*[:=](.*)$", re.IGNORECASE | re.MULTILINE)
QUOTES = "`*_\"'<>. \t"  # around an action
LONGEST = 80  # characters of an action without the word ACTION
NO_ACTION = Message("Your answer has no line ACTION: with an action.")


def system_prompt(game: Game, language: str) -> str:
    """Return what a model is told first: its task, and the rules."""
    return SYSTEM.format(rules=rules_text(game, language).strip())


def turn_prompt(table: Table, *, with_board: bool, with_actions: bool) -> str:
    """Return what a model is told at its turn: what it has heard since, and what it sees."""
    news = "\n".join(table.news())
    seen = table.look(with_board=with_board, with_actions=with_actions)
    return f"{news}\n\n{seen}" if news else seen


def refusal_prompt(refused: Refused, texts: Texts) -> str:
    """Return what a model is told when its action is refused."""
    return f"REFUSED: {refused.code}: {texts.say(refused.message)}"


def read_action(answer: str) -> str:
    """Return the action of an answer: what follows the last word ACTION, or else its last line.

    Raises:
        Refused: "no-action".
    """
    found = ACTION.findall(answer)
    lines = answer.split("\n")
    last = found[-1] if found else next((line for line in reversed(lines) if line.strip()), "")
    action = str(last).strip(QUOTES)
    if not action or (not found and len(action) > LONGEST):
        raise Refused("no-action", NO_ACTION)
    return action
