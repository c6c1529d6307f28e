"""Armies from the Eastern Mediterranean: tracks, entry, the assault on it, and the aircraft and ships they bring."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import ClassVar, Literal

import attrs

from hexwright.classes import frozen
from hexwright.decisions import spell
from hexwright.errors import Reason
from hexwright.events import Closed, Event, Placed, Removed
from hexwright.frames import Frame, Play
from hexwright.hooks import Manifest, Registry, hook
from hexwright.pieces import Unit
from hexwright.position import Position
from hexwright.rules.stacking import room_for
from hexwright.ruleset.schema import Ruleset, key
from hexwright_plugins import facilities
from hexwright_plugins.land_combat import Attacked, BattleJoined, DieAdded, Fight, die_of, told_hands
from hexwright_plugins.logistics import Logistics

MANIFEST = Manifest(
    id="eastmed",
    summary="Two armies walk along their tracks, enter the map or storm their entry.",
    requires=("land_combat",),
)
# What supply an attack takes and what room an airfield has, logistics and facilities say where they are active. It does
# not come after them: its reaction to a battle stands before that of logistics, the attacker being asked first.


@frozen
class Army:
    """[eastmed.army.ID]: one army token, a container that holds its units. Spaces and boxes are data."""

    track: tuple[str, ...] = key("its boxes in order, the start left out", (), refers="space")
    entry: str = key("space into which the army marches", "", refers="space")
    bases: tuple[str, ...] = key("spaces its aircraft and ships may choose", (), refers="space")
    elsewhere: bool = key("its aircraft may go to any friendly airfield when no base takes them", False)


@frozen
class EastMed:
    """[eastmed]: the armies of the east."""

    arrival_turn: dict[str, int] = key("seat -> turn on which its army arrives", {}, by="seat")
    failed_assault: Literal["retry", "eliminate"] = key("what becomes of losing attackers", "retry")
    army: dict[str, Army] = key("army token -> where it goes", {}, refers="unit")


def spec_of(now: Position, army: str) -> Army:
    """The table of an army."""
    return now.settings(EastMed).army[army]


def aboard(now: Position, army: str, *tags: str) -> tuple[Unit, ...]:
    """The units with an army that carry one of the tags, in the order of ids."""
    return tuple(u for u in now.units_at(army) if now.has_tag(u, *tags))


def needed(now: Position, army: str) -> int:
    """Supply that an assault of all its combat units takes; none in a game without logistics."""
    if not now.has_plugin("logistics"):
        return 0
    steps = sum(u.steps for u in aboard(now, army, "combat"))
    return -(-steps // now.settings(Logistics).sp_per_supply)


# ------------------------------------------------------------------ the track


@frozen
class Advance(Frame):
    """Every army token steps one box on; the step that leaves the track is the arrival."""

    name: ClassVar[str] = "eastmed.advance"
    rule: ClassVar[str] = "TT-2.2-09"

    def step(self, play: Play) -> None:
        now = play.now
        play.done()
        arriving: list[Frame] = []
        for army, spec in now.settings(EastMed).army.items():
            token = now.state.units.get(army)
            if token is None or not spec.track:
                continue
            due = now.settings(EastMed).arrival_turn.get(now.seat_of(token.nation), len(spec.track) + 1)
            box = spec.track[min(now.turn, len(spec.track)) - 1]
            if now.turn >= due:
                arriving.append(Arrive(army))
            elif token.at != box:
                play.emit(Placed(unit=army, at=box, was=token.at, rule=self.rule))
        play.push(*arriving)


@frozen
class Arrive(Frame):
    """An army reaches its entry: it marches in, storms it, or waits for Supply."""

    name: ClassVar[str] = "eastmed.arrive"
    rule: ClassVar[str] = "TT-2.2-10"
    army: str

    def step(self, play: Play) -> None:
        now = play.now
        token = now.unit(self.army)
        entry = spec_of(now, self.army).entry
        if not now.enemies_at(entry, token.nation, ("combat",)):
            play.become(Enter(self.army), Ending(self.army))
            return
        troops = aboard(now, self.army, "combat")
        tokens = aboard(now, self.army, "supply")
        need = needed(now, self.army)
        if not troops or len(tokens) < need:
            play.become(Ending(self.army))
            play.say(f"{now.name(self.army)} waits: {need} Supply needed, {len(tokens)} there", "TT-2.2-R06")
            return
        play.become(Storm(self.army))
        for supply in tokens[:need]:
            play.emit(Removed(unit=supply.id, how="spent", at=entry, rule="TT-2.2-R06"))
        for unit in troops:
            play.emit(Placed(unit=unit.id, at=entry, was=self.army, rule="TT-2.2-11"))
            play.emit(Attacked(unit=unit.id, space=entry, origin=self.army, rule="TT-2.2-11"))


@frozen
class Ending(Frame):
    """What follows once an army's troops have come in, have fought or wait."""

    name: ClassVar[str] = "eastmed.ending"
    army: str

    def step(self, play: Play) -> None:
        # Only now: choices of bases on the stack would keep what has lost its base in the entry from escaping first.
        left = tuple(u.id for u in aboard(play.now, self.army, "air", "ship"))
        play.become(Bases(self.army, left), Leave(self.army))


@frozen
class Storm(Frame):
    """The assault: its owner may spend further tokens of the army, a die each, then the battle is fought (D-12)."""

    name: ClassVar[str] = "eastmed.storm"
    rule: ClassVar[str] = "TT-2.2-R06"
    army: str

    def _most(self, now: Position) -> int:
        tokens = len(aboard(now, self.army, "supply"))
        cap = now.settings(Logistics).max_extra_dice if now.has_plugin("logistics") else 0
        return min(tokens, cap) if cap else tokens

    def asked(self, now: Position) -> tuple[str, ...]:
        return (now.seat_of(now.unit(self.army).nation),) if self._most(now) else ()

    def prompt(self, now: Position, seat: str) -> str:
        entry = now.board.name(spec_of(now, self.army).entry)
        return f"assault on {entry}: how many more Supply does {now.name(self.army)} spend, a die each?"

    def about(self, now: Position, seat: str) -> tuple[tuple[str, str | int], ...]:
        return (*told_hands(now, spec_of(now, self.army).entry), ("most", self._most(now)))

    def options(self, now: Position, seat: str) -> Iterable[str]:
        return [f"extra {n}" for n in range(self._most(now) + 1)]

    def refuse(self, now: Position, seat: str, words: tuple[str, ...]) -> Reason | None:
        most = self._most(now)
        if " ".join(words) in self.options(now, seat):
            return None
        return Reason("say 'extra' and how many Supply of the army", self.rule, (("most", most),), f"extra {most}")

    def take(self, play: Play, seat: str, words: tuple[str, ...]) -> None:
        self._fight(play, aboard(play.now, self.army, "supply")[: int(words[1])])

    def step(self, play: Play) -> None:
        self._fight(play, ())

    def _fight(self, play: Play, extra: tuple[Unit, ...]) -> None:
        now = play.now
        entry = spec_of(now, self.army).entry
        play.become(Fight(entry), Settle(self.army, tuple(u.type for u in extra)), Ending(self.army))
        for supply in extra:
            play.emit(Removed(unit=supply.id, how="spent", at=entry, rule="TT-2.4.3-10"))


@frozen
class Enter(Frame):
    """The army's land units march in; when they do not all fit, the owner picks them one by one."""

    name: ClassVar[str] = "eastmed.enter"
    rule: ClassVar[str] = "TT-2.2-10"
    army: str

    def _fitting(self, now: Position) -> tuple[Unit, ...]:
        entry = spec_of(now, self.army).entry
        return tuple(u for u in aboard(now, self.army, "combat") if u.steps <= room_for(now, u, entry))

    def _crowded(self, now: Position) -> bool:
        troops = aboard(now, self.army, "combat")
        return bool(troops) and sum(u.steps for u in troops) > room_for(now, troops[0], spec_of(now, self.army).entry)

    def asked(self, now: Position) -> tuple[str, ...]:
        fits = self._crowded(now) and len(self._fitting(now)) > 0
        return (now.seat_of(now.unit(self.army).nation),) if fits else ()

    def window(self) -> str:
        return f"{self.name} {self.army}"

    def prompt(self, now: Position, seat: str) -> str:
        entry = now.board.name(spec_of(now, self.army).entry)
        return f"not all of {now.name(self.army)} fits into {entry}: who enters?"

    def options(self, now: Position, seat: str) -> Iterable[str]:
        return [spell("enter", u.id) for u in self._fitting(now)]

    def take(self, play: Play, seat: str, words: tuple[str, ...]) -> None:
        self._march(play, words[1])

    def _march(self, play: Play, unit: str) -> None:
        entry = spec_of(play.now, self.army).entry
        play.emit(Placed(unit=unit, at=entry, was=self.army, rule=self.rule))

    def step(self, play: Play) -> None:
        now = play.now
        play.done()
        crowded = self._crowded(now)
        for unit in () if crowded else aboard(now, self.army, "combat"):
            self._march(play, unit.id)
        for supply in aboard(now, self.army, "supply"):
            self._march(play, supply.id)
        if crowded:  # the small choices are over: what lost its base meanwhile escapes
            play.emit(Closed(window=self.name, seat=now.seat_of(now.unit(self.army).nation), rule=self.rule))


@frozen
class Settle(Frame):
    """After the assault, in which `extra` Supply was spent: the rest follows a winner, losers are aboard or gone."""

    name: ClassVar[str] = "eastmed.settle"
    rule: ClassVar[str] = "TT-2.2-R07"
    army: str
    extra: tuple[str, ...] = ()

    def step(self, play: Play) -> None:
        now = play.now
        play.done()
        token = now.unit(self.army)
        spec = spec_of(now, self.army)
        if now.controls(token.nation, spec.entry) and not now.enemies_at(spec.entry, token.nation, ("combat",)):
            for unit in aboard(now, self.army, "combat", "supply"):
                play.emit(Placed(unit=unit.id, at=spec.entry, was=self.army, rule="TT-2.2-10"))
            return
        if now.settings(EastMed).failed_assault == "eliminate":
            for unit in aboard(now, self.army, "combat"):
                play.emit(Removed(unit=unit.id, how="lost", at=spec.entry, rule=self.rule))


# ------------------------------------------------------------------ aircraft and ships


def takes(now: Position, unit: Unit, space: str) -> bool:
    """May an aircraft or a ship of the army be based in a space?"""
    if not now.controls(unit.nation, space):
        return False
    if now.has_tag(unit, "ship"):
        return now.has_feature(space, "port")
    if not now.has_plugin("facilities"):
        return now.has_feature(space, "airfield")
    return (
        now.has_feature(space, "airfield")
        and facilities.is_open(now, space, unit.nation)
        and facilities.accepts_arrivals(now, space)
        and facilities.airfield_room(now, space) > 0
    )


def bases_for(now: Position, army: str, unit: Unit) -> tuple[str, ...]:
    """Where an aircraft or a ship of an army may go now: its bases, else (if allowed) any friendly airfield."""
    spec = spec_of(now, army)
    near = tuple(s for s in spec.bases if takes(now, unit, s))
    if near or not spec.elsewhere or now.has_tag(unit, "ship"):
        return near
    return tuple(s for s in now.board.spaces if takes(now, unit, s))


@frozen
class Bases(Frame):
    """Aircraft and ships of an army go to a base, one after the other; those without room wait with the army."""

    name: ClassVar[str] = "eastmed.bases"
    rule: ClassVar[str] = "TT-1.2.2-R04"
    army: str
    left: tuple[str, ...]

    def _open(self, now: Position) -> tuple[str, ...]:
        return bases_for(now, self.army, now.unit(self.left[0])) if self.left else ()

    def asked(self, now: Position) -> tuple[str, ...]:
        return (now.seat_of(now.unit(self.left[0]).nation),) if len(self._open(now)) > 1 else ()

    def window(self) -> str:
        return f"{self.name} {self.army}"

    def prompt(self, now: Position, seat: str) -> str:
        return f"where does {now.name(self.left[0])} go?"

    def options(self, now: Position, seat: str) -> Iterable[str]:
        return [spell("base", self.left[0], s) for s in self._open(now)]

    def take(self, play: Play, seat: str, words: tuple[str, ...]) -> None:
        self._go(play, words[2])

    def _go(self, play: Play, space: str) -> None:
        play.become(attrs.evolve(self, left=self.left[1:]))
        elsewhere = space not in spec_of(play.now, self.army).bases
        rule = "TT-1.2.3-R05" if spec_of(play.now, self.army).elsewhere or elsewhere else self.rule
        play.emit(Placed(unit=self.left[0], at=space, was=self.army, rule=rule))

    def step(self, play: Play) -> None:
        if not self.left:
            play.done()
            return
        only = self._open(play.now)
        if only:
            self._go(play, only[0])
        else:
            play.say(f"{play.now.name(self.left[0])} finds no base and waits", self.rule)
            play.become(attrs.evolve(self, left=self.left[1:]))


@frozen
class Leave(Frame):
    """An army with nobody left aboard leaves its track."""

    name: ClassVar[str] = "eastmed.leave"
    rule: ClassVar[str] = "TT-2.2-10"
    army: str

    def step(self, play: Play) -> None:
        now = play.now
        play.done()
        token = now.unit(self.army)
        if not now.units_at(self.army):
            play.emit(Removed(unit=self.army, how="arrived", at=token.at, rule=self.rule))
        elif token.at != spec_of(now, self.army).track[-1]:
            play.emit(Placed(unit=self.army, at=spec_of(now, self.army).track[-1], was=token.at, rule="TT-2.2-R07"))


@hook(BattleJoined)
def react(event: BattleJoined, now: Position) -> Iterator[Event]:
    """The Supply that an assault spends beyond its need gives dice."""
    settle = next((f for f in reversed(now.state.stack) if isinstance(f, Settle)), None)
    if settle is None or spec_of(now, settle.army).entry != event.space:
        return
    for kind in settle.extra:
        spec = now.rules.unit_type[kind].dice.get("extra")
        if spec is not None:
            die = die_of(spec, label="extra Supply", rule="TT-2.4.3-10")
            yield DieAdded(space=event.space, side="attacker", die=die, rule="TT-2.4.3-10")


def check_armies(ruleset: Ruleset, report: Callable[..., None]) -> None:
    """An army has a track and an entry, and is a container that is in play from the start."""
    settings = ruleset.settings.get("eastmed")
    if not isinstance(settings, EastMed):
        return
    for seat, turn in settings.arrival_turn.items():
        if turn < 1:
            report(f"eastmed.arrival_turn.{seat}", f"the game has no turn {turn}", "use 1 or more")
    for id_, army in settings.army.items():
        if not army.track or not army.entry:
            report(f"eastmed.army.{id_}", "an army needs a track and an entry")


@hook
def register(registry: Registry) -> None:
    registry.table("eastmed", EastMed)
    registry.frame(Advance, Arrive, Enter, Storm, Settle, Ending, Bases, Leave)
    registry.check(check_armies)
