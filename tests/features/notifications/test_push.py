"""Browser notifications from a real house: turns in correspondence matches, challenges and rounds, in the user's language."""

from houses import seated, until

TERMS = {"game": "tavlei", "clock": "3/day", "seat": "d"}


def switch_on(client, browser, language="en"):
    wish = browser.subscription | {"zone": "Europe/Prague"}
    answer = client.post("/api/account/notices/browsers", json=wish, headers={"accept-language": language})
    assert answer.status_code == 200, answer.text


def challenge(client, name, **terms):
    answer = client.post("/api/challenges", json=TERMS | {"name": name} | terms)
    assert answer.status_code == 201, answer.text
    return answer.json()["id"]


def begin(anna, boris, name, **terms):
    """Start a match in which the challenger has the defenders; return its id."""
    match = challenge(anna, name, **terms)
    assert boris.post(f"/api/challenges/{match}/accept", json={}).status_code == 200
    return match


def act(client, match, action):
    with seated(client, match) as player:
        assert player.act(action)["t"] == "done"


def test_a_move_in_a_match_of_days_is_told_once_to_whom_it_makes_to_act(resident, pushes, hurry):
    anna, boris = resident("Waits Anna"), resident("Moves Boris")
    switch_on(anna, pushes.browser("anna"))
    match = begin(anna, boris, "Moves Boris")
    act(boris, match, "e2-c2")

    hurry(match)
    told = pushes.next()
    assert (told.browser, told.content["title"]) == ("anna", "It is your turn")
    assert (told.content["body"], told.content["path"]) == ("Tavlei, with Moves Boris", f"/match/{match}")
    assert told.headers["urgency"] == "normal"
    act(anna, match, "e3-b3")
    act(boris, match, "c2-b2")
    hurry(match)
    assert pushes.next().headers["topic"] == told.headers["topic"]
    assert pushes.arrived.empty()


def test_whoever_is_at_the_board_or_plays_a_live_match_is_not_told(resident, pushes, hurry):
    anna, boris = resident("Present Anna"), resident("Present Boris")
    switch_on(anna, pushes.browser("present"))
    live, slow = begin(anna, boris, "Present Boris", clock="5+3"), begin(anna, boris, "Present Boris")
    act(boris, live, "e2-c2")
    with seated(anna, slow) as player:
        act(boris, slow, "e2-c2")
        player.until(lambda view: view["yours"])
        hurry(live)
        hurry(slow)
        match = challenge(boris, "Present Anna", game="moksha", seat="")
        hurry(match)
        told = pushes.next()
    assert (told.content["title"], told.content["path"]) == ("You are challenged", "/")
    assert told.content["body"] == "Moksha, with Present Boris"
    assert pushes.arrived.empty()


def test_a_challenge_that_was_answered_is_not_told_and_another_is_in_the_language_of_the_reader(
    resident, pushes, hurry
):
    anna, boris = resident("Answers Anna"), resident("Вызывает Борис")
    switch_on(anna, pushes.browser("answers"), "ru")
    for what in ("accept", "decline"):
        match = challenge(boris, "Answers Anna", game="moksha", seat="", clock="5+3")
        assert anna.post(f"/api/challenges/{match}/{what}", json={}).status_code == 200
        hurry(match)
    hurry(challenge(boris, "Answers Anna"))

    told = pushes.next()
    assert (told.content["title"], told.content["body"]) == ("Вам бросили вызов", "Тавлеи (Вызывает Борис)")
    assert (told.content["language"], told.content["settings"]) == ("ru", "/account#notices")
    assert pushes.arrived.empty()


def test_the_next_match_of_a_tournament_is_told_once_and_with_it_that_it_is_ones_turn(resident, pushes, hurry):
    players = [resident("Round Anna"), resident("Round Boris")]
    for number, client in enumerate(players):
        switch_on(client, pushes.browser(f"round-{number}"))
    wish = {"name": "Winter", "kind": "round-robin", "game": "tavlei", "clock": "1/day", "starts_in": None}
    made = players[0].post("/api/tournaments", json={name: value for name, value in wish.items() if value})
    path = f"/api/tournaments/{made.json()['id']}"
    for client in players:
        client.post(f"{path}/join", json={})
    assert players[0].post(f"{path}/start", json={}).status_code == 200
    hurry(until(lambda: players[0].get(path).json()["match"]))

    told = sorted([pushes.next(), pushes.next()])
    assert [one.browser for one in told] == ["round-0", "round-1"]
    assert told[0].content["title"] == "Your next match has begun"
    assert told[0].content["body"] == "Winter: Tavlei, with Round Boris"
    assert pushes.arrived.empty()
