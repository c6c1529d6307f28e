"""`hexwright play` with scripted input: menus, questions about rules, secrets, saving and going on."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from hexwright.cli.hints import by_kin, missions_meant, verb_told
from hexwright.game import Game
from hexwright.testing import scene

from .conftest import RULESET, Caller

DRAFTS = ["order wait", "done", "done"]  # red waits, blue orders nothing: movement of red is next


def script(*lines: str) -> str:
    return "".join(f"{line}\n" for line in lines)


def test_a_turn_is_played_by_numbers_and_by_text(call: Caller, tiny: Path) -> None:
    result = call("play", tiny, "--seed", "7", typed=script("1", "done", "done", "MOVE r1 b1", "2", "quit"))
    assert result.exit_code == 0
    assert "   1. order attack" in result.output
    assert "Blue ordered: nothing" in result.output and "Red ordered: order attack" in result.output
    assert "1st Foot moves from A1 to B1" in result.output
    assert "1st Foot moves from B1 to C2" in result.output


def test_the_farewell_names_the_same_people_and_bots_again(call: Caller, tiny: Path) -> None:
    result = call("play", tiny, "--side", "red", "--bot", "blue=random", typed=script("quit"))
    told = "Go on with: hexwright play --resume tiny-1.jsonl --side red --bot blue=random\n"
    assert result.output.endswith(told)


def test_end_of_input_loses_nothing_and_says_how_to_go_on(call: Caller, tiny: Path) -> None:
    result = call("play", tiny, typed=script(*DRAFTS, "move r1 B1"))
    assert result.exit_code == 0
    assert "The game is saved in tiny-1.jsonl after every decision." in result.output
    assert result.output.endswith("Go on with: hexwright play --resume tiny-1.jsonl\n")
    again = call("play", "--resume", "tiny-1.jsonl", typed=script("show r1", "done", "quit"))
    assert again.exit_code == 0
    assert "  Where: B1" in again.output
    assert "    1st Foot moves from A1 to B1\n" in again.output[: again.output.index("Red>")]
    with_rules = call("play", tiny, "--resume", "tiny-1.jsonl", typed=script("quit"))
    assert "Blue: move your units" in with_rules.output


def test_names_of_saves_do_not_overwrite_each_other(call: Caller, tiny: Path) -> None:
    call("play", tiny)
    call("play", tiny)
    assert sorted(os.listdir()) == ["tiny-1.jsonl", "tiny-2.jsonl"]
    refused = call("play", tiny, "--save", "tiny-1.jsonl")
    assert refused.exit_code == 1 and "is there already" in refused.output


def test_a_save_that_cannot_be_written_fails_before_the_first_question(call: Caller, tiny: Path) -> None:
    result = call("play", tiny, "--save", "nowhere/g.jsonl", typed=script("1"))
    assert result.exit_code == 1
    assert "nowhere/g.jsonl: cannot be written: No such file or directory" in result.output
    assert "choose your order" not in result.output


def test_without_a_place_to_save_play_says_so_and_goes_on(
    call: Caller, tiny: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hexwright.cli.play.free_name", lambda ruleset, folder: Path("gone") / f"{ruleset}.jsonl")
    result = call("play", tiny, typed=script("1", "quit"))
    assert "It would have been kept in the current folder: gone/tiny.jsonl: cannot be written: No such" in result.output
    assert "order attack" in result.output and os.listdir() == []
    assert result.output.endswith("The game was not saved.\n")


def at(start: str) -> str:
    """The place of the line of the tiny ruleset that begins so."""
    return f"ruleset.toml:{next(n for n, line in enumerate(RULESET.splitlines(), 1) if line.startswith(start))}"


def test_why_and_why_not_quote_the_rule(call: Caller, tiny: Path) -> None:
    asked = ("why", "why 1", "why not move r1 C3", "why not done", "odds")
    result = call("play", tiny, typed=script(*DRAFTS, *asked, "quit"))
    assert (
        "'move r1 B1' is allowed: 1st Foot\n"
        "  A unit goes to a hex beside it.\n"
        f"  Rule: [T-1] One hex at a time ({at('[rule.T-1]')})\n"
        f"  movement points: 2 {at('allowance = 2')}\n"
        "  pay of Middleton (B2): a coin [T-9]\n"
        "  luck: 1\n"
    ) in result.output
    told = result.output[result.output.index("it is too far.") :]
    assert told.startswith(
        "it is too far.\n"
        "  Numbers: far 2, reach 1\n"
        f"  Set at: {at('cost = {')} (movement.foot.cost.hill)\n"
        "  Rule: [T-1] One hex at a time\n"
        "  A unit goes to a hex beside it.\n"
        "  Possible instead: move r1 B1\n"
        "  Also: and it rains.\n"
    )
    assert "'done' is allowed" in told
    assert "the attacker wins: 74.1%" in told


def test_why_alone_tells_the_last_refusal_until_something_is_done(call: Caller, tiny: Path) -> None:
    typed = script(*DRAFTS, "move r1 C3", "why", "move r1 B1", "why", "done", "why", "quit")
    told = call("play", tiny, typed=typed).output.split("Red> why\n")
    assert told[1].startswith(f"it is too far.\n  Numbers: far 2, reach 1\n  Set at: {at('cost = {')} ")
    assert told[2].startswith(f"move your units\n  Rule: [T-1] One hex at a time ({at('[rule.T-1]')})\n")
    assert "  attacker hand: 2d6\n" in told[2]
    assert "Last: 1st Foot moves from A1 to B1" in told[2]
    assert told[2].count("Rule: [T-1]") >= 2
    last = told[2][told[2].index("Blue> why\n") :]
    assert last.startswith("Blue> why\nmove your units\n") and "Last: 1st Foot" in last


def test_a_refused_decision_changes_nothing_and_a_misspelt_one_names_the_nearest(call: Caller, tiny: Path) -> None:
    result = call("play", tiny, typed=script(*DRAFTS, "move r1 C3", "mvoe r1 B1", "xyzzy", "99", "show r1", "quit"))
    assert result.output.count("it is too far.") == 1
    assert "Did you mean move" in result.output
    assert "Type ? for help." in result.output
    assert "There is no option 99." in result.output
    assert "  Where: A1" in result.output


def test_undo_takes_back_until_a_die_falls(call: Caller, tiny: Path) -> None:
    typed = script(*DRAFTS, "move r1 B1", "undo", "show r1", "done", "done", "undo", "quit")
    result = call("play", tiny, typed=typed)
    assert "Taken back." in result.output
    assert "  Where: A1" in result.output
    after = result.output[result.output.index("=== Turn 2") :]
    assert "Taken back." not in after


def test_enter_takes_the_only_option_and_shows_several_again(call: Caller, tiny: Path) -> None:
    result = call("play", tiny, typed=script("order wait", "list done", "", "", "quit"))
    assert "      (Enter takes it)" in result.output
    after = result.output[result.output.index("--- Blue: it is your turn ---") :]
    assert after.count("Blue: choose your order") == 2 and "Blue ordered" not in after


def test_options_say_where_units_are(call: Caller, tiny: Path) -> None:
    result = call("play", tiny, typed=script(*DRAFTS, "quit"))
    assert "      move r1 ...   1st Foot at A1\n   1. move r1 B1\n" in result.output


def replies(told: str, prompt: str = "Red> ") -> dict[str, str]:
    """What followed each typed line."""
    parts = (part.partition("\n") for part in told.split(prompt)[1:])
    return {typed: reply for typed, _, reply in parts}


def test_words_narrow_the_options_and_do_not_refuse_them(call: Caller, tiny: Path) -> None:
    asked = ("move r1", "middleton ?", "foot", "atlantis ?", "move r1 C3", "help move", "help", "help me", "quit")
    told = replies(call("play", tiny, typed=script(*DRAFTS, "move r1 B1", *asked)).output)
    assert told["move r1"].startswith("      move r1 ...   1st Foot at B1\n   1. move r1 ")
    assert told["middleton ?"].startswith("   1. move r1 B2   1st Foot at B1, Middleton\n")
    assert told["foot"] == told["move r1"]
    assert told["atlantis ?"] == "No option begins with 'atlantis' or names it.\n"
    assert told["move r1 C3"].startswith("it is too far")
    assert told["help move"] == "move UNIT SPACE: a unit goes to a hex beside it.\n"
    assert told["help"].endswith("Here:\n  move UNIT SPACE: a unit goes to a hex beside it.\n")
    assert told["help me"].startswith("There is no help on 'me'")


def test_the_hands_that_meet_stand_with_the_question(call: Caller, tiny: Path) -> None:
    told = call("play", tiny, typed=script(*DRAFTS, "quit")).output
    assert "Red: move your units\n(hands now: 2d6 against d6, flat +1; `odds` has the chances)\n" in told


def test_units_and_missions_can_be_listed(call: Caller, tiny: Path) -> None:
    listed = ("units", "units blue", "units nobody", "missions", "quit")
    told = replies(call("play", tiny, typed=script(*DRAFTS, *listed)).output)
    assert told["units"] == "A1\n  r1  1st Foot  Red  2 of 2\n"
    assert told["units blue"] == "C3\n  b1  Blue Foot  Blue  2 of 2\n"
    assert told["units nobody"] == "No unit that you know of fits 'nobody'.\n"
    assert told["missions"] == "No mission is under way.\n"


def test_what_was_taken_back_is_not_told_to_the_next_seat(call: Caller, tiny: Path) -> None:
    typed = script(*DRAFTS, "move r1 B1", "move r1 C1", "undo", "retract", "undo", "move r1 A2", "done", "quit")
    result = call("play", tiny, typed=typed)
    assert "answers given under seal have been opened since" in result.output
    after = result.output[result.output.rindex("--- Blue: it is your turn ---") :]
    assert "1st Foot moves from A1 to A2" in after
    assert "moves from A1 to B1" not in after and "moves from B1 to C1" not in after
    undone, redone = (result.output.index(f"moves from {way}") for way in ("B1 to C1", "A1 to A2"))
    assert undone < redone < result.output.index(after)


def test_the_log_is_the_account(call: Caller, tiny: Path) -> None:
    result = call("play", tiny, typed=script(*DRAFTS, "move r1 B1", "log", "done", "quit"))
    log = result.output[result.output.index("Red> log\n") + 9 :]
    assert log.startswith(
        "=== Turn 1: Monday ===\n"
        "  Orders\n"
        "    Blue ordered: nothing\n"
        "    Red ordered: order wait\n"
        "  Movement\n"
        "    1st Foot moves from A1 to B1\n"
    )


def test_the_next_seat_sees_nothing_of_a_sealed_choice(call: Caller, tiny: Path) -> None:
    result = call("play", tiny, typed=script("order attack", "done", "log", "map", "show b1", "quit"))
    after = result.output[result.output.index("--- Blue: it is your turn ---") :]
    assert "attack" not in after.replace("1. order attack", "")
    assert result.output.count("So far: order attack") == 1


def test_a_sealed_answer_can_be_had_back(call: Caller, tiny: Path) -> None:
    typed = script("order attack", "done", "unseal", "retract", "order wait", "done", "done", "quit")
    result = call("play", tiny, typed=typed)
    assert "`unseal` opens it again" in result.output
    back = result.output[result.output.index("--- Red: it is your turn ---") :]
    assert back.index("So far: order attack") < back.index("Taken back.") < back.index("So far: order wait")
    assert "Red ordered: order wait" in back
    none = call("play", tiny, typed=script("unseal", "quit"))
    assert "Nobody here has sealed an answer" in none.output


def test_a_draft_is_shown_to_its_own_seat_after_a_resume_too(call: Caller, tiny: Path) -> None:
    call("play", tiny, "--save", "g.jsonl", typed=script("order attack", "quit"))
    result = call("play", "--resume", "g.jsonl", typed=script("done", "quit"))
    red, blue = result.output.split("--- Blue: it is your turn ---")
    assert "So far: order attack" in red and "So far" not in blue


def test_under_changed_rules_play_says_what_differs_and_how_to_go_on(call: Caller, tiny: Path) -> None:
    call("play", tiny, "--save", "g.jsonl", typed=script(*DRAFTS, "move r1 B1", "quit"))
    before = Path("g.jsonl").read_bytes()
    rules = tiny / "ruleset.toml"
    rules.write_text(rules.read_text(encoding="utf-8").replace("hill = 2", "hill = 1"), encoding="utf-8")
    refused = call("play", "--resume", "g.jsonl")
    assert refused.exit_code == 1
    assert "table [movement] has changed (ruleset.toml)" in refused.output
    assert refused.output.endswith("hexwright play --resume g.jsonl --from-snapshot\n")
    assert Path("g.jsonl").read_bytes() == before
    gone_on = call("play", "--resume", "g.jsonl", "--from-snapshot", "--save", "new.jsonl", typed=script("show r1"))
    assert gone_on.exit_code == 0 and "  Where: B1" in gone_on.output
    assert gone_on.output.endswith("hexwright play --resume new.jsonl\n")
    assert Path("g.jsonl").read_bytes() == before
    again = call("play", "--resume", "new.jsonl", typed=script("done", "quit"))
    assert again.exit_code == 0 and "Blue: move your units" in again.output
    taken = call("play", "--resume", "g.jsonl", "--from-snapshot", "--save", "new.jsonl")
    assert taken.exit_code == 1 and "is there already" in taken.output


@pytest.mark.parametrize("word", ["undo", "retract", "reset"])
def test_what_was_taken_back_is_in_no_log(call: Caller, tiny: Path, word: str) -> None:
    typed = script(*DRAFTS, "move r1 B1", word, "move r1 A2", "log", "quit")
    result = call("play", tiny, typed=typed)
    log = result.output[result.output.rindex("Red> log") :]
    assert "moves from A1 to A2" in log and "B1" not in log


def test_hidden_units_stay_hidden_from_the_other_seat(call: Caller, tiny: Path) -> None:
    typed = script("done", "show b_ghost", "show Ghost", "map", "log", "quit")
    result = call("play", tiny, "--side", "red", typed=typed)
    assert "Nothing is known of 'b_ghost'." in result.output
    assert "B1" in result.output and "\n    .B1" not in result.output


def test_one_person_plays_against_bots_without_hand_over(call: Caller, tiny: Path) -> None:
    result = call("play", tiny, "--side", "Blue", "--bot", "red=random", typed=script("done", "done", "done", "done"))
    assert "it is your turn" not in result.output
    assert "The game is over: nobody has won (the last turn is over)." in result.output
    assert "Go on with" not in result.output


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--side", "rde"], "did you mean red?"),
        (["--side", "red", "--bot", "red=random"], "by you and by a bot"),
        (["--bot", "random"], "hexwright run"),
        (["--resume", "nix.jsonl"], "nix.jsonl"),
        (["--resume", "nix.jsonl", "--seed", "4"], "--seed"),
    ],
)
def test_mistakes_are_told_in_words(call: Caller, tiny: Path, arguments: list[str], told: str) -> None:
    result = call("play", tiny, *arguments)
    assert result.exit_code in (1, 2)
    assert told in result.output and "Traceback" not in result.output


def test_a_torn_last_line_is_recovered_and_told(call: Caller, tiny: Path) -> None:
    call("play", tiny, "--save", "g.jsonl", typed=script(*DRAFTS, "move r1 B1"))
    lines = Path("g.jsonl").read_bytes().splitlines(keepends=True)
    last = max(n for n, line in enumerate(lines) if b"move r1 B1" in line)
    Path("g.jsonl").write_bytes(b"".join(lines[:last]) + lines[last][:-9])
    result = call("play", "--resume", "g.jsonl", typed=script("show r1", "quit"))
    assert result.exit_code == 0
    assert "was torn" in result.output and "  Where: A1" in result.output


@pytest.mark.skipif(sys.platform == "win32", reason="signals differ")
def test_an_interrupt_keeps_the_game(call: Caller, tiny: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-u", "-m", "hexwright", "play", str(tiny), "--save", "g.jsonl"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL) and None,  # in the background it is ignored
    )  # fmt: skip
    assert process.stdin is not None and process.stdout is not None and process.stderr is not None
    process.stdin.write(b"order wait\n")
    process.stdin.flush()
    seen = b""
    while seen.count(b"Red> ") < 2:
        seen += process.stdout.read(1)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=20)
    assert process.returncode == 130 and err == b""
    assert b"Go on with: hexwright play --resume g.jsonl" in out
    assert json.loads(call("replay", "g.jsonl", "--json").output)["decisions"] == 1


def test_a_killed_game_goes_on(call: Caller, tiny: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-u", "-m", "hexwright", "play", str(tiny), "--save", "g.jsonl"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    assert process.stdin is not None and process.stdout is not None
    process.stdin.write(b"order wait\ndone\n")
    process.stdin.flush()
    seen = b""
    until = time.monotonic() + 20
    while b"Blue> " not in seen and time.monotonic() < until:
        seen += process.stdout.read(1)
    process.kill()
    process.communicate()
    assert "Blue: choose your order" in call("play", "--resume", "g.jsonl", typed=script("quit")).output


def test_on_a_terminal_the_screen_is_cleared_between_seats_even_without_colours(tiny: Path, tmp_path: Path) -> None:
    pty = pytest.importorskip("pty")
    front, back = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "hexwright", "play", str(tiny)],
        stdin=back, stdout=back, stderr=back, cwd=tmp_path, env={**os.environ, "NO_COLOR": "1", "TERM": "xterm"},
    )  # fmt: skip
    os.close(back)
    os.write(front, b"\norder attack\ndone\n\n\x1b[A\x1b[A\x1b[A\nquit\n")
    seen = b""
    with contextlib.suppress(OSError):
        while part := os.read(front, 4096):
            seen += part
    process.wait(timeout=20)
    os.close(front)
    cleared = seen.split(b"\x1b[2J\x1b[3J\x1b[H")
    assert len(cleared) == 3
    assert b"Blue: it is your turn" in cleared[2] and b"Press Enter" in cleared[2]
    assert b"Blue> order attack" not in seen and b"Blue> done" not in seen  # the arrow keys bring nothing back
    assert b"\x1b[1m" not in seen
    assert process.returncode == 0


def test_a_hex_may_be_called_by_its_name_and_a_misspelt_id_is_told(call: Caller, tiny: Path) -> None:
    typed = ("move rl1 B1", "move r1 b1", "why move r1 middleton", "move r1 MIDDLETON", "show r1", "quit")
    told = call("play", tiny, typed=script(*DRAFTS, *typed)).output
    assert "Nothing is called 'rl1'. Did you mean r1?" in told
    assert "'move r1 B2' is allowed: 1st Foot, Middleton" in told
    assert "  Where: Middleton (B2)" in told


def test_what_takes_back_stands_last_and_says_what_it_does(call: Caller, tiny: Path) -> None:
    told = call("play", tiny, typed=script("order wait", "why retract", "why", "quit")).output
    menu = told[told.index("So far: order wait") :]
    first, *_, retract, reset = menu[: menu.index("Red>")].splitlines()[1:]
    assert "done" in first
    assert retract.endswith("retract   take back the last choice of this answer")
    assert reset.endswith("reset     take back all of this answer")
    assert "'retract' is allowed: take back the last choice of this answer" in told
    assert "draft:" not in told


def test_the_ids_that_a_refusal_lists_stay_as_they_are_typed(tiny: Path) -> None:
    from hexwright.cli.names import Names
    from hexwright.errors import Reason
    from hexwright.game import Game

    game = Game.load(tiny)
    names = Names(game.rules, game.unit_names)
    assert names.told(Reason("B2 is no place for b_ghost; known are B2, b_ghost")) == [
        "Middleton (B2) is no place for Ghost; known are B2, b_ghost."
    ]


def test_an_export_is_told_from_a_save(call: Caller, tiny: Path) -> None:
    call("play", tiny, typed=script("quit"))
    Path("red.json").write_text(call("export", "tiny-1.jsonl", "--as", "red").output)
    refused = call("play", "--resume", "red.json")
    assert refused.exit_code == 1 and "perhaps an export, which cannot be played on" in refused.output


PLAN = ("place gar_free_1 tunis", "place gar_free_2 bizerte", "place gar_free_3 bizerte", "done",
        "station sub_axis_1 N4", "station sub_axis_2 J5", "done", "station sub_allied_1 T3", "station sub_allied_2 V5",
        "done", "zone tf1 B7", "zone tf2 J5", "zone tf3 L4", "done")  # fmt: skip


def test_a_box_may_be_called_by_the_space_that_it_stands_for(call: Caller) -> None:
    told = call("play", "torch_tunisia", "--seed", "5", typed=script(
        *PLAN, "why load us_inf_1 oran", "load us_inf_1 oran", "load us_inf_2 I5", "send al_sup_1 malta", "done", "quit"
    )).output  # fmt: skip
    assert "'load us_inf_1 box_oran' is allowed" in told
    saved = Path("torch_tunisia-1.jsonl").read_text(encoding="utf-8")
    for decision in ("load us_inf_1 box_oran", "load us_inf_2 box_oran", "send al_sup_1 direct_malta"):
        assert decision in saved
    assert "us_inf_1 oran" not in saved and "us_inf_2 I5" not in saved


def test_boxes_and_spaces_are_meant_only_when_one_option_is() -> None:
    kin = {"U5": ("box_tunis",), "V5": ("box_tunis",), "box_tunis": ("U5", "V5")}
    options = ["assign a support U5", "assign a support V5", "assign a raid V5", "assign s escort box_tunis"]
    assert by_kin("assign s escort V5", options, kin) == by_kin("assign s escort U5", options, kin) == options[3]
    assert by_kin("assign a raid box_tunis", options, kin) == "assign a raid V5"
    assert by_kin("assign a support box_tunis", options, kin) is None
    assert by_kin("assign s escort", options, kin) is by_kin("order s escort V5", options, kin) is None


def test_help_knows_the_verbs_and_missions_of_the_question(call: Caller) -> None:
    asked = (*PLAN[:4], "help station", "help strike", "help raid", "help done", "quit")
    told = replies(call("play", "torch_tunisia", "--seed", "5", typed=script(*asked)).output, "Axis> ")
    assert told["help station"].startswith("station sub_axis_1 ") and ": Both seats write" in told["help station"]
    assert told["help strike"].startswith("Submarine strike (submarine_strike): ")
    assert "Convoy Raid (convoy_raid): " in told["help raid"] and "(convoy_strike)" not in told["help raid"]
    assert told["help done"].startswith("There is no help on 'done'")


def test_help_of_submarines_is_about_submarines() -> None:
    game = Game.load("torch_tunisia")
    written = verb_told(game, "submarines.orders", "raid")
    assert len(written) == 1 and written[0].startswith("raid SUBMARINE BOX or raid SUBMARINE FORCE: it goes to the box")
    assert [text.split()[0] for text in verb_told(game, "submarines.orders")] == ["strike", "raid"]
    units = {"sub_axis_1": {"at": "V5"}, "malta_bmb": {"at": "Y6"}, "malta_esc": {"at": "V5"}}
    view = game.view(scene(game, turn=3, units=units, phase="sea_orders"), "axis")
    ordered = ["strike sub_axis_1 ships", "done"]
    assert missions_meant(view, "strike", ordered) == ["submarine_strike"]
    assert missions_meant(view, "raid", ordered) == ["convoy_raid", "raid_embarked"]
    assert missions_meant(view, "strike", ["assign malta_bmb strike U5 port"]) == ["strike"]
    assert missions_meant(view, "strike", ["assign malta_esc asw_patrol"]) == ["naval_strike"]
    assert missions_meant(view, "dig", ordered) == [] and missions_meant(view, "air_drop", ordered) == ["air_drop"]
