"""Two servers and one database: a turn is notified once, whichever server survives."""

import psycopg
from houses import registering, seated, until

TERMS = {"game": "tavlei", "clock": "3/day", "seat": "d"}


def write(database, statement):
    with psycopg.connect(database) as connection:
        return connection.execute(statement)


def hurry(database):
    """Let the time pass after which turns are notified."""
    write(database, "UPDATE waiting_notices SET due = at - 60 WHERE due IS NOT NULL AND NOT is_reminder")


def begin_turn(anna, boris):
    """Start a correspondence match in which it is Anna's turn; return its id."""
    match = anna.post("/api/challenges", json=TERMS | {"name": "Moves At Two"}).json()["id"]
    assert boris.post(f"/api/challenges/{match}/accept", json={}).status_code == 200
    with seated(boris, match) as player:
        assert player.act("e2-c2")["t"] == "done"
    return match


def until_passed_over(database):
    """Wait until a server has noticed the presence of a player whose turn is to be notified soon."""
    soon = "UPDATE waiting_notices SET due = extract(epoch FROM now()) + 12 WHERE NOT is_reminder"
    write(database, soon)
    with psycopg.connect(database, autocommit=True) as connection:
        until(lambda: not connection.execute("SELECT 1 FROM waiting_notices WHERE NOT is_reminder").fetchone())


def test_turns_are_told_once_by_two_servers_and_by_the_one_that_is_left(pushing, pushes):
    one, other = pushing.houses
    with registering(other) as register, registering(one) as register_at_one:
        anna, boris = register("Waits At Two"), register_at_one("Moves At Two")
        browser = pushes.browser("anna").subscription
        assert anna.post("/api/account/notices/browsers", json=browser).status_code == 200
        shown = begin_turn(anna, boris)
        with seated(anna, shown):  # at the other server
            until_passed_over(pushing.database)
        for _ in range(3):
            match = begin_turn(anna, boris)
            hurry(pushing.database)
            assert pushes.next().content["path"] == f"/match/{match}"
        match = begin_turn(anna, boris)
        one.kill()
        hurry(pushing.database)
        assert pushes.next().content["path"] == f"/match/{match}"
    assert pushes.arrived.empty()
