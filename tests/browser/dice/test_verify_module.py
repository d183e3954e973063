"""The check of the dice in the browser agrees with the house's, and finds whatever was planted."""

from copy import deepcopy

import pytest
from browsers.node import run
from toys.thrown_matches import thrown

from ludoteka.games import games
from ludoteka.records.chance import SaltTag
from ludoteka.records.verification import verify

KINDS = [
    ("quagmire", {"seats": "bt"}),
    ("quagmire", {"seats": "bt", "dice": "bag"}),
    ("scripta", {}),
    ("scripta", {"dice": "bag"}),
    ("cups", {}),
]
SALTS = [SaltTag("b", "one", 0), SaltTag("t", "two", 4)]


def told_of(name="quagmire", options=None, salts=SALTS, match="m", plies=400):
    record = thrown(name, {"seats": "bt"} if options is None else options, match, salts, plies)
    return verify(record, games()[name]).plain()


def kept_of(told):
    """What a browser that was there from the beginning keeps."""
    salts = [[one["seat"], one["salt"], place] for one, place in zip(told["salts"], [0, 4], strict=False)]
    kept = {"match": told["match"], "kind": told["kind"], "commitment": told["commitment"], "throws": 0}
    return kept | {"sent": {"b": "one"} if salts else {}, "salts": salts}


def found(told, kept="all", shown=None):
    """What the browser finds, as {about: finding}."""
    shown = [throw["text"] for throw in told["throws"]] if shown is None else shown
    given = [told, kept_of(told) if kept == "all" else kept, shown]
    findings = run("dice/verify.js", "({ verify }, [told, kept, shown]) => verify(told, kept, shown)", given)
    return {one["about"]: one for one in findings}


def verdicts(*wish, **wishes):
    return {about: one["is"] for about, one in found(*wish, **wishes).items()}


@pytest.mark.parametrize(("name", "options"), KINDS)
def test_what_was_thrown_as_it_had_to_be_is_right(name, options):
    told = told_of(name, options, SALTS if name == "quagmire" else [])

    assert set(verdicts(told).values()) == {"right"}
    assert found(told)["throws"]["count"] == len(told["throws"])


def test_a_match_of_before_can_be_checked_too():
    """Its throws follow from the seed alone; nobody was told of it."""
    assert verdicts(told_of(match="", salts=[]), kept=None)["throws"] == "right"


@pytest.mark.parametrize("number", [1, 7, 40])
def test_a_planted_throw_is_found_by_its_number(number):
    told = told_of()
    fallen = told["throws"][number - 1]
    (seat, faces, face) = fallen["draws"][0]
    false = face % faces + 1
    text, draws = f"r{false}", [[seat, faces, false]]
    plants = {
        "text alone": {"text": text},
        "text and what is due": {"text": text, "due": text},
        "all": {"text": text, "due": text, "draws": draws},
        "another die": {"draws": [[seat, 1, 1]]},
        "no die": {"draws": []},
    }
    for plant in plants.values():
        planted = deepcopy(told)
        planted["throws"][number - 1] |= plant
        finding = found(planted)["throws"]
        assert (finding["is"], finding["number"]) == ("wrong", number), plant


def test_what_is_due_is_said():
    told = told_of("scripta", {}, [])
    told["throws"][2]["text"] = "r111"

    assert found(told)["throws"]["due"] == [face for _, _, face in told["throws"][2]["draws"]]


def test_throws_that_were_not_played_with_are_found():
    told = told_of()
    shown = [throw["text"] for throw in told["throws"]]

    assert found(told, shown=[*shown[:5], "r7", *shown[6:]])["moves"]["number"] == 6
    assert found(told, shown=shown[:-1])["moves"]["number"] == len(shown)
    assert found(told, shown=[*shown, "r1"])["moves"]["number"] == len(shown) + 1


def test_another_seed_than_that_of_the_commitment_is_found():
    told = told_of()
    other = told | {"seed": "00"}
    assert verdicts(other)["seed"] == "wrong"


@pytest.mark.parametrize("change", [{"commitment": "00"}, {"match": "n"}, {"kind": "bag"}])
def test_what_is_not_as_this_browser_noted_it_is_found(change):
    told = told_of()
    assert verdicts(told, kept=kept_of(told) | change)["commitment"] == "wrong"


def test_without_notes_the_commitment_is_not_known():
    assert verdicts(told_of(), kept=None)["commitment"] == "unknown"


def test_who_came_later_is_told_how_many_throws_he_did_not_see():
    told = told_of(salts=[])
    commitment = found(told, kept=kept_of(told) | {"throws": 3})["commitment"]
    assert (commitment["is"], commitment["count"]) == ("unknown", 3)


@pytest.mark.parametrize(
    ("salts", "verdict"),
    [
        ([["b", "one", 0], ["t", "two", 4]], "right"),
        ([["t", "two", 0], ["b", "one", 4]], "wrong"),
        ([["b", "won", 0]], "wrong"),
        ([["b", "one", 0], ["t", "two", 3]], "wrong"),  # the house took it in later than it showed it
        ([["b", "one", 0], ["t", "two", 5]], "right"),  # this browser saw it later
    ],
)
def test_salts_stand_where_this_browser_saw_them(salts, verdict):
    told = told_of()
    assert verdicts(told, kept=kept_of(told) | {"salts": salts})["salts"] == verdict


def test_an_own_salt_that_is_left_out_is_told():
    told = told_of(salts=[])
    assert verdicts(told, kept=kept_of(told) | {"sent": {"b": "one"}})["salts"] == "unknown"


def test_nothing_that_fell_here_is_taken_as_fallen_elsewhere():
    told = told_of(salts=[])
    for throw in told["throws"][:3]:
        throw |= {"due": "", "draws": []}

    assert found(told, kept=kept_of(told) | {"throws": 2})["elsewhere"] == {
        "about": "elsewhere",
        "is": "wrong",
        "number": 3,
    }
    assert verdicts(told, kept=kept_of(told) | {"throws": 3})["elsewhere"] == "unknown"
