"""Invasion from the sea: free garrisons, the choice of landing zones, landings, and who stands still on turn one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar, Literal

from attrs import frozen

from hexwright.decisions import spell
from hexwright.errors import Reason, nearest
from hexwright.events import Event, Placed, Removed, Spent, StatusSet
from hexwright.frames import Play
from hexwright.hooks import Manifest, Registry, hook
from hexwright.pieces import Unit
from hexwright.position import Position
from hexwright.rules.movement import allowance
from hexwright.rules.stacking import limit, limits_for, stacked, why_not_stack
from hexwright.ruleset.schema import key
from hexwright.windows import Action, Window
from hexwright_plugins import logistics
from hexwright_plugins.land_combat import Attacked, attacked_by, why_no_entry

MANIFEST = Manifest(
    id="invasion",
    summary="Free garrisons, landing zones, landings from the sea, and who may not move on the first turn.",
    requires=("land_combat",),
)
# What an attack takes, logistics says where it is active.

ZONE = "landing_zone"


@frozen
class Setup:
    """[setup]: the free garrisons."""

    free_garrison_hexes: Literal["any_fna_land", "cities"] = key(
        "where free garrisons may stand: every land space of the zone, or its cities (AMB-021)", "any_fna_land"
    )
    max_garrisons_per_city: int = key("most garrisons in a city, fixed ones included; 0 for no limit", 0)
    garrison_reserve: str = key("box in which the free garrisons wait", "", refers="space")
    garrison_zone: str = key("zone in which they may be placed", "", refers="zone")


@frozen
class Landing:
    """[landing]: task forces and their landings."""

    may_split: bool = key("the pieces of a task force may land in several spaces (AMB-099)", False)
    failed: Literal["reembark", "surrender", "coast"] = key(
        "losing landing troops go back aboard, surrender, or retreat on land like others (AMB-100)", "reembark"
    )
    start: str = key("box in which task forces wait for their zone", "", refers="space")
    barred_by: tuple[str, ...] = key("enemy types that bar the space they stand in", (), refers="unit_type")
    let_pass: tuple[str, ...] = key("statuses of enemy ships that do not bar a landing any more", (), refers="status")


@frozen
class FirstTurn:
    """[turn1]: what is special on the first turn."""

    tf_ships_locked: bool = key("ships of a task force stay while its troops are aboard (AMB-074)", True)
    frozen_side: str = key("side whose land units may not move", "", refers="side")
    free_to_move: tuple[str, ...] = key("units of it that may move all the same", (), refers="unit")


def first_turn(now: Position) -> bool:
    """Is this the first turn?"""
    return now.turn == now.rules.sequence.first


# ------------------------------------------------------------------ free garrisons


def free_garrisons(now: Position, seat: str) -> tuple[Unit, ...]:
    """The garrisons of a seat that still wait to be placed."""
    box = now.settings(Setup).garrison_reserve
    return tuple(u for u in now.units_at(box) if now.seat_of(u.nation) == seat) if box else ()


def garrison_spaces(now: Position) -> tuple[str, ...]:
    """Where free garrisons may stand at all."""
    settings = now.settings(Setup)
    spaces = now.zone(settings.garrison_zone) if settings.garrison_zone else ()
    wanted = "city" if settings.free_garrison_hexes == "cities" else "land"
    return tuple(s for s in spaces if wanted in now.board.tags(s))


def why_no_garrison(now: Position, unit: Unit, space: str) -> Reason | None:
    """Why a free garrison may not be placed in a space."""
    settings = now.settings(Setup)
    if space not in garrison_spaces(now):
        what = "city" if settings.free_garrison_hexes == "cities" else "land hex"
        near = nearest(space, garrison_spaces(now), 1)
        hint = spell("place", unit.id, near[0]) if near else ""
        return Reason(f"{space} is no {what} of this territory", "TT-1.2.1-R02", nearest=hint)
    return _why_full(now, unit, space)


def _why_full(now: Position, unit: Unit, space: str) -> Reason | None:
    most = now.settings(Setup).max_garrisons_per_city
    if most and "city" in now.board.tags(space):
        there = sum(1 for u in now.units_at(space) if u.type == unit.type)
        if there >= most:
            numbers = (("there", there), ("most", most))
            return Reason(f"{now.board.name(space)} has its full garrison", "TT-1.2.1-07", numbers)
    return why_not_stack(now, unit, space)


class PlaceGarrison(Action):
    """`place UNIT SPACE`: a free garrison goes to its post."""

    verb = "place"
    windows = ("invasion.garrisons",)
    rule = "TT-1.2.1-06"

    def options(self, now: Position, seat: str) -> Iterator[str]:
        known: dict[tuple[str, str, int], list[str]] = {}
        for unit in free_garrisons(now, seat):
            alike = (unit.type, unit.nation, unit.steps)
            if alike not in known:
                known[alike] = [s for s in garrison_spaces(now) if _why_full(now, unit, s) is None]
            yield from (spell("place", unit.id, space) for space in known[alike])

    def refuse(self, now: Position, seat: str, words: tuple[str, ...]) -> Reason | None:
        if len(words) != 3:
            return Reason("say 'place', a garrison and a space", self.rule)
        unit = next((u for u in free_garrisons(now, seat) if u.id == words[1]), None)
        if unit is None:
            return Reason(f"{words[1]} is no free garrison that waits", self.rule)
        return why_no_garrison(now, unit, words[2])

    def take(self, play: Play, seat: str, words: tuple[str, ...]) -> None:
        unit = play.now.unit(words[1])
        play.emit(Placed(unit=unit.id, at=words[2], was=unit.at, rule=self.rule))

    def problems(self, now: Position, seat: str) -> Iterator[Reason]:
        waiting = free_garrisons(now, seat)
        post = next(iter(self.options(now, seat)), "")
        if waiting and post:
            yield Reason("free garrisons wait to be placed", self.rule, (("waiting", len(waiting)),), post)


@frozen
class Garrisons(Window):
    """The owner places the free garrisons, before submarines and landing zones (TT-1.2.1-R03)."""

    name: ClassVar[str] = "invasion.garrisons"
    rule: ClassVar[str] = "TT-1.2.1-06"

    def asked(self, now: Position) -> tuple[str, ...]:
        # Who plays their nation decides (AMB-006), whichever seat the turn sequence names.
        box = now.settings(Setup).garrison_reserve
        owner = next((u.nation for u in now.game.order_of_battle.values() if box and u.at == box), "")
        return (now.seat_of(owner),) if owner else super().asked(now)

    def prompt(self, now: Position, seat: str) -> str:
        return f"place the free garrisons ({len(free_garrisons(now, seat))} left)"


# ------------------------------------------------------------------ landing zones


def task_forces(now: Position, seat: str) -> Iterator[Unit]:
    """The containers of a seat that wait for a landing zone or lie in one, in the order of ids."""
    start = now.settings(Landing).start
    places = ((start,) if start else ()) + now.board.spaces_with(ZONE)
    found = [u for p in places for u in now.units_at(p) if now.seat_of(u.nation) == seat and now.type(u).holds]
    yield from sorted((u for u in found if "container" in now.type(u).tags), key=lambda u: u.id)


def aboard(now: Position, force: Unit, tag: str) -> tuple[Unit, ...]:
    """The units directly aboard a task force that carry a tag."""
    return tuple(u for u in now.units_at(force.id) if now.has_tag(u, tag))


def _waiting(now: Position, seat: str) -> tuple[Unit, ...]:
    start = now.settings(Landing).start
    return tuple(f for f in task_forces(now, seat) if f.at == start) if start else ()


def _free_zones(now: Position, seat: str) -> tuple[str, ...]:
    taken = {f.at for f in task_forces(now, seat)}
    return tuple(s for s in now.board.spaces_with(ZONE) if s not in taken)


class ChooseZone(Action):
    """`zone FORCE SPACE`: a task force takes one of the flagged spaces, each force another one."""

    verb = "zone"
    windows = ("invasion.zones",)
    rule = "TT-2.2-02"

    def options(self, now: Position, seat: str) -> Iterator[str]:
        free = _free_zones(now, seat)
        for force in _waiting(now, seat):
            for space in free:
                yield spell("zone", force.id, space)

    def refuse(self, now: Position, seat: str, words: tuple[str, ...]) -> Reason | None:
        if len(words) != 3:
            return Reason("say 'zone', a task force and a landing zone", self.rule)
        if words[1] not in [f.id for f in _waiting(now, seat)]:
            return Reason(f"{words[1]} is no task force that waits for its zone", self.rule)
        free = _free_zones(now, seat)
        if words[2] in free:
            return None
        near = spell("zone", words[1], free[0]) if free else ""
        if words[2] in now.board.spaces_with(ZONE):
            return Reason(f"another task force is in {words[2]}", "TT-2.2-R01", nearest=near)
        return Reason(f"{words[2]} is no landing zone", self.rule, nearest=near)

    def take(self, play: Play, seat: str, words: tuple[str, ...]) -> None:
        now = play.now
        force = now.unit(words[1])
        play.emit(Placed(unit=force.id, at=words[2], was=force.at, rule=self.rule))
        for ship in aboard(now, force, "ship"):
            play.emit(Placed(unit=ship.id, at=words[2], was=force.id, rule=self.rule))

    def problems(self, now: Position, seat: str) -> Iterator[Reason]:
        waiting = _waiting(now, seat)
        free = _free_zones(now, seat)
        if waiting and free:
            numbers = (("waiting", len(waiting)),)
            yield Reason("task forces wait for a zone", self.rule, numbers, spell("zone", waiting[0].id, free[0]))


@frozen
class Zones(Window):
    """The invader puts each task force into another landing zone, openly (TT-2.2-R03)."""

    name: ClassVar[str] = "invasion.zones"
    rule: ClassVar[str] = "TT-2.2-02"

    def prompt(self, now: Position, seat: str) -> str:
        return f"choose a landing zone for each task force ({len(_waiting(now, seat))} left)"


# ------------------------------------------------------------------ landings


def at_sea(now: Position, seat: str) -> Iterator[Unit]:
    """The task forces of a seat that lie in a landing zone with land pieces aboard."""
    for force in task_forces(now, seat):
        if now.has_feature(force.at, ZONE) and aboard(now, force, "land"):
            yield force


def landers(now: Position, force: Unit) -> tuple[Unit, ...]:
    """The land pieces aboard that may go ashore; Supply committed to an offensive beside them stays where it is."""
    held = [token for token, _ in logistics.committed(now)] if now.has_plugin("logistics") else []
    return tuple(u for u in aboard(now, force, "land") if u.id not in held)


def landing_party(now: Position, seat: str, name: str) -> tuple[Unit | None, tuple[Unit, ...]]:
    """The task force and the pieces that a landing order names: a force, or one piece of it where they may split."""
    for force in at_sea(now, seat):
        pieces = landers(now, force)
        if force.id == name:
            return force, pieces
        if now.settings(Landing).may_split and name in [p.id for p in pieces]:
            return force, tuple(p for p in pieces if p.id == name)
    return None, ()


def opposing_ships(now: Position, force: Unit) -> tuple[Unit, ...]:
    """Enemy surface ships beside a task force that have neither refused battle nor been beaten this turn."""
    passed = now.settings(Landing).let_pass
    ships = now.enemies_at(force.at, force.nation, ("ship",), seat=now.seat_of(force.nation))
    return tuple(s for s in ships if not any(word.split(":", 1)[0] in passed for word in s.status))


def why_not_land(now: Position, force: Unit, pieces: Iterable[Unit], space: str) -> Reason | None:
    """Why these pieces of a task force may not land in a space."""
    coast = now.feature(force.at, ZONE, "lands_at") or ()
    pieces = tuple(pieces)
    if not pieces:
        return Reason(f"all that is aboard {force.id} is committed to an offensive", "TT-2.4.3-R07", nearest="retract")
    if space not in coast:
        near = spell("land", force.id, coast[0]) if coast else ""
        return Reason(f"nobody lands at {space} from {force.at}", "TT-2.4.3-R21", nearest=near)
    if any(p.spent and allowance(now, p).value <= p.spent for p in pieces):
        return Reason(f"{force.id} has used its move: a landing takes all of it", "TT-2.4.3-R21")
    against = opposing_ships(now, force)
    if against:
        return Reason(f"{against[0].id} bars the landing from {force.at}", "TT-2.4.3-R23", (("ships", len(against)),))
    guards = [u for u in now.enemies_at(space, force.nation) if u.type in now.settings(Landing).barred_by]
    if guards:
        return Reason(f"{guards[0].id} must be destroyed before anybody lands in {now.board.name(space)}",
                      "TT-2.4.3-06")  # fmt: skip
    troops = [p for p in pieces if now.has_tag(p, "combat")] or pieces  # Supply follows those that it lands with
    unready = next((r for r in (why_no_entry(now, p, space) for p in troops) if r is not None), None)
    return unready or _too_many(now, pieces, space)


def opposed(now: Position, force: Unit, space: str) -> bool:
    """Is a landing in a space an attack: enemies that can fight are there, and not as attackers (TT-2.4.3-R03)?"""
    return bool(now.enemies_at(space, force.nation, ("combat",))) and not attacked_by(now, space, force.nation)


def _too_many(now: Position, pieces: tuple[Unit, ...], space: str) -> Reason | None:
    """Why the landing pieces together do not fit beside their friends."""
    for piece in pieces:
        for id_, spec in limits_for(now, piece):
            group = {"side": now.side(piece.nation), "nation": piece.nation}.get(spec.per, "all")
            coming = [p for p in pieces if not spec.tags or now.has_tag(p, *spec.tags)]
            weight = sum(p.steps if spec.measure == "steps" else 1 for p in coming)
            there = stacked(now, spec, space, group)
            most = limit(now, id_, spec, space, group)
            if there + weight > most:
                numbers = (("there", there), ("coming", weight), ("limit", most))
                return Reason(f"the landing would crowd {space}", spec.rule, numbers)
    return None


def demanded(now: Position, seat: str) -> Iterator[str]:
    """The landings that must not be put off: into an undefended space, or with Supply aboard to pay for the attack."""
    for force in at_sea(now, seat):
        pieces = landers(now, force)
        fuelled = any(now.has_tag(p, "supply") for p in pieces)
        for space in now.feature(force.at, ZONE, "lands_at") or ():
            if (fuelled or not opposed(now, force, space)) and why_not_land(now, force, pieces, space) is None:
                yield spell("land", force.id, space)
                break


class Land(Action):
    """`land FORCE SPACE`: the troops of a task force go ashore, into an undefended space or to the attack."""

    verb = "land"
    windows = ("land_combat.move",)
    rule = "TT-2.4.3-04"

    def options(self, now: Position, seat: str) -> Iterator[str]:
        split = now.settings(Landing).may_split
        for force in at_sea(now, seat):
            pieces = landers(now, force)
            parties = [(force.id, pieces), *((p.id, (p,)) for p in pieces if split)]
            for name, party in parties:
                for space in now.feature(force.at, ZONE, "lands_at") or ():
                    if why_not_land(now, force, party, space) is None:
                        yield spell("land", name, space)

    def refuse(self, now: Position, seat: str, words: tuple[str, ...]) -> Reason | None:
        if len(words) != 3:
            return Reason("say 'land', a task force and a space", self.rule)
        force, pieces = landing_party(now, seat, words[1])
        if force is None:
            known = now.state.units.get(words[1])
            if known is not None and known.at in now.board:
                return Reason(f"{words[1]} has no troops at sea: nobody embarks again", "TT-2.4.3-R31")
            return Reason(f"{words[1]} is no task force with troops aboard in a landing zone", "TT-2.4.3-R31")
        return why_not_land(now, force, pieces, words[2])

    def take(self, play: Play, seat: str, words: tuple[str, ...]) -> None:
        now = play.now
        space = words[2]
        force, pieces = landing_party(now, seat, words[1])
        assert force is not None
        defended = opposed(now, force, space)
        rule = "TT-2.4.3-05" if defended else self.rule
        origin = "" if now.settings(Landing).failed == "coast" else force.id
        for piece in sorted(pieces, key=lambda p: (now.has_tag(p, "supply"), p.id)):
            play.emit(Placed(unit=piece.id, at=space, was=force.id, rule=rule))
            play.emit(Spent(unit=piece.id, cost=allowance(now, piece).value - piece.spent, rule="TT-2.4.3-R21"))
            play.emit(StatusSet(unit=piece.id, status="landed", rule="TT-2.4.3-R21"))
            if defended and now.has_tag(piece, "combat"):
                play.emit(Attacked(unit=piece.id, space=space, origin=origin, rule=rule))

    def problems(self, now: Position, seat: str) -> Iterator[Reason]:
        for landing in demanded(now, seat):
            yield Reason("troops at sea must go ashore", self.rule, nearest=landing)


# ------------------------------------------------------------------ the first turn


def home_force(now: Position, ship: Unit) -> Unit | None:
    """The task force that a ship set out with."""
    start = now.game.order_of_battle.get(ship.id)
    return now.state.units.get(start.at) if start is not None else None


def why_locked(now: Position, ship: Unit) -> Reason | None:
    """Why a ship may not leave its task force: troops are still aboard on the first turn."""
    if not first_turn(now) or not now.settings(FirstTurn).tf_ships_locked or not now.has_tag(ship, "ship"):
        return None
    force = home_force(now, ship)
    if force is None or force.at != ship.at or not aboard(now, force, "land"):
        return None
    return Reason(f"{now.name(ship.id)} stays with {now.name(force.id)} until its troops have landed", "TT-2.4.2-R06")


@hook("move")
def forbid(now: Position, seat: str, words: tuple[str, ...]) -> Reason | None:
    """The first turn: one side's land units stand still, and ships stay with the troops they carry."""
    unit = now.state.units.get(words[1]) if len(words) > 1 else None
    if unit is None or not first_turn(now):
        return None
    settings = now.settings(FirstTurn)
    frozen = now.has_tag(unit, "land") and settings.frozen_side == now.side(unit.nation)
    if frozen and unit.id not in settings.free_to_move:
        near = f"free to move: {', '.join(settings.free_to_move)}" if settings.free_to_move else ""
        return Reason(f"{now.name(unit.id)} may not move on the first turn", "TT-2.4.3-07", nearest=near)
    return why_locked(now, unit)


@hook(Placed)
def react(event: Placed, now: Position) -> Iterable[Event]:
    """With the switch, troops thrown back into the sea surrender instead of going back aboard."""
    if now.settings(Landing).failed != "surrender" or event.was not in now.board:
        return ()
    force, unit = now.state.units.get(event.at), now.state.units.get(event.unit)
    if force is None or unit is None or not now.has_tag(unit, "land") or not now.has_feature(force.at, ZONE):
        return ()
    return (Removed(unit=unit.id, how="surrendered", at=event.was, rule="TT-2.4.3-R22"),)


@hook
def register(registry: Registry) -> None:
    registry.table("setup", Setup)
    registry.table("landing", Landing)
    registry.table("turn1", FirstTurn)
    registry.frame(Garrisons, Zones)
    registry.action(PlaceGarrison(), ChooseZone(), Land())
