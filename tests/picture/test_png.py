"""PNG: the library of the extra, text also on a machine without fonts, and clear words where something is missing."""

from __future__ import annotations

import struct
import sys
from pathlib import Path
from typing import Any

import pytest

from hexwright.errors import HexwrightError
from hexwright.picture import png as module
from hexwright.picture.png import png

NOBODY = "'No Such Font', sans-serif"


def svg(text: str = "Bône", family: str = NOBODY, wide: int = 120, high: int = 40) -> str:
    written = f'<text x="4" y="28" font-size="24" font-family="{family}">{text}</text>' if text else ""
    return f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}">{written}</svg>'


def size(made: bytes) -> tuple[int, int]:
    assert made.startswith(b"\x89PNG\r\n\x1a\n")
    wide, high = struct.unpack(">II", made[16:24])
    return wide, high


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine that has no font of its own."""
    import resvg_py

    real = resvg_py.svg_to_bytes

    def without_system_fonts(**given: Any) -> bytes:
        return real(**given, skip_system_fonts=True)

    monkeypatch.setattr(resvg_py, "svg_to_bytes", without_system_fonts)


def test_a_pixel_for_each_unit() -> None:
    assert size(png(svg())) == (120, 40)
    assert size(png(svg(wide=600, high=200))) == (600, 200)


def test_the_same_picture_is_the_same_bytes() -> None:
    assert png(svg()) == png(svg())


@pytest.mark.parametrize("family", [NOBODY, "serif", "monospace", "sans-serif"])
@pytest.mark.parametrize("text", ["Bône", "Тунис", "Ελλάς", "×3"])
@pytest.mark.usefixtures("bare")
def test_a_machine_without_fonts_has_text_all_the_same(text: str, family: str) -> None:
    assert png(svg(text, family)) != png(svg(""))


@pytest.mark.usefixtures("bare")
def test_without_any_font_it_is_told_instead_of_leaving_texts_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_FONTS", (("no_such_font_package", "Nothing"),))
    with pytest.raises(HexwrightError, match=r"no font.*pip install 'hexwright\[picture\]'.*\.svg"):
        png(svg())


def test_without_the_library_it_is_told_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(HexwrightError, match=r"resvg-py: pip install 'hexwright\[picture\]', or write an \.svg"):
        png(svg())


def test_what_would_not_fit_into_memory_is_refused_before() -> None:
    with pytest.raises(HexwrightError, match=r"40000 x 40000 pixels is too large: choose a smaller --scale"):
        png(svg(wide=40_000, high=40_000))


def test_what_is_no_picture_is_told() -> None:
    with pytest.raises(HexwrightError, match="cannot be made into a PNG"):
        png("<svg")


def test_the_extra_names_what_is_needed() -> None:
    import tomllib

    text = (Path(__file__).resolve().parents[2] / "pyproject.toml").read_text(encoding="utf-8")
    extras = tomllib.loads(text)["project"]["optional-dependencies"]
    assert [line.split(">")[0] for line in extras["picture"]] == ["font-source-sans-pro", "resvg-py"]
    assert any("picture" in line for line in extras["dev"])
