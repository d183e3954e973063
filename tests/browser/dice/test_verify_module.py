"""The browser's check of the dice agrees with the house's, and finds every planted fault."""

from copy import deepcopy

import pytest
from browsers.node import run
from toys.thrown_matches import thrown

from ludoteka.games import games
from ludoteka.records.match_record import SaltTag
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
    """What a browser that followed the match from the beginning has stored."""
    salts = [[one["seat"], one["salt"], place] for one, place in zip(told["salts"], [0, 4], strict=False)]
    kept = {"match": told["match"], "kind": told["kind"], "commitment": told["commitment"], "throws": 0}
    return kept | {"sent": {"b": "one"} if salts else {}, "salts": salts}


def found(told, kept="all", shown=None):
    """What the browser finds, as {about: finding}."""
    shown = [throw["text"] for throw in told["throws"]] if shown is None else shown
    given = [told, kept_of(told) if kept == "all" else kept, shown]
    findings = run("dice/verify.js", "({ verify }, [told, kept, shown]) => verify(told, kept, shown)", given)
    return {finding["about"]: finding for finding in findings}


def verdicts(*wish, **wishes):
    return {about: one["is"] for about, one in found(*wish, **wishes).items()}


@pytest.mark.parametrize(("name", "options"), KINDS)
def test_throws_that_follow_from_the_seed_pass(name, options):
    told = told_of(name, options, SALTS if name == "quagmire" else [])

    assert set(verdicts(told).values()) == {"right"}
    assert found(told)["throws"]["count"] == len(told["throws"])


def test_an_old_match_without_salts_can_be_checked():
    """Its throws follow from the seed alone, and there was no commitment."""
    assert verdicts(told_of(match="", salts=[]), kept=None)["throws"] == "right"


def conclusion(told, kept="all"):
    given = [told, kept_of(told) if kept == "all" else kept, [throw["text"] for throw in told["throws"]]]
    code = "({ conclude, verify }, [told, kept, shown]) => conclude(verify(told, kept, shown))"
    return run("dice/verify.js", code, given)


def test_there_are_three_conclusions():
    told = told_of()
    elsewhere = told | {"throws": [throw | {"due": "", "draws": []} for throw in told["throws"]], "salts": []}

    assert conclusion(told) == "proven"
    assert conclusion(told | {"seed": "00"}) == "wrong"
    assert conclusion(told, kept=None) == "unproven", "this browser saw no commitment"
    assert conclusion(elsewhere, kept_of(elsewhere) | {"throws": 9999}) == "unproven"
    assert verdicts(elsewhere, kept=None)["throws"] == "unknown", "no throw was checked"


@pytest.mark.parametrize("number", [1, 7, 40])
def test_a_planted_throw_is_found_and_its_number_reported(number):
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


def test_the_finding_about_a_wrong_throw_contains_the_faces_that_the_seed_gives():
    told = told_of("scripta", {}, [])
    told["throws"][2]["text"] = "r111"

    assert found(told)["throws"]["due"] == [face for _, _, face in told["throws"][2]["draws"]]


def test_throws_other_than_those_played_are_found():
    told = told_of()
    shown = [throw["text"] for throw in told["throws"]]

    assert found(told, shown=[*shown[:5], "r7", *shown[6:]])["moves"]["number"] == 6
    assert found(told, shown=shown[:-1])["moves"]["number"] == len(shown)
    assert found(told, shown=[*shown, "r1"])["moves"]["number"] == len(shown) + 1


def test_a_seed_other_than_the_committed_one_is_found():
    told = told_of()
    other = told | {"seed": "00"}
    assert verdicts(other)["seed"] == "wrong"


@pytest.mark.parametrize("change", [{"commitment": "00"}, {"match": "n"}, {"kind": "bag"}])
def test_differences_from_the_stored_commitment_are_found(change):
    told = told_of()
    assert verdicts(told, kept=kept_of(told) | change)["commitment"] == "wrong"


def test_without_a_stored_commitment_the_commitment_is_unknown():
    assert verdicts(told_of(), kept=None)["commitment"] == "unknown"


def test_a_browser_that_opened_the_match_late_counts_the_throws_before_its_commitment():
    told = told_of(salts=[])
    commitment = found(told, kept=kept_of(told) | {"throws": 3})["commitment"]
    assert (commitment["is"], commitment["count"]) == ("unknown", 3)


@pytest.mark.parametrize(
    ("salts", "verdict"),
    [
        ([["b", "one", 0], ["t", "two", 4]], "right"),
        ([["t", "two", 0], ["b", "one", 4]], "wrong"),
        ([["b", "won", 0]], "wrong"),
        ([["b", "one", 0], ["t", "two", 3]], "wrong"),  # the house applied the second salt later than it had said
        ([["b", "one", 0], ["t", "two", 5]], "right"),  # this browser saw the second salt later
    ],
)
def test_salts_are_compared_with_those_that_this_browser_saw(salts, verdict):
    told = told_of()
    assert verdicts(told, kept=kept_of(told) | {"salts": salts})["salts"] == verdict


def test_a_missing_salt_of_this_browser_is_reported():
    told = told_of(salts=[])
    assert verdicts(told, kept=kept_of(told) | {"sent": {"b": "one"}})["salts"] == "unknown"


def test_a_throw_that_this_browser_saw_cannot_count_as_made_elsewhere():
    told = told_of(salts=[])
    for throw in told["throws"][:3]:
        throw |= {"due": "", "draws": []}

    assert found(told, kept=kept_of(told) | {"throws": 2})["elsewhere"] == {
        "about": "elsewhere",
        "is": "wrong",
        "number": 3,
    }
    assert verdicts(told, kept=kept_of(told) | {"throws": 3})["elsewhere"] == "unknown"
