"""Landings: the troops of a task force go ashore, into an undefended space or to the attack."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hexwright.decisions import Because, spell
from hexwright.errors import Reason
from hexwright.events import Placed, Spent, StatusSet
from hexwright.frames import Play
from hexwright.pieces import Unit
from hexwright.position import Position
from hexwright.rules.movement import allowance
from hexwright.rules.stacking import limit, limits_for, stacked
from hexwright.windows import Action
from hexwright_plugins import logistics
from hexwright_plugins.land_combat import Attacked, attacked_by, why_no_entry

from .tables import ZONE, Landing
from .telling import because_landing, key_of_coast, told_landing
from .zones import aboard, task_forces

# What an attack takes, logistics says where it is active.


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
        return Reason(f"nobody lands at {space} from {force.at}", "TT-2.4.3-R21", nearest=near,
                      at=key_of_coast(force.at))  # fmt: skip
    if any(p.spent and allowance(now, p).value <= p.spent for p in pieces):
        return Reason(f"{force.id} has used its move: a landing takes all of it", "TT-2.4.3-R21")
    against = opposing_ships(now, force)
    if against:
        return Reason(f"{against[0].id} bars the landing from {force.at}", "TT-2.4.3-R23", (("ships", len(against)),),
                      at="landing.let_pass")  # fmt: skip
    guards = [u for u in now.enemies_at(space, force.nation) if u.type in now.settings(Landing).barred_by]
    if guards:
        return Reason(f"{guards[0].id} must be destroyed before anybody lands in {now.board.name(space)}",
                      "TT-2.4.3-06", at="landing.barred_by")  # fmt: skip
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
                return Reason(f"the landing would crowd {space}", spec.rule, numbers, at=f"stacking.{id_}.limit")
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

    def tells(self, now: Position, seat: str, words: tuple[str, ...]) -> str:
        force, pieces = landing_party(now, seat, words[1])
        assert force is not None
        return told_landing(now, force.id, pieces, words[2], opposed(now, force, words[2]))

    def causes(self, now: Position, seat: str, words: tuple[str, ...]) -> Iterable[Because]:
        force, pieces = landing_party(now, seat, words[1])
        assert force is not None
        return because_landing(now, force, pieces, words[2], opposed(now, force, words[2]))

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
            yield Reason(f"the troops of {landing.split()[1]} must go ashore", self.rule, nearest=landing)


ACTIONS = (Land(),)
