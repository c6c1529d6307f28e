"""The checks of a ruleset, one function each, in the order they run; one that breaks is a fault, the others run."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from typing import Any, Literal

from hexwright.ruleset.check_flow import check_phases, check_reinforcements, check_tree, check_turns
from hexwright.ruleset.check_map import check_board, check_fields, check_outlines, check_rows, check_symbols, whole_path
from hexwright.ruleset.check_spelling import check_dice, check_strays, check_switch_names, check_tags
from hexwright.ruleset.check_style import check_style
from hexwright.ruleset.check_units import (
    check_containers,
    check_numbers,
    check_relations,
    check_tables,
    check_types,
    check_units,
)
from hexwright.ruleset.faults import Finding
from hexwright.ruleset.inspection import Inspection
from hexwright.ruleset.positions import Path
from hexwright.ruleset.references import check_frames, check_pieces, check_players, check_references
from hexwright.ruleset.wording import check_wording

Check = Callable[[Inspection], None]

CHECKS: tuple[Check, ...] = (
    check_references,
    check_wording,
    check_pieces,
    check_frames,
    check_players,
    check_rows,
    check_symbols,
    check_fields,
    check_outlines,
    check_board,
    check_tree,
    check_phases,
    check_turns,
    check_reinforcements,
    check_types,
    check_units,
    check_containers,
    check_numbers,
    check_tables,
    check_relations,
    check_tags,
    check_dice,
    check_strays,
    check_switch_names,
    check_style,
)


def run_checks(game: Inspection, checks: tuple[Check, ...] = CHECKS, *, map_facts: bool = False) -> None:
    """All checks of the engine, then those of the active plug-ins; `map_facts` adds the slower ones of the map."""
    for check in (*checks, *_map_checks()) if map_facts else checks:
        try:
            check(game)
        except Exception as error:
            _broke(game, f"the check {check.__name__}", error)
    if game.report.unreadable:
        return  # plug-ins would miss what may stand in a file that could not be read
    faulty = bool(game.report.errors)
    for extension in game.extensions:
        for plugin_check in extension.checks if extension.active else ():
            report = _Reporter(game, extension.plugin)
            try:
                plugin_check(game.mended or game.rules, report)
            except Exception as error:
                # In a ruleset that has faults already it may have met one of them.
                if not faulty:
                    name = getattr(plugin_check, "__name__", "of the data")
                    version = f" {extension.version}" if extension.version else ""
                    _broke(game, f"the check {name} of plug-in {extension.plugin}{version}", error)


def _map_checks() -> tuple[Check, ...]:
    """The checks that need networkx, which play never waits for."""
    from hexwright.ruleset.map_facts import MAP_CHECKS

    return MAP_CHECKS


class _Reporter:
    """What a plug-in's check calls: report(path, message, hint="", level="error")."""

    def __init__(self, game: Inspection, plugin: str) -> None:
        self._game = game
        self._plugin = plugin

    def __call__(
        self, path: str | Path, message: str, hint: str = "", level: Literal["error", "warning"] = "error"
    ) -> None:
        whole = whole_path(self._game, path) if isinstance(path, str) else tuple(path)
        settings = whole[:1] if whole and whole[0] in self._game.rules.settings else whole
        if self._game.is_unsure(*settings) or (level == "warning" and self._game.broken):
            return  # it may be said only because of what is lost; warnings of play wait until all can be read
        code = "H810" if level == "warning" else "H807"
        self._game.add(code, whole, f"{message} [{self._plugin}]", hint)


def _broke(game: Inspection, what: str, error: Exception) -> None:
    game.report.findings.append(broken_check(what, error))


def broken_check(what: str, error: Exception) -> Finding:
    """What is told of a check that broke."""
    frames: list[Any] = traceback.extract_tb(error.__traceback__)
    place = f" at {frames[-1].name}, line {frames[-1].lineno}" if frames else ""
    message = f"{what} broke: {type(error).__name__}: {error}{place}"
    return Finding("H900", ("ruleset",), message, "this is a fault of the program, not of the ruleset")
