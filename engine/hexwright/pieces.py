"""Units: frozen pieces with an owner, a place, steps and statuses; what their types share is in the ruleset."""

from __future__ import annotations

from .classes import frozen


@frozen
class Unit:
    """One piece.

    `at` is the id of a space, a box or a container unit, `steps` its strength in steps (0 for pieces
    without strength), `spent` the movement points used in this phase, `status` sorted words with a
    lifetime; a `hidden` unit is known to its owner's seat only.
    """

    id: str
    type: str
    nation: str
    at: str
    steps: int
    spent: int = 0
    status: tuple[str, ...] = ()
    hidden: bool = False

    def with_place(self, at: str, spent: int) -> Unit:
        """The same unit elsewhere, with that many movement points spent."""
        return Unit(self.id, self.type, self.nation, at, self.steps, spent, self.status, self.hidden)

    def with_steps(self, steps: int) -> Unit:
        """The same unit at another strength."""
        return Unit(self.id, self.type, self.nation, self.at, steps, self.spent, self.status, self.hidden)

    def with_status(self, status: tuple[str, ...], spent: int | None = None) -> Unit:
        """The same unit with these statuses."""
        used = self.spent if spent is None else spent
        return Unit(self.id, self.type, self.nation, self.at, self.steps, used, status, self.hidden)


@frozen
class Marker:
    """A marker in a space: its kind, the nation it belongs to and how many."""

    kind: str
    owner: str
    count: int = 1
