"""Whose fault an exception is: the plug-in whose frame, action or order was being asked when it was raised."""

from __future__ import annotations

from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

from .errors import HexwrightError, PluginError, UnknownId

if TYPE_CHECKING:
    from .game import Game
    from .plugins import Offer


def blame(game: Game, error: Exception, frame: str, step: str) -> PluginError | None:
    """The exception as the PluginError of the plug-in that broke; None when no plug-in did.

    The innermost function of a plug-in in the traceback is to blame: a method of a class that it registered, or
    a function of its module. Without one it is the plug-in that the asking `frame` is named after. Errors that
    hexwright raises on purpose stay as they are, but for an unknown id, which only a plug-in can ask for here.
    """
    if isinstance(error, HexwrightError) and not isinstance(error, UnknownId):
        return None
    traceback = error.__traceback__
    guilty: tuple[Offer, str, str] | None = None
    while traceback is not None:
        at = traceback.tb_frame
        if (offer := _owner(game, at)) is not None:
            place = f"{Path(at.f_code.co_filename).name}:{traceback.tb_lineno}"
            guilty = offer, f"{_said(at, frame)}, {at.f_code.co_name}", place
        traceback = traceback.tb_next
    if guilty is None:
        named = next((o for o in game.plugins.active if o.id == frame.partition(".")[0]), None)
        if named is None:
            return None
        guilty = named, frame, ""
    offer, hook, place = guilty
    told = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    return PluginError(offer.id, offer.version, hook, step, told + (f" ({place})" if place else ""))


def _owner(game: Game, at: FrameType) -> Offer | None:
    found = game.owners.get(type(at.f_locals.get("self")))
    if found is not None:
        return found
    module = str(at.f_globals.get("__name__", ""))
    for offer in game.plugins.active:
        own = getattr(offer.module, "__name__", "")
        if own and (module == own or module.startswith(own + ".")):
            return offer
    return None


def _said(at: FrameType, frame: str) -> str:
    """The frame, action or order that was asked: by its name or verb, else the frame on top."""
    it = at.f_locals.get("self")
    name = getattr(it, "name", "") or getattr(it, "verb", "")
    return f"frame {frame}" if not name or name == frame else f"{name} in frame {frame}"
