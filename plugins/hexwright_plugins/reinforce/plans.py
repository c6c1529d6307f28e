"""Plans of Deploy: who waits where, what ports and airfields take, and the sealed orders to land and to fly in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar, Literal

import attrs

from hexwright.classes import frozen
from hexwright.decisions import Because
from hexwright.errors import Reason, nearest
from hexwright.events import Placed
from hexwright.frames import Frame, Play
from hexwright.pieces import Unit
from hexwright.position import Position
from hexwright.rules.stacking import why_not_stack
from hexwright.windows import Order, Orders
from hexwright_plugins.facilities import AIRFIELD, PORT, airfield_quota, airfield_room, landing_room
from hexwright_plugins.facilities.works import key_of
from hexwright_plugins.gunnery import Inbound
from hexwright_plugins.telling import drafted, key_of_lands

from .tables import BOX, DIRECT, Reinforce

# ------------------------------------------------------------------ who waits where


def boxes(now: Position) -> tuple[str, ...]:
    """The boxes from which pieces land or fly in, in the order of the map; worked out once a game."""
    found: tuple[str, ...] | None = now.game.cache.get("reinforce.boxes")
    if found is None:
        settings = now.settings(Reinforce)
        named = {*now.board.spaces_with(BOX), *now.board.spaces_with(DIRECT), *settings.fly_from, *settings.waiting}
        found = now.game.cache["reinforce.boxes"] = tuple(s for s in now.board.spaces if s in named)
    return found


def waiting(now: Position, seat: str) -> dict[str, Unit]:
    """A seat's pieces in those boxes by id, in the order of boxes and ids."""
    known = now.memo("reinforce.waiting")
    found: dict[str, Unit] | None = known.get(seat)
    if found is None:
        here = (u for place in boxes(now) for u in now.units_at(place, seat))
        found = known[seat] = {u.id: u for u in here if now.seat_of(u.nation) == seat}
    return found


def is_direct(now: Position, unit: Unit) -> bool:
    """Does the piece stand in a box of direct Supply?"""
    return DIRECT in now.board.features(unit.at)


def port_of(now: Position, unit: Unit) -> str:
    """The space at which a piece waiting in a box lands, "" when it waits in none."""
    features = now.board.features(unit.at)
    if BOX in features:
        return str(features[BOX]["port"])
    if DIRECT in features:
        return str(features[DIRECT]["to"])
    return now.settings(Reinforce).waiting.get(unit.at, "")


def flies(now: Position, unit: Unit) -> bool:
    """May a piece enter by air from the box it waits in?"""
    tags = now.settings(Reinforce).fly_from.get(unit.at, ())
    return bool(tags) and now.has_tag(unit, *tags)


def airfields_for(now: Position, seat: str) -> tuple[str, ...]:
    """Where new pieces of a seat may come by air at all: its entries, or every airfield, printed or built."""
    only = now.settings(Reinforce).air_entry.get(seat)
    if only is not None:
        return only
    built = [k.split(" ", 1)[0] for k in now.state.features if k.endswith(f" {AIRFIELD} built")]
    return tuple(dict.fromkeys((*now.board.spaces_with(AIRFIELD), *built)))


# ------------------------------------------------------------------ plans of Deploy


Way = Literal["port", "direct", "air"]


@frozen(eq=False)
class Plan:
    """What a draft brings: who, the position with all of them in place, how many land pieces come how to a space."""

    pieces: frozenset[str]
    then: Position
    ways: Mapping[Way, Mapping[str, int]]

    def coming(self, space: str, *ways: Way) -> int:
        """Land pieces that come to a space by these ways."""
        return sum(self.ways[way].get(space, 0) for way in ways)


def plan_of(now: Position, draft: tuple[str, ...]) -> Plan:
    """A draft, read once."""
    known = now.memo("reinforce.plans")
    found: Plan | None = known.get(draft)
    if found is None:
        found = known[draft] = _read(now, draft)
    return found


def _read(now: Position, draft: tuple[str, ...]) -> Plan:
    land = now.settings(Reinforce).land_tag
    ways: dict[Way, dict[str, int]] = {"port": {}, "direct": {}, "air": {}}
    state = now.state
    pieces = []
    for words in (text.split() for text in draft):
        unit = now.unit(words[1])
        space = words[2] if words[0] == "fly" else port_of(now, unit)
        if now.has_tag(unit, land):
            way: Way = "air" if words[0] == "fly" else "direct" if is_direct(now, unit) else "port"
            ways[way][space] = ways[way].get(space, 0) + 1
        pieces.append(unit.id)
        state = state.with_unit(unit.with_place(space, unit.spent))
    return Plan(frozenset(pieces), now.game.position(state), ways)


def why_no_landing(now: Position, unit: Unit, space: str, plan: Plan, way: Way) -> Reason | None:
    """Why a land piece cannot come to a space, with what the plan brings there already.

    A port lands its value now, an airfield its quota; direct Supply may use what either has left (AMB-039).
    """
    port = landing_room(now, space, unit.nation)
    name = now.board.name(space)
    landing = plan.coming(space, "port")
    flown = plan.coming(space, "air")
    if way == "port" and landing >= port:
        numbers = (("landing", landing), ("limit", port))
        return Reason(f"{name} lands no more this turn", "TT-2.4.6-R01", numbers, at=key_of(now, space, PORT))
    if way == "air" and flown >= quota(now, space):
        numbers = (("coming", flown), ("limit", quota(now, space)))
        return Reason(f"the airfield of {name} takes no more this turn", "TT-2.4.6-06", numbers,
                      at=key_of_lands(now, space))  # fmt: skip
    if way == "direct" or plan.coming(space, "direct"):
        all_of_them = plan.coming(space, "port", "direct", "air")
        most = port + quota(now, space)
        if all_of_them >= most:
            return Reason(f"{name} takes no more this turn", "TT-2.3-12", (("coming", all_of_them), ("limit", most)),
                          at=key_of(now, space, PORT))  # fmt: skip
    return _why_crowded(plan.then, unit, space)


def _why_crowded(then: Position, unit: Unit, space: str) -> Reason | None:
    """Why one more piece would break the stacking limit (TT-2.4.6-R04)."""
    known = then.memo("reinforce.crowded")
    kind = (space, unit.type, unit.nation, unit.steps)
    if kind not in known:
        reason = why_not_stack(then, unit, space)
        known[kind] = None if reason is None else attrs.evolve(reason, rule="TT-2.4.6-R04")
    found: Reason | None = known[kind]
    return found


def why_no_arrivals(now: Position, space: str) -> Reason:
    """What closes an airfield to arrivals: another plug-in, or its damage."""
    for m in now.modifiers("airfield_arrivals", space=space):
        if m.op == "min" and m.value <= 0:
            return Reason(f"the airfield of {now.board.name(space)} accepts no arrivals: {m.label}", m.rule, by=m.by,
                          at=m.at)  # fmt: skip
    return Reason(f"the airfield of {now.board.name(space)} is damaged and accepts no arrivals", "TT-2.4.6-12")


def quota(now: Position, space: str) -> int:
    """Land pieces that the airfield of a space takes in a turn."""
    known = now.memo("reinforce.quota")
    if space not in known:
        known[space] = airfield_quota(now, space)
    return int(known[space])


def _own_piece(now: Position, seat: str, words: tuple[str, ...], length: int, plan: Plan) -> Unit | Reason:
    if len(words) != length:
        return Reason("say 'land PIECE' or 'fly PIECE SPACE'", "TT-2.4.6-01")
    mine = waiting(now, seat)
    unit = mine.get(words[1])
    if unit is None:
        near = nearest(words[1], mine, 1)
        return Reason(f"{words[1]} is no piece of yours that waits", "TT-2.4.6-01",
                      nearest=" ".join((words[0], *near, *words[2:])) if near else "")  # fmt: skip
    if unit.id in plan.pieces:
        return Reason(f"{now.name(unit.id)} has its order already", "TT-2.4.6-01", nearest="retract")
    return unit


class Land(Order):
    """`land PIECE`: a piece of a convoy box, of direct Supply or of the waiting box lands at its port."""

    verb = "land"
    windows = ("reinforce.place",)
    rule = "TT-2.4.6-01"

    def choices(self, now: Position, seat: str, draft: tuple[str, ...]) -> Iterator[str]:
        plan = plan_of(now, draft)
        for unit in waiting(now, seat).values():
            if unit.id not in plan.pieces and self._why_not(now, unit, plan) is None:
                yield f"land {unit.id}"

    def refuse(self, now: Position, seat: str, draft: tuple[str, ...], words: tuple[str, ...]) -> Reason | None:
        plan = plan_of(now, draft)
        unit = _own_piece(now, seat, words, 2, plan)
        return unit if isinstance(unit, Reason) else self._why_not(now, unit, plan)

    def _why_not(self, now: Position, unit: Unit, plan: Plan) -> Reason | None:
        space = port_of(now, unit)
        if not space or not now.has_tag(unit, now.settings(Reinforce).land_tag):
            return Reason(f"{now.name(unit.id)} does not come by sea", "TT-1.2.3-R02")
        if not now.controls(unit.nation, space):
            rule = "TT-1.2.2-R05" if unit.at in now.settings(Reinforce).waiting else "TT-2.4.6-02"
            return Reason(f"{now.board.name(space)} is not ours: the piece stays in its box", rule)
        return why_no_landing(now, unit, space, plan, "direct" if is_direct(now, unit) else "port")

    def causes(self, now: Position, seat: str, words: tuple[str, ...]) -> Iterable[Because]:
        from .telling import because_landing  # it reads these plans

        unit, plan = now.unit(words[1]), plan_of(now, drafted(now, seat))
        return because_landing(now, port_of(now, unit), plan, is_direct(now, unit))

    def reveal(self, play: Play, seat: str, choices: tuple[str, ...]) -> None:
        for text in choices:
            unit = play.now.unit(text.split()[1])
            late = unit.at in play.now.settings(Reinforce).waiting
            rule = "TT-2.3-12" if is_direct(play.now, unit) else "TT-1.2.2-R05" if late else self.rule
            play.emit(Placed(unit=unit.id, at=port_of(play.now, unit), was=unit.at, rule=rule))


class Fly(Order):
    """`fly PIECE SPACE`: an arrival by air lands on a friendly, undamaged airfield with room."""

    verb = "fly"
    windows = ("reinforce.place",)
    rule = "TT-2.4.6-04"

    def choices(self, now: Position, seat: str, draft: tuple[str, ...]) -> Iterator[str]:
        plan = plan_of(now, draft)
        coming = [u for u in waiting(now, seat).values() if u.id not in plan.pieces and flies(now, u)]
        fields = airfields_for(now, seat) if coming else ()
        taking: dict[tuple[str, ...], tuple[str, ...]] = {}  # nation -> open airfields; kind of piece -> with room
        for unit in coming:
            kind = (unit.nation, unit.type, str(unit.steps))
            if kind not in taking:
                if (unit.nation,) not in taking:
                    open_ones = (s for s in fields if self._why_shut(now, seat, unit, s) is None)
                    taking[(unit.nation,)] = tuple(open_ones)
                room = (s for s in taking[(unit.nation,)] if self._why_full(now, unit, s, plan) is None)
                taking[kind] = tuple(room)
            for space in taking[kind]:
                yield f"fly {unit.id} {space}"

    def refuse(self, now: Position, seat: str, draft: tuple[str, ...], words: tuple[str, ...]) -> Reason | None:
        plan = plan_of(now, draft)
        unit = _own_piece(now, seat, words, 3, plan)
        if isinstance(unit, Reason):
            return unit
        if not flies(now, unit):
            return Reason(f"{now.name(unit.id)} does not come by air", "TT-1.2.3-R02")
        return self._why_shut(now, seat, unit, words[2]) or self._why_full(now, unit, words[2], plan)

    def _why_shut(self, now: Position, seat: str, unit: Unit, space: str) -> Reason | None:
        """Why nothing new of the unit's nation lands there."""
        if space not in now.board:
            near = nearest(space, now.board.spaces, 1)
            return Reason(f"there is no space {space}", nearest=f"fly {unit.id} {near[0]}" if near else "")
        entries = now.settings(Reinforce).air_entry.get(seat)
        if entries is not None and space not in entries:
            return Reason(f"new aircraft enter at {', '.join(entries)}", "TT-2.4.6-05",
                          at=f"reinforce.air_entry.{seat}",
                          nearest=f"fly {unit.id} {entries[0]}" if entries else "")  # fmt: skip
        if not now.has_feature(space, AIRFIELD) or not now.controls(unit.nation, space):
            return Reason(f"{now.board.name(space)} is no airfield of ours", self.rule)
        return None if quota(now, space) > 0 else why_no_arrivals(now, space)

    def _why_full(self, now: Position, unit: Unit, space: str, plan: Plan) -> Reason | None:
        settings = now.settings(Reinforce)
        if now.has_tag(unit, settings.free_tag):
            return None
        if not now.has_tag(unit, settings.group_tag):
            return why_no_landing(now, unit, space, plan, "air")
        if airfield_room(plan.then, space) > 0:
            return None
        return Reason(f"no room for a group at {now.board.name(space)}: it waits", "TT-2.4.6-07",
                      at=key_of(now, space, AIRFIELD))  # fmt: skip

    def causes(self, now: Position, seat: str, words: tuple[str, ...]) -> Iterable[Because]:
        from .telling import because_flown  # it reads these plans

        return because_flown(now, now.unit(words[1]), words[2], plan_of(now, drafted(now, seat)))

    def reveal(self, play: Play, seat: str, choices: tuple[str, ...]) -> None:
        """What flies is on its way when all plans are shown; the frames of the seat that comes last run first.

        So the first seat is the first to say whether it intercepts what the other one receives (TT-2.4.6-R07).
        """
        coming: dict[str, list[str]] = {}
        for _, unit, space in (text.split() for text in choices):
            coming.setdefault(space, []).append(unit)
        play.push(*(FlyIn(space, tuple(units), seat) for space, units in coming.items()))


@frozen
class FlyIn(Frame):
    """The arrivals at one airfield: on the way they can be intercepted, then those that are left land."""

    name: ClassVar[str] = "reinforce.fly_in"
    rule: ClassVar[str] = "TT-2.4.6-04"
    space: str
    units: tuple[str, ...]
    seat: str
    told: bool = False

    def step(self, play: Play) -> None:
        if not self.told:
            play.become(attrs.evolve(self, told=True))
            play.emit(Inbound(space=self.space, units=self.units, seat=self.seat, rule="TT-2.4.6-08"))
            return
        play.done()
        only = play.now.settings(Reinforce).air_entry.get(self.seat) is not None
        for unit in (play.now.unit(u) for u in self.units if u in play.state.units):
            rule = "TT-2.4.6-05" if only else self.rule
            play.emit(Placed(unit=unit.id, at=self.space, was=unit.at, rule=rule))


@frozen
class Place(Orders):
    """Both seats say in private which of their arrivals land where; the plans are shown together."""

    name: ClassVar[str] = "reinforce.place"
    rule: ClassVar[str] = "TT-2.4.6-R07"

    def prompt(self, now: Position, seat: str) -> str:
        return "which arrivals land, and where?"
