"""Map symbols: every kind is drawn in its box and differs from the others; what types of units get is data."""

from __future__ import annotations

import re
import tomllib
from importlib.resources import files
from typing import get_args
from xml.etree import ElementTree

import pytest

from hexwright.game import Game
from hexwright.picture import symbols
from hexwright.picture.png import png
from hexwright.picture.svg import Node, node
from hexwright.ruleset.schema import UnitType
from hexwright.ruleset.style import FormationSize, SymbolName


def drawn(*parts: Node, wide: float = symbols.WIDTH, high: float = symbols.HEIGHT) -> str:
    box = f"0 0 {symbols.WIDTH} {symbols.HEIGHT}"
    return str(node("svg", *parts, xmlns="http://www.w3.org/2000/svg", width=wide, height=high, viewBox=box))


@pytest.mark.parametrize("kind", symbols.kinds())
def test_each_symbol_is_named_and_stays_in_its_box(kind: str) -> None:
    root = ElementTree.fromstring(drawn(symbols.symbol(kind)))
    assert root[0].get("class") == f"symbol symbol-{kind.replace('_', '-')}"
    grown = f"-10 -10 {symbols.WIDTH + 20} {symbols.HEIGHT + 20}"
    around = drawn(symbols.symbol(kind), wide=200, high=160).replace(f"0 0 {symbols.WIDTH} {symbols.HEIGHT}", grown)
    frame = f'<rect x="-0.5" y="-0.5" width="{symbols.WIDTH + 1}" height="{symbols.HEIGHT + 1}" fill="#fff"/>'
    cover = around.replace("</svg>", f"{frame}</svg>")
    only = drawn(wide=200, high=160).replace(f"0 0 {symbols.WIDTH} {symbols.HEIGHT}", grown)
    assert png(cover) == png(only.replace("/>", f">{frame}</svg>"))  # nothing looks out from under the box
    assert png(around) != png(only)


def test_no_two_symbols_look_alike_at_20_pixels() -> None:
    pictures = {kind: png(drawn(symbols.symbol(kind), wide=20, high=14)) for kind in symbols.kinds()}
    assert len(set(pictures.values())) == len(pictures)


def test_the_style_knows_the_same_symbols_and_sizes() -> None:
    assert set(get_args(SymbolName)) == set(symbols.kinds())
    sizes = set(get_args(FormationSize)) - {"none"}
    assert all(symbols.echelon(size, 0, 0, 10) is not None for size in sizes)
    read = tomllib.loads(files("hexwright.picture").joinpath("symbols.toml").read_text("utf-8"))
    assert set(read["symbol"]) <= set(symbols.kinds())
    assert set(read["size"]) <= sizes


def test_an_unknown_kind_is_the_plain_frame_of_a_unit() -> None:
    assert symbols.symbol("zeppelin") == symbols.symbol("unit")


def test_sizes_are_drawn_not_written() -> None:
    division, regiment = symbols.echelon("XX", 15, 0, 6), symbols.echelon("III", 15, 0, 6)
    assert str(division).count("<path") == 2 and str(regiment).count("<path") == 3
    assert symbols.echelon("", 0, 0, 6) is None
    assert symbols.echelon("<b>", 0, 0, 6) is None


@pytest.mark.parametrize(
    ("type_id", "tags", "kind", "size"),
    [
        ("infantry_division", ("land", "infantry"), "infantry", "XX"),
        ("armor_regiment", ("land",), "armour", "III"),
        ("mech_regiment", ("land", "infantry"), "mechanised", "III"),
        ("garrison_regiment", ("infantry",), "garrison", "III"),
        ("x1", ("airborne", "infantry", "brigade"), "airborne", "X"),
        ("carrier_air_group", ("air", "carrier_air"), "carrier_air", ""),
        ("strike_group", ("sea", "ship", "carrier"), "carrier", ""),
        ("bomber_group", ("air",), "bomber", ""),
        ("cag", ("air",), "fighter", ""),
        ("boats", ("submarine", "sea"), "submarine", ""),
        ("guns", ("army",), "artillery", ""),
        ("s1m3", ("land",), "unit", ""),
        ("Tank", (), "armour", ""),
    ],
)
def test_the_table_guesses_by_id_and_tags(type_id: str, tags: tuple[str, ...], kind: str, size: str) -> None:
    spec = UnitType(tags=tags)
    assert symbols.guessed(type_id, spec) == kind
    assert symbols.guessed_size(type_id, spec) == size


def test_symbols_are_small_original_drawings_without_text_or_references() -> None:
    for kind in symbols.kinds():
        text = str(symbols.symbol(kind))
        assert len(text) < 1200
        assert not re.search(r"<text|href|url\(|style=", text)


def test_every_type_of_torch_and_tunisia_has_a_symbol_that_fits() -> None:
    rules = Game.load("torch_tunisia").rules
    found = {id: symbols.guessed(id, spec) for id, spec in rules.unit_type.items()}
    assert found["fighter_group"] == "fighter" and found["submarine_squadron"] == "submarine"
    assert found["airborne_regiment"] == "airborne" and found["supply"] == "supply"
    assert found["task_force"] == "task_force"
