"""Drawings whose styles are resolved: every element says itself how it looks.

Our style sheets use variables, nested conditions and mixed colours, which programs other than browsers don't know.
"""

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from xml.etree import ElementTree as Tree

import cssselect2
import tinycss2
import tinycss2.color4

from ludoteka.surfaces.svg import BOARD_STYLE

FONTS = '.board{--sans:"Noto Sans";--serif:"Noto Serif"}'  # those beside this module
NAMESPACE = "{http://www.w3.org/2000/svg}"
Declarations = tuple[tuple[str, str], ...]
PAINT = ("fill", "fill-opacity", "stroke", "stroke-opacity", "stop-color", "stop-opacity", "color", "opacity")
OUTLINE = ("stroke-width", "stroke-linecap", "stroke-linejoin", "stroke-dasharray", "stroke-dashoffset", "paint-order")
LETTERS = ("font-family", "font-size", "font-weight", "letter-spacing", "text-anchor")
PLACE = ("x", "y", "width", "height", "rx", "ry", "r", "cx", "cy", "display")
# What a drawing needs; a browser knows other properties, such as transitions
SHOWN = {*PAINT, *OUTLINE, *LETTERS, *PLACE}
MOVES = ("translate", "rotate", "scale", "transform")  # in the order in which they apply
Tree.register_namespace("", NAMESPACE[1:-1])  # so that elements are written without a prefix
PAINTS = {"fill": "fill-opacity", "stroke": "stroke-opacity", "stop-color": "stop-opacity"}
VARIABLE = re.compile(r"var\(\s*(--[\w-]+)\s*(?:,\s*((?:[^()]|\([^()]*\))*))?\)")
FUNCTION = re.compile(r"\b(max|min|clamp|calc)\(([^()]*)\)")
MIX = re.compile(r"color-mix\(in srgb,((?:[^(),%]|\([^()]*+\))++)%,((?:[^(),]|\([^()]*+\))++)\)")
FONT = re.compile(r"(?:(\d{3})\s+)?([\d.]+)px\s+(.+)")
ALONG_Y, MIRRORED = re.compile(r"translateY\(([^)]*)\)"), re.compile(r"scaleX\(([^)]*)\)")
UNIT = re.compile(r"(?<=[\d.])(?:px|deg)\b")


def resolve_board(drawing: str, folder: Path) -> str:
    """Return a drawing of a board as the style sheets of the board and of a game's folder have it."""
    own = folder / "looks.css"
    styles = (FONTS, BOARD_STYLE.read_text("utf-8"), own.read_text("utf-8") if own.is_file() else "")
    return resolve(drawing, "".join(styles))


def resolve(drawing: str, styles: str) -> str:
    """Return an SVG with what these style sheets say in its attributes, as a reader with a light screen sees it."""
    root = Tree.fromstring(drawing)  # noqa: S314 - our own drawing
    _expand(root, {found.attrib["id"]: found for found in root.iter() if "id" in found.attrib})
    _apply(cssselect2.ElementWrapper.from_xml_root(root), _matcher(styles), {})
    return Tree.tostring(root, encoding="unicode")


@lru_cache(16)
def _matcher(styles: str) -> cssselect2.Matcher:
    """Return the rules of a style sheet that apply always; those of a dark screen or of other colours do not."""
    matcher = cssselect2.Matcher()
    for rule in tinycss2.parse_stylesheet(styles, skip_comments=True, skip_whitespace=True):
        if rule.type != "qualified-rule":
            continue
        try:
            selectors = cssselect2.compile_selector_list(rule.prelude)
        except cssselect2.SelectorError:  # a state of a page, such as :hover
            continue
        found = tinycss2.parse_blocks_contents(rule.content, skip_comments=True, skip_whitespace=True)
        said: Declarations = tuple(
            (one.name, tinycss2.serialize(one.value).strip()) for one in found if one.type == "declaration"
        )
        for selector in selectors:
            matcher.add_selector(selector, said)
    return matcher


def _expand(element: Tree.Element, known: Mapping[str, Tree.Element]) -> None:
    """Replace each use of a shape by the shape, because its looks depend on where it is used."""
    for index, child in enumerate(element):
        if child.tag == f"{NAMESPACE}use":
            used = known[child.attrib["href"].removeprefix("#")]
            kept = {name: value for name, value in child.attrib.items() if name not in ("href", "x", "y")}
            move = f"translate({child.get('x', '0')} {child.get('y', '0')})"
            group = Tree.Element(f"{NAMESPACE}g", kept | {"transform": f"{kept.get('transform', '')} {move}".strip()})
            copy = Tree.fromstring(Tree.tostring(used))  # noqa: S314 - as above
            del copy.attrib["id"]
            copy.tail = None
            group.append(copy)
            element[index] = group
        _expand(element[index], known)


def _apply(wrapper: cssselect2.ElementWrapper, matcher: cssselect2.Matcher, inherited: Mapping[str, str]) -> None:
    element = wrapper.etree_element
    declared: dict[str, str] = {}
    for _, _, _, said in matcher.match(wrapper):
        for name, value in said:
            # A later declaration counts, and stands where it was made: `font` resets `font-size`
            declared.pop(name, None)
            declared[name] = value
    own = {name: value for name, value in declared.items() if name.startswith("--")}
    variables = {**inherited, **own}
    for name, value in own.items():
        variables[name] = _substitute(value, {**variables, name: inherited.get(name, "")})
    moves = {"transform": element.get("transform", "")}
    for name, written in declared.items():
        value = _compute(_substitute(written, variables))
        if name in MOVES and value:
            moves[name] = value
        elif name == "font" and (font := FONT.fullmatch(value)):
            element.attrib.update({"font-weight": font[1] or "400", "font-size": font[2], "font-family": font[3]})
        elif name in SHOWN and value and not value.endswith("%"):  # a share of a page
            element.attrib.update(_paint(name, value) if name in PAINTS else {name: UNIT.sub("", value)})
    if place := " ".join(_move(name, moves[name]) for name in MOVES if moves.get(name)):
        element.set("transform", place)
    for child in list(wrapper.iter_children()):
        _apply(child, matcher, variables)


def _substitute(value: str, variables: Mapping[str, str]) -> str:
    """Return a value with those of the variables in it; "" if one is unknown and has no fallback."""
    while found := VARIABLE.search(value):
        known = variables.get(found[1]) or found[2]
        if not known:
            return ""
        value = value[: found.start()] + known + value[found.end() :]
    return value


def _compute(value: str) -> str:
    """Return a value without functions."""
    while found := FUNCTION.search(value):
        sizes = [_product(part) for part in found[2].split(",")]
        value = f"{value[: found.start()]}{SIZES[found[1]](sizes):g}px{value[found.end() :]}"
    while mixed := MIX.search(value):
        value = value[: mixed.start()] + _mix(mixed[1], mixed[2]) + value[mixed.end() :]
    return value


def _product(text: str) -> float:
    size = 1.0
    for factor in text.split("*"):
        size *= float(UNIT.sub("", factor.strip()))
    return size


def _clamp(sizes: list[float]) -> float:
    least, wanted, most = sizes
    return max(least, min(wanted, most))


SIZES: dict[str, Callable[[list[float]], float]] = {"max": max, "min": min, "clamp": _clamp, "calc": max}


def _mix(first: str, other: str) -> str:
    one, _, percent = first.strip().rpartition(" ")
    share = float(percent) / 100
    pairs = zip(_colour(one), _colour(other), strict=True)
    red, green, blue, alpha = (a * share + b * (1 - share) for a, b in pairs)
    return f"rgb({red * 255:.0f} {green * 255:.0f} {blue * 255:.0f} / {alpha:g})"


def _colour(written: str) -> tuple[float, ...]:
    """Return red, green, blue and opacity, each from 0 to 1."""
    found = tinycss2.color4.parse_color(written.strip())
    return tuple(found)


def _paint(name: str, value: str) -> dict[str, str]:
    """Return a colour without opacity, and the opacity beside it; or a gradient, or what is no colour."""
    found = tinycss2.color4.parse_color(value)
    if found is None or isinstance(found, str):  # "none", a gradient, "currentcolor"
        return {name: value.replace('"', "")}
    red, green, blue, alpha = found
    plain = f"#{round(red * 255):02x}{round(green * 255):02x}{round(blue * 255):02x}"
    return {name: plain} | ({PAINTS[name]: f"{alpha:g}"} if alpha < 1 else {})


def _move(name: str, value: str) -> str:
    plain = ALONG_Y.sub(r"translate(0 \1)", MIRRORED.sub(r"scale(\1 1)", UNIT.sub("", value)))
    return plain if name == "transform" else f"{name}({plain})"
