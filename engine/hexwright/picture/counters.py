"""Counters: the units and markers of a View on the sheet, with map symbols, strength, statuses, in fanned stacks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from ..classes import frozen
from ..pieces import Marker, Unit
from ..position import Position
from ..ruleset.style import UnitLook
from ..view import View
from . import symbols
from .fan import fan, most_shown
from .known import Names, laid_open
from .letters import shortened, width
from .style import channels, mixed, sound
from .svg import Node, group, node, number, title, xml_id

if TYPE_CHECKING:
    from ..ruleset.schema import Ruleset
    from .sheet import Sheet

SIDE = 0.74  # of a counter in lengths from centre to corner of a hex, where the style says nothing
COMFORT = 0.62  # counters that would come out smaller than so much of their side are put together first
_DARK, _LIGHT = "#000000", "#ffffff"
_SIGN = "#fff3c4"
Room = tuple[float, float, float, float]


def layer(known: View | Position, sheet: Sheet) -> list[Node]:
    """The counters and markers of every space and box, in the order of the board; a Position shows all there is."""
    view = known if isinstance(known, View) else laid_open(known)
    table = _Table(view, sheet)
    found = [table.stack(place) for place in view.board.spaces]
    drawn = group(found, id="layer-counters", class_="layer counters", font_family=sheet.style.text_font)
    return [] if drawn is None else [drawn]


def readable(fill: str) -> str:
    """Black or white, whichever stands out more from a colour; the ratio of WCAG is never below 4.5.

    >>> readable("#2e6f9e"), readable("#ffd24d")
    ('#ffffff', '#000000')
    """
    return max((_LIGHT, _DARK), key=lambda ink: contrast(ink, fill))


def contrast(one: str, other: str) -> float:
    """The contrast ratio of WCAG between two colours, from 1 to 21.

    >>> contrast("#000000", "#ffffff")
    21.0
    """
    high, low = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def _luminance(color: str) -> float:
    parts = [c / 255 for c in channels(color)]
    red, green, blue = (c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@frozen
class Face:
    """What is printed on the counters of a type: symbol, size of formation, text."""

    symbol: str
    size: str
    text: str


def face(rules: Ruleset, type_id: str) -> Face:
    """What the style says, or what the id and the tags of the type call for."""
    spec = rules.unit_type[type_id]
    look = rules.style.unit.get(type_id, UnitLook())
    size = symbols.guessed_size(type_id, spec) if look.size is None else look.size.replace("none", "")
    text = look.text or spec.short or (spec.name or type_id)[:3]
    return Face(look.symbol or symbols.guessed(type_id, spec), size, text)


def counter(
    known: Face, fill: str, x: float, y: float, side: float, steps: tuple[int, int] = (0, 0), *, text: bool = True
) -> Iterator[Node]:
    """The drawing of a counter with its upper left corner at (x, y): the steps it has and those of full strength.

    `text` leaves out the short name, where the next counter would cut it off.
    """
    ink = readable(fill)
    yield _square(x, y, side, fill, mixed(fill, _DARK, 0.55), max(0.7, side * 0.025), class_="counter")
    pips = symbols.echelon(known.size, x + side / 2, y + side * 0.055, side * 0.1, ink)
    if pips is not None:
        yield pips
    wide = side * (0.66 if symbols.framed(known.symbol) else 0.84)
    top = y + side * (0.19 if known.size else 0.13) - (wide - side * 0.66) * 0.15
    yield symbols.placed(known.symbol, x + (side - wide) / 2, top, wide, *_inks(known.symbol, ink))
    now, full = steps
    told = "" if not full and not now else str(now) if full == 1 and now == 1 else f"{now}/{full}"
    high = side * 0.25
    base = y + side * 0.925
    if now < full:
        yield node("rect", x=x + side * 0.05, y=base - side * 0.235, width=width(told, high, bold=True) + side * 0.08,
                   height=side * 0.28, rx=side * 0.05, fill=ink, class_="damage")  # fmt: skip
    if told:
        yield _text(told, x + side * 0.09, base, high, fill if now < full else ink, "start", "steps")
    if told:
        room = side * 0.82 - width(told, high, bold=True)
        small = min(side * 0.19, room / max(0.01, width(known.text, 1.0, bold=True)))
        if text and small >= side * 0.145:
            yield _text(known.text, x + side * 0.93, base, small, ink, "end", "short")
    elif short := shortened(known.text, side * 0.9, side * 0.22, bold=True, end=""):
        yield _text(short, x + side * 0.5, base, side * 0.22, ink, "middle", "short")


def _inks(kind: str, ink: str) -> tuple[str, str]:
    """Frames of formations stand dark on white; ships and aircraft, which have none, in the colour of the text."""
    return ("#1b1b1b", "#fdfbf3") if symbols.framed(kind) else (ink, "none")


def _text(text: str, x: float, y: float, high: float, ink: str, anchor: str, what: str) -> Node:
    return node("text", text, x=x, y=y, font_size=high, fill=ink, text_anchor=anchor, font_weight="bold", class_=what)


# ------------------------------------------------------------------ stacks


@frozen
class _Entry:
    """A counter of a stack: the unit on top, and those that lie under it (alike, or aboard)."""

    top: Unit
    under: tuple[Unit, ...] = ()
    alike: bool = False


class _Table:
    """The stacks of one View on one sheet."""

    def __init__(self, view: View, sheet: Sheet) -> None:
        self._view = view
        self._sheet = sheet
        self._names = Names(view)
        self._faces = {type_id: face(view.rules, type_id) for type_id in view.rules.unit_type}
        self._most = view.rules.style.counters.size or SIDE * sheet.radius
        self._least = min(self._most, view.rules.style.counters.smallest)
        nations, types = list(view.rules.nation), list(view.rules.unit_type)
        self._here: dict[str, list[Unit]] = {}
        for unit in view.units.values():
            self._here.setdefault(unit.at, []).append(unit)
        for units in self._here.values():
            units.sort(key=lambda u: (nations.index(u.nation), types.index(u.type), -u.steps, u.id))
        self._markers: dict[str, list[Marker]] = {}
        for space, marker in view.markers:
            self._markers.setdefault(space, []).append(marker)

    def stack(self, place: str) -> Node | None:
        """The units and markers of a place; None where there are none, or where the place is not drawn."""
        units, markers = self._here.get(place, []), self._markers.get(place, [])
        room = self._sheet.room(place) if units or markers else (0.0, 0.0, 0.0, 0.0)
        if room[2] <= 0 or room[3] <= 0:
            return None
        entries, left_out = self._chosen(units, room)
        laid = fan(room, len(entries) + bool(left_out), self._most)
        drawn: list[Node] = []
        for n, (entry, (x, y)) in enumerate(zip(entries, laid.corners, strict=False)):
            after = laid.corners[n + 1] if n + 1 < len(laid.corners) else (x, y + laid.side)
            free = abs(after[1] - y) > 0.01 or after[0] - x > laid.side * 0.95
            drawn += self._entry(entry, x, y, laid.side, free)
        if left_out:
            drawn.append(self._more(left_out, *laid.corners[-1], laid.side))
        drawn += self._signs_of(markers, room)
        return group(drawn, class_="stack", data_space=place)

    def _chosen(self, units: list[Unit], room: Room) -> tuple[list[_Entry], list[Unit]]:
        """The counters that are shown and the units that are only counted: all apart while that can be read."""
        apart = [_Entry(u) for unit in units for u in self._with_cargo(unit)]
        together = list(self._together(units))
        for entries, side in ((apart, self._most * COMFORT), (together, self._least)):
            if fan(room, len(entries), self._most).side >= side:
                return entries, []
        fit = max(1, most_shown(room, self._least) - 1)
        if fit >= len(together):
            return together, []
        return together[:fit], [u for e in together[fit:] for u in (e.top, *e.under)]

    def _with_cargo(self, unit: Unit) -> Iterator[Unit]:
        yield unit
        for aboard in self._here.get(unit.id, ()):
            yield from self._with_cargo(aboard)

    def _together(self, units: Iterable[Unit]) -> Iterator[_Entry]:
        """Units that differ in nothing that can be seen as one counter, holders with what is aboard of them."""
        same: dict[object, list[Unit]] = {}
        for unit in units:
            cargo = tuple(self._with_cargo(unit))[1:]
            if cargo or self._names.printed(unit.id):
                same[unit.id] = [unit, *cargo]
            else:
                look = (unit.type, unit.nation, unit.steps, unit.status, unit.hidden)
                same.setdefault(look, []).append(unit)
        for key, (top, *under) in same.items():
            yield _Entry(top, tuple(under), not isinstance(key, str))

    # -- drawings

    def _entry(self, entry: _Entry, x: float, y: float, side: float, free: bool) -> Iterator[Node]:
        """A counter with what lies under it; `free` when no other covers its right edge."""
        if entry.under and entry.alike:
            edge = mixed(self._fill(entry.top), _DARK, 0.55)
            for off in (side * 0.06, side * 0.03):
                yield _square(
                    x + off, y - off, side, self._fill(entry.top), edge, max(0.6, side * 0.02), class_="under"
                )
        more = None
        if entry.under:
            count = f"×{len(entry.under) + 1}" if entry.alike else f"+{len(entry.under)}"
            more = self._badge(count, x, y, side)
        yield self._unit(entry.top, x, y, side, free, more)
        yield from self._covered(entry.under)

    def _unit(self, unit: Unit, x: float, y: float, side: float, free: bool, badge: Node | None) -> Node:
        full = self._view.rules.unit_type[unit.type].steps
        fill = self._fill(unit)
        steps = unit.steps, max(full, unit.steps)
        parts = [*counter(self._faces[unit.type], fill, x, y, side, steps, text=free)]
        if unit.at in self._view.units:
            ink = readable(fill)
            parts.append(node("path", d=_corner(x, y, side), fill=ink, class_="aboard-mark"))
        if unit.hidden:
            dashes = f"{number(side * 0.11)} {number(side * 0.08)}"
            line = {"stroke_dasharray": dashes, "class_": "hidden-mark"}
            parts.append(_square(x, y, side, "none", readable(fill), side * 0.05, **line))
        parts += self._statuses(unit, x, y, side)
        return node(
            "g", title(self._names.told(unit)), *parts, badge, id=xml_id("unit", unit.id), class_=self._classes(unit)
        )

    def _covered(self, units: Iterable[Unit]) -> Iterator[Node]:
        """Units that no counter of their own shows, for those who read the picture otherwise."""
        for unit in units:
            yield node(
                "g", title(self._names.told(unit)), id=xml_id("unit", unit.id), class_=f"{self._classes(unit)} covered"
            )

    def _classes(self, unit: Unit) -> str:
        words = ["unit", xml_id("nation", unit.nation), xml_id("type", unit.type)]
        words += ["aboard"] * (unit.at in self._view.units) + ["hidden-unit"] * unit.hidden
        words += [xml_id("status", word) for word in unit.status]
        return " ".join(words)

    def _fill(self, unit: Unit) -> str:
        return self._sheet.style.nation[unit.nation]

    def _statuses(self, unit: Unit, x: float, y: float, side: float) -> Iterator[Node]:
        looks = self._view.rules.style.status
        at = y + side * 0.26
        for word in unit.status:
            look = looks.get(word.split(":", 1)[0])
            if look is not None and not look.shown:
                continue
            sign = (look.sign if look else "") or word[:1].upper()
            color = (sound(look.color) if look else "") or _SIGN
            if at > y + side * 0.7:
                return
            yield _disc(sign, x + side * 0.965, at, side * 0.125, color, self._names.status(word), "status")
            at += side * 0.25

    def _signs_of(self, markers: list[Marker], room: Room) -> Iterator[Node]:
        """The markers of a space in a row over its counters."""
        looks, nations = self._view.rules.style.marker, self._view.rules.nation
        shown = [m for m in markers if m.kind not in looks or looks[m.kind].shown]
        x, y, wide, _ = room
        radius = min(9.0, wide / 8, wide / 2 / max(1, len(shown)))
        for n, marker in enumerate(shown):
            spec, look = self._view.rules.marker.get(marker.kind), looks.get(marker.kind)
            name = (spec.name if spec else "") or marker.kind.replace("_", " ")
            owner = f", {nations[marker.owner].name}" if marker.owner in nations else ""
            many = f", {marker.count}" if marker.count > 1 else ""
            own = self._sheet.style.nation.get(marker.owner, _SIGN)
            color = (sound(look.color) if look else "") or own
            sign = ((look.sign if look else "") or name[:1].upper()) + (str(marker.count) if marker.count > 1 else "")
            at = x + wide / 2 + (2 * n + 1 - len(shown)) * radius
            yield _disc(
                sign, at, y - radius * 0.15, radius, color, f"{name}{owner}{many}", xml_id("marker", marker.kind)
            )

    def _badge(self, text: str, x: float, y: float, side: float) -> Node:
        high = max(side * 0.26, 7.0)
        wide = high * (0.5 + 0.62 * len(text))
        x, y = x + high * 0.08, y + high * 0.08
        pill = node("rect", x=x, y=y, width=wide, height=high, rx=high / 2, fill=_SIGN, stroke=_DARK, stroke_width=0.6)
        told = _text(text, x + wide / 2, y + high * 0.78, high * 0.82, _DARK, "middle", "count")
        return node("g", pill, told, class_="badge")

    def _more(self, units: list[Unit], x: float, y: float, side: float) -> Node:
        told = ", ".join(self._names.unit(u) for u in units)
        plate = _square(x, y, side, _SIGN, _DARK, 0.8)
        words = _text(f"+{len(units)}", x + side / 2, y + side * 0.64, side * 0.42, _DARK, "middle", "count")
        return node("g", title(f"{len(units)} more: {told}"), plate, words, *self._covered(units), class_="more")


def _square(x: float, y: float, side: float, fill: str, edge: str, wide: float, **more: str) -> Node:
    """A square with round corners, as counters are."""
    return node(
        "rect", x=x, y=y, width=side, height=side, rx=side * 0.09, fill=fill, stroke=edge, stroke_width=wide, **more
    )


def _disc(sign: str, x: float, y: float, radius: float, color: str, told: str, what: str) -> Node:
    text = _text(
        sign[:3], x, y + radius * 0.5, radius * (1.4 if len(sign) == 1 else 0.95), readable(color), "middle", "sign"
    )
    disc = node("circle", cx=x, cy=y, r=radius, fill=color, stroke=_DARK, stroke_width=max(0.5, radius * 0.1))
    return node("g", title(told), disc, text, class_=what)


def _corner(x: float, y: float, side: float) -> str:
    return f"M{number(x)} {number(y + side * 0.2)}V{number(y)}H{number(x + side * 0.2)}Z"


__all__ = ["Face", "contrast", "counter", "face", "layer", "readable"]
