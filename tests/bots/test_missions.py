"""Missions of `steady`: it escorts and raids, supports and blocks, searches and strikes, and bases forward."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import attrs
import pytest

from hexwright.bots import make
from hexwright.bots.ground import Picture, sent_types
from hexwright.bots.missions import edge
from hexwright.bots.theatre import Theatre, kinds_of
from hexwright.decisions import Ask, Options
from hexwright.game import Game
from hexwright.position import Position
from hexwright.session import Session
from hexwright.state import State
from hexwright.testing import scene

from .test_bots import reachable

ROOT = Path(__file__).parents[2]
PLACES = (ROOT / "tests" / "rulesets", ROOT / "tests" / "tiny", ROOT / "rulesets")
RULESETS = {p.parent.name: p.parent for place in PLACES for p in sorted(place.glob("*/ruleset.toml"))}
FORCES = {
    "malta_bmb": {"at": "Y6"}, "malta_ftr": {"at": "Y6"}, "malta_esc": {"at": "Y6"},
    "sic_ftr": {"at": "W4"}, "sard_bmb": {"at": "S2"}, "ax_att_1": {"at": "W4"}, "ax_esc_1": {"at": "W4"},
    "us_3_id": {"at": "S5"}, "us_34_id": {"at": "R4"}, "it_80_id": {"at": "U5"}, "de_164_id": {"at": "T4"},
}  # fmt: skip
HELD = {"U5": "axis", "T4": "axis", "S5": "allied", "R4": "allied"}


@cache
def torch() -> Game:
    return Game.load("torch_tunisia")


def asked(seat: str, phase: str, **more: dict[str, Any]) -> tuple[State, Ask]:
    """The first question of a phase to a seat, with the forces of these tests and more."""
    state = scene(torch(), turn=3, units={**FORCES, **more}, control=HELD, phase=phase)
    for _ in range(40):
        ask = torch().ask(state, seat)
        if ask is not None:
            return state, ask
        other = next(a for a in torch().asks(state))
        text = "done" if "done" in other.options else next(iter(other.options))
        state = torch().apply(state, text, other.seat).state
    raise AssertionError(f"{seat} is not asked in {phase}")


def orders(seat: str, phase: str, **more: dict[str, Any]) -> list[str]:
    """What `steady` decides in that question until it is done."""
    state, ask = asked(seat, phase, **more)
    bot, frame, made = make("steady", 1), ask.frame, list[str]()
    while True:
        here = torch().ask(state, seat)
        if here is None or here.frame != frame or len(made) > 60:
            return made
        made.append(bot.choose(torch().view(state, seat), here.handed_out()))
        state = torch().apply(state, made[-1], seat).state


# ------------------------------------------------------------------ what it sees


def test_roles_tell_who_is_sent_and_who_marches() -> None:
    sent = sent_types(torch().rules)
    assert {"fighter_group", "air_squadron", "escort_group", "submarine_squadron"} <= sent
    assert not sent & {"infantry_division", "supply", "garrison_regiment", "task_force"}
    roles = [spec.role for _, spec in kinds_of(torch().rules)["escort_group"]]
    assert roles == ["protect", "fight", "search", "strike", "raid", "support", "open", "wreck"]


def test_every_mission_in_the_air_and_at_sea_has_a_role() -> None:
    own = {"reinforce_group", "air_lift", "air_drop"}  # they have verbs of their own
    for id_, spec in torch().rules.mission.items():
        assert bool(spec.role) == (spec.domain in ("air", "sea") and id_ not in own), id_


def test_the_edge_of_a_unit_is_twice_its_hits() -> None:
    fighters = torch().order_of_battle["sic_ftr"]
    assert edge(torch().rules, fighters, "intercept") == 2 * 2 * 4 / 8
    assert edge(torch().rules, attrs.evolve(fighters, steps=1), "strike") == pytest.approx(2 * 2 / 6)
    assert edge(torch().rules, fighters, "") == 1


def test_a_theatre_knows_convoys_and_where_battles_come() -> None:
    state, _ = asked("axis", "air_assign", ax_sup_t2_1={"at": "box_tunis"}, us_arm_1={"at": "box_bone"})
    here = Picture(torch().view(state, "axis"))
    theatre = Theatre(here, {"U5": 0, "S5": 2}, ("U5",))
    assert sorted((c.box, c.space, c.ports, c.ours) for c in theatre.convoys) == [
        ("box_bone", "R3", ("R4",), False),
        ("box_tunis", "V5", ("U5",), True),
    ]
    assert theatre.close("U5") == 2 and theatre.close("A10") == 0.5
    assert {"S5", "U5"} <= set(theatre.hot)
    assert theatre.menace("raid", "V5") >= 3, "two groups and the ships of Malta"
    assert theatre.menace("raid", "V5", flying=True) == 2


# ------------------------------------------------------------------ what it does


def test_it_escorts_what_it_ships() -> None:
    cargo = {"ax_sup_t2_1": {"at": "box_tunis"}, "de_10_pz": {"at": "box_tunis"}}
    sea = orders("axis", "sea_move_second", **cargo)
    assert "assign ax_att_1 naval_escort box_tunis" in sea and "move ax_att_1 V5" in sea
    assert [m for m in orders("axis", "air_assign", **cargo) if m.endswith("convoy_escort V5")]


def test_without_cargo_nothing_is_escorted() -> None:
    for made in (orders("axis", "sea_move_second"), orders("axis", "air_assign")):
        assert not [m for m in made if "convoy" in m or "naval_escort" in m]


def test_it_raids_enemy_convoys_in_reach() -> None:
    cargo = {"ax_sup_t2_1": {"at": "box_tunis"}, "de_10_pz": {"at": "box_tunis"}}
    assert "assign malta_bmb convoy_strike V5" in orders("allied", "air_assign", **cargo)
    assert "assign malta_esc convoy_raid box_tunis" in orders("allied", "sea_move_first", **cargo)
    subs = {"sub_allied_1": {"at": "V5", "hidden": True}}
    assert orders("allied", "sea_orders", **cargo, **subs)[0] == "raid sub_allied_1 box_tunis"


def test_submarines_lie_in_wait_where_convoys_pass() -> None:
    made = orders("allied", "subs", sub_allied_1={"at": "subs_allied", "hidden": True}, de_10_pz={"at": "box_tunis"})
    assert made == ["station sub_allied_1 V5", "done"]


def test_it_supports_battles_and_covers_what_flies() -> None:
    more = {"gib_ftr": {"at": "R4"}, "gib_bmb": {"at": "R4"}, "ax_ftr_a1": {"at": "T4"}, "tf1_csg": {"at": "R4"}}
    made = orders("allied", "air_assign", **more)
    assert [m for m in made if m in ("assign gib_ftr close_air_support U5", "assign gib_bmb close_air_support U5")]
    ships = orders("allied", "sea_move_first", **more)
    assert [m for m in ships if m.startswith("assign tf1_csg naval_support")], ships


def test_it_takes_ports_that_nobody_guards() -> None:
    state = scene(torch(), turn=3, units={"tf1_esc": {"at": "R3"}}, control=HELD, phase="sea_move_first")
    made, bot = list[str](), make("steady", 1)
    while (ask := torch().ask(state, "allied")) is not None and "done" not in made:
        made.append(bot.choose(torch().view(state, "allied"), ask.handed_out()))
        state = torch().apply(state, made[-1], "allied").state
    assert "assign tf1_esc naval_open_port U5" in made


def test_aircraft_that_reach_nothing_are_based_forward() -> None:
    far = {"gib_ftr": {"at": "E6"}}
    assert "assign gib_ftr re_base" in orders("allied", "air_assign", **far)
    assert orders("allied", "air_assign", **far)[-1] == "done"


def test_squadrons_join_groups_that_lost() -> None:
    weak: dict[str, dict[str, Any]] = {"gib_ftr": {"at": "E6", "steps": 1}, "al_sqd_1": {"at": "E6"}}
    assert "join al_sqd_1 gib_ftr" in orders("allied", "air_assign", **weak)


@pytest.mark.parametrize(("ours", "theirs", "choice"), [("d10", "2d10", "engage X5 b"), ("4d10", "d8", "refuse X5")])
def test_battle_at_sea_is_refused_where_it_is_lost(ours: str, theirs: str, choice: str) -> None:
    state = scene(torch(), units=FORCES, control=HELD, phase="air_assign")
    about = (("attacker_hand X5", ours), ("defender_hand X5", theirs))
    ask = Ask("axis", "a.b", "?", Options.of(("engage X5 b", "refuse X5")), about=about)
    assert make("steady", 1).choose(torch().view(state, "axis"), ask) == choice


@pytest.mark.parametrize(("seat", "first"), [("allied", "begin air"), ("axis", "begin land")])
def test_who_defends_fights_on_land_before_support_is_there(seat: str, first: str) -> None:
    state = scene(torch(), units=FORCES, control=HELD, phase="air_assign")
    ask = Ask(seat, "phase Domains", "?", Options.of(("begin air", "begin sea", "begin land")))
    assert make("steady", 1).choose(torch().view(state, seat), ask) == first


def test_paratroops_never_drop_on_defenders() -> None:
    state = scene(torch(), units={**FORCES, "de_164_id": {"at": "U5"}}, control=HELD, phase="air_assign")
    ask = Ask("allied", "air.assign", "?", Options.of(("drop us_3_id U5", "done")))
    assert make("steady", 1).choose(torch().view(state, "allied"), ask) == "done"
    ask = Ask("allied", "air.assign", "?", Options.of(("drop us_3_id T4", "done")))
    assert make("steady", 1).choose(torch().view(state, "allied"), ask) == "drop us_3_id T4"


# ------------------------------------------------------------------ whole games


def play(game: Game, seed: int, most: int = 4000) -> tuple[list[str], Session, Counter[str], Counter[str]]:
    """A game of `steady` against itself: its decisions, the roles chosen, and how its convoys sailed.

    The session refuses what is illegal.
    """
    session = Session.new(game, seed=seed)
    bots = {seat: make("steady", f"{seed}/{seat}") for seat in game.rules.seats}
    made: list[str] = []
    roles: Counter[str] = Counter()
    convoys: Counter[str] = Counter()
    while session.over is None and len(made) < most:
        ask = session.asks()[0]
        text = bots[ask.seat].choose(session.view(ask.seat), ask)
        made.append(f"{ask.seat}: {text}")
        words = text.split()
        if words[0] == "assign":
            roles[game.rules.mission[words[2]].role] += 1
        for event in session.play(text, ask.seat).events:
            if type(event).__name__ == "ConvoyMet":
                convoys["escorted" if getattr(event, "escorts", ()) else "alone"] += 1
    return made, session, roles, convoys


@cache
def campaigns() -> tuple[Counter[str], Counter[str], Counter[str]]:
    """Verbs, roles and convoys of two campaigns."""
    verbs: Counter[str] = Counter()
    roles: Counter[str] = Counter()
    convoys: Counter[str] = Counter()
    for seed in (1, 5):
        made, session, chosen, sailed = play(torch(), seed)
        assert session.over is not None
        verbs.update(m.split()[1] for m in made)
        roles.update(chosen)
        convoys.update(sailed)
    return verbs, roles, convoys


@pytest.mark.slow
def test_missions_of_every_role_are_flown_and_sailed() -> None:
    _, roles, _ = campaigns()
    usual = ("standby", "escort", "protect", "raid", "strike", "support", "block", "search", "fight", "open", "move")
    assert not [role for role in usual if not roles[role]], roles
    assert roles["wreck"] < roles["open"]


@pytest.mark.slow
def test_every_domain_is_used() -> None:
    verbs, _, _ = campaigns()
    for verb in ("assign", "move", "lift", "station", "raid", "load", "fight", "support", "commit", "rebase", "engage"):
        assert verbs[verb], verb


@pytest.mark.slow
def test_most_convoys_that_are_met_sail_with_an_escort() -> None:
    _, _, convoys = campaigns()
    assert convoys["escorted"] > convoys["alone"] > 0, convoys


def test_a_campaign_is_played_again_alike() -> None:
    first, session, _, _ = play(torch(), 4, 250)
    again, other, _, _ = play(torch(), 4, 250)
    assert first == again and session.state.digest == other.state.digest


def test_what_it_remembers_of_a_turn_reaches_nothing_hidden() -> None:
    session = Session.new(torch(), seed=2)
    bots = {seat: make("steady", f"2/{seat}") for seat in torch().rules.seats}
    secret: dict[str, str] = {}
    while session.state.turn == 1 and session.over is None:
        ask = session.asks()[0]
        session.play(bots[ask.seat].choose(session.view(ask.seat), ask), ask.seat)
        secret = secret or {u.id: u.at for u in session.state.units.values() if u.hidden and u.nation == "axis"}
    found = reachable(bots["allied"])
    assert len(found) > 100 and secret
    assert not [x for x in found if isinstance(x, (State, Position, Game, Session))]
    assert not [x for x in found if attrs.has(type(x)) and getattr(x, "id", "") in secret and hasattr(x, "spent")]


@pytest.mark.parametrize("name", [n for n in RULESETS if n != "torch_tunisia"])
def test_steady_plays_every_ruleset_to_its_end(name: str) -> None:
    made, session, _, _ = play(Game.load(RULESETS[name]), 1)
    assert session.over is not None, made[-5:]
