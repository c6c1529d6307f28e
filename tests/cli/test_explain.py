"""`hexwright explain`: pages of codes, texts of keys, and the nearest when there is none."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from hexwright.cli import commands
from hexwright.ruleset.faults import CODES


def explain(*words: str, columns: int = 60) -> Result:
    return CliRunner(env={"COLUMNS": str(columns)}).invoke(commands, ["explain", *words])


@pytest.mark.parametrize("code", ["H202", "h202"])
def test_a_code_gives_its_page_wrapped_with_the_marked_line_in_it(code: str) -> None:
    result = explain(code)
    assert result.exit_code == 0
    lines = result.output.splitlines()
    assert lines[0] == "H202: an unknown key"
    assert "    alowance = 5  # <- H202" in lines
    assert lines.index("Wrong:") < lines.index("Right:") < lines.index("    allowance = 5")
    assert lines[-1] == "See also: H205, H203, H801"
    assert all(len(line) <= 60 for line in lines)


def test_a_page_is_wrapped_at_the_width_of_the_terminal_but_never_wider_than_a_book() -> None:
    widest = [max(len(line) for line in explain("H202", columns=c).output.splitlines()) for c in (60, 90, 300)]
    assert widest[0] <= 60 < widest[1] <= 90 < widest[2] <= 100


def test_a_warning_is_told_with_the_comment_that_allows_it() -> None:
    result = explain("H511")
    assert result.output.startswith("H511: a range of turns that the game never reaches (warning)\n")
    assert "# hexwright: allow H511" in " ".join(result.output.split())
    for error_or_never in ("H505", "H113", "H809"):
        assert f"allow {error_or_never}:" not in explain(error_or_never).output


def test_without_an_argument_every_code_is_listed_by_its_group() -> None:
    lines = explain().output.splitlines()
    assert [line.split()[0] for line in lines if line.startswith("  H")] == sorted(CODES)
    assert lines[0] == "H1xx  files, layers and settings"
    some = explain("h2").output
    assert "H202" in some and "H301" not in some


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("H2002", "no code H2002; did you mean H202"),
        ("X1", "no code X1; `hexwright explain` lists all"),
        ("H0", "no code begins with H0"),
        ("unit_type.raneg", "did you mean unit_type.range"),
        ("../H202", "no key '../H202'"),
    ],
)
def test_what_nobody_knows_is_an_error_of_usage_with_the_nearest(asked: str, told: str) -> None:
    result = explain(asked)
    assert result.exit_code == 2
    assert told in result.output


def test_a_path_gives_the_text_of_its_key() -> None:
    result = explain("unit_type.range")
    assert result.exit_code == 0
    assert result.output.startswith("unit_type.ID.range: ")


def test_a_path_is_explained_with_the_names_of_a_ruleset(tmp_path: Path) -> None:
    (tmp_path / "ruleset.toml").write_text(
        "[ruleset]\n"
        f'id = "{tmp_path.name}"\n'
        'title = "X"\n'
        '[sequence]\nturns = 1\neach_turn = ["rest"]\n[phase.rest]\nframe = "pass"\n'
        '[switch."long.rest"]\ndoc = "how long all rest"\nsets = ["sequence.turns"]\nbetween = [1, 9]\n'
    )
    assert explain("long.rest").exit_code == 2
    result = explain("long.rest", "--ruleset", str(tmp_path))
    assert result.exit_code == 0
    assert "how long all rest" in result.output
    (tmp_path / "more.toml").write_text("nonsense = 1\n")
    broken = explain("long.rest", "--ruleset", str(tmp_path))
    assert broken.exit_code == 1
    assert "H205" in broken.output


@pytest.mark.parametrize(
    ("path", "told"),
    [
        ("test", "[[test]]: one scenario test"),
        ("test.expect.units", "where   space it is in, also when it is aboard something there (space ID)"),
        ("test.expect.units.r1.steps", "steps it has left"),
        ("test.decisions.only", "all decisions that are offered, in any order"),
        ("test.position.units", "table: name -> false or table"),
    ],
)
def test_keys_of_scenario_tests_are_explained(path: str, told: str) -> None:
    done = explain(path)
    assert done.exit_code == 0 and told in done.output


def test_a_misspelt_key_of_a_scenario_test_has_the_nearest_one() -> None:
    done = explain("test.expct.units")
    assert done.exit_code == 2 and "did you mean test.expect.units?" in done.output
