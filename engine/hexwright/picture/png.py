"""SVG to PNG by the library of the extra `picture`, with a font that is always there; nothing here draws."""

from __future__ import annotations

import re
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from ..errors import HexwrightError

MOST_PIXELS = 200_000_000
_SIZE = re.compile(r'<svg\b[^>]*?\bwidth="([0-9.]+)"[^>]*?\bheight="([0-9.]+)"')
_FONTS = (("font_source_sans_pro", "Source Sans Pro"), ("font_source_serif_pro", "Source Serif Pro"))
_HOW = "pip install 'hexwright[picture]'"


def png(svg: str) -> bytes:
    """The picture as the bytes of a PNG, a pixel for each unit of its width and height.

    Fonts that the picture names count where the machine has them; sans-serif and serif are those of the extra, so that
    there is text on a machine without fonts. HexwrightError where the library or every font is missing, or where the
    picture is too large.
    """
    try:
        from resvg_py import svg_to_bytes
    except ImportError:
        raise HexwrightError(f"PNG needs the library resvg-py: {_HOW}, or write an .svg instead") from None
    _check_size(svg)
    fonts = _fonts()
    if not _has_text(svg_to_bytes, fonts):
        raise HexwrightError(f"there is no font to write with: {_HOW}, or write an .svg instead")
    try:
        made: bytes = svg_to_bytes(svg_string=svg, **fonts)
    except ValueError as error:
        raise HexwrightError(f"the picture cannot be made into a PNG: {error}") from error
    return made


def _check_size(svg: str) -> None:
    found = _SIZE.search(svg)
    if found is None:
        return
    wide, high = (round(float(n)) for n in found.groups())
    if wide * high > MOST_PIXELS:
        raise HexwrightError(
            f"a PNG of {wide} x {high} pixels is too large: choose a smaller --scale, or write an .svg"
        )


def _fonts() -> dict[str, Any]:
    """The font files of the extra that are installed, and which of them the generic names stand for."""
    found = {family: folder for package, family in _FONTS if (folder := _folder(package)) is not None}
    if not found:
        return {
            "sans_serif_family": "DejaVu Sans",
            "serif_family": "DejaVu Serif",
            "monospace_family": "DejaVu Sans Mono",
        }
    sans, serif = next(iter(found)), list(found)[-1]
    return {
        "font_files": [str(f) for folder in found.values() for f in sorted(folder.glob("*.ttf"))],
        "font_family": sans,
        "sans_serif_family": sans,
        "serif_family": serif,
        "monospace_family": sans,
    }


def _folder(package: str) -> Path | None:
    """Where a font package keeps its files; it is not imported for that."""
    spec = find_spec(package)
    places = list(spec.submodule_search_locations or ()) if spec is not None else []
    folder = Path(places[0]) / "files" if places else Path()
    return folder if places and folder.is_dir() else None


def _has_text(svg_to_bytes: Any, fonts: dict[str, Any]) -> bool:
    """Does a text leave ink?"""
    frame = '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20">{}</svg>'
    text = '<text x="2" y="16" font-size="16" font-family="sans-serif">M</text>'
    return bool(svg_to_bytes(svg_string=frame.format(text), **fonts) != svg_to_bytes(svg_string=frame.format("")))


__all__ = ["MOST_PIXELS", "png"]
