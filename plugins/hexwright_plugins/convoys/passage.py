"""The passage of convoys: those without raiders cross, the holder of the initiative picks the others one by one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from attrs import evolve

from hexwright.classes import frozen
from hexwright.decisions import Because, spell
from hexwright.errors import Reason
from hexwright.events import Revealed
from hexwright.frames import Frame, Play
from hexwright.position import Position

from .combat import AimEscorts, DeclareRaids, EscortDice, RaidDice
from .meeting import Convoy, convoys, escorts, finished, raiders
from .record import ClashOver, ConvoyMet, Numbered, number_of
from .sinking import adjective, afloat, convoy_name, name_of
from .tables import Convoys
from .telling import because_meeting

HOLDER = "holder"


@frozen
class Resolve(Frame):
    """The convoys cross. Those that raiders wait for are fought for one at a time: `resolve BOX SIDE`.

    `fought` has the convoys that are through, as texts "BOX SIDE".
    """

    name: ClassVar[str] = "convoys.resolve"
    rule: ClassVar[str] = "TT-2.4.4-R06"
    begun: bool = False
    fought: tuple[str, ...] = ()

    def _due(self, now: Position) -> tuple[Convoy, ...]:
        """The convoys that raiders wait for; no others need an order."""
        if not self.begun:
            return ()
        return tuple(c for c in convoys(now) if f"{c.box} {c.side}" not in self.fought and raiders(now, c))

    def asked(self, now: Position) -> tuple[str, ...]:
        return (now.seat_for(HOLDER),) if HOLDER in now.rules.role and len(self._due(now)) > 1 else ()

    def prompt(self, now: Position, seat: str) -> str:
        return "which convoy is resolved next?"

    def about(self, now: Position, seat: str) -> tuple[tuple[str, str | int], ...]:
        rows: list[tuple[str, str | int]] = []
        for c in self._due(now):
            name = f"{c.box} {c.side}"
            rows.append((f"transports {name}", len(c.pieces)))
            rows.append((f"escorts {name}", ", ".join(u.id for u in escorts(now, c))))
            rows.append((f"raiders {name}", ", ".join(u.id for u in raiders(now, c))))
        return tuple(rows)

    def options(self, now: Position, seat: str) -> Iterable[str]:
        return [spell("resolve", c.box, c.side) for c in self._due(now)]

    def refuse(self, now: Position, seat: str, words: tuple[str, ...]) -> Reason | None:
        options = list(self.options(now, seat))
        if " ".join(words) in options:
            return None
        if words[0] == "resolve" and " ".join(words[1:]) in self.fought:
            return Reason("this convoy has been resolved", self.rule, nearest=options[0])
        return Reason("say 'resolve', the box and the side of a convoy that is raided", self.rule, nearest=options[0])

    def causes(self, now: Position, seat: str, words: tuple[str, ...]) -> Iterable[Because]:
        due = (c for c in self._due(now) if words[1:] == (c.box, c.side))
        return (b for c in due for b in because_meeting(now, escorts(now, c), raiders(now, c), c.pieces))

    def take(self, play: Play, seat: str, words: tuple[str, ...]) -> None:
        self._meet(play, next(c for c in self._due(play.now) if (c.box, c.side) == words[1:]))

    def step(self, play: Play) -> None:
        due = self._due(play.now)
        if not self.begun:
            play.become(evolve(self, begun=True))
            quiet = _unopposed(play.now)
            if quiet:
                play.say(f"the convoys cross unopposed: {', '.join(quiet)}", "TT-2.4.4-01")
        elif due:
            self._meet(play, due[0])
        else:
            play.done()
            play.emit(*finished(play.now))

    def _meet(self, play: Play, convoy: Convoy) -> None:
        """Bring together all that is in a box, and let the fight take its course."""
        now = play.now
        foes, guards = raiders(now, convoy), escorts(now, convoy)
        box = convoy.box
        play.become(evolve(self, fought=(*self.fought, f"{box} {convoy.side}")))
        play.emit(*(Revealed(unit=u.id, at=box, shows=True, rule="TT-2.4.2-35") for u in foes if u.hidden))
        play.emit(
            ConvoyMet(
                box=box, side=convoy.side, pieces=convoy.pieces, told=name_of(now, box, convoy.side),
                escorts=tuple(u.id for u in guards), raiders=tuple(u.id for u in foes), rule="TT-2.4.4-02",
            )
        )  # fmt: skip
        if now.settings(Convoys).loss_draw == "d6_display":
            numbers = tuple(number_of(now, at) for at in range(len(convoy.pieces)))
            play.emit(Numbered(box=box, pieces=convoy.pieces, numbers=numbers, rule="TT-2.4.4-03"))
        play.push(AimEscorts(box), EscortDice(box), DeclareRaids(box), RaidDice(box), Sailed(box))


def _unopposed(now: Position) -> list[str]:
    """The boxes whose convoys nobody raids; where only one side's is left alone the side is named too."""
    found: dict[str, list[Convoy]] = {}
    for convoy in convoys(now):
        found.setdefault(convoy.box, []).append(convoy)
    told = []
    for box, all_ in found.items():
        calm = [c for c in all_ if not raiders(now, c)]
        sides = "" if len(calm) == len(all_) else f" ({', '.join(adjective(now, c.side) for c in calm)})"
        told += [f"{box}{sides}"] if calm else []
    return told


@frozen
class Sailed(Frame):
    """The raid is over: what is left of the convoy sails on to Deploy."""

    name: ClassVar[str] = "convoys.sailed"
    rule: ClassVar[str] = "TT-2.4.4-02"
    box: str

    def step(self, play: Play) -> None:
        now = play.now
        left = [piece for _, piece in afloat(now)]
        told = f"the {convoy_name(now)} " + (f"sails on with {', '.join(left)}" if left else "is lost")
        play.done()
        play.say(told, self.rule)
        play.emit(ClashOver(box=self.box, rule=self.rule))
