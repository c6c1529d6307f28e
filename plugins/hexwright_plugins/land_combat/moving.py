"""Land moves: the window, the move of a unit, what entering a space brings about, and what keeps a side from ending."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from typing import ClassVar

from attrs import evolve

from hexwright.classes import frozen
from hexwright.decisions import Because
from hexwright.errors import Reason, nearest
from hexwright.events import Event, Noted, Removed, SliceSet, Spent
from hexwright.frames import Frame, Play
from hexwright.pieces import Unit
from hexwright.position import Position
from hexwright.reach import Reach
from hexwright.rules.control import claimed
from hexwright.rules.movement import can_move, moves_of, points_left, presence, start_walk, why_not_move
from hexwright.rules.stacking import overstacked
from hexwright.windows import Action, Window

from .hands import told_hands
from .record import PLUGIN, Attack, Attacked, Captured, LandState, attackers, is_land, record
from .tables import Land
from .telling import because_battle, because_entry, told_move
from .troops import troops


@frozen
class Move(Window):
    """A side moves its land units, declares its attacks and dedicates Supply, one small choice at a time."""

    name: ClassVar[str] = "land_combat.move"
    rule: ClassVar[str] = "TT-2.4.3-08"
    uses_points: ClassVar[bool] = True

    def prompt(self, now: Position, seat: str) -> str:
        return "move land units and declare attacks"

    def about(self, now: Position, seat: str) -> tuple[tuple[str, str | int], ...]:
        spaces = dict.fromkeys(a.space for a in record(now).attacks)
        return tuple(fact for space in spaces for fact in told_hands(now, space, named=True))

    def causes(self, now: Position, seat: str, words: tuple[str, ...]) -> Iterator[Because]:
        spaces = dict.fromkeys(a.space for a in record(now).attacks)
        return (cause for space in spaces for cause in because_battle(now, space))


# ------------------------------------------------------------------ who attacks where


def attacked_by(now: Position, space: str, nation: str) -> bool:
    """Do enemies of a nation attack in a space?"""
    return any(now.is_enemy(nation, u.nation) for u in attackers(now, space))


def contested(now: Position, space: str) -> bool:
    """Is there an attack in a space?"""
    return bool(attackers(now, space))


def counts_as_land(now: Position, unit: Unit, use: str) -> bool:
    """Does a land unit count for a use ("control", "block")? Those with strength always do."""
    if now.has_tag(unit, "combat"):
        return True
    return now.total("land_presence", 1, "land unit", "TT-2.4.3-R33", unit=unit, use=use).value > 0


# ------------------------------------------------------------------ moving a unit


def held(now: Position, seat: str) -> dict[str, Reason]:
    """The units of a seat that plug-ins keep where they are, and why."""
    if "held" not in now.game.hooks.modifies:
        return {}
    known = now.memo("land_combat.held")
    if seat not in known:
        known[seat] = {m.where: Reason(m.label, m.rule, by=m.by, at=m.at) for m in now.modifiers("held", seat=seat)}
    found: dict[str, Reason] = known[seat]
    return found


def _barred(now: Position, unit: Unit, space: str) -> Reason | None:
    """What plug-ins have against an attack."""
    if "may_attack" not in now.game.hooks.modifies:
        return None
    against = next((m for m in now.modifiers("may_attack", unit=unit, space=space) if m.value <= 0), None)
    return Reason(against.label, against.rule, by=against.by, at=against.at) if against is not None else None


def why_still(now: Position, unit: Unit, known: LandState) -> Reason | None:
    """Why a unit may not leave its space now."""
    name = now.name(unit.id)
    if "captured" in unit.status:
        return Reason(f"{name} was captured this turn and cannot move before the next", "TT-2.4.3-R19")
    why = held(now, now.seat_of(unit.nation)).get(unit.id)
    if why is not None or not known.attacks:
        return why
    own = known.of(unit.id)
    if own is not None and (own.space == unit.at or own.beside(now, unit)):
        return Reason(f"{name} attacks {own.space}: its move has ended", "TT-2.4.3-R01")
    if now.settings(Land).pinned_units and attacked_by(now, unit.at, unit.nation):
        return Reason(f"{name} is attacked in {unit.at} and may not leave", "TT-2.4.3-R03", at="land.pinned_units")
    return None


def _stays_beside(now: Position) -> bool:
    return now.settings(Land).attack_mode == "adjacent"


def why_no_entry(now: Position, unit: Unit, space: str) -> Reason | None:
    """Why a unit may not enter a space because of the enemies there; None where it attacks, helps or meets nobody."""
    seat = now.seat_of(unit.nation)
    name = now.name(unit.id)
    enemies = now.enemies_at(space, unit.nation, ("land",), seat=seat)
    if not enemies:
        if _stays_beside(now) and attacked_by(now, space, unit.nation):
            return _why_not_help(now, space)
        return None
    if any(now.has_tag(e, "combat") for e in enemies):
        if attacked_by(now, space, unit.nation):
            return _why_not_help(now, space)
        if not now.has_tag(unit, "combat"):
            if any(now.is_friend(unit.nation, a.nation) and a.at == space for a in attackers(now, space)):
                return None
            return Reason(f"{name} has no strength to attack {space}: it may follow attackers", "TT-2.4.3-R33")
        if now.has_tag(unit, "no_attack"):
            return Reason(f"{name} cannot attack", now.type(unit).rule, at=f"unit_type.{unit.type}.tags")
        if "no_attack" in unit.status:
            return Reason(f"{name} may not attack this turn", "TT-2.4.3-R25")
        return _barred(now, unit, space)
    if not now.has_tag(unit, "combat"):
        return Reason(f"{name} has no strength to capture what stands in {space}", "TT-2.4.3-R33")
    return None


def _why_not_help(now: Position, space: str) -> Reason | None:
    """Why nobody may join the defence of a space that is attacked."""
    if now.settings(Land).allow_defence_reinforcement:
        return None
    text, key = f"nobody may join the defence of {space}", "land.allow_defence_reinforcement"
    return Reason(text, "TT-2.4.3-R03", at=key)


def _loose(now: Position, nation: str) -> frozenset[str]:
    """The spaces in which enemies of a nation have pieces without strength."""
    known = now.memo("land_combat.loose")
    if nation not in known:
        enemies = (u for s in now.rules.seats for u in troops(now, s) if now.is_enemy(nation, u.nation))
        known[nation] = frozenset(u.at for u in enemies if not now.has_tag(u, "combat"))
    found: frozenset[str] = known[nation]
    return found


def why_no_way(now: Position, unit: Unit, to: str, seat: str) -> Reason | None:
    """Why a piece without strength cannot go to a space at once: it captures nothing, so it passes nobody either."""
    loose = () if now.has_tag(unit, "combat") else _loose(now, unit.nation)
    if not loose:
        return None
    way = moves_of(now, unit, seat).path(to)
    for n, space in enumerate(way[1:-1], 1):
        if space in loose:
            near = f"move {unit.id} {way[n - 1]}" if n > 1 else ""
            text = f"{now.name(unit.id)} has no strength to pass what stands in {space}: go around it step by step"
            return Reason(text, "TT-2.4.3-R33", nearest=near)
    return None


def movers(now: Position, seat: str) -> Iterator[Unit]:
    """The land units of a seat on the map that have a way to move, in the order of ids."""
    types = now.rules.unit_type
    for unit in troops(now, seat):
        spec = types[unit.type]
        if spec.allowance and spec.movement:
            yield unit


def strikes(now: Position, unit: Unit, space: str) -> bool:
    """Would a unit that goes to a space attack it?"""
    foes = now.enemies_at(space, unit.nation, ("combat",), seat=now.seat_of(unit.nation))
    return bool(foes) and now.has_tag(unit, "combat") and not attacked_by(now, space, unit.nation)


@frozen
class Strike(Frame):
    """A unit beside a space attacks it from there with all the points it has left (AMB-094, option b)."""

    name: ClassVar[str] = "land_combat.strike"
    rule: ClassVar[str] = "TT-2.4.3-R01"
    unit: str
    space: str

    def step(self, play: Play) -> None:
        play.done()
        unit = play.now.state.units.get(self.unit)
        if unit is not None and play.now.board.are_neighbours(unit.at, self.space):
            play.emit(
                Attacked(unit=unit.id, space=self.space, origin=unit.at, rule=self.rule),
                Spent(unit=unit.id, cost=points_left(play.now, unit), rule=self.rule),
            )


def _closed(now: Position, unit: Unit, seat: str, way: Reach, known: LandState) -> set[str]:
    """The spaces in range that a unit may not enter because of who is there, or cannot reach past them."""
    weak = not now.has_tag(unit, "combat")
    met: Container[str] = presence(now, now.type(unit).movement, unit.nation, seat).spaces
    if weak:
        met = now.state.at.reader
    fought_for = [a.space for a in known.attacks] if _stays_beside(now) else []
    spaces = [s for s in way.others if s in met or s in fought_for]
    out = {s for s in spaces if why_no_entry(now, unit, s) is not None}
    if weak and not _loose(now, unit.nation).isdisjoint(way.spaces):
        out.update(s for s in way.others if why_no_way(now, unit, s, seat) is not None)
    return out


class MoveUnit(Action):
    """`move UNIT SPACE`: along the cheapest way; entering a space with enemies is the attack."""

    verb = "move"
    windows = ("land_combat.move",)
    rule = "TT-2.4.3-02"

    def options(self, now: Position, seat: str) -> list[str]:
        known, texts = record(now), now.memo("land_combat.texts", now.board)
        found: list[str] = []
        for unit in movers(now, seat):
            if unit.spent >= now.type(unit).allowance and "allowance" not in now.game.hooks.modifies:
                continue
            if why_still(now, unit, known) is not None or not can_move(now, unit):
                continue
            way = moves_of(now, unit, seat)
            kept = texts.get(unit.id)
            if kept is None or kept[0] is not way:
                kept = texts[unit.id] = way, [f"move {unit.id} {space}" for space in way.others]
            out = _closed(now, unit, seat, way, known)
            found += [t for t, s in zip(kept[1], way.others, strict=True) if s not in out] if out else kept[1]
        return found

    def refuse(self, now: Position, seat: str, words: tuple[str, ...]) -> Reason | None:
        if len(words) != 3:
            return Reason("say 'move', a unit and a space", self.rule)
        unit = now.state.units.get(words[1])
        if unit is None or not now.knows(seat, unit):
            own = [u.id for u in movers(now, seat)]
            return Reason(f"there is no unit {words[1]}", nearest=" or ".join(nearest(words[1], own)))
        if now.seat_of(unit.nation) != seat:
            return Reason(f"{now.name(unit.id)} is not yours", self.rule)
        if not now.has_tag(unit, "land"):
            return Reason(f"{now.name(unit.id)} is no land unit", self.rule)
        return (
            why_still(now, unit, record(now))
            or why_not_move(now, unit, words[2], seat)
            or why_no_entry(now, unit, words[2])
            or why_no_way(now, unit, words[2], seat)
        )

    def take(self, play: Play, seat: str, words: tuple[str, ...]) -> None:
        unit, to = play.now.unit(words[1]), words[2]
        if _stays_beside(play.now) and strikes(play.now, unit, to):
            way = moves_of(play.now, unit, seat).path(to)
            play.push(Strike(unit.id, to))
            if len(way) > 2:
                start_walk(play, unit, way[-2])
        else:
            start_walk(play, unit, to)

    def tells(self, now: Position, seat: str, words: tuple[str, ...]) -> str:
        return told_move(now, now.unit(words[1]), words[2], seat)

    def causes(self, now: Position, seat: str, words: tuple[str, ...]) -> Iterator[Because]:
        return because_entry(now, now.unit(words[1]), words[2], seat)

    def problems(self, now: Position, seat: str) -> Iterator[Reason]:
        yield from _idle(now, seat)
        yield from _crowds(now, seat)


def _idle(now: Position, seat: str) -> Iterator[Reason]:
    """Units that moved to enemies and do not attack them."""
    known = record(now)
    for unit in troops(now, seat):
        if not unit.spent or known.of(unit.id) is not None:
            continue
        if now.enemies_at(unit.at, unit.nation, ("combat",), seat=seat) and not contested(now, unit.at):
            yield Reason(f"{now.name(unit.id)} stands among enemies in {unit.at} and does not attack", "TT-2.4.3-R29",
                         nearest="retract")  # fmt: skip


def _crowds(now: Position, seat: str) -> Iterator[Reason]:
    """Spaces that hold too much at the end of the move; a stack that stood there may stay, nobody may join it."""
    standing = record(now).standing
    stacks: dict[tuple[str, str], list[str]] = {}
    for unit in troops(now, seat):
        if unit.steps:
            stacks.setdefault((unit.at, now.side(unit.nation)), []).append(unit.id)
    for (space, side), ids_here in stacks.items():
        if len(ids_here) < 2 or all(i in standing for i in ids_here):
            continue
        reason = overstacked(now, space, side)
        if reason is not None:
            yield evolve(reason, nearest=_lighter(now, reason, space))


def _lighter(now: Position, reason: Reason, space: str) -> str:
    numbers = dict(reason.numbers)
    there, most = numbers.get("there", 0), numbers.get("limit", 0)
    over = int(there) - int(most)
    return f"{over} SP must leave {space}, or retract the last move in"


def crowded(now: Position) -> tuple[str, ...]:
    """The units of all stacks that are above a limit."""
    out: list[str] = []
    for space in now.state.at:
        if not is_land(now, space) or len(now.state.at[space]) < 2:
            continue
        here = [u for u in now.units_at(space) if now.has_tag(u, "combat")]
        for side in dict.fromkeys(now.side(u.nation) for u in here):
            if overstacked(now, space, side) is not None:
                out += [u.id for u in here if now.side(u.nation) == side]
    return tuple(out)


def let_stand(now: Position) -> tuple[Event, ...]:
    """Stacks that are above the limit now may stay as they are (TT-2.4.7-07, TT-2.4.7-R07)."""
    known, standing = record(now), crowded(now)
    return (SliceSet(plugin=PLUGIN, value=evolve(known, standing=standing)),) if standing != known.standing else ()


def splits_off(now: Position, unit: str, whole: str) -> tuple[Event, ...]:
    """What a unit inherits from the one that it was part of: it stood in a stack above the limit too (TT-2.4.7-R07)."""
    known = record(now)
    if whole not in known.standing:
        return ()
    return (SliceSet(plugin=PLUGIN, value=evolve(known, standing=(*known.standing, unit))),)


# ------------------------------------------------------------------ entering a space


def claims(now: Position, *spaces: str) -> tuple[Event, ...]:
    """The changes of control by what stands in these spaces; pieces without strength only where they count."""
    out = []
    for event in claimed(now, *spaces):
        own = [u for u in now.units_at(event.space) if u.nation == event.nation]  # type: ignore[attr-defined]
        if any(now.has_tag(u, "land") and counts_as_land(now, u, "control") for u in own):
            out.append(event)
    return tuple(out)


def captures(now: Position, nation: str, space: str, rule: str = "TT-2.4.3-R19") -> Iterator[Event]:
    """The pieces without strength in a space that fall to a nation, if no enemy there can fight.

    Those of which plug-ins say that they are used up (topic "used_up") fall to nobody.
    """
    enemies = now.enemies_at(space, nation, ("land",)) if is_land(now, space) else ()
    if not enemies or any(now.has_tag(e, "combat") for e in enemies):
        return
    said = now.modifiers("used_up", space=space) if "used_up" in now.game.hooks.modifies else ()
    used = {m.where: m for m in said}
    for piece in enemies:
        why = used.get(piece.id)
        if why is None:
            yield Captured(unit=piece.id, space=space, nation=nation, was=piece.nation, rule=rule)
        else:
            yield Noted(note=why.label, rule=why.rule)
            yield Removed(unit=piece.id, how="spent", at=space, rule=why.rule)


def capture_supply(play: Play, nation: str, space: str) -> None:
    """Let a nation capture the pieces without strength in a space, if no enemy there can fight."""
    play.emit(*captures(play.now, nation, space))


def entered(now: Position, unit: Unit, origin: str) -> Iterable[Event]:
    """What it brings about that a land unit has come to a space: an attack, captures, or control."""
    space = unit.at
    enemies = now.enemies_at(space, unit.nation, ("land",))
    if not enemies:
        return claims(now, space) if now.control(space) != unit.nation else ()
    if not now.has_tag(unit, "combat"):
        return ()
    if not any(now.has_tag(e, "combat") for e in enemies):
        return tuple(captures(now, unit.nation, space))
    known = record(now)
    if not origin or known.of(unit.id) == Attack(unit.id, space, origin) or attacked_by(now, space, unit.nation):
        return ()
    return (Attacked(unit=unit.id, space=space, origin=origin, rule="TT-2.4.3-R01"),)
