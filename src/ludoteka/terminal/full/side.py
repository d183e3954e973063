"""The texts beside the board: seats with clocks, the panel, signs, moves."""

from rich.style import Style as RichStyle
from rich.text import Text

from ludoteka.client.views import View, decode_message
from ludoteka.core.message import Message
from ludoteka.surfaces.palette import ink
from ludoteka.surfaces.text import Style, facts, legend
from ludoteka.surfaces.texts import Texts
from ludoteka.terminal.tables.narration import HOST_KNOWS_SECRETS, Move, occupant
from ludoteka.terminal.tables.table import Table

TO_ACT, WAITING = "▶", " "


def about(table: Table, style: Style, texts: Texts) -> Text:
    """Return everything in the side panel except the moves."""
    view, say = table.view, texts.say
    text = Text()
    text.append(say(table.game.title if table.game else decode_message(view["game"])), RichStyle(bold=True))
    if table.link:
        connection = Message("connected") if table.is_connected else Message("reconnecting …")
        text.append(f"  {'●' if table.is_connected else '○'} {say(connection)}")
    for seat in view["seats"]:
        if seat["kind"] != "free" or view["waiting"]:
            text.append("\n")
            text.append_text(_seat(seat, table, texts))
    if view.get("host_knows_secrets"):  # older houses don't say
        text.append(f"\n{say(HOST_KNOWS_SECRETS)}", RichStyle(bold=True))
    if table.is_thinking:
        text.append(f"\n{say(Message('The computer is thinking …'))}", RichStyle(italic=True))
    for clock in table.clocks():
        text.append(f"\n⏱ {say(clock)}")
    for line in facts(table.scene, texts):
        text.append("\n" + line.replace("   ", "\n"))
    for line in legend(table.scene._replace(marks=()), texts, style):
        text.append("\n" + line.replace("   ", "\n"), RichStyle(dim=True))
    if table.invitation:
        text.append(f"\n{say(Message('i: the link for others'))}", RichStyle(bold=True))
    return text


def _seat(seat: View, table: Table, texts: Texts) -> Text:
    is_to_act = not table.is_over and seat["letter"] in (table.view["thrower"], table.view["to_act"])
    colour = table.colours.get(f"seat{seat['number']}", "#888888")
    line = Text(f"{TO_ACT if is_to_act else WAITING} ")
    line.append(" ", RichStyle(color=ink(colour), bgcolor=colour))
    who = Message("computer {level}", level=seat["level"]) if seat["level"] else occupant(seat)
    person = who if isinstance(who, str) else texts.say(who)
    title = texts.say(decode_message(seat["title"]))
    line.append(f" {title}" if title == person else f" {title}: {person}", RichStyle(bold=is_to_act))
    if not seat["present"] and seat["kind"] != "free":
        line.append(f" ({texts.say(Message('away'))})", RichStyle(dim=True))
    return line


def move_text(number: int, move: Move, texts: Texts) -> Text:
    """Return a line of the list of moves."""
    text = Text(f"{number:>3}  ", RichStyle(dim=True))
    text.append(" ".join(map(texts.say, move.sentences)), RichStyle(dim=False))
    return text
