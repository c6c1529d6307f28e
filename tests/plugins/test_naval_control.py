"""Sea Control: who attacks, answers, hands, casualties by the domain of the die, and what a lost battle leaves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import attrs
import pytest

from hexwright.cli.lookup import chances
from hexwright.cli.names import Names
from hexwright.cli.screen import hands
from hexwright.decisions import CHANCE, Ask
from hexwright.dice import Hand
from hexwright.errors import Reason
from hexwright.events import Event, Moved, Noted, PhaseBegan, Placed, Removed, Revealed, Rolled, StepsChanged
from hexwright.frames import Frame
from hexwright.odds import contest
from hexwright.pieces import Unit
from hexwright.state import State, canonical
from hexwright.testing import Dice, asked_of, scene
from hexwright.testing.scenes import play_one
from hexwright_plugins.air_ops import AirState
from hexwright_plugins.air_ops import Mission as Flight
from hexwright_plugins.gunnery import SeaBattleJoined, SupportCalled
from hexwright_plugins.naval_ops import (
    BattleRefused,
    Fleet,
    Mission,
    OutOfAction,
    SeaBattle,
    SeaBattleDecided,
    SeaState,
    ShipAssigned,
    Supporter,
    missions,
    told_fleets,
)
from hexwright_plugins.naval_ops.battle import Due, pending
from hexwright_plugins.naval_ops.casualties import Casualties
from hexwright_plugins.naval_ops.control import Aftermath, SeaDice

from .torch import load, options, why

SEA, BESIDE, ORAN, OFF_ORAN = "V3", "V2", "I6", "I5"
CONTROL = ("sea_answer", "sea_control")
AXIS_FIRST = {"first": "axis", "second": "allied"}


class Sea:
    """A scene at sea: ships with their missions, then what is played; events are kept."""

    def __init__(
        self,
        units: Mapping[str, Any],
        given: Sequence[tuple[str, ...]] = (),
        *,
        phase: Sequence[str] = CONTROL,
        settings: Sequence[str] = (),
        battle: SeaBattle | None = None,
        frames: Sequence[Frame] = (),
        **about: Any,
    ) -> None:
        self.game = load(*settings)
        found = {u: {"at": p} if isinstance(p, str) else p for u, p in units.items()}
        known = SeaState(tuple(Mission(m[0], m[1], "".join(m[2:])) for m in given), battle)
        told: list[Event] = []
        self.state: State = scene(
            self.game, turn=about.pop("turn", 3), units=found, slices=[known], told=told,
            phase="" if frames else phase, frames=frames, **about,
        )  # fmt: skip
        self.events: tuple[Event, ...] = tuple(told)
        self._stay_out()

    def play(self, *lines: str, dice: Sequence[int | str] = ()) -> Sea:
        """Decisions, then dice; submarines that are asked to join a battle stay out of it."""
        box = Dice(dice)
        for number, line in enumerate((*lines, ""), 1):
            self.state, more = play_one(self.game, self.state, line, box, number)
            self.events += more
            self._stay_out()
        self.state, more = play_one(self.game, self.state, "", box, len(lines))
        self.events += more
        assert not box.left, asked_of(self.game, self.state)
        return self

    def _stay_out(self) -> None:
        for ask in self.game.asks(self.state):
            if ask.frame == "submarines.join":
                step = self.game.apply(self.state, "done", ask.seat)
                self.state, self.events = step.state, self.events + step.events

    def ask(self, seat: str = "") -> Ask:
        return next(a for a in self.game.asks(self.state) if not seat or a.seat == seat)

    def why(self, seat: str, text: str) -> Reason:
        return why(self.game, self.state, seat, text)

    def options(self, seat: str, verb: str = "") -> list[str]:
        return options(self.game, self.state, seat, verb)

    def unit(self, id_: str) -> Unit:
        return self.game.position(self.state).unit(id_)

    def gone(self, id_: str) -> str:
        return str(self.state.gone.get(id_, ""))

    def stage(self, id_: str) -> str:
        mission = missions(self.game.position(self.state)).of(id_)
        return mission.stage if mission else ""

    def told(self, kind: type[Event]) -> list[str]:
        return [e.text() for e in self.events if isinstance(e, kind)]

    def rules(self, kind: type[Event]) -> list[str]:
        return [e.rule for e in self.events if isinstance(e, kind)]

    @property
    def over(self) -> bool:
        """Is Sea Control through: nobody is asked in the phases played?"""
        return missions(self.game.position(self.state)).battle is None and not any(
            a.frame.startswith("naval_ops.") for a in self.game.asks(self.state)
        )


def duel(dice: str, *, settings: Sequence[str] = (), **units: Any) -> Sea:
    """The Allied Attack Group on Sea Control attacks an Axis Escort Group that takes up the battle."""
    sea = Sea({"tf2_att": SEA, "ax_esc_1": SEA, **units}, [("tf2_att", "sea_control", SEA)], settings=settings)
    return sea.play(f"axis: engage {SEA} ax_esc_1", "axis: done", dice=[dice])


# ------------------------------------------------------------------ answers


@pytest.mark.rule("TT-2.4.2-29", "TT-2.4.2-R09", "TT-PA.11-01", "TT-2.4.2-R08")
def test_the_second_side_names_who_fights_and_the_others_stay_free() -> None:
    ships = {"tf2_att": SEA, "ax_att_1": SEA, "ax_esc_1": SEA, "ax_esc_2": SEA, "ax_att_2": BESIDE}
    sea = Sea(ships, [("tf2_att", "sea_control", SEA)], phase=["sea_answer"])
    assert sea.ask().seat == "axis" and "Sea Control against" in sea.ask().prompt
    engage = [f"engage {SEA} {s}" for s in ("ax_att_1", "ax_esc_1", "ax_esc_2")]
    assert sea.options("axis") == [*engage, f"refuse {SEA}"]  # nobody at BESIDE is attacked
    unanswered = sea.why("axis", "done")
    assert unanswered.rule == "TT-2.4.2-R09" and unanswered.nearest == engage[0]
    sea.play(engage[0])
    assert sea.options("axis") == [*engage[1:], "done", "retract", "reset"]
    assert sea.why("axis", f"refuse {SEA}").rule == "TT-2.4.2-R09"
    sea.play("axis: done")
    assert sea.stage("ax_att_1") == "assigned" and sea.rules(ShipAssigned) == ["TT-2.4.2-R09"]
    assert sea.stage("ax_esc_1") == sea.stage("ax_esc_2") == ""
    assert not sea.unit("ax_esc_1").status and not sea.unit("ax_esc_2").status


@pytest.mark.rule("TT-2.4.2-R09", "TT-PA.11-01", "TT-PA.11-02", "TT-2.4.2-R24")
def test_refusing_takes_every_ship_there_out_of_action_without_a_roll() -> None:
    sea = Sea({"tf2_att": SEA, "ax_esc_1": SEA, "ax_esc_2": SEA}, [("tf2_att", "sea_control", SEA)])
    sea.play(f"axis: refuse {SEA}")
    assert sea.options("axis") == ["done", "retract", "reset"]
    assert sea.ask().prompt == "Sea Control: all attacks are answered"  # nobody is left to fight as well
    assert "has refused battle" in str(sea.why("axis", f"engage {SEA} ax_esc_1"))
    sea.play("axis: done")
    assert sea.over and not sea.told(Rolled) and not sea.told(SeaBattleJoined)
    for ship in ("ax_esc_1", "ax_esc_2"):
        assert sea.unit(ship).status == ("refused",) and sea.unit(ship).at == SEA and not sea.stage(ship)
    assert sea.stage("tf2_att") == "assigned"  # it keeps the hex
    assert sea.told(BattleRefused) == [f"ax_esc_1, ax_esc_2 refuse battle at {SEA}"]


@pytest.mark.case("U06")
def test_an_answer_can_be_taken_back_until_done() -> None:
    sea = Sea({"tf2_att": SEA, "ax_esc_1": SEA}, [("tf2_att", "sea_control", SEA)], phase=["sea_answer"])
    before = sea.state
    sea.play(f"axis: refuse {SEA}", "axis: retract")
    assert canonical(sea.state) == canonical(before)
    sea.play(f"axis: engage {SEA} ax_esc_1", "axis: retract", f"axis: refuse {SEA}", "axis: done")
    assert sea.unit("ax_esc_1").status == ("refused",)


@pytest.mark.rule("TT-2.4.2-R09")
def test_each_attacked_hex_wants_its_own_answer() -> None:
    ships = {"tf2_att": SEA, "tf3_att": BESIDE, "ax_esc_1": SEA, "ax_esc_2": BESIDE}
    given = [("tf2_att", "sea_control", SEA), ("tf3_att", "sea_control", BESIDE)]
    sea = Sea(ships, given, phase=["sea_answer"])
    facts = dict(sea.ask().about)
    assert facts[f"attacker_hand {SEA}"] == "d10" and facts[f"defender_hand {BESIDE}"] == "d8"
    sea.play(f"axis: refuse {SEA}")
    assert sea.why("axis", "done").nearest == f"engage {BESIDE} ax_esc_2"
    assert sea.why("axis", f"engage {BESIDE} ax_esc_1").rule == "TT-2.4.2-29"
    sea.play(f"axis: engage {BESIDE} ax_esc_2", "axis: done")
    assert sea.unit("ax_esc_1").status == ("refused",) and sea.stage("ax_esc_2") == "assigned"


@pytest.mark.rule("TT-2.4.2-R10")
def test_a_surface_squadron_does_not_refuse() -> None:
    alone = Sea({"tf2_att": OFF_ORAN, "sqn_oran": ORAN}, [("tf2_att", "sea_control", ORAN)], phase=["sea_answer"])
    assert alone.told(ShipAssigned) == ["sqn_oran defends sea_control at I6"]
    assert alone.stage("sqn_oran") == "assigned" and not alone.told(BattleRefused)  # it fights unasked
    assert "TT-2.4.2-R10" in alone.rules(ShipAssigned)
    ships = {"tf2_att": OFF_ORAN, "sqn_oran": ORAN, "ax_esc_1": ORAN}
    sea = Sea(ships, [("tf2_att", "sea_control", ORAN)], phase=["sea_answer"])
    assert sea.options("axis") == [f"engage {ORAN} ax_esc_1", f"engage {ORAN} sqn_oran"]
    assert sea.why("axis", f"refuse {ORAN}").rule == "TT-2.4.2-R10"


@pytest.mark.rule("TT-2.4.2-R09")
def test_the_switch_forbids_refusals() -> None:
    units = {"tf2_att": SEA, "ax_esc_1": SEA}
    given = [("tf2_att", "sea_control", SEA)]
    forced = Sea(units, given, phase=["sea_answer"], settings=["naval.allow_refusal=false"])
    assert forced.stage("ax_esc_1") == "assigned"  # alone, it has no choice
    sea = Sea({**units, "ax_esc_2": SEA}, given, phase=["sea_answer"], settings=["naval.allow_refusal=false"])
    assert sea.options("axis") == [f"engage {SEA} ax_esc_1", f"engage {SEA} ax_esc_2"]
    assert sea.why("axis", f"refuse {SEA}").rule == "TT-2.4.2-R09"


@pytest.mark.parametrize(
    "text",
    ["engage", f"engage {SEA}", f"engage {SEA} nobody", f"engage {SEA} tf2_att", f"engage {BESIDE} ax_esc_1", "refuse",
     f"refuse {BESIDE}", "fight", "done now"],
)  # fmt: skip
def test_what_is_no_answer_is_refused_with_a_way_out(text: str) -> None:
    sea = Sea({"tf2_att": SEA, "ax_esc_1": SEA}, [("tf2_att", "sea_control", SEA)], phase=["sea_answer"])
    assert str(sea.why("axis", text))


@pytest.mark.rule("TT-2.4.2-R08")
def test_without_sea_control_hostile_ships_share_a_hex() -> None:
    sea = Sea({"tf2_att": SEA, "ax_esc_1": SEA}, [("tf2_att", "asw_patrol", SEA)])
    assert sea.over and not sea.told(SeaBattleJoined) and not sea.unit("ax_esc_1").status


@pytest.mark.rule("TT-2.4.2-R08")
@pytest.mark.parametrize("where", ["nobody", "a submarine", "in the convoy box"])
def test_only_surface_ships_in_the_hex_are_attacked(where: str) -> None:
    foes: dict[str, Any] = {
        "nobody": {}, "a submarine": {"sub_axis_1": SEA}, "in the convoy box": {"ax_esc_1": "box_oran"},
    }[where]  # fmt: skip
    target = OFF_ORAN if where == "in the convoy box" else SEA
    sea = Sea({"tf2_att": target, **foes}, [("tf2_att", "sea_control", target)])
    assert sea.over and not sea.told(SeaBattleJoined) and sea.stage("tf2_att") == "assigned"


# ------------------------------------------------------------------ who attacks, and when


@pytest.mark.rule("TT-2.4.2-R08")
@pytest.mark.parametrize(("roles", "attacker"), [({}, "allied"), (AXIS_FIRST, "axis")])
def test_the_first_side_attacks_where_both_gave_sea_control(roles: dict[str, str], attacker: str) -> None:
    given = [("ax_esc_1", "sea_control", SEA), ("tf2_att", "sea_control", SEA)]
    ships = {"tf2_att": SEA, "ax_esc_1": SEA, "ax_esc_2": SEA}
    sea = Sea(ships, given, phase=["sea_control"], roles=roles).play(dice=["sea battle: 3 3"])
    joined = next(e for e in sea.events if isinstance(e, SeaBattleJoined))
    assert joined.attacker == attacker
    decided = next(e for e in sea.events if isinstance(e, SeaBattleDecided))
    assert decided.winner != attacker and decided.totals == (3, 3)  # a tie goes to the defender
    assert sum("Sea battle" in t for t in sea.told(SeaBattleJoined)) == 1
    assert not sea.unit("ax_esc_2").status or attacker == "axis"


@pytest.mark.rule("TT-2.4.2-R08", "TT-2.4.2-R09")
def test_a_defender_that_has_moved_answers_when_the_battle_is_due() -> None:
    ships = {"tf2_att": SEA, "tf2_esc": SEA, "ax_att_1": SEA}
    given = [("tf2_esc", "asw_patrol", SEA), ("ax_att_1", "sea_control", SEA)]
    sea = Sea(ships, given)
    assert (sea.ask().seat, sea.ask().frame) == ("allied", "naval_ops.answers")
    assert sea.options("allied") == [f"engage {SEA} tf2_att", f"engage {SEA} tf2_esc", f"refuse {SEA}"]
    sea.play(f"allied: engage {SEA} tf2_esc", "allied: done", dice=["sea battle V3: 2 7"])
    decided = next(e for e in sea.events if isinstance(e, SeaBattleDecided))
    assert (decided.winner, decided.totals, decided.hits) == ("allied", (2, 7), (0, 1))
    mission = missions(sea.game.position(sea.state)).of("tf2_esc")
    assert mission is not None and (mission.kind, mission.stage) == ("sea_control", "done")  # its patrol is off
    assert sea.unit("ax_att_1").status == ("beaten",) and not sea.unit("tf2_att").status


@pytest.mark.rule("TT-2.4.2-R09")
def test_a_defender_that_has_moved_may_refuse_too() -> None:
    ships = {"tf2_att": SEA, "tf2_esc": SEA, "ax_att_1": SEA}
    sea = Sea(ships, [("tf2_esc", "asw_patrol", SEA), ("ax_att_1", "sea_control", SEA)])
    sea.play(f"allied: refuse {SEA}", "allied: done")
    assert sea.over and not sea.told(Rolled)
    assert sea.unit("tf2_att").status == sea.unit("tf2_esc").status == ("refused",)
    assert sea.stage("tf2_esc") == "lost"


@pytest.mark.rule("TT-2.4.2-R09")
def test_ships_that_come_after_the_refusal_are_attacked_as_well() -> None:
    ships = {"tf2_att": SEA, "ax_esc_1": {"at": SEA, "status": ["refused"]}, "ax_att_1": SEA}
    sea = Sea(ships, [("tf2_att", "sea_control", SEA)], phase=["sea_control"])
    assert sea.options("axis") == [f"engage {SEA} ax_att_1", f"refuse {SEA}"]
    assert sea.why("axis", f"engage {SEA} ax_esc_1").rule == "TT-2.4.2-R09"


@pytest.mark.rule("TT-2.4.2-R08", "TT-2.4.2-03")
def test_a_ship_fights_once() -> None:
    # The Allied ship has fought against Oran; the Axis attack on its own hex finds nobody who could take it up.
    ships = {"tf2_att": OFF_ORAN, "sqn_oran": ORAN, "ax_esc_1": OFF_ORAN}
    given = [("tf2_att", "sea_control", ORAN), ("ax_esc_1", "sea_control", OFF_ORAN)]
    sea = Sea(ships, given, phase=["sea_control"], roles={"holder": "allied"})
    assert sea.ask().frame == "naval_ops.battles"
    assert sea.options("allied") == [f"fight {ORAN}", f"fight {OFF_ORAN}"]
    sea.play(f"allied: fight {ORAN}", dice=["sea battle I6: 6 2"])
    assert sea.over and sea.stage("tf2_att") == "done" and len(sea.told(Rolled)) == 1
    # The other way round the ship has to choose.
    sea = Sea(ships, given, phase=["sea_control"])
    sea.play(f"allied: fight {OFF_ORAN}")
    assert sea.options("allied") == [f"engage {OFF_ORAN} tf2_att", f"refuse {OFF_ORAN}"]
    sea.play(f"allied: engage {OFF_ORAN} tf2_att", "allied: done", dice=["sea battle I5: 3 9"])
    assert sea.over and "sqn_oran" in sea.state.units


@pytest.mark.rule("TT-2.4.2-R08")
def test_the_holder_picks_the_order_of_battles() -> None:
    ships = {"tf2_att": SEA, "tf3_att": BESIDE, "ax_esc_1": SEA, "ax_esc_2": BESIDE}
    given = [("tf2_att", "sea_control", SEA), ("tf3_att", "sea_control", BESIDE)]
    given += [("ax_esc_1", "sea_control", SEA), ("ax_esc_2", "sea_control", BESIDE)]
    sea = Sea(ships, given, phase=["sea_control"], roles={"holder": "axis"})
    assert (sea.ask().seat, sea.options("axis")) == ("axis", [f"fight {SEA}", f"fight {BESIDE}"])
    assert dict(sea.ask().about)[f"attacker_hand {BESIDE}"] == "d10"
    assert sea.why("axis", "fight A1").nearest == f"fight {SEA}"
    sea.play(f"axis: fight {BESIDE}", dice=["sea battle V2: 4 3", "sea battle V3: 4 3"])  # the last needs no pick
    assert sea.over and len(sea.told(SeaBattleDecided)) == 2


@pytest.mark.rule("TT-2.4.2-R02", "TT-2.4.2-28")
def test_a_port_is_attacked_from_several_hexes_beside_it() -> None:
    ships = {"tf2_att": "I5", "tf3_att": "J5", "tf2_esc": "I5", "tf3_esc": "H5", "ax_att_1": ORAN, "ax_esc_1": ORAN}
    given = [("tf2_att", "sea_control", ORAN), ("tf3_att", "sea_control", ORAN), ("tf2_esc", "naval_support")]
    sea = Sea(ships, given)
    sea.play(f"axis: engage {ORAN} ax_att_1", "axis: done", dice=["sea battle I6: 1 2 4"])
    assert sea.told(SeaBattleJoined) == ["Sea battle at Oran: Allied ships attack, 2d10 against Axis d10"]
    # The attackers are beaten in both hexes; the ship held back beside one of them is not in the battle's hex.
    assert sea.unit("tf2_att").status == sea.unit("tf3_att").status == ("beaten",)
    assert not sea.unit("tf2_esc").status and sea.stage("tf2_esc") == "assigned"
    assert (sea.unit("tf2_att").at, sea.unit("tf3_att").at) == ("I5", "J5")


# ------------------------------------------------------------------ hands and totals


@pytest.mark.rule("TT-2.4.2-21", "TT-3.2-01", "TT-3.2-02", "TT-3.2-03", "TT-2.4.2-R13", "TT-3.2-06")
@pytest.mark.parametrize(
    ("ship", "steps", "die"),
    [("tf2_esc", 2, 8), ("tf2_esc", 1, 6), ("tf2_att", 2, 10), ("tf2_att", 1, 8), ("tf1_csg", 2, 12),
     ("tf1_csg", 1, 10), ("sqn_oran", 1, 8)],
)  # fmt: skip
def test_each_ship_adds_one_die_of_its_size(ship: str, steps: int, die: int) -> None:
    own, foe = ("axis", "tf2_att") if ship == "sqn_oran" else ("allied", "ax_att_1")
    given = [(ship, "sea_control", SEA), (foe, "sea_control", SEA)]
    sea = Sea({ship: {"at": SEA, "steps": steps}, foe: SEA}, given, phase=["sea_control"], roles={"first": own})
    roll = sea.ask("chance").roll
    assert roll is not None and roll.sides == (die, 10) and roll.label.endswith(f"sea battle {SEA}")


def fight(attacker: Fleet, defender: Fleet, units: Mapping[str, Any], *, called: Sequence[tuple[str, str]] = (),
          settings: Sequence[str] = ()) -> Sea:  # fmt: skip
    """A battle that has been joined, from the calls of its supporters on."""
    events = [SupportCalled(unit=u, space=SEA, table=t) for u, t in called]
    return Sea(units, battle=SeaBattle(SEA, attacker, defender), settings=settings, events=events,
               frames=[SeaDice(SEA), Casualties(space=SEA), Aftermath(SEA)])  # fmt: skip


def allied(*ships: str, **more: Any) -> Fleet:
    return Fleet("allied", "allied", ships, **more)


def axis(*ships: str, **more: Any) -> Fleet:
    return Fleet("axis", "axis", ships, **more)


@pytest.mark.rule("TT-2.4.2-22", "TT-2.4.2-23", "TT-2.4.2-R12")
def test_aircraft_and_submarines_add_their_dice_after_the_ships() -> None:
    units = {"tf2_att": SEA, "gib_ftr": "E6", "gib_bmb": {"at": "E6", "steps": 1}, "sub_allied_1": SEA, "ax_att_1": SEA}
    called = [
        ("gib_ftr", "support_sea"),
        ("sub_allied_1", "sea"),
        ("gib_bmb", "support_sea"),
        ("gib_ftr", "support_sea"),
    ]
    sea = fight(allied("tf2_att"), axis("ax_att_1"), units, called=called)
    roll = sea.ask("chance").roll
    assert roll is not None and roll.sides == (10, 6, 6, 6, 8, 10)  # ship, submarine, two fighter dice, bomber; foe
    battle = missions(sea.game.position(sea.state)).battle
    assert battle is not None
    assert battle.attacker.support == tuple(Supporter(u, t) for u, t in called[:3])  # nobody joins twice


def test_a_call_elsewhere_does_not_join() -> None:
    units = {"tf2_att": SEA, "gib_ftr": "E6", "ax_att_1": SEA}
    call = SupportCalled(unit="gib_ftr", space=BESIDE, table="support_sea")
    sea = Sea(units, battle=SeaBattle(SEA, allied("tf2_att"), axis("ax_att_1")), events=[call], frames=[SeaDice(SEA)])
    roll = sea.ask("chance").roll
    assert roll is not None and roll.sides == (10, 10)


@pytest.mark.rule("TT-2.4.2-24")
def test_the_higher_total_wins_whatever_the_hits() -> None:
    ships = {"tf1_csg": SEA, "tf2_att": SEA, "tf2_esc": SEA, "ax_att_1": SEA}
    sea = Sea(ships, [(s, "sea_control", SEA) for s in ships], phase=["sea_control"]).play(
        dice=["sea battle: 4 4 3 10"]
    )
    decided = next(e for e in sea.events if isinstance(e, SeaBattleDecided))
    assert (decided.winner, decided.loser, decided.totals, decided.hits) == ("allied", "axis", (11, 10), (0, 1))
    assert decided.by_attacker == () and decided.by_defender == ("sea",) and decided.rule == "TT-2.4.2-24"
    assert (
        decided.told
        == "V3: Allied {d12: 4; d10: 4; d8: 3} = 11, 0 hits against Axis {d10: 10} = 10, 1 hit: Allied wins"
    )
    assert [value for label, value, _ in decided.parts if label.startswith("Allied")] == [4, 4, 3]
    assert {rule for _, _, rule in decided.parts} == {"TT-3.2-01", "TT-3.2-02", "TT-3.2-03"}
    assert len(sea.told(Rolled)) == 1


@pytest.mark.rule("TT-2.4.2-R11")
def test_a_tie_goes_to_the_defender_or_to_nobody() -> None:
    sea = duel("5 5")
    assert sea.rules(SeaBattleDecided) == ["TT-2.4.2-R11"]
    assert sea.unit("tf2_att").status == ("beaten",) and sea.unit("ax_esc_1").status == ()
    sea = duel("5 5", settings=["naval.tie=none"], tf2_esc=SEA)
    decided = next(e for e in sea.events if isinstance(e, SeaBattleDecided))
    assert (decided.winner, decided.loser, decided.role) == ("", "", "") and decided.told.endswith("nobody wins")
    assert not sea.told(OutOfAction) and not sea.unit("tf2_att").status and not sea.unit("ax_esc_1").status
    assert sea.stage("tf2_att") == sea.stage("ax_esc_1") == "done"
    assert sea.unit("tf2_att").steps == sea.unit("ax_esc_1").steps == 1


@pytest.mark.parametrize("tie", ["defender", "none"])
def test_the_question_tells_both_hands_for_the_odds(tie: str) -> None:
    given = [("tf2_att", "sea_control", SEA), ("ax_esc_1", "sea_control", SEA)]
    ships = {"tf2_att": SEA, "ax_esc_1": SEA}
    sea = Sea(ships, given, phase=["sea_control"], settings=[f"naval.tie={tie}"])
    facts = dict(sea.ask("chance").about)
    assert facts["space"] == SEA and (facts["attacker"], facts["defender"]) == ("allied", "axis")
    assert (facts["attacker_hand"], facts["defender_hand"], facts["tie"]) == ("d10", "d8", tie)
    odds = contest(Hand.parse(str(facts["attacker_hand"])), Hand.parse(str(facts["defender_hand"])), tie)  # type: ignore[arg-type]
    assert odds.tied
    assert told_fleets(sea.game.position(sea.state), Due(BESIDE, "allied")) == ()


# ------------------------------------------------------------------ casualties


@pytest.mark.rule("TT-2.4.2-R13", "TT-2.4.2-24")
def test_the_first_hit_shrinks_the_die_and_the_second_sinks() -> None:
    sea = duel("5 5")
    assert (sea.unit("tf2_att").steps, sea.unit("ax_esc_1").steps) == (1, 1)
    assert sea.rules(StepsChanged) == ["TT-2.4.2-R13"] * 2
    sea = duel("6 2", ax_esc_1={"at": SEA, "steps": 1})
    assert sea.gone("ax_esc_1") == "lost"
    assert sea.unit("tf2_att").steps == 2 and sea.stage("tf2_att") == "done"


@pytest.mark.rule("TT-2.4.2-26", "TT-2.4.2-R12", "TT-2.4.2-R22")
def test_hits_keep_the_domain_of_their_die() -> None:
    units = {"tf2_att": SEA, "gib_ftr": "E6", "sub_allied_1": SEA, "ax_att_1": SEA, "sic_ftr": "W4", "sub_axis_1": SEA}
    sides = [("sub_axis_1", "sea"), ("sic_ftr", "support_sea"), ("sub_allied_1", "sea"), ("gib_ftr", "support_sea")]
    sea = fight(allied("tf2_att"), axis("ax_att_1"), units, called=sides)
    # Axis hits with its ship, its submarine and one of its aircraft; the Allies with nothing.
    sea.play(dice=["1 1 1 1  9 5 6 1"])
    assert sea.options("allied") == ["hit tf2_att", "hit sub_allied_1", "hit gib_ftr"]  # the ship's hit
    assert "by ships, 3 to place" in sea.ask("allied").prompt
    sea.play("allied: hit gib_ftr")
    assert sea.options("allied", "hit") == ["hit tf2_att", "hit sub_allied_1"]  # the submarine's
    barred = sea.why("allied", "hit gib_ftr")
    assert barred.rule == "TT-2.4.2-R12" and barred.nearest == "hit tf2_att"
    sea.play("allied: hit sub_allied_1")
    assert sea.options("allied", "hit") == ["hit tf2_att", "hit gib_ftr"]  # the aircraft's
    assert sea.why("allied", "hit sub_allied_1").rule == "TT-2.4.2-R12"
    assert sea.why("allied", "hit ax_att_1").rule == "TT-2.4.2-R22"
    sea.play("allied: hit gib_ftr")
    assert sea.why("allied", "hit tf2_att").nearest == "done"
    sea.play("allied: done", "axis: done")
    assert sea.gone("gib_ftr") == "lost" and sea.unit("sub_allied_1").steps == 1 and sea.unit("tf2_att").steps == 2


def test_the_questions_of_a_sea_battle_show_the_hands_and_say_by_whom_hits_are_made() -> None:
    game = load()
    units = {"tf2_att": {"at": SEA}, "ax_att_1": {"at": SEA}, "malta_ftr": {"at": "Y6"},
             "sub_axis_1": {"at": SEA}, "sub_allied_1": {"at": SEA}}  # fmt: skip
    known = SeaState(tuple(Mission(u, "sea_control", SEA) for u in ("tf2_att", "ax_att_1")))
    air = AirState((Flight("malta_ftr", "close_air_support", SEA, base="Y6", stage="flown"),))
    state = scene(game, turn=3, units=units, slices=[known, air], phase=["sea_control"])
    seen = {}
    while state.stack and (ask := game.asks(state)[0]).seat != CHANCE:
        names = Names(game.rules, game.unit_names)
        seen[ask.frame] = (hands(ask, names), chances(ask, names))
        state = game.apply(state, "done", ask.seat).state
    assert set(seen) == {"air_ops.support", "submarines.join"}
    for shown, reckoned in seen.values():
        assert shown == ["(hands now: d10 against d10; `odds` has the chances)"]
        assert "the attacker wins" in reckoned[2], reckoned


def test_hits_at_sea_are_told_by_those_who_made_them() -> None:
    units = {"tf2_att": SEA, "gib_ftr": "E6", "sub_allied_1": SEA, "ax_att_1": SEA, "sic_ftr": "W4", "sub_axis_1": SEA}
    sides = [("sub_axis_1", "sea"), ("sic_ftr", "support_sea"), ("sub_allied_1", "sea"), ("gib_ftr", "support_sea")]
    sea = fight(allied("tf2_att"), axis("ax_att_1"), units, called=sides).play(dice=["1 1 1 1  9 5 6 1"])
    facts = dict(sea.ask("allied").about)
    assert facts["hits that the attacker takes"] == "1 by ships, 1 by submarines, 1 by aircraft"
    assert facts["hits that the defender takes"] == "none"


@pytest.mark.rule("TT-2.4.2-R12", "TT-2.4.2-26")
def test_a_hit_that_nobody_may_take_is_lost() -> None:
    units = {
        "tf2_att": {"at": SEA, "steps": 1},
        "gib_ftr": {"at": "E6", "steps": 1},
        "ax_att_1": SEA,
        "sub_axis_1": SEA,
    }
    called = [("gib_ftr", "support_sea"), ("sub_axis_1", "sea")]
    sea = fight(allied("tf2_att"), axis("ax_att_1"), units, called=called).play(dice=["1 1  5 5"])
    sea.play("allied: hit tf2_att", "allied: done", "axis: done")
    assert sea.unit("gib_ftr").steps == 1  # the submarine's hit finds only the fighters
    assert "TT-2.4.2-R12" in sea.rules(Noted)
    assert "a hit by submarines finds nobody that it can harm" in sea.told(Noted)


@pytest.mark.rule("TT-2.4.2-R12")
def test_the_switch_keeps_the_ships_hits_on_ships() -> None:
    units = {"tf2_att": SEA, "gib_ftr": "E6", "ax_att_1": SEA}
    called = [("gib_ftr", "support_sea")]
    free = fight(allied("tf2_att"), axis("ax_att_1"), units, called=called).play(dice=["1 1 1  9"])
    assert free.options("allied") == ["hit tf2_att", "hit gib_ftr"]
    strict = ["naval.ships_may_lose_aircraft_instead=false"]
    sea = fight(allied("tf2_att"), axis("ax_att_1"), units, called=called, settings=strict).play(dice=["1 1 1  9"])
    assert sea.over and sea.unit("tf2_att").steps == 1 and sea.unit("gib_ftr").steps == 2


@pytest.mark.case("X11")
@pytest.mark.rule("TT-2.4.2-24", "TT-2.4.2-R22")
def test_casualties_are_sealed_and_asked_of_both() -> None:
    # One hit on the Allies, who choose between two ships; the Axis has nothing to choose and is asked all the same.
    ships = {"tf2_att": SEA, "tf2_esc": SEA, "ax_att_1": SEA, "ax_esc_1": SEA}
    given = [(s, "sea_control", SEA) for s in ships]
    sea = Sea(ships, given, phase=["sea_control"]).play(dice=["sea battle: 7 2 7 2"])
    assert {a.seat for a in sea.game.asks(sea.state)} == {"allied", "axis"}
    assert all(a.visibility == "sealed" for a in sea.game.asks(sea.state))
    shown = sea.game.view(sea.state, "axis").digest
    sea.play("allied: hit tf2_esc")
    assert sea.game.view(sea.state, "axis").digest == shown
    assert ("draft", "hit tf2_esc") in sea.ask("allied").about and "draft" not in dict(sea.ask("axis").about)
    sea.play("allied: done")
    assert sea.unit("tf2_esc").steps == 2  # nothing happens before both have sealed
    assert sea.why("axis", "done").rule == "TT-2.4.2-24"
    sea.play("axis: hit ax_att_1", "axis: done")
    assert (sea.unit("tf2_esc").steps, sea.unit("ax_att_1").steps) == (1, 1)


def test_a_side_without_a_choice_is_asked_when_the_other_has_one() -> None:
    ships = {"tf2_att": SEA, "tf2_esc": SEA, "ax_att_1": SEA}
    given = [(s, "sea_control", SEA) for s in ships]
    sea = Sea(ships, given, phase=["sea_control"]).play(dice=["sea battle: 7 2 7"])
    assert sea.options("axis") == ["done"] and "no hit is left" in sea.ask("axis").prompt
    sea.play("axis: done", "allied: hit tf2_att", "allied: done")
    assert sea.unit("ax_att_1").steps == 1  # its only ship takes the hit
    nobody = Sea(ships, given, phase=["sea_control"]).play(dice=["sea battle: 2 1 4"])
    assert nobody.over


@pytest.mark.rule("TT-2.4.2-R22")
def test_with_the_switch_the_shooter_places_the_hits() -> None:
    ships = {"tf2_att": SEA, "tf2_esc": SEA, "ax_att_1": SEA}
    given = [(s, "sea_control", SEA) for s in ships]
    sea = Sea(ships, given, phase=["sea_control"], settings=["hits.allocator=shooter"]).play(dice=["7 2 7"])
    assert sea.options("axis") == ["hit tf2_att", "hit tf2_esc"] and sea.options("allied") == ["done"]
    sea.play("allied: done", "axis: hit tf2_att", "axis: done")
    assert (sea.unit("tf2_att").steps, sea.unit("tf2_esc").steps, sea.unit("ax_att_1").steps) == (1, 2, 1)


@pytest.mark.case("C14")
@pytest.mark.rule("TT-2.4.2-24")
def test_a_submarine_may_take_two_hits_here_and_losses_are_simultaneous() -> None:
    units = {"tf1_csg": SEA, "tf2_att": SEA, "ax_att_1": SEA, "sub_axis_1": SEA}
    sea = fight(allied("tf1_csg", "tf2_att"), axis("ax_att_1"), units, called=[("sub_axis_1", "sea")])
    sea.play(dice=["6 6  5 5"])
    sea.play("axis: hit sub_axis_1", "axis: hit sub_axis_1", "axis: done")
    sea.play("allied: hit tf2_att", "allied: hit tf2_att", "allied: done")
    assert sea.gone("sub_axis_1") == "lost" and sea.gone("tf2_att") == "lost"  # its hit counts although it went down


def test_hits_for_everybody_leave_nothing_to_choose() -> None:
    ships = {"tf1_csg": SEA, "tf2_att": SEA, "ax_esc_1": {"at": SEA, "steps": 1}, "ax_esc_2": {"at": SEA, "steps": 1}}
    given = [(s, "sea_control", SEA) for s in ships]
    sea = Sea(ships, given, phase=["sea_control"]).play(dice=["5 5 1 1"])
    assert sea.over and sea.gone("ax_esc_1") == sea.gone("ax_esc_2") == "lost"


@pytest.mark.case("M11")
@pytest.mark.rule("TT-2.4.2-R13")
def test_aircraft_leave_a_carrier_that_goes_down() -> None:
    units = {"tf1_csg": {"at": "F5", "steps": 1}, "tf1_cag": "tf1_csg", "ax_att_1": "F5"}
    given = [("tf1_csg", "sea_control", "F5"), ("ax_att_1", "sea_control", "F5")]
    sea = Sea(units, given, phase=["sea_control"]).play(dice=["1 9"])
    assert sea.gone("tf1_csg") == "lost" and sea.unit("tf1_cag").at == "E6"  # Gibraltar is in reach, and has room
    assert sea.over


def test_a_ship_that_attacks_a_port_goes_down_where_it_is() -> None:
    ships = {"tf2_att": {"at": OFF_ORAN, "steps": 1}, "sqn_oran": ORAN}
    sea = Sea(ships, [("tf2_att", "sea_control", ORAN)]).play(dice=["3 7"])
    lost = [(e.unit, e.at) for e in sea.events if isinstance(e, Removed)]
    assert lost == [("tf2_att", OFF_ORAN)]


# ------------------------------------------------------------------ what it leaves behind


@pytest.mark.rule("TT-2.4.2-27", "TT-2.4.2-28", "TT-2.4.2-R24")
def test_the_loser_is_out_of_action_and_the_winner_goes_on() -> None:
    ships = {"tf2_att": SEA, "tf1_csg": SEA, "ax_att_1": SEA, "ax_esc_1": SEA, "ax_esc_2": BESIDE}
    given = [("tf2_att", "sea_control", SEA), ("tf1_csg", "naval_support"), ("ax_att_1", "sea_control", SEA),
             ("ax_esc_1", "convoy_raid", "box_bizerte"), ("ax_esc_2", "asw_patrol", BESIDE)]  # fmt: skip
    sea = Sea(ships, given, phase=["sea_control"]).play(dice=["8 3"])
    assert sea.told(OutOfAction) == ["ax_att_1, ax_esc_1 are out of action this turn"]
    assert sea.unit("ax_att_1").status == sea.unit("ax_esc_1").status == ("beaten",)
    assert sea.stage("ax_att_1") == sea.stage("ax_esc_1") == "lost"
    assert not sea.unit("ax_esc_2").status and sea.stage("ax_esc_2") == "assigned"  # another hex
    assert sea.stage("tf2_att") == "done" and not sea.unit("tf2_att").status
    assert sea.stage("tf1_csg") == "assigned" and not sea.unit("tf1_csg").status
    assert not sea.told(Moved) and not sea.told(Placed)  # nobody leaves the hex


@pytest.mark.rule("TT-3.2-08")
def test_a_surface_squadron_surrenders_when_its_side_loses() -> None:
    ships = {"tf2_att": OFF_ORAN, "sqn_oran": ORAN, "ax_esc_1": ORAN}
    given = [("tf2_att", "sea_control", ORAN), ("ax_esc_1", "sea_control", ORAN)]
    sea = Sea(ships, given, phase=["sea_control"]).play(dice=["4 3"])
    assert sea.gone("sqn_oran") == "surrendered" and sea.rules(Removed) == ["TT-3.2-08"]
    assert sea.unit("ax_esc_1").status == ("beaten",)
    sea = Sea(ships, given, phase=["sea_control"]).play(dice=["4 4"])
    assert "sqn_oran" in sea.state.units and not sea.unit("ax_esc_1").status  # the tie is the defender's


@pytest.mark.rule("TT-2.4.2-28")
def test_a_beaten_ship_is_not_attacked_again() -> None:
    # First the Axis is beaten at sea; the second Allied mission in the hex finds nobody left to fight.
    ships = {"tf2_att": SEA, "ax_esc_1": SEA, "ax_esc_2": SEA}
    sea = duel("4 2", ax_esc_2=SEA)
    assert sea.unit("ax_esc_2").status == ("beaten",)
    again = Sea({**ships, "ax_esc_1": {"at": SEA, "status": ["beaten"]}, "ax_esc_2": {"at": SEA, "status": ["beaten"]}},
                [("tf2_att", "sea_control", SEA)])  # fmt: skip
    assert again.over and not pending(again.game.position(again.state))


def test_a_seat_that_plays_both_sides_answers_to_itself() -> None:
    ships = {"tf2_att": OFF_ORAN, "sqn_oran": ORAN, "esc": {"type": "escort_group", "nation": "vichy", "at": ORAN}}
    given = [("tf2_att", "sea_control", ORAN)]
    sea = Sea(ships, given, settings=["nation.vichy.seat=allied"])
    assert sea.options("allied") == [f"engage {ORAN} esc", f"engage {ORAN} sqn_oran"]
    sea.play(f"allied: engage {ORAN} esc", f"allied: engage {ORAN} sqn_oran", "allied: done", dice=["6 5 6"])
    assert sea.options("allied") == ["hit esc", "hit sqn_oran"]  # the two hits on the attacker fall on its only ship
    sea.play("allied: hit esc", "allied: done")
    assert sea.gone("tf2_att") == "lost" and sea.unit("esc").steps == 1 and sea.over


# ------------------------------------------------------------------ secrets, and the order of the phases


@pytest.mark.case("X01")
def test_no_question_tells_of_a_hidden_submarine() -> None:
    ships = {"tf2_att": SEA, "tf2_esc": SEA, "ax_att_1": SEA}
    given = [(s, "sea_control", SEA) for s in ("tf2_att", "ax_att_1")]
    seen = []
    for subs in ({}, {"sub_axis_1": {"at": SEA, "hidden": True}}):
        sea = Sea({**ships, **subs}, given, phase=["sea_answer", "sea_control"], roles=AXIS_FIRST)
        now = sea.game.position(sea.state)
        seen.append([told_fleets(now, due) for due in pending(now)])
        assert not sea.told(Revealed)
    assert seen[0] == seen[1]


@pytest.mark.rule("TT-2.4.2-17")
def test_the_sea_phases_come_in_the_printed_order() -> None:
    phases = load().rules.phase["sea"].phases
    after = phases[phases.index("sea_move_second") + 1 :]
    assert after == (
        "sea_escort", "sea_control", "sea_asw", "sea_orders", "sea_raid", "sea_support", "sea_open", "sea_sabotage",
    )  # fmt: skip
    assert phases.index("sea_move_first") < phases.index("sea_answer") < phases.index("sea_move_second")
    orders = {id_: m.order for id_, m in load().rules.mission.items() if m.domain == "sea"}
    kinds = ("naval_escort", "sea_control", "asw_patrol", "naval_strike", "naval_support", "naval_open_port",
             "naval_sabotage")  # fmt: skip
    assert [orders[k] for k in kinds] == [1, 2, 3, 4, 5, 6, 7]


@pytest.mark.rule("TT-2.4.2-17", "TT-2.4.2-R08")
def test_missions_are_resolved_in_that_order_in_play() -> None:
    # The escort is in its box before the battle that its side loses; the patrol and the support of the losers are off.
    ships = {"tf2_att": "T3", "tf2_esc": "T3", "ax_att_1": "T3", "ax_esc_1": "T3", "ax_esc_2": "T3", "ax_att_2": "T3"}
    units: dict[str, Any] = {**ships, "sup": {"type": "supply", "nation": "axis", "at": "box_bizerte"}}
    sea = Sea(units, phase=["sea"], control={"T4": "axis"}, roles={"holder": "allied"})
    sea.play("allied: first allied")
    sea.play("allied: assign tf2_att sea_control T3", "allied: assign tf2_esc naval_support", "allied: done")
    sea.play("axis: engage T3 ax_att_1", "axis: done", "axis: assign ax_esc_1 naval_escort box_bizerte")
    sea.play("axis: assign ax_esc_2 asw_patrol", "axis: assign ax_att_2 naval_support")
    sea.play("axis: done", dice=["sea battle T3: 9 2"])
    sea.play("allied: done", "axis: done")  # orders of submarines
    begun = [e.phase for e in sea.events if isinstance(e, PhaseBegan)]
    assert begun[begun.index("sea_escort") :][:8] == [
        "sea_escort", "sea_control", "sea_asw", "sea_orders", "sea_raid", "sea_support", "sea_open", "sea_sabotage",
    ]  # fmt: skip
    assert sea.unit("ax_esc_1").at == "box_bizerte" and not sea.unit("ax_esc_1").status
    assert [sea.stage(s) for s in ("ax_att_1", "ax_esc_2", "ax_att_2")] == ["lost"] * 3
    assert "naval_support" in sea.unit("tf2_esc").status and "naval_support" not in sea.unit("ax_att_2").status


def test_a_state_in_the_midst_of_a_battle_can_be_saved() -> None:
    from hexwright.wire import state_from_json, state_to_json

    ships = {"tf2_att": SEA, "tf2_esc": SEA, "ax_att_1": SEA}
    sea = Sea(ships, [(s, "sea_control", SEA) for s in ships], phase=["sea_control"]).play(dice=["7 2 7"])
    sea.play("allied: hit tf2_att")
    assert state_from_json(sea.game, state_to_json(sea.game, sea.state)) == sea.state
    assert attrs.evolve(sea.state) == sea.state
