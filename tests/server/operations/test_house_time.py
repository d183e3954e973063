"""House time: it starts at the time of day and never goes back."""

import time

from ludoteka.server.operations.house_time import HouseTime, steady


class Machine:
    """A machine whose clock can be set."""

    def __init__(self):
        self.wall, self.steady = 1_000_000.0, 50.0

    def wait(self, seconds):
        self.wall += seconds
        self.steady += seconds

    def house_time(self, begin=None):
        made = HouseTime(lambda: self.wall, lambda: self.steady)
        if begin is not None:
            made.set(begin)
        return made


def test_house_time_starts_at_the_time_of_day():
    assert Machine().house_time().now() == 1_000_000


def test_setting_the_system_clock_does_not_affect_house_time():
    machine = Machine()
    time_of_house = machine.house_time()
    machine.wait(10)
    machine.wall -= 3600
    assert time_of_house.now() == 1_000_010
    machine.wait(5)
    machine.wall += 86_400
    assert time_of_house.now() == 1_000_015


def test_servers_that_start_at_the_same_house_time_agree_afterwards():
    one, other = Machine(), Machine()
    other.wall, other.steady = 5.0, 9_000.0
    times = [one.house_time(begin=2_000_000), other.house_time(begin=2_000_000)]
    one.wait(30)
    other.wait(30)
    assert [each.now() for each in times] == [2_000_030, 2_000_030]


def test_the_steady_clock_never_goes_back():
    seen = [steady() for _ in range(1000)]
    assert seen == sorted(seen)
    times = HouseTime()
    before, now, after = time.time(), times.now(), time.time()
    assert before - 60 < now < after + 60
