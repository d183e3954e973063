"""The result of a pick is previewed: with the mouse, with the keyboard, and in words."""

from playwright.sync_api import expect


def give_a_level(visitor):
    """Let White be about to give a level: a tetra moves in front of a black cube."""
    visitor.place("f1").click()
    visitor.place("f7").click()
    visitor.page.mouse.move(0, 0)


def ghosts(visitor):
    """The pieces that a preview shows on the board."""
    return visitor.page.locator(".ghost .piece")


def test_a_step_the_turns_of_a_cube_and_both_cubes_of_a_transfer_are_previewed_and_described(visit):
    giver = visit(reduced_motion="reduce")
    giver.begin("moksha")
    give_a_level(giver)
    turns = giver.page.get_by_role("group", name="Choose").get_by_role("button", name="Turn to ")
    expect(turns).to_have_count(3)
    seen = set()
    for turn in turns.all():
        turn.focus()
        assert "f7: white" in turn.get_attribute("aria-description")
        seen.add(ghosts(giver).first.evaluate("one => one.style.transform"))
    assert len(seen) == 3
    giver.page.keyboard.press("Escape")
    giver.place("e1").click()
    giver.place("e4").hover()
    expect(giver.page.locator(".ghost .piece.seat0.tetra")).to_have_count(1)
    expect(giver.page.locator(".mark.to")).to_have_count(0)
    giver.page.keyboard.press("Escape")
    give_a_level(giver)
    preview_both_cubes(giver)


def preview_both_cubes(giver):
    """Hovering and the focus preview both cubes of a transfer."""
    giver.place("f8").hover()
    expect(ghosts(giver)).to_have_count(2)
    expect(giver.page.locator(".ghost .piece.seat0.tetra")).to_have_count(1)
    expect(giver.page.locator(".ghost .piece.seat1.tri")).to_have_count(1)
    expect(giver.page.locator(".man.covered")).to_have_count(1)
    towards = ghosts(giver).evaluate_all("all => all.map(one => one.style.transform)")
    giver.choose_action("Turn the board")
    giver.place("f8").hover()
    back = ghosts(giver).evaluate_all("all => all.map(one => one.style.transform)")
    assert len(towards) == len(back) == 2
    assert all(one != other for one, other in zip(towards, back, strict=True)), "previews are turned with the board"
    giver.choose_action("Turn the board")
    giver.place("a4").hover()
    expect(giver.page.locator(".ghost .piece.seat1")).to_have_count(0)
    expect(giver.page.locator(".man.covered")).to_have_count(0)
    giver.place("f7").focus()
    giver.page.keyboard.press("ArrowUp")
    expect(giver.place("f8")).to_be_focused()
    expect(giver.page.locator(".ghost .piece.seat0.tetra")).to_have_count(1)
    expect(giver.page.locator(".ghost .piece.seat1.tri")).to_have_count(1)
    giver.page.keyboard.press("Enter")
    expect(giver.moves).to_have_text(["White: f1-f7>f8. Now on f7: white Tetra. Now on f8: black Tri."])
    expect(giver.page.locator(".stage .man .tetra.seat0")).to_have_count(2)
    expect(ghosts(giver)).to_have_count(0)
