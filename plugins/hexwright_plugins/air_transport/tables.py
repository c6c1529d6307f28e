"""The table of air transport: its switches, and the spaces that are closed to air drops on the first turn."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Literal

from hexwright.board import Board, board_of
from hexwright.classes import frozen
from hexwright.position import Position
from hexwright.ruleset.schema import Ruleset, key
from hexwright_plugins.air_ops.tables import only_copies
from hexwright_plugins.invasion import FirstTurn, first_turn

from .record import DROP, LIFT


@frozen
class AirTransport:
    """[air_transport]: what flies, how far, what hits do, and assaults from the air."""

    capacity: int = key("pieces that a side may move by air in a turn", 2)
    range: int = key("spaces from the starting airfield to the destination", 16)
    cargo: tuple[str, ...] = key("unit types that are lifted", (), refers="unit_type")
    hit_effect: Literal["one_piece", "all_cargo"] = key("a hit takes one carried piece, or all of them", "one_piece")
    exclusive_with_land_move: bool = key("who flies does not move on land in the same turn", True)
    drop_cargo: tuple[str, ...] = key("unit types that are dropped", (), refers="unit_type")
    allow_wait: bool = key("an assault from the air may wait for Land", True)
    supply_drop: Literal["free", "escorted"] = key(
        "Supply is dropped anywhere, or only with troops or into a friendly space", "free"
    )
    paratroops: tuple[str, ...] = key(
        "units that may be dropped too where formations.fjg_is_airborne says so", (), refers="unit"
    )


def closed_to_drops(now: Position) -> frozenset[str]:
    """The spaces into which nobody drops on the first turn (turn1.no_drop, AMB-062)."""
    if not now.has_plugin("invasion") or not first_turn(now):
        return frozenset()
    known = now.game.cache
    if "air_transport.no_drop" not in known:
        found = (now.board.find(text) for text in now.settings(FirstTurn).no_drop)
        known["air_transport.no_drop"] = frozenset(s for s in found if s is not None)
    closed: frozenset[str] = known["air_transport.no_drop"]
    return closed


def check_table(ruleset: Ruleset, report: Callable[..., None]) -> None:
    """Numbers that mean nothing, and spaces that do not exist."""
    settings = ruleset.settings.get("air_transport")
    if isinstance(settings, AirTransport):
        for name in ("capacity", "range"):
            if getattr(settings, name) < 0:
                report(f"air_transport.{name}", "it cannot be below 0", "use 0 or more")
        only_copies(ruleset, report, (LIFT, DROP), "air_transport.range", settings.range)
    first = ruleset.settings.get("turn1")
    if isinstance(first, FirstTurn) and first.no_drop:
        _check_spaces(board_of(ruleset), first.no_drop, report)


def _check_spaces(board: Board, texts: Iterable[str], report: Callable[..., None]) -> None:
    for text in texts:
        space = board.find(text)
        if space is not None and "land" not in board.tags(space):
            report("turn1.no_drop", f"{text!r} is no land space", "nobody is dropped there anyway")
