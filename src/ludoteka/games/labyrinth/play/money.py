"""Cash, in hundredths, and accounts, with six decimal places (clauses 16, 17)."""

from ludoteka.games.labyrinth.play.state import CASH, DEPOSIT_KEPT, MILLION, MOST_BALANCE, MOST_CASH, State

HUNDREDTH = MILLION // 100


def open_account(state: State, seat: int) -> None:
    """Give a player ten yuan in cash and an account of ten."""
    state.cash[seat] = CASH
    state.yuan[seat] = DEPOSIT_KEPT
    state.millionths[seat] = 0


def close_account(state: State, seat: int) -> None:
    """Set a player's cash and account to zero (clause 9)."""
    state.cash[seat] = 0
    state.yuan[seat] = 0
    state.millionths[seat] = 0


def receive(state: State, seat: int, hundredths: int) -> None:
    """Add to a player's cash, up to the limit."""
    state.cash[seat] = min(MOST_CASH, state.cash[seat] + hundredths)


def credit_interest(state: State, seat: int) -> None:
    """Add half a percent to the balance, rounded down to six places (clause 16)."""
    if state.yuan[seat] < MOST_BALANCE:
        balance = state.yuan[seat] * MILLION + state.millionths[seat]
        balance += balance // 200
        state.yuan[seat] = balance // MILLION
        state.millionths[seat] = balance % MILLION


def withdrawable(state: State, seat: int) -> int:
    """Return how many hundredths a player may withdraw: all but ten yuan (clause 16)."""
    return (state.yuan[seat] - DEPOSIT_KEPT) * 100 + state.millionths[seat] // HUNDREDTH


def withdraw(state: State, seat: int, hundredths: int) -> None:
    """Move an amount from the account to the cash."""
    receive(state, seat, hundredths)
    move_balance(state, seat, -hundredths)


def deposit(state: State, seat: int, hundredths: int) -> None:
    """Move an amount from the cash to the account."""
    state.cash[seat] -= hundredths
    move_balance(state, seat, hundredths)


def move_balance(state: State, seat: int, hundredths: int) -> None:
    """Add hundredths to the balance, or take them from it."""
    balance = state.yuan[seat] * MILLION + state.millionths[seat] + hundredths * HUNDREDTH
    state.yuan[seat] = min(MOST_BALANCE + MOST_BALANCE // 200, balance // MILLION)
    state.millionths[seat] = balance % MILLION
