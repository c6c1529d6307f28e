"""Ten edits that a designer would try on Torch & Tunisia, each by TOML alone: `edits/NAME.toml`, played here."""

from __future__ import annotations

import random
import shutil
from functools import cache
from pathlib import Path

import pytest

from hexwright.bots import make
from hexwright.decisions import spell
from hexwright.errors import Reason
from hexwright.events import Arrived, Event, Moved, PhaseBegan, Rolled
from hexwright.explain import Explanation, explain
from hexwright.game import Game
from hexwright.state import Outcome, State
from hexwright.testing import play, scene
from hexwright_plugins.armistice import Stand
from hexwright_plugins.gunnery import Patrolled, SeaBattleJoined
from hexwright_plugins.land_combat import BattleDecided

EDITS = Path(__file__).parent / "edits"
FOLDER = Path(__file__).parents[2] / "rulesets" / "torch_tunisia"
NAMES = sorted(path.stem for path in EDITS.glob("*.toml") if path.stem != "typos")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A designer's copy of the ruleset, with the edits as variants."""
    copy = tmp_path_factory.mktemp("designer") / "torch_tunisia"
    shutil.copytree(FOLDER, copy, ignore=shutil.ignore_patterns("games", "tests"))
    for path in EDITS.glob("*.toml"):
        shutil.copy(path, copy / "variants")
    return copy


@cache
def loaded(folder: Path, *variants: str) -> Game:
    return Game.load(folder, variants=variants)


def sources(found: Explanation, name: str) -> list[str]:
    """Where an edit is cited in an explanation, as the text of the lines."""
    lines = (EDITS / f"{name}.toml").read_text(encoding="utf-8").splitlines()
    cited = [p.source for p in found.parts if p.source is not None] + ([found.source] if found.source else [])
    places = [s.where.partition(":") for s in cited if s.where.startswith(f"variants/{name}.toml:")]
    return [lines[int(number) - 1] for _, _, number in places]


def why(game: Game, state: State, decision: str, seat: str) -> Reason:
    reason = game.refuse(state, decision, seat)
    assert reason is not None, f"{decision} is legal"
    return reason


def decided(events: tuple[Event, ...]) -> BattleDecided:
    return next(e for e in events if isinstance(e, BattleDecided))


def rolled(events: tuple[Event, ...], label: str) -> Rolled:
    return next(e for e in events if isinstance(e, Rolled) and label in e.label)


@pytest.mark.parametrize("name", NAMES)
def test_an_edit_checks_clean(folder: Path, name: str) -> None:
    game, faults = Game.load_with_faults(folder, variants=(name,), map_facts=True)
    assert game is not None and not faults, "\n".join(map(str, faults))


# ------------------------------------------------------------------ 1. a longer fighter range


def test_a_fighter_of_longer_range_is_offered_the_further_space(folder: Path) -> None:
    for variants, reach in (((), 4), (("longer_range",), 6)):
        game = loaded(folder, *variants)
        state = scene(game, turn=3, units={"gib_ftr": {"at": "E6"}}, phase="air_assign")
        ask = game.ask(state, "allied")
        assert ask is not None
        far = {o.split()[3] for o in ask.options.all() if " close_air_support " in o}
        assert max(game.board.distance("E6", s) or 0 for s in far) == reach
        reason = why(game, state, "assign gib_ftr close_air_support L5", "allied")
        assert reason.rule == "TT-2.4.1-R02" and ("range", reach) in reason.numbers
    told = explain(game, state, "assign gib_ftr close_air_support K6", "allied")
    assert sources(told, "longer_range") == ["range = 6"]
    refused = explain(game, state, "assign gib_ftr close_air_support L5", "allied")
    assert sources(refused, "longer_range") == ["range = 6"]


# ------------------------------------------------------------------ 2. hits on 4+


def test_fours_hit_on_land(folder: Path) -> None:
    units = {"us_1_id": {"at": "T5"}, "al_sup_1": {"at": "T5"}, "ax_inf_t2_1": {"at": "U5"}}
    for variants, hits in (((), (1, 0)), (("four_hits",), (3, 1))):
        game = loaded(folder, *variants)
        state = scene(game, turn=3, units=units, control={"T5": "allied"}, phase=["land_move", "battles"])
        _, events = play(game, state, ["move us_1_id U5", "commit al_sup_1 U5", "allied: done", "axis: done"],
                         ["battle U5: 5 4 4 3 4"])  # fmt: skip
        assert decided(events).hits == hits


def test_every_die_hits_on_four_also_in_the_air_and_of_a_type_that_an_earlier_variant_brings(folder: Path) -> None:
    game = loaded(folder, "tiger_battalion", "four_hits")
    assert {spec.hit for kind in game.rules.unit_type.values() for spec in kind.dice.values()} == {4}
    state = scene(game, turn=3, units={"gib_ftr": {"at": "E6"}}, phase="air_assign")
    told = explain(game, state, "assign gib_ftr close_air_support I6", "allied")
    assert any(str(piece.value).endswith("hits on 4") for piece in told.parts)
    assert sources(told, "four_hits") == ["threshold = 4"]


# ------------------------------------------------------------------ 3. the armistice threshold and the Toulon table


def test_the_armistice_comes_sooner_and_toulon_rolls_on_another_table(folder: Path) -> None:
    control = {"I6": "allied", "M5": "allied", "B8": "allied"}
    for variants, done in (((), False), (("armistice_toulon",), True)):
        game = loaded(folder, *variants)
        state = scene(game, turn=2, control=control, phase="armistice")
        state, events = play(game, state, [], ["armistice: 2 3"])
        assert game.position(state).slice(Stand).done is done
    state = scene(game, turn=2, slices=[Stand(True, 2)], phase="toulon_roll")
    ask = game.ask(state, "chance")
    assert ask is not None and ask.roll is not None and ask.roll.sides == (8,)
    for face, told in ((6, "the fleet is scuttled"), (7, "the whole fleet is taken")):
        _, events = play(game, state, [], [face])
        assert [e.text() for e in events if "Roll for the fleet" in e.text()] == [
            f"Roll for the fleet in port {face}: {told}"
        ]


def test_so_many_cities_need_no_roll(folder: Path) -> None:
    control = {"I6": "allied", "M5": "allied", "B8": "allied", "C8": "allied", "A10": "allied"}
    for variants, done in (((), False), (("armistice_toulon",), True)):
        game = loaded(folder, *variants)
        state = scene(game, turn=2, control=control, phase="armistice")
        assert (game.ask(state, "chance") is None) is done and game.position(state).slice(Stand).done is done


# ------------------------------------------------------------------ 4. a new unit type


def test_tigers_come_with_the_convoys_of_turn_3_and_roll_their_dice(folder: Path) -> None:
    game = loaded(folder, "tiger_battalion")
    told: list[Event] = []
    state = scene(game, turn=3, phase="loading", told=told)
    assert "de_501" in [e.unit.id for e in told if isinstance(e, Arrived)]
    assert game.refuse(state, "load de_501 box_tunis", "axis") is None
    units = {"de_501": {"at": "U5"}, "ax_sup_t3": {"at": "U5"}, "us_inf_1": {"at": "U6"}}
    state = scene(game, turn=4, units=units, control={"U5": "axis", "U6": "allied"}, phase=["land_move", "battles"])
    state, _ = play(game, state, ["allied: done"])
    cited = sources(explain(game, state, "move de_501 U6", "axis"), "tiger_battalion")
    assert cited == ["allowance = 3", "dice.land = { sides = 12, hit = 4 }"]
    _, events = play(game, state, ["move de_501 U6", "commit ax_sup_t3 U6", "done"], ["battle U6: 4 1"])
    assert rolled(events, "battle U6").sides == (12, 6) and decided(events).hits == (1, 0)


# ------------------------------------------------------------------ 5. a new terrain


def test_a_marsh_costs_three_and_takes_a_die_from_the_attack(folder: Path) -> None:
    units = {"us_2_ad_ccb": {"at": "R6"}, "al_sup_1": {"at": "R6"}, "us_inf_1": {"at": "R6"}, "it_131_ad": {"at": "R7"}}
    game = loaded(folder, "salt_marsh")
    assert [s for s in game.board.spaces if game.board.terrain(s) == "marsh"] == ["R7", "T7", "U7"]
    state = scene(game, turn=6, units=units, control={"R6": "allied", "R7": "axis"}, phase=["land_move", "battles"])
    reason = why(game, state, "move us_inf_1 R7", "allied")
    assert reason.rule == "TT-4-R02"
    told = explain(game, state, "move us_2_ad_ccb R7", "allied")
    assert [(p.label, p.value) for p in told.parts if p.rule and p.rule.id == "HOUSE-2"] == [
        ("R6 to R7: Salt marsh", 3), ("defender: salt marsh", "d6, hits on 5"), ("attacker removes, salt marsh", 1)
    ]  # fmt: skip
    cited = sources(told, "salt_marsh")
    assert cited == ['marsh = { cost = 3, rule = "HOUSE-2" }', "die = 6", "removes = 1"]
    lines = ["move us_2_ad_ccb R7", "commit al_sup_1 R7", "done", "axis: done"]
    _, events = play(game, state, lines, ["battle R7: 5 6"])
    assert rolled(events, "battle R7").sides == (10, 6)  # the attacker's only die is gone, the defender has one more
    assert decided(events).hits == (0, 2)


# ------------------------------------------------------------------ 6. rivers


def test_a_river_costs_a_point_and_takes_a_die_of_the_attack_across_it(folder: Path) -> None:
    game = loaded(folder, "rivers")
    units = {"us_1_id": {"at": "T5"}, "al_sup_1": {"at": "T5"}, "us_inf_1": {"at": "U6"}, "it_131_ad": {"at": "U5"}}
    state = scene(game, turn=6, units=units, control={"T5": "allied", "U6": "allied"}, phase=["land_move", "battles"])
    told = explain(game, state, "move us_1_id U5", "allied")
    assert [(p.label, p.value) for p in told.parts if p.rule and p.rule.id == "HOUSE-3"] == [
        ("T5 to U5: River", 1), ("attacker removes, river", 1)
    ]  # fmt: skip
    assert sources(told, "rivers") == ["cost = 1", "removes = 1"]
    across, events = play(game, state, ["move us_1_id U5", "commit al_sup_1 U5"])
    assert next(e for e in events if isinstance(e, Moved)).cost == 2
    _, events = play(game, across, ["done", "axis: done"], ["battle U5: 6 6 1 1"])
    assert rolled(events, "battle U5").sides == (6, 6, 10, 6)  # of three dice two are left; U5 gives the defender one
    ask = game.ask(across, "allied")
    assert ask is not None and ("removals U5", 1) in ask.about
    both, _ = play(game, across, ["move us_inf_1 U5"])  # from the south, where no river is
    ask = game.ask(both, "allied")
    assert ask is not None and ("removals U5", 0) in ask.about


# ------------------------------------------------------------------ 7. a city that counts


def test_bougie_counts_for_the_armistice_and_is_a_port(folder: Path) -> None:
    control = dict.fromkeys(("I6", "M5", "B8", "C8", "A10", "O5"), "allied")
    for variants, done in (((), False), (("bougie",), True)):
        game = loaded(folder, *variants)
        state = scene(game, turn=2, control=control, phase="armistice")
        assert game.position(state).slice(Stand).done is done  # with six no die is rolled
    loading = scene(game, turn=2, units={"al_sup_1": {"at": "atlantic"}}, control=control, phase="loading")
    assert game.refuse(loading, "load al_sup_1 box_bougie", "allied") is None


# ------------------------------------------------------------------ 8. twelve turns


def test_twelve_turns_are_played_to_the_end_with_a_plan_on_the_last(folder: Path) -> None:
    game = loaded(folder, "twelve")
    state = scene(game, turn=10, units={"ax_inf_t9": {"at": "U5"}, "us_inf_1": {"at": "T5"}}, control={"T5": "allied"})
    players = {seat: make("steady", f"3/{seat}") for seat in game.rules.seats}
    draw = random.Random(3)
    planned = []
    while state.over is None:
        ask = game.asks(state)[0]
        if ask.roll is not None:
            text = spell("roll", *(draw.randint(1, sides) for sides in ask.roll.sides))
        else:
            text = players[ask.seat].choose(game.view(state, ask.seat), ask.handed_out())
        step = game.apply(state, text, ask.seat)
        state = step.state
        planned += [state.turn for e in step.events if isinstance(e, PhaseBegan) and e.phase == "plan"]
    assert state.over.rule == "TT-1.1-02" and state.turn == 12 and planned == [12]


def test_the_number_of_turns_alone_gives_only_a_warning(folder: Path) -> None:
    game, faults = Game.load_with_faults(folder, settings=("sequence.turns=12",))
    assert game is not None and [(f.code, f.level) for f in faults] == [("H512", "warning")]


# ------------------------------------------------------------------ 9. another order of phases


def test_patrols_hunt_before_the_battles_at_sea(folder: Path) -> None:
    units = {"em_att": {"at": "V5"}, "em_esc": {"at": "V5"}, "ax_att_1": {"at": "V5"}, "sub_axis_1": {"at": "V5"}}
    lines = ["first allied", "assign em_att sea_control V5", "assign em_esc asw_patrol", "done", "engage V5 ax_att_1"]
    lines += ["axis: done", "axis: done"]
    for variants, hunt, joins in (((), [], True), (("patrols_first",), ["pass"], False)):
        game = loaded(folder, *variants)
        state, events = play(game, scene(game, turn=3, units=units, phase="sea"), [*lines, *hunt])
        kinds = [type(e) for e in events if isinstance(e, (SeaBattleJoined, Patrolled))]
        assert kinds == ([SeaBattleJoined] if joins else [Patrolled, SeaBattleJoined])
        ask = game.ask(state, "axis")  # a submarine that was found cannot join the battle
        assert ask is not None and ("join sub_axis_1" in ask.options) is joins


# ------------------------------------------------------------------ 10. one more victory condition


def test_the_bridgehead_wins_on_the_last_turn_although_tunis_holds_out(folder: Path) -> None:
    control = {"U5": "axis", "T4": "allied", "U6": "allied"}
    house = Outcome("allied", "the bridgehead has fallen", "HOUSE-4")
    printed = Outcome("axis", "Tunis has held out", "TT-1.1-02")
    for variants, over in (((), printed), (("two_cities",), house)):
        game = loaded(folder, *variants)
        assert scene(game, turn=10, control=control, phase="final").over == over
    assert scene(game, turn=10, control={**control, "T4": "axis"}, phase="final").over == printed
    assert scene(game, turn=9, control=control, phase="land_victory").over is None
