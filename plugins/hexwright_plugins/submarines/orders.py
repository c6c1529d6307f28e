"""Missions of submarines: a sealed draft of both seats every turn; those that act come out of hiding."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

from hexwright.classes import frozen
from hexwright.decisions import Because, spell
from hexwright.errors import Reason
from hexwright.events import Placed
from hexwright.frames import DRAFT_VERBS, DraftFrame, Play
from hexwright.pieces import Unit
from hexwright.position import Position

from .join import able, why_idle
from .record import ASSIGNED, SHIPS, Kind, RaidSet, box_hex, shown
from .telling import because_order, told_order

STRIKE, RAID, CONVOY = "TT-2.4.2-33", "TT-2.4.2-09", "TT-2.4.2-35"


def enemy_ships(now: Position, unit: Unit) -> tuple[Unit, ...]:
    """The enemy surface ships in a submarine's own hex."""
    return now.enemies_at(unit.at, unit.nation, ("ship",), seat=now.seat_of(unit.nation))


def ports(now: Position, unit: Unit) -> Iterator[str]:
    """The enemy ports that a submarine can strike: in its own hex or beside it."""
    if not now.has_plugin("facilities"):
        return
    from ..facilities import PORT, printed

    near = (unit.at, *now.board.neighbours(unit.at))
    for space in (s for s in now.board.spaces_with(PORT) if s in near):
        owner = now.control(space)
        if owner and now.is_enemy(unit.nation, owner) and printed(now, space, PORT):
            yield space


def convoys(now: Position, unit: Unit) -> Iterator[str]:
    """The boxes with an enemy convoy whose convoy hex is a submarine's own."""
    for box in now.board.spaces_with("convoy_box"):
        if box_hex(now, box) == unit.at and now.enemies_at(box, unit.nation, ("land",)):
            yield box


def forces(now: Position, unit: Unit) -> Iterator[str]:
    """The enemy task forces in a submarine's own hex whose troops can be attacked at sea."""
    if now.has_plugin("invasion"):
        from ..invasion import exposed

        yield from (force.id for force in exposed(now, unit.at, unit.nation))


def chances(now: Position, unit: Unit) -> Iterator[tuple[str, str]]:
    """What a submarine may do where it is, as (verb, target)."""
    # Strikes and raids on task forces are carried out among those of ships.
    if now.has_plugin("naval_ops"):
        if enemy_ships(now, unit):
            yield "strike", SHIPS
        yield from (("strike", space) for space in ports(now, unit))
        yield from (("raid", force) for force in forces(now, unit))
    yield from (("raid", box) for box in convoys(now, unit))


@frozen
class SubOrders(DraftFrame):
    """What each submarine does; without an order it stays hidden. Both seats are asked, whatever they have at sea.

    `strike SUBMARINE ships` or `strike SUBMARINE PORT`: it fires at the enemy ships in its hex, or at a port in or
    beside it, among the strikes of ships.

    `raid SUBMARINE BOX` or `raid SUBMARINE FORCE`: it goes to the box of an enemy convoy that passes its hex, or on the
    first turn attacks the troops aboard a task force there.
    """

    name: ClassVar[str] = "submarines.orders"
    rule: ClassVar[str] = STRIKE

    def prompt(self, now: Position, seat: str) -> str:
        return "what do your submarines attack? Those without an order stay hidden"

    def choices(self, now: Position, seat: str, draft: tuple[str, ...]) -> Iterator[str]:
        ordered = [choice.split()[1] for choice in draft]
        for unit in able(now, seat):
            if unit.id not in ordered:
                yield from (spell(verb, unit.id, target) for verb, target in chances(now, unit))

    def verbs(self, now: Position, seat: str) -> tuple[str, ...]:
        return ("strike", "raid", *DRAFT_VERBS)

    def refuse_choice(self, now: Position, seat: str, draft: tuple[str, ...], words: tuple[str, ...]) -> Reason | None:
        if words[0] not in ("strike", "raid") or len(words) != 3:
            text = "say 'strike', a submarine and 'ships' or a port, or 'raid', a submarine and a box or task force"
            return Reason(text, self.rule, nearest="done")
        unit = now.state.units.get(words[1])
        if unit is None or now.seat_of(unit.nation) != seat or not now.has_tag(unit, "submarine"):
            return Reason(f"{words[1]} is no submarine of yours", self.rule, nearest="done")
        if words[1] in [choice.split()[1] for choice in draft]:
            return Reason(f"{words[1]} has its order already", self.rule, nearest="retract")
        idle = why_idle(now, unit)
        if idle is not None:
            return idle
        if unit not in able(now, seat):
            return Reason(f"{words[1]} is not at sea", self.rule, nearest="done")
        known = list(chances(now, unit))
        if (words[0], words[2]) in known:
            return None
        near = next((k for k in known if k[0] == words[0]), known[0] if known else None)
        hint = spell(near[0], unit.id, near[1]) if near else "done"
        text, rule = self._why_not(now, unit, words[0], words[2])
        return Reason(text, rule, nearest=hint)

    def _why_not(self, now: Position, unit: Unit, verb: str, target: str) -> tuple[str, str]:
        """Why a submarine cannot do that where it is, and the rule."""
        if verb == "strike":
            if target == SHIPS:
                return f"no enemy ships are in {unit.at}", STRIKE
            return f"{target} is no enemy port in or beside {unit.at}", STRIKE
        if target in now.state.units:
            return f"the troops of {target} are not to be attacked in {unit.at}", "TT-2.4.2-R07"
        gathers = box_hex(now, target)
        if not gathers:
            return f"{target} is no convoy box and no task force", CONVOY
        if gathers != unit.at:
            return f"{now.board.name(target)} passes {gathers}, {unit.id} is in {unit.at}", CONVOY
        return f"no enemy convoy is in {now.board.name(target)}", CONVOY

    def tells(self, now: Position, seat: str, words: tuple[str, ...]) -> str:
        return told_order(now, *words) if words else super().tells(now, seat, words)

    def causes(self, now: Position, seat: str, words: tuple[str, ...]) -> Iterable[Because]:
        return because_order(now, *words) if words else ()

    def reveal(self, play: Play, drafts: dict[str, tuple[str, ...]]) -> None:
        for seat in sorted(drafts):
            # By id: not even the order in which the choices were made is seen.
            for choice in sorted(drafts[seat], key=lambda c: c.split()[1]):
                verb, id_, target = choice.split()
                self._go(play, play.now.unit(id_), verb, target)

    def _go(self, play: Play, unit: Unit, verb: str, target: str) -> None:
        now = play.now
        if verb == "raid" and target in now.board:
            play.emit(*shown(now, unit, ASSIGNED, rule=CONVOY))
            play.emit(Placed(unit=unit.id, at=target, was=unit.at, rule=CONVOY))
            return
        kind: Kind = "embarked" if verb == "raid" else "ships" if target == SHIPS else "port"
        rule = RAID if kind == "embarked" else STRIKE
        play.emit(*shown(now, unit, ASSIGNED, rule=rule))
        play.emit(RaidSet(unit=unit.id, kind=kind, target=unit.at if kind == "ships" else target, rule=rule))


FRAMES = (SubOrders,)
