"""Air drops and assaults: the Supply they take, what falls where, fighting at once or waiting for Land."""

from __future__ import annotations

from typing import Any

import pytest

from hexwright.decisions import CHANCE
from hexwright.explain import explain
from hexwright.game import Game
from hexwright.rules.sequence import Phase
from hexwright.state import State
from hexwright.testing import scene
from hexwright_plugins.air_ops import FlightHit
from hexwright_plugins.air_transport import flights, share
from hexwright_plugins.land_combat import Captured, record
from hexwright_plugins.logistics import committed

from .flying import AIRCRAFT, DROPS, GARRISON, GIBRALTAR, assigning, over, planned, unit, where
from .torch import answer, load, options, why

# ------------------------------------------------------------------ Supply of an assault


@pytest.mark.rule("TT-2.4.1-R15", "TT-2.4.3-R04")
def test_an_assault_takes_supply_dropped_with_it_or_near() -> None:
    alone = {"gib_abn": {"at": "E6"}, **GARRISON}
    game, state = assigning(alone)
    reason = why(game, state, "allied", "drop gib_abn M6")
    assert reason.rule == "TT-2.4.3-R04" and "no Supply" in reason.text
    assert "drop gib_abn M7" in options(game, state, "allied")  # nobody is there
    for at, legal in (("L6", True), ("M6", True), ("K7", False), ("atlantic", False)):
        game, state = assigning({**alone, "a_sup": unit(at, "supply")}, control={"L6": "allied"})
        assert ("drop gib_abn M6" in options(game, state, "allied")) is legal, at
    game, state = assigning({**GIBRALTAR, **GARRISON})
    assert "done" in options(game, state, "allied")
    state = answer(game, state, "allied", "drop gib_abn M6")
    reason = why(game, state, "allied", "done")
    assert reason.rule == "TT-2.4.3-R04" and reason.nearest == "drop gib_sup M6"
    state = answer(game, state, "allied", "drop gib_sup M6")
    assert "done" in options(game, state, "allied")


@pytest.mark.rule("TT-2.4.1-R15")
def test_each_token_pays_for_one_assault() -> None:
    units = {
        "a_abn": unit("E6", "airborne_regiment"),
        "b_abn": unit("E6", "airborne_regiment"),
        "a_sup": unit("L6", "supply"),
        "gar_free_1": {"at": "M6"},
        "gar_free_2": {"at": "L7"},
    }
    game, state = assigning(units, control={"L6": "allied"})
    state = answer(game, state, "allied", "drop a_abn M6")
    assert why(game, state, "allied", "drop b_abn L7").rule == "TT-2.4.3-R04"
    assert "drop b_abn M6" in options(game, state, "allied")  # two points, one Supply
    more = {**units, "b_sup": unit("L6", "supply")}
    state = planned(game, more, "drop a_abn M6", "drop b_abn L7", "done", control={"L6": "allied"})
    state = over(game, state, DROPS, "pass allied")
    assert {s for _, s in committed(game.position(state))} == {"L7", "M6"}


def test_share_finds_a_way_if_there_is_one() -> None:
    near = {"A": ["s1", "s2"], "B": ["s1"], "C": []}
    assert share({"A": 1, "B": 1, "C": 1}, near) == {"A": ("s2",), "B": ("s1",), "C": ()}
    assert share({"A": 2, "B": 1}, near) == {"A": ("s1", "s2"), "B": ()}


@pytest.mark.rule("TT-2.4.1-R15")
@pytest.mark.parametrize("enemy", ["garrison_regiment", "supply"])
def test_supply_alone_is_not_dropped_on_enemies(enemy: str) -> None:
    foe = {"x": unit("M6", enemy, "vichy")}
    game, state = assigning({"gib_sup": {"at": "E6"}, **foe})
    reason = why(game, state, "allied", "drop gib_sup M6")
    assert reason.rule == "TT-2.4.1-R15" and "alone" in reason.text
    game, state = assigning({**GIBRALTAR, **foe})
    state = answer(game, state, "allied", "drop gib_sup M6")
    reason = why(game, state, "allied", "done")
    assert reason.rule == "TT-2.4.1-R15" and reason.nearest == "drop gib_abn M6"
    state = answer(game, state, "allied", "drop gib_abn M6")
    assert "done" in options(game, state, "allied")
    assert [len(f.cargo) for f in flights(game.position(state)).flights] == [2]


@pytest.mark.rule("TT-2.4.1-R15")
def test_escorted_supply() -> None:
    control = {"D7": "allied", "E8": "vichy"}
    game, state = assigning({"gib_sup": {"at": "E6"}}, control=control)
    assert "drop gib_sup E8" in options(game, state, "allied")
    escorted = "air_transport.supply_drop=escorted"
    game, state = assigning({"gib_sup": {"at": "E6"}}, escorted, control=control)
    assert "only together with troops" in why(game, state, "allied", "drop gib_sup E8").text
    assert "drop gib_sup D7" in options(game, state, "allied")
    game, state = assigning(GIBRALTAR, escorted, control=control)
    state = answer(game, state, "allied", "drop gib_sup E8")
    assert why(game, state, "allied", "done").nearest == "drop gib_abn E8"
    state = answer(game, state, "allied", "drop gib_abn E8", "done")


@pytest.mark.rule("TT-2.4.1-R15")
def test_who_may_not_attack_is_not_dropped_on_enemies() -> None:
    units = {**GIBRALTAR, **GARRISON, "gib_abn": {"at": "E6", "status": ("no_attack",)}}
    game, state = assigning(units)
    assert why(game, state, "allied", "drop gib_abn M6").rule == "TT-2.4.3-R25"
    assert "drop gib_abn M7" in options(game, state, "allied")


def test_the_parachute_division_is_dropped_with_the_switch() -> None:
    units = {"de_1_fj": {"at": "W4", "steps": 1}}
    game, state = assigning(units, frames=("air_ops.assign axis",))
    assert not options(game, state, "axis", "drop") and not options(game, state, "axis", "lift")
    game, state = assigning(units, "formations.fjg_is_airborne=true", frames=("air_ops.assign axis",))
    assert "drop de_1_fj T6" in options(game, state, "axis") and not options(game, state, "axis", "lift")


# ------------------------------------------------------------------ drops come down


@pytest.mark.rule("TT-2.4.1-R15", "TT-PA.9-05")
def test_an_empty_space_or_one_with_supply_is_taken_at_once() -> None:
    game = load()
    units = {
        "a_abn": unit("E6", "airborne_regiment"),
        "b_abn": unit("E6", "airborne_regiment"),
        "x_sup": unit("E8", "supply", "vichy"),
    }
    control = {"D7": "vichy", "E8": "vichy"}
    state = planned(game, units, "drop a_abn D7", "drop b_abn E8", "done", control=control)
    state = over(game, state, DROPS, "pass allied")
    now = game.position(state)
    assert (now.unit("a_abn").at, now.unit("b_abn").at) == ("D7", "E8")
    assert (now.control("D7"), now.control("E8")) == ("allied", "allied")
    assert now.unit("x_sup").nation == "allied"
    assert game.asks(state)[0].frame == "pass"


def assault(*settings: str, more: dict[str, Any] | None = None, **about: Any) -> tuple[Game, State]:
    """An Allied regiment and its Supply have come down on a garrison in M6."""
    game = load(*settings)
    state = planned(
        game, {**GIBRALTAR, **GARRISON, **(more or {})}, "drop gib_abn M6", "drop gib_sup M6", "done", **about
    )
    return game, state


@pytest.mark.rule("TT-PA.2-02", "TT-PA.9-05")
def test_the_owner_says_now_or_wait() -> None:
    game, state = assault()
    state = over(game, state, DROPS, "pass allied")
    ask = game.ask(state, "allied")
    assert ask is not None and list(ask.options) == ["now", "wait"] and ("attacker_hand", "d6") in ask.about
    assert committed(game.position(state)) == (("gib_sup", "M6"),)
    labels = [[p.label for p in explain(game, state, text, "allied").parts] for text in ("now", "wait")]
    assert "the attacker wins" in labels[0] and "the attacker wins" not in labels[1]
    assert why(game, state, "allied", "later").nearest == "now"
    fought = answer(game, state, "allied", "now")
    assert game.asks(fought)[0].roll is not None and "gib_sup" not in fought.units
    waits = answer(game, state, "allied", "wait")
    assert [a.unit for a in record(game.position(waits)).at("M6")] == ["gib_abn"]
    assert game.asks(waits)[0].frame == "pass" and where(game, waits, "gib_sup") == "M6"


@pytest.mark.rule("TT-PA.2-R01")
@pytest.mark.parametrize(
    ("settings", "done", "waits"),
    [
        ((), (), True),
        ((), ("land_move",), True),
        ((), ("battles", "land"), False),
        (("air_transport.allow_wait=false",), (), False),
    ],
)
def test_after_land_there_is_no_waiting(settings: tuple[str, ...], done: tuple[str, ...], waits: bool) -> None:
    game, state = assault(*settings)
    state = over(game, state, DROPS, "pass allied", done=done)
    ask = game.asks(state)[0]
    assert (ask.roll is None) is waits
    if waits:
        assert list(ask.options) == ["now", "wait"]


@pytest.mark.rule("TT-PA.2-02")
def test_the_holder_orders_the_battles() -> None:
    game = load()
    units = {
        "a_abn": unit("E6", "airborne_regiment"),
        "b_abn": unit("E6", "airborne_regiment"),
        "a_sup": unit("L6", "supply"),
        "b_sup": unit("L6", "supply"),
        "gar_free_1": {"at": "M6"},
        "gar_free_2": {"at": "L7"},
    }
    control = {"L6": "allied"}
    state = planned(game, units, "drop a_abn M6", "drop b_abn L7", "done", control=control, roles={"holder": "axis"})
    state = over(game, state, DROPS, "pass allied")
    state = answer(game, state, "allied", "now", "now")
    ask = game.ask(state, "axis")
    assert ask is not None and list(ask.options) == ["fight M6", "fight L7"]
    assert why(game, state, "axis", "fight L6").nearest == "fight M6"
    state = answer(game, state, "axis", "fight L7")
    assert "battle L7" in str(game.asks(state)[0].roll)
    state = answer(game, state, CHANCE, "roll 6 1")
    assert "battle M6" in str(game.asks(state)[0].roll)
    state = answer(game, state, CHANCE, "roll 6 1")
    assert [game.position(state).control(s) for s in ("L7", "M6")] == ["allied", "allied"]


@pytest.mark.rule("TT-PA.2-02", "TT-2.4.3-R04")
@pytest.mark.parametrize("refuge", [True, False])
def test_without_supply_the_assault_loses_without_dice(refuge: bool) -> None:
    around = {} if refuge else {f"x_{s}": unit(s, nation="axis") for s in ("M7", "L5", "L6", "N5", "N6", "M5")}
    game, state = assault(more=around)
    state = over(game, state, DROPS, "pass allied", events=(FlightHit(flight="flight_allied_1"),))
    state = answer(game, state, CHANCE, "roll 2")  # the Supply is shot down
    if refuge:
        ask = game.ask(state, "allied")
        assert ask is not None and "retreat gib_abn M7" in ask.options
        state = answer(game, state, "allied", "retreat gib_abn M7")
        assert where(game, state, "gib_abn") == "M7"
    else:
        assert state.gone["gib_abn"] == "surrendered"
    assert game.asks(state)[0].frame == "pass" and record(game.position(state)).attacks == ()
    assert where(game, state, "gar_free_1") == "M6" and game.position(state).control("M6") == "vichy"


# ------------------------------------------------------------------ waiting for Land


def in_land(game: Game, state: State, first: str = "allied") -> State:
    """The assault waits; the land part begins."""
    state = over(game, state, DROPS, "pass allied")
    state = answer(game, state, "allied", "wait")
    second = {"allied": "axis", "axis": "allied"}[first]
    return over(
        game,
        state.with_(roles=state.roles.with_item("first", first).with_item("second", second)),
        f"land_combat.move {first}",
        f"land_combat.move {second}",
        "land_combat.battles",
        "pass allied",
    )


@pytest.mark.rule("TT-PA.2-02", "TT-2.4.1-R18")
def test_nobody_leaves_a_space_with_a_waiting_assault() -> None:
    for settings in ((), ("land.pinned_units=false",)):
        game, state = assault(
            *settings, more={"x_inf": unit("M6", nation="axis"), "a_inf": unit("L6")}, control={"L6": "allied"}
        )
        state = in_land(game, state, "axis")
        reason = why(game, state, "axis", "move x_inf M7")
        assert reason.rule == "TT-PA.2-02" and reason.by == "air_transport"
        state = answer(game, state, "axis", "done")
        assert "may not leave" in why(game, state, "allied", "move gib_abn M7").text
        assert why(game, state, "allied", "move gib_sup M7").rule in ("TT-2.4.3-R07", "TT-PA.2-02")


@pytest.mark.rule("TT-PA.2-02")
def test_friends_join_a_waiting_assault_and_pay_for_themselves() -> None:
    more = {"a_div": unit("L6", "infantry_division", steps=3), "b_inf": unit("L6"), "a_sup": unit("L6", "supply")}
    game, state = assault(more=more, control={"L6": "allied"})
    state = in_land(game, state)
    state = answer(game, state, "allied", "move a_div M6")
    assert "done" in options(game, state, "allied")  # 4 SP, the reserved Supply pays
    state = answer(game, state, "allied", "move b_inf M6")
    reason = why(game, state, "allied", "done")
    assert reason.rule == "TT-2.4.3-R04" and dict(reason.numbers) == {"SP": 5, "needs": 2, "committed": 1}
    state = answer(game, state, "allied", "commit a_sup M6", "done")
    state = answer(game, state, "axis", "done")
    roll = game.asks(state)[0].roll
    assert roll is not None and roll.sides == (6,) * 6
    assert "gib_sup" not in state.units and "a_sup" not in state.units


@pytest.mark.rule("TT-PA.2-02", "TT-2.4.1-R18")
def test_a_waiting_assault_fights_although_it_has_flown() -> None:
    game, state = assault()
    state = in_land(game, state)
    state = answer(game, state, "allied", "done")
    state = answer(game, state, "axis", "done")
    state = answer(game, state, CHANCE, "roll 5 4")
    assert where(game, state, "gib_abn") == "M6" and state.gone["gar_free_1"] == "lost"
    assert game.position(state).control("M6") == "allied"


@pytest.mark.rule("TT-PA.2-02", "TT-2.4.3-R04")
@pytest.mark.parametrize(("first", "friend"), [("axis", False), ("allied", False), ("allied", True)])
def test_a_waiting_assault_that_loses_its_supply_loses_without_dice(first: str, friend: bool) -> None:
    more = {"a_sup": unit("L6", "supply"), "x_arm": unit("L7", "armor_regiment", "axis")}
    if friend:
        more |= {"b_inf": unit("M5"), "b_sup": unit("M5", "supply")}
    game = load()
    units = {"gib_abn": {"at": "E6"}, **GARRISON, **more}
    control = {"L6": "allied", "L7": "axis", "M5": "allied"}
    state = planned(game, units, "drop gib_abn M6", "done", control=control)
    state = in_land(game, state, first)
    assert committed(game.position(state))[0] == ("a_sup", "M6")
    if first == "allied":
        texts = ["move b_inf M6", "done"] if friend else ["done"]
        state = answer(game, state, "allied", *texts)
    state = answer(game, state, "axis", "move x_arm L6", "done")
    assert game.position(state).unit("a_sup").nation == "axis"
    state = answer(game, state, "allied", "retreat gib_abn N6")
    assert where(game, state, "gib_abn") == "N6" and "fought" in game.position(state).unit("gib_abn").status
    if friend:  # its friend fights on
        state = answer(game, state, "allied", "extra 0")
        roll = game.asks(state)[0].roll
        assert (
            roll is not None
            and roll.sides == (6, 6)
            and [a.unit for a in record(game.position(state)).attacks] == ["b_inf"]
        )
        return
    assert record(game.position(state)).attacks == ()
    assert game.position(state).control("M6") == "vichy" and where(game, state, "gar_free_1") == "M6"
    assert game.asks(state)[0].frame == ("land_combat.move" if first == "axis" else "pass")


@pytest.mark.rule("TT-PA.2-02", "TT-2.4.3-R04")
def test_supply_that_was_lost_before_land_begins() -> None:
    game = load()
    units = {"gib_abn": {"at": "E6"}, **GARRISON, "a_sup": unit("L6", "supply")}
    state = planned(game, units, "drop gib_abn M6", "done", control={"L6": "allied"})
    state = answer(game, over(game, state, DROPS, "pass allied"), "allied", "wait")
    lost = Captured(unit="a_sup", space="L6", nation="axis", was="allied")
    state = over(game, state, Phase("land_move"), "pass allied", events=(lost,))
    assert "retreat gib_abn M7" in options(game, state, "allied")


@pytest.mark.rule("TT-2.4.1-R15", "TT-3.3-R02")
def test_what_flies_away_is_not_caught_on_its_airfield() -> None:
    """The Supply that is to be dropped at T6 left Q5 before anybody came down there."""
    game = load()
    frames = ["air_ops.assign allied", "air_ops.assign axis", "air_ops.resolve", DROPS, "pass allied"]
    units = {"gib_abn": {"at": "M5"}, "gib_sup": {"at": "M5"}, "x_sup": unit("Q5", "supply", "axis")}
    state = scene(game, turn=3, units={**units, **AIRCRAFT}, control={"Q5": "axis", "M5": "allied"}, frames=frames,
                  roles={"first": "allied", "second": "axis", "holder": "allied"})  # fmt: skip
    state = answer(game, state, "allied", "drop gib_abn Q5", "done")
    state = answer(game, state, "axis", "drop x_sup T6", "done")
    assert (state.units["x_sup"].at, state.units["x_sup"].nation) == ("T6", "axis")
    assert (state.units["gib_abn"].at, state.control["Q5"]) == ("Q5", "allied")


@pytest.mark.rule("TT-2.4.1-R15")
def test_supply_captured_before_it_flew_stays_with_who_took_it() -> None:
    """Two drops onto each other's airfields: the first side's comes down first, what it takes flies for nobody."""
    game = load()
    frames = ["air_ops.assign allied", "air_ops.assign axis", "air_ops.resolve", DROPS, "pass allied"]
    units = {"a_abn": unit("M5", "airborne_regiment"), "a_sup": unit("M5", "supply"),
             "x_sup": unit("Q5", "supply", "axis"), "x_abn": unit("S2", "airborne_regiment", "axis")}  # fmt: skip
    state = scene(game, turn=3, units={**units, **AIRCRAFT}, control={"Q5": "axis", "M5": "allied"}, frames=frames,
                  roles={"first": "allied", "second": "axis", "holder": "allied"})  # fmt: skip
    state = answer(game, state, "allied", "drop a_abn Q5", "done")
    state = answer(game, state, "axis", "drop x_abn M5", "drop x_sup M5", "done")
    assert (state.units["x_sup"].at, state.units["x_sup"].nation) == ("Q5", "allied")
