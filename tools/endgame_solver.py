"""Value iteration over the last positions of a race for two, in the rules dialect: see endgames.py."""

from typing import Any

from ludoteka.core.rules import (
    CHANCE,
    apply,
    assign,
    current_seat,
    is_terminal,
    legal_actions,
    position_number,
    set_position,
    weight,
)

WON = -1  # instead of the number of a position: the side to throw has won
FIRST = 1  # the ply after the throw


def list_results(memory: Any, positions: int, results: Any, ends: Any, ways: Any) -> int:
    """List the distinct results of each throw in each position, and where they end; return how many there are.

    `memory` are states, actions for each of them, and two counters for each.  `ends` and `ways` have a row for each
    position; the last of `ends` is where the first throw begins.  Those of impossible positions stay 0.
    """
    states, actions, _ = memory
    count = 0
    for number in range(positions):
        if set_position(states[0], number):
            ends[number][len(ends[number]) - 1] = count  # where the first throw begins
            for index in range(legal_actions(states[0], actions[0])):
                throw = actions[0][index]
                assign(states[FIRST], states[0])
                apply(states[FIRST], throw)
                count = add_results(memory, results, count)
                ends[number][index] = count
                ways[number][index] = weight(states[0], throw)
    return count


def add_results(memory: Any, results: Any, first: int) -> int:
    """Append the positions after each use of the dice in the state at the first ply; return the new count."""
    states, actions, counters = memory
    ply, count = FIRST, first
    counters[ply][0], counters[ply][1] = 0, legal_actions(states[ply], actions[ply])
    while ply >= FIRST:
        if counters[ply][0] == counters[ply][1]:
            ply -= 1
            continue
        action, state = actions[ply][counters[ply][0]], states[ply + 1]
        counters[ply][0] += 1
        assign(state, states[ply])
        apply(state, action)
        if is_terminal(state):
            results[first] = WON  # only one's own last piece ends the game
            return first + 1
        if current_seat(state) == CHANCE:
            count = add_result(results, first, count, position_number(state))
        else:
            ply += 1
            counters[ply][0], counters[ply][1] = 0, legal_actions(state, actions[ply])
    return count


def add_result(results: Any, first: int, count: int, number: int) -> int:
    """Append a number that is not among those since `first`; return the new count."""
    for index in range(first, count):
        if results[index] == number:
            return count
    results[count] = number
    return count + 1


def sweep(positions: int, results: Any, ends: Any, ways: Any, chances: Any) -> float:
    """Improve the chances to win of the side to throw, the last positions first; return the largest change."""
    largest, throws = 0.0, len(ends[0]) - 1
    for number in range(positions - 1, -1, -1):
        if ends[number][0] == 0:
            continue  # impossible
        total, all_ways = 0.0, 0
        for throw in range(throws):
            first = ends[number][throw - 1] if throw > 0 else ends[number][throws]
            best = 0.0
            for index in range(first, ends[number][throw]):
                best = max(best, 1.0 if results[index] == WON else 1.0 - chances[results[index]])
            total += ways[number][throw] * best
            all_ways += ways[number][throw]
        largest = max(largest, abs(total / all_ways - chances[number]))
        chances[number] = total / all_ways
    return largest
