"""Alpha-beta search: the value of an action, a number of plies ahead.

For two opponents in a zero-sum game without hidden information.  It is written in the rules dialect; bind it to a game's
rules and evaluation with `core.twins`.  There is no recursion, because compiled recursion does not survive the disk
cache (docs/decisions/0004); instead, every ply has a frame.

Values are in hundredths of a plain piece, from the point of view of the side to move.
"""

from typing import Any, NamedTuple

from ludoteka.core.record import Record
from ludoteka.core.rules import (
    NO_ACTION,
    apply,
    assign,
    current_seat,
    digest,
    evaluate,
    is_loud,
    is_terminal,
    legal_actions,
    returns,
)
from ludoteka.search.control import (
    AGE,
    LIMIT,
    LOUD_PLIES,
    NODES,
    QUIET_LEFT,
    STOP,
    clear_line,
    end_value,
    extend_line,
    quiet_after,
)

KILLER = 1 << 40  # a sort key greater than any of the history heuristic


def order_actions(workspace: Any, ply: int) -> None:
    """Compute the sort keys of the actions at a ply: the stored action first, then killers, then the history heuristic.

    Sources: S. Akl and M. Newborn, The principal continuation and the killer heuristic, 1977; J. Schaeffer, The history
    heuristic, 1983.
    """
    frame, actions, keys = workspace.frames[ply], workspace.actions[ply], workspace.keys[ply]
    for i in range(frame.count):
        action = actions[i]
        keys[i] = workspace.history[history_index(workspace, frame.sign, action)]
        if action == frame.choice:
            keys[i] += 4 * KILLER
        elif action == frame.killer:
            keys[i] += 2 * KILLER
        elif action == frame.second:
            keys[i] += KILLER


def history_index(workspace: Any, sign: int, action: int) -> int:
    """Return where the history of an action is, for the seat with this sign."""
    return int(action) if sign > 0 else len(workspace.history) // 2 + int(action)


def cut_off(workspace: Any, ply: int) -> None:
    """Skip the other actions at a ply, because the opponent avoids this line, and note the action that showed it."""
    frame = workspace.frames[ply]
    frame.index = frame.count
    if frame.depth > 0:
        workspace.history[history_index(workspace, frame.sign, frame.action)] += frame.depth * frame.depth
    if frame.action != frame.killer:
        frame.second = frame.killer
        frame.killer = frame.action


KEY, FACTS = 0, 1  # the numbers of an entry of the transposition table; see `facts_of`
ENTRY = 2
BUCKET = 2 * ENTRY  # a position has two entries to choose from
NO_ENTRY = -1
MOST = ENTRY << 20  # numbers in a table: 16 MB
NO_BOUND, LOWER, UPPER, EXACT = 0, 1, 2, 3  # what a value is; EXACT is both bounds
# The facts of an entry are one number: from its lowest bits on the bound, the depth, the age, the action + 1 and the value
BOUND_BITS, DEPTH_BITS, AGE_BITS, ACTION_BITS = 2, 6, 5, 26
AGE_AT = BOUND_BITS + DEPTH_BITS
ACTION_AT = AGE_AT + AGE_BITS
VALUE_AT = ACTION_AT + ACTION_BITS


def facts_of(depth: int, bound: int, value: int, action: int, age: int) -> int:
    """Return what an entry says of a position."""
    return (value << VALUE_AT) | ((action + 1) << ACTION_AT) | (age << AGE_AT) | (depth << BOUND_BITS) | bound


def part_of(facts: int, first: int, bits: int) -> int:
    """Return a part of the facts of an entry: so many bits from the first one on."""
    return (facts >> first) & ((1 << bits) - 1)


def table_for(nodes: int) -> int:
    """Return how many numbers the table of a search has: two entries for each of so many positions, or as many as allowed."""
    numbers = BUCKET
    while numbers < BUCKET * nodes and numbers < MOST:
        numbers *= 2
    return numbers


def bucket_of(table: Any, mark: int) -> int:
    """Return where the two entries for a position begin, by its digest.  The table has a power of two of numbers."""
    return (mark * BUCKET) & (len(table) - BUCKET)


def entry_of(table: Any, mark: int) -> int:
    """Return where the entry of a position is, or NO_ENTRY."""
    bucket = bucket_of(table, mark)
    if table[bucket + KEY] == mark:
        return bucket
    return bucket + ENTRY if table[bucket + ENTRY + KEY] == mark else NO_ENTRY


def is_worth_more(one: int, other: int) -> bool:
    """Tell whether one entry comes from a deeper search than another, in the same search of the match."""
    is_deeper = part_of(one, BOUND_BITS, DEPTH_BITS) > part_of(other, BOUND_BITS, DEPTH_BITS)
    return is_deeper and part_of(one, AGE_AT, AGE_BITS) == part_of(other, AGE_AT, AGE_BITS)


def store(table: Any, mark: int, facts: int) -> None:
    """Store what is known of a position in the transposition table.

    The first entry of a bucket is for the deeper search, unless an earlier search made it; the second one is for the
    latest position.  A value is stored only if it holds whatever led to the position.  Values of forced wins count from the
    position, not from the root.
    """
    entry = bucket_of(table, mark)
    if table[entry + KEY] != mark and is_worth_more(table[entry + FACTS], facts):
        entry += ENTRY
    table[entry + KEY] = mark
    table[entry + FACTS] = facts


def bound_of(best: int, floor: int, ceiling: int) -> int:
    """Return what the best value found within a window is."""
    if best >= ceiling:
        return LOWER
    return EXACT if best > floor else UPPER


FREE_SLOT = -1  # no digest is negative
SPACE = 4  # slots for each digest, or more, so that most look-ups end at once


def space_for(count: int) -> int:
    """Return the number of slots for so many digests."""
    size = SPACE
    while size < SPACE * count:
        size *= 2
    return size


def note_position(slots: Any, mark: int) -> None:
    """Write a digest into the first free slot from its remainder on.

    Thanks to this hash table, a long match slows down no search.
    """
    slot = mark % len(slots)
    while slots[slot] != FREE_SLOT and slots[slot] != mark:
        slot = (slot + 1) % len(slots)
    slots[slot] = mark


def has_occurred(slots: Any, mark: int) -> bool:
    """Tell whether a digest is in the table."""
    slot = mark % len(slots)
    while slots[slot] != FREE_SLOT:
        if slots[slot] == mark:
            return True
        slot = (slot + 1) % len(slots)
    return False


PLIES = 64  # plies of workspace, including the quiescence search
LOUD = 80  # the search doesn't stop after an action that changes the evaluation by this much: nearly a plain piece
STEP = 10_000  # the bonus for each ply by which a win comes sooner
WIN = 1_000_000
WON = WIN - (PLIES + 1) * STEP  # only forced wins have higher values
INFINITY = 2 * WIN
SORTED = 6  # at the last plies only this many actions are sought by their keys; after them a cutoff is unlikely
FREE = PLIES + 1  # more than any ply


class AlphaBetaFrame(Record):
    """The data of one ply of the search."""

    sign: int  # 1 if seat 0 is to move or the game is over, -1 if seat 1 is to move
    depth: int  # remaining plies
    floor: int  # alpha before the first action
    alpha: int
    beta: int
    best: int
    still: int  # the static evaluation for seat 0, near the last ply
    action: int  # the action being searched
    is_scout: int  # 1 if it is searched only to prove that it is no better than another
    is_again: int  # 1 if the proof failed, so that the action must be searched again
    choice: int  # the action that raised alpha, or one to try first, or NO_ACTION
    reach: int  # the lowest ply on the current line whose position the value depends on, by repetition; FREE if none
    index: int  # of the next action
    count: int  # the number of actions to search; 0 if `best` is known without a search
    quiet_left: int  # the number of quiet actions until a draw
    killer: int  # the two latest actions that caused a cutoff at this ply
    second: int


class AlphaBetaWorkspace(NamedTuple):
    """The memory for a search, owned by the caller: PLIES + 1 of each, except for history, past, table and control."""

    states: Any  # states[0] is the root
    frames: Any
    actions: Any  # MAX_ACTIONS each
    keys: Any  # MAX_ACTIONS each; sort keys of the actions
    history: Any  # NUM_ACTIONS for each seat; the history heuristic
    marks: Any  # digests of the positions on the current line
    past: Any  # a hash table of the digests of the positions whose next occurrence is a draw; see `note_position`
    table: Any  # the transposition table; see `store`
    lines: Any  # see `search.control`
    control: Any  # see `search.control`


def worth(workspace: Any, action: int, depth: int, alpha: int, beta: int) -> int:
    """Return the value of `action` in workspace.states[0], searched to `depth` plies including the action.

    It is exact between alpha and beta, and otherwise a bound.  It is meaningless if workspace.control[STOP] is set.
    """
    root = workspace.frames[0]
    root.sign = 1 if current_seat(workspace.states[0]) == 0 else -1
    root.depth, root.alpha, root.beta, root.best = depth, alpha, beta, -INFINITY
    root.still = evaluate(workspace.states[0], 0)
    root.index = root.count = root.is_scout = root.is_again = 0
    root.quiet_left = workspace.control[QUIET_LEFT]
    workspace.marks[0] = digest(workspace.states[0], 0)
    clear_line(workspace.lines, 0)
    descend(workspace, 0, action)
    ply = 1
    while ply > 0:
        if workspace.control[STOP] != 0:
            return 0
        frame = workspace.frames[ply]
        if frame.is_again != 0 or frame.index < frame.count:
            descend(workspace, ply, next_action(workspace, ply))
            ply += 1
        else:
            ply -= 1
            ascend(workspace, ply)
    return int(root.best)


def descend(workspace: Any, ply: int, action: int) -> None:
    """Play `action` and set up the next frame; a leaf gets its value and no actions."""
    frame, child, state = workspace.frames[ply], workspace.frames[ply + 1], workspace.states[ply + 1]
    assign(state, workspace.states[ply])
    apply(state, action)
    workspace.control[NODES] += 1
    if workspace.control[NODES] >= workspace.control[LIMIT]:
        workspace.control[STOP] = 1
    frame.action = action
    child.index = child.count = child.is_again = 0
    child.reach, child.choice = FREE, NO_ACTION
    clear_line(workspace.lines, ply + 1)
    if is_terminal(state):
        child.sign = 1
        child.best = end_value(workspace.control, returns(state, 0), WIN - (ply + 1) * STEP)
        return
    open_frame(frame, child, current_seat(state))
    child.quiet_left = quiet_after(workspace.control, workspace.states[ply], action, frame.quiet_left)
    enter_position(workspace, ply + 1)


def enter_position(workspace: Any, ply: int) -> None:
    """Take the value of the position at a ply if no search is needed; otherwise list its actions."""
    frame, state = workspace.frames[ply], workspace.states[ply]
    if frame.quiet_left <= 0 or (frame.depth >= 0 and is_repeated(workspace, ply)):
        frame.best = 0  # a draw by quiet play, or a repetition, which gains nothing
        return
    if consult_table(workspace, ply):
        return
    if frame.depth <= 1:
        frame.still = evaluate(state, 0)
    if frame.depth <= 0:
        frame.best = frame.sign * frame.still
        frame.alpha = max(frame.alpha, frame.best)
        if frame.best >= frame.beta or is_quiet(workspace, ply):
            return
    frame.count = legal_actions(state, workspace.actions[ply])
    if frame.depth <= 0:
        keep_loud(workspace, ply)
    order_actions(workspace, ply)


def keep_loud(workspace: Any, ply: int) -> None:
    """Keep only the actions that the quiescence search tries."""
    frame, state, actions, kept = workspace.frames[ply], workspace.states[ply], workspace.actions[ply], 0
    for i in range(frame.count):
        if is_loud(state, actions[i]):
            actions[kept] = actions[i]
            kept += 1
    frame.count = kept


def open_frame(frame: Any, child: Any, seat: int) -> None:
    """Initialise the next frame for the seat to act."""
    child.sign = 1 if seat == 0 else -1
    child.depth = frame.depth - 1
    ceiling = frame.alpha + 1 if frame.is_scout != 0 else frame.beta
    child.alpha = child.floor = frame.alpha if child.sign == frame.sign else -ceiling
    child.beta = ceiling if child.sign == frame.sign else -frame.alpha
    child.best = -INFINITY


def is_repeated(workspace: Any, ply: int) -> bool:
    """Record the digest of a position; tell whether it counts as a draw by repetition.

    The rules end a match when a position occurs for the third time.  On the current line the second occurrence counts as
    well: whoever could bring it about could do so again.
    """
    frame, mark = workspace.frames[ply], digest(workspace.states[ply], 0)
    workspace.marks[ply] = mark
    for i in range(ply):
        if workspace.marks[i] == mark:
            frame.reach = i
            return True
    if has_occurred(workspace.past, mark):
        frame.reach = 0  # the next search may know another past
        return True
    return False


def is_lasting(workspace: Any, frame: Any) -> bool:
    """Tell whether the value of a position can be stored: no draw by quiet play can follow within its depth."""
    return bool(frame.depth > 0 and frame.quiet_left > frame.depth + workspace.control[LOUD_PLIES])


def consult_table(workspace: Any, ply: int) -> bool:
    """Look up the position at a ply, and tell whether its value is outside the window, which is then enough."""
    frame, table = workspace.frames[ply], workspace.table
    if not is_lasting(workspace, frame):
        return False
    entry = entry_of(table, workspace.marks[ply])
    if entry == NO_ENTRY:
        return False
    facts = table[entry + FACTS]
    frame.choice = part_of(facts, ACTION_AT, ACTION_BITS) - 1
    is_deep, bound = part_of(facts, BOUND_BITS, DEPTH_BITS) >= frame.depth, part_of(facts, 0, BOUND_BITS)
    value = value_at(facts >> VALUE_AT, -ply)
    is_high = bound & LOWER != 0 and value >= frame.beta and (is_deep or value > WON)
    is_low = bound & UPPER != 0 and value <= frame.alpha and (is_deep or value < -WON)
    if frame.beta - frame.alpha > 1 or not (is_high or is_low):
        return False
    frame.best = value
    return True


def remember(workspace: Any, ply: int) -> None:
    """Store what the search of the position at a ply has found; only the action if it depends on how it was reached."""
    frame = workspace.frames[ply]
    if is_lasting(workspace, frame):
        bound = bound_of(frame.best, frame.floor, frame.beta) if frame.reach >= ply else NO_BOUND
        value, age = value_at(frame.best, ply), workspace.control[AGE]
        store(workspace.table, workspace.marks[ply], facts_of(frame.depth, bound, value, frame.choice, age))


def value_at(value: int, plies: int) -> int:
    """Return a value with the distance of a forced win counted from a position this many plies later."""
    if value > WON:
        return value + plies * STEP
    return value - plies * STEP if value < -WON else value


def is_quiet(workspace: Any, ply: int) -> bool:
    """Tell whether the search may stop at a ply: the last action changed little, or the quiescence search is deep enough.

    Otherwise the search continues, and the side to move can already count on the static evaluation (stand pat).
    """
    frame, before = workspace.frames[ply], workspace.frames[ply - 1]
    return bool(abs(frame.still - before.still) < LOUD or frame.depth <= -workspace.control[LOUD_PLIES])


def next_action(workspace: Any, ply: int) -> int:
    """Return the action to search again, or the remaining one with the highest key, and swap it to the front.

    All but the first are searched as scouts.  Source of principal variation search: T. A. Marsland and M. Campbell, Parallel
    search of strongly ordered game trees, 1982.
    """
    frame, actions, keys = workspace.frames[ply], workspace.actions[ply], workspace.keys[ply]
    if frame.is_again != 0:
        frame.is_again = frame.is_scout = 0
        return int(frame.action)
    first = chosen = frame.index
    last = frame.count if frame.depth > 1 or first < SORTED else first
    for i in range(first + 1, last):
        if keys[i] > keys[chosen]:
            chosen = i
    action = actions[chosen]
    actions[chosen], keys[chosen] = actions[first], keys[first]
    frame.index += 1
    frame.is_scout = 1 if first > 0 and frame.beta - frame.alpha > 1 else 0
    return int(action)


def ascend(workspace: Any, ply: int) -> None:
    """Update a frame with the value of the frame below."""
    frame, child = workspace.frames[ply], workspace.frames[ply + 1]
    if child.count > 0:
        remember(workspace, ply + 1)
    value = child.best if child.sign == frame.sign else -child.best
    if frame.is_scout != 0 and frame.alpha < value < frame.beta:
        frame.is_again = 1
        return
    frame.reach = child.reach if value >= frame.beta else min(frame.reach, child.reach)
    if value <= frame.best:
        return
    frame.best = value
    if value <= frame.alpha:
        return
    frame.choice = frame.action
    if value < frame.beta:
        extend_line(workspace.lines, ply, frame.action)
    else:
        cut_off(workspace, ply)
    frame.alpha = value
