"""The computers of a house have fair shares: nobody waits for the many matches of somebody else."""

from contextlib import ExitStack

from houses import PERSON, make, seated
from houses.inner import InnerHouse

MANY = 20  # matches


def computer(level):
    return {"a": PERSON, "d": {"kind": "computer", "level": level}}


def test_many_matches_of_one_guest_at_the_highest_level_do_not_make_another_wait(tmp_path):
    with InnerHouse(tmp_path) as house, ExitStack() as stack:
        one, other = (stack.enter_context(house.guest()) for _ in range(2))
        for guest in (one, other):
            guest.get("/")
        many = [stack.enter_context(seated(one, make(one, seats=computer(10)))) for _ in range(MANY)]
        for player in many:
            assert player.act("i4-i3")["t"] == "done"
        answered = 0
        for level in (1, 10):
            with seated(other, make(other, seats=computer(level))) as player:
                assert player.act("i4-i3")["t"] == "done"
                player.until(lambda view: view["yours"])
            before, answered = answered, sum(bool(player.hello()["yours"]) for player in many)
            assert answered - before <= MANY / 4, f"level {level}"
