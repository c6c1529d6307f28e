"""The 108 switches of the rules: each is a key with its default, takes the values that are defined, and no others."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from attrs import frozen

from hexwright.errors import Fault
from hexwright.game import Game
from hexwright.rules.movement import moves_of
from hexwright.rules.stacking import room_for
from hexwright.ruleset.load import find_ruleset
from hexwright.testing import scene


@frozen
class Switch:
    """One switch: its key, its default, further values it takes, values it refuses, and who reads it.

    Of numbers, lists and tables one further value stands for all. `late` are values of the right kind, which are
    refused by a check of the plug-in that reads them.
    """

    key: str
    default: Any
    others: tuple[Any, ...]
    wrong: tuple[Any, ...]
    reader: str
    late: tuple[Any, ...] = ()


def flag(key: str, default: bool, reader: str) -> Switch:
    return Switch(key, default, (not default,), ("yes", 1), reader)


def word(key: str, words: str, reader: str) -> Switch:
    default, *others = words.split()
    return Switch(key, default, tuple(others), ("nonsense", 7), reader)


def number(key: str, default: int, other: int, reader: str, *late: int) -> Switch:
    return Switch(key, default, (other,), ("many", True), reader, late)


SWITCHES: tuple[Switch, ...] = (
    Switch("plan.last_planning_turn", 10, (9,), ("many", True, 0, 100), "data"),
    Switch("weather.mud_turns", [4], ([], [3, 4]), ("four", 4), "weather", ([11],)),
    flag("air.range_counts_start_hex", False, "air_ops"),
    word("vichy.controller", "axis", "data"),
    Switch("formations.max_division_sp", {"infantry_division": 3, "armor_division": 3}, ({"armor_division": 2},),
           (3,), "formations", ({"armor_division": 0}, {"division": 3})),
    flag("formations.fjg_is_airborne", False, "air_transport"),
    number("land.division_bonus_default", 0, 1, "land_combat"),
    word("land.algerian_modifier_scope", "total per_die", "land_combat"),
    word("units.carrier_air_group.profile", "fighter_group", "data"),
    number("hits.threshold", 5, 4, "land_combat", 0),
    flag("land.bonus_dice_can_hit", True, "land_combat"),
    word("hits.allocator", "owner shooter", "land_combat"),
    flag("supply.counts_as_land_unit", True, "logistics"),
    word("setup.free_garrison_hexes", "any_fna_land cities", "invasion"),
    word("reinforce.eastmed_ship_entry", "malta", "data"),
    number("reinforce.submarine_delay", 0, 1, "reinforce", -1),
    flag("reinforce.mode_locked", True, "data"),
    number("initiative.seize_tokens", 3, 2, "initiative", -1),
    Switch("initiative.seize_turns", [2, 9], ([3, 5],), (2,), "initiative", ([9, 2], [2])),
    word("initiative.order_declaration", "progressive upfront", "initiative"),
    word("initiative.first_mover_scope", "domain turn", "initiative"),
    word("convoys.loading_order", "simultaneous holder_first holder_last", "convoys"),
    word("convoys.capacity_unit", "piece", "convoys"),
    flag("convoys.limit_at_loading", True, "convoys"),
    number("convoys.atlantic_income", 1, 2, "convoys", -1),
    Switch("convoys.morocco_bonus", [0, 0, 1, 2], ([0, 1],), (2, "two"), "convoys", ([0, -1],)),
    Switch("convoys.direct_destinations", {"allied": ["gibraltar", "malta"], "axis": ["sardinia", "sicily"]},
           ({"allied": ["E6"], "axis": []},), ("malta",), "convoys", ({"nobody": []}, {"allied": ["nowhere"]})),
    word("toulon.modifier_mode", "flat per_unit", "toulon"),
    number("toulon.modifier_cap", 1, 2, "toulon", -1),
    word("toulon.units_return", "end_of_turn", "toulon"),
    Switch("eastmed.arrival_turn", {"axis": 5, "allied": 7}, ({"axis": 6, "allied": 8},), (5,), "eastmed",
           ({"nobody": 5}, {"axis": 0})),
    word("eastmed.failed_assault", "retry eliminate", "eastmed"),
    number("submarines.move_limit", 0, 3, "submarines", -1),
    word("air.intercept_mode", "alert hex", "air_ops"),
    number("air.intercept_radius", 2, 3, "air_ops", -1),
    flag("air.ship_interception", False, "air_ops"),
    word("air.pair_hits", "paired pooled", "air_ops"),
    flag("air.mission_return_fire", False, "air_ops"),
    word("air.resolution_order", "alternate_hexes", "air_ops"),
    flag("air.asw_damages", False, "air_ops"),
    flag("air.strike_land_units", False, "air_ops"),
    number("air.interdiction_cost", 1, 2, "air_ops", -1),
    word("air.rebase_range", "unlimited normal double", "air_ops"),
    number("air_transport.capacity", 2, 3, "air_transport", -1),
    number("air_transport.range", 16, 8, "air_transport", -1),
    Switch("air_transport.cargo", ["infantry_regiment", "airborne_regiment", "supply"], (["supply"],), ("supply",),
           "air_transport", (["tank"],)),
    word("air_transport.hit_effect", "one_piece all_cargo", "air_transport"),
    flag("air_transport.exclusive_with_land_move", True, "air_transport"),
    Switch("air_transport.drop_cargo", ["airborne_regiment", "supply"], (["airborne_regiment"],), ("supply",),
           "air_transport", (["tank"],)),
    flag("air_transport.allow_wait", True, "air_transport"),
    word("air.squadron_windows", "any boundaries", "air_ops"),
    word("facilities.damaged_airfield", "reduced grounded", "facilities"),
    word("air.lost_base", "escape destroyed", "air_ops"),
    number("naval.move_allowance", 0, 6, "naval_ops", -1),
    flag("naval.engage_port_from_adjacent", True, "naval_ops"),
    number("minefields.attrition_threshold", 0, 2, "minefields", -1, 7),
    Switch("turn1.axis_west_limit_column", "T", ("S", ""), (20,), "minefields", ("AA",)),
    flag("turn1.tf_ships_locked", True, "invasion"),
    word("turn1.random_loss", "by_sp by_unit", "invasion"),
    flag("naval.allow_refusal", True, "naval_ops"),
    word("naval.tie", "defender none", "naval_ops"),
    flag("naval.ships_may_lose_aircraft_instead", True, "naval_ops"),
    flag("naval.port_repair", False, "naval_ops"),
    flag("convoys.escorts_hit_submarines", True, "convoys"),
    number("convoys.submarine_drm", -1, 0, "convoys"),
    Switch("naval.surface_strike_targets", ["port"], (["port", "ships"], []), ("port", ["airfield"]), "naval_ops"),
    word("naval.support_cancel", "one_for_one all", "naval_ops"),
    flag("facilities.open_port_gives_control", True, "facilities"),
    flag("land.pinned_units", True, "land_combat"),
    flag("land.allow_defence_reinforcement", True, "land_combat"),
    word("land.attack_mode", "enter adjacent", "land_combat"),
    number("logistics.attacker_supply_radius", 1, 2, "logistics", -1),
    number("logistics.defender_supply_radius", 0, 1, "logistics", -1),
    number("logistics.sp_per_supply", 4, 3, "logistics", 0),
    number("logistics.max_extra_dice", 0, 1, "logistics", -1),
    word("land.die_removal", "single per_source", "land_combat"),
    number("land.min_attack_dice", 0, 1, "land_combat", -1),
    flag("landing.may_split", False, "invasion"),
    word("landing.failed", "reembark surrender coast", "invasion"),
    word("land.tie", "defender attacker", "land_combat"),
    flag("land.annihilation_wins", False, "land_combat"),
    flag("land.retreat_overstack", False, "land_combat"),
    flag("land.third_casualty_counts_absorbed", True, "land_combat"),
    Switch("land.non_infantry_classes", ["armor_division", "armor_regiment"], ([],), ("armor_division",),
           "land_combat", (["cavalry"],)),
    flag("land.entrenchment_consumed", True, "land_combat"),
    flag("formations.same_nationality_only", False, "formations"),
    Switch("facilities.airfield_terrain", ["open", "city", "mountain"], (["open"],), ("open",), "facilities",
           (["swamp"],)),
    number("terrain.mountain.offroad_cost", 1, 2, "data", -1),
    number("stacking.land_sp", 8, 10, "data", -1),
    flag("victory.final_check", True, "victory"),
    word("convoys.loss_draw", "d6_display uniform", "convoys"),
    word("logistics.oos_scope", "hex unit", "logistics"),
    flag("logistics.beachhead_exempt_turn1", False, "logistics"),
    word("deploy.order", "simultaneous", "reinforce"),
    number("armistice.auto_cities", 6, 5, "armistice", 0),
    number("armistice.target", 10, 11, "armistice"),
    number("toulon.die", 6, 8, "toulon", 0),
    number("toulon.delay", 2, 3, "toulon", 0),
    word("armistice.algerian_fallback", "nearest_city", "armistice"),
    Switch("facilities.occupation_by", ["land"], (["land", "air"],), ("land",), "facilities"),
    flag("vichy.air_missions", True, "air_ops"),
    flag("convoys.axis_atlantic_ports", False, "convoys"),
    word("air.engagement_scope", "hex mission", "air_ops"),
    word("air_transport.supply_drop", "free escorted", "air_transport"),
    Switch("turn1.no_drop", [], (["tunis"], ["U5", "M5"]), ("tunis",), "air_transport", (["nowhere"],)),
    number("naval.support_max_dice", 0, 1, "naval_ops", -1),
    number("facilities.strike_floor", 0, 1, "facilities", -1),
    flag("supply.blocks_enemy", True, "logistics"),
)  # fmt: skip


def toml(value: Any) -> str:
    """A value as TOML writes it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{name} = {toml(item)}" for name, item in value.items()) + " }"
    return str(value)


def found(game: Game, key: str) -> Any:
    """The value of a key after all layers; of a stacking limit its number."""
    value: Any = game.rules.document
    for part in key.split("."):
        value = value[part]
    return value["limit"] if key.startswith("stacking.") and isinstance(value, dict) else value


@pytest.fixture(scope="module")
def game() -> Game:
    return Game.load("torch_tunisia")


def test_there_are_108() -> None:
    assert len(SWITCHES) == len({s.key for s in SWITCHES}) == 108


@pytest.mark.parametrize("switch", SWITCHES, ids=lambda s: s.key)
def test_it_is_a_key_with_its_default(game: Game, switch: Switch) -> None:
    value = found(game, switch.key)
    assert value == switch.default
    assert type(value) is type(switch.default)
    inside = "limit" if switch.key.startswith("stacking.") else next(iter(value)) if isinstance(value, dict) else ""
    set_by = game.rules.set_by[f"{switch.key}.{inside}" if inside else switch.key]
    assert [layer for layer, _, _ in set_by] == ["base"]


@pytest.mark.parametrize("switch", [s for s in SWITCHES if s.reader != "data"], ids=lambda s: s.key)
def test_it_stands_in_the_table_of_the_plugin_that_reads_it(game: Game, switch: Switch) -> None:
    """Or in the table of the plug-in it speaks of, where another one reads it."""
    table, key = switch.key.split(".", 1)
    assert switch.reader in {p.id for p in game.plugins.active}
    settings = game.rules.settings[table]
    assert hasattr(settings, key)


def rounds(name: str) -> Iterator[dict[str, Any]]:
    """Further values of all switches at once, as often as the longest list needs."""
    for n in range(max(len(getattr(s, name)) for s in SWITCHES)):
        yield {s.key: getattr(s, name)[n] for s in SWITCHES if len(getattr(s, name)) > n}


@pytest.mark.parametrize("values", list(rounds("others")), ids=["first", "second"])
def test_every_defined_value_loads(values: dict[str, Any]) -> None:
    settings = tuple(f"{key}={toml(value)}" for key, value in values.items())
    game, faults = Game.load_with_faults("torch_tunisia", settings=settings)
    assert game is not None
    assert [f for f in faults if "this number counts for nothing" not in f.message] == []  # the other copy of a range
    for key, value in values.items():
        if isinstance(value, dict):  # tables are merged key by key
            assert found(game, key).items() >= value.items()
        else:
            assert found(game, key) == value


def faults_of(values: dict[str, Any]) -> dict[str, list[Fault]]:
    """What a check says of each key when all have these values."""
    settings = tuple(f"{key}={toml(value)}" for key, value in values.items())
    _, faults = Game.load_with_faults("torch_tunisia", settings=settings)
    keys = list(values)
    out: dict[str, list[Fault]] = {key: [] for key in keys}
    for fault in faults:
        assert fault.file == "--set" or fault.level == "warning", str(fault)
        if fault.file == "--set":
            out[keys[fault.line - 1]].append(fault)
    return out


@pytest.mark.parametrize("name", ["wrong", "late"])
def test_every_other_value_is_refused_where_it_stands(name: str) -> None:
    missed = []
    for values in rounds(name):
        said = faults_of(values)
        missed += [f"{key}={toml(values[key])}" for key, faults in said.items() if not faults]
        for key, faults in said.items():
            for fault in faults:
                assert fault.level == "error" and fault.message, key
                assert fault.source.startswith(f"{key}=")
    assert not missed


def test_words_that_are_refused_come_with_those_that_are_supported() -> None:
    values = {s.key: "nonsense" for s in SWITCHES if s.wrong[:1] == ("nonsense",)}
    for key, (fault,) in ((key, faults) for key, faults in faults_of(values).items()):
        switch = next(s for s in SWITCHES if s.key == key)
        assert fault.code == "H204", key
        assert all(repr(v) in fault.message + fault.hint for v in (switch.default, *switch.others)), str(fault)


def test_a_wrong_value_in_a_file_is_shown_with_its_line(tmp_path: Path) -> None:
    folder = tmp_path / "torch_tunisia"
    shutil.copytree(find_ruleset("torch_tunisia"), folder, ignore=shutil.ignore_patterns("games", "tests"))
    values = {s.key: s.wrong[0] for s in SWITCHES}
    lines = ['variant.title = "Wrong"', *(f"{key} = {toml(value)}" for key, value in values.items())]
    file = folder / "variants" / "wrong.toml"
    file.parent.mkdir(exist_ok=True)
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    _, faults = Game.load_with_faults(folder, variants=["wrong"])
    told = {(f.file, f.line) for f in faults if f.level == "error"}
    assert told == {(str(file), line) for line in range(2, len(lines) + 1)}


# ------------------------------------------------------------------ what the switches of the data do


@pytest.mark.rule("TT-2.1-02")
@pytest.mark.parametrize(("last", "planned"), [(10, range(1, 11)), (9, range(1, 10)), (1, range(1, 2))])
def test_the_last_turn_that_begins_with_plan(last: int, planned: range) -> None:
    """AMB-002: with 9 there is no Plan on turn 10, neither income nor convoys nor stations."""
    game = Game.load("torch_tunisia", settings=[f"plan.last_planning_turn={last}", 'ruleset.plugins=["convoys"]'])
    state = game.start()
    turns = set()
    while state.over is None:
        ask = game.asks(state)[0]
        if ask.frame == "convoys.load":
            turns.add(state.turn)
        state = game.apply(state, "done" if "done" in ask.options else ask.options[0], ask.seat).state
    assert sorted(turns) == list(planned)


@pytest.mark.rule("TT-1.2.1-R01")
def test_the_axis_plays_vichy_france(game: Game) -> None:
    """AMB-006: its seat is the one that places the garrisons, and the board of its counters is its own."""
    assert game.rules.nation["vichy"].seat == game.rules.seat_of("vichy") == "axis"
    state = scene(game, phase="garrison")
    assert [ask.seat for ask in game.asks(state)] == ["axis"]
    assert game.rules.set_by["nation.vichy.seat"][-1][1].endswith("ruleset.toml")


@pytest.mark.rule("TT-3.1-R01")
def test_carrier_aircraft_have_the_figures_of_fighters(game: Game) -> None:
    """AMB-015: strength, range and every die are those of a Fighter Group."""
    ours, theirs = (game.rules.unit_type[t] for t in ("carrier_air_group", "fighter_group"))
    assert (ours.steps, ours.range) == (theirs.steps, theirs.range) == (2, 4)
    dice = {mission: (d.sides, d.modifier, d.hit, d.per) for mission, d in ours.dice.items()}
    assert dice == {mission: (d.sides, d.modifier, d.hit, d.per) for mission, d in theirs.dice.items()}


@pytest.mark.rule("TT-1.2.2-R03")
def test_the_ship_of_turn_2_appears_at_malta(game: Game) -> None:
    """AMB-023."""
    assert game.board.name(game.rules.reinforcement["allied_t2_ship"].at[0]) == "Malta"
    state = scene(game, turn=2, phase=["arrive", "init"])
    assert state.units["em_att"].at == game.board.find("malta")


def test_the_variant_of_the_readme_gives_a_switch_one_more_value(tmp_path: Path) -> None:
    folder = shutil.copytree(find_ruleset("torch_tunisia"), tmp_path / "torch_tunisia")
    example = (folder / "README.md").read_text(encoding="utf-8").split("```toml\n")[2].partition("```")[0]
    (folder / "variants").mkdir(exist_ok=True)
    (folder / "variants" / "k.toml").write_text(example, encoding="utf-8")
    game = Game.load(folder, variants=["k"])
    assert scene(game, turn=2, phase=["arrive", "init"]).units["em_att"].at == "E6"


@pytest.mark.rule("TT-4-R01")
@pytest.mark.parametrize("cost", [1, 2, 4])
def test_what_a_mountain_off_road_costs(cost: int) -> None:
    """AMB-114: 1 point that is left is enough, or 2 are needed; then all are spent."""
    game = Game.load("torch_tunisia", settings=[f"terrain.mountain.offroad_cost={cost}"])
    start, mountain = next(
        (a, b)
        for a in game.board.spaces
        for b in game.board.neighbours(a)
        if game.board.terrain(a) == "open" and game.board.crossing("land", "allied", a, b).stop
    )
    assert game.board.terrain(mountain) == "mountain"
    for spent in range(4):
        state = scene(game, units={"uk_6_ad": {"at": start, "spent": spent}}, phase="land_move")
        found = moves_of(game.position(state), state.units["uk_6_ad"])
        assert (mountain in found) is (4 - spent >= cost)
        assert mountain not in found or found.left(mountain) == 0


@pytest.mark.rule("TT-2.4.3-R20")
@pytest.mark.parametrize(("setting", "most"), [("stacking.land_sp=8", 8), ("stacking.land_sp=10", 10),
                                               ("stacking.land_sp.limit=3", 3)])  # fmt: skip
def test_how_many_strength_points_stand_together(setting: str, most: int) -> None:
    """AMB-115."""
    game = Game.load("torch_tunisia", settings=[setting])
    units: dict[str, dict[str, Any]] = {"us_3_id": {"at": "M6"}, "us_1_id": {"at": "M6", "steps": 2}}
    units["uk_78_id"] = {"at": "C8"}
    now = game.position(scene(game, units=units, phase="land_move"))
    assert room_for(now, now.unit("uk_78_id"), "M6") == most - 5
