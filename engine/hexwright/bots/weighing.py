"""The worth of every option of one question: marching, attacking, and what the other rooms say of the rest."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING

from ..decisions import Ask
from ..pieces import Unit
from ..view import View
from .answers import BOLD, EAGER, IDLE, LOATH, MILD, PAY, Answers, called
from .ground import FAR, Picture, power
from .missions import Sending, Staff
from .theatre import Theatre

if TYPE_CHECKING:
    from .steady import Steady, Window

ATTACK = 1.25  # own power against the enemy's from which an attack is worth it
PRIZE = 1.05  # the same where the space decides the game
CHANCE = 0.5  # of winning, below which a declared attack is called off
JOIN = 200.0

# What the usual words of rulebooks are worth when nothing more is known of them.
PLEASED: Mapping[str, float] = MappingProxyType({
    "send": 5.0, "take": 4.0, "place": 6.0, "fly": 6.0, "land": EAGER, "enter": 6.0, "add": 4.0,
    "fight": EAGER, "equip": 5.0, "repair": 4.0, "mend": 4.0, "attach": 1.0, "deploy": 6.0, "order": 2.0,
    "advance": 2.0,
})  # fmt: skip
SHY = ("unload", "detach", "sabotage", "waive", "build", "retract", "reset", "unseal", "stand_down")
PASSING = ("done", "pass", "take", "stay")


def aim_of(text: str) -> str:
    """What a choice was directed at: verb and last word, so that nobody else tries the same."""
    words = text.split()
    return f"{words[0]} {words[-1]}" if len(words) > 1 else text


class Weigher:
    """The worth of every option of one question; above IDLE it is chosen by itself."""

    def __init__(self, bot: Steady, view: View, ask: Ask, options: tuple[str, ...], window: Window) -> None:
        self.bot = bot
        self.view = view
        self.ask = ask
        self.window = window
        self.here = Picture(view, bot.ways(view))
        self.goals = bot.goals(self.here)
        self.done = "done" in options
        self.turns = view.rules.sequence.turns
        self.sending = self._sending(options)
        self.options = self._few(options)
        self.target = self._target()
        self._worth: dict[str, float] = {}
        self._power: dict[str, float] = {}
        self._joining = self._who_could_join()
        self._answers = Answers(self)
        self._verbs: dict[str, Callable[[list[str]], float]] = {
            "unload": self._shy,
            **self._answers.verbs(),
            "move": self._move,
            "commit": self._commit,
            "attack": self._beside,
        }

    def __call__(self, text: str) -> float:
        """The worth of an option."""
        known = self._worth.get(text)
        if known is None:
            words = text.split()
            if self.sending is not None and text == self.sending.text:
                known = self.sending.worth
            elif aim_of(text) in self.window.banned:
                known = LOATH
            else:
                known = self._verbs.get(words[0], self._other)(words)
            self._worth[text] = known
        return known

    # -- missions

    @cached_property
    def theatre(self) -> Theatre:
        """The picture looked at for missions."""
        return Theatre(self.here, self.bot.distances(self.here, None, self.goals), self.goals)

    def _sending(self, options: tuple[str, ...]) -> Sending | None:
        """The best mission, or move towards one, that the question offers."""
        if not self.here.sent or not any(o.startswith("assign ") for o in options):
            return None
        return Staff(self.theatre, self.view, options, self.bot.errands).best(self.bot.rebased)

    def _few(self, options: tuple[str, ...]) -> tuple[str, ...]:
        """The options without the missions and moves of aircraft and ships, but for the best of these."""
        if not self.here.sent:
            return options
        units, best = self.view.units, self.sending.text if self.sending is not None else ""
        sent = {id_ for id_, u in units.items() if u.type in self.here.sent}
        few = tuple(
            o for o in options
            if o == best or not o.startswith(("assign ", "move ")) or o.split(" ", 2)[1] not in sent
        )  # fmt: skip
        return few or options

    # -- marching and attacking

    def _who_could_join(self) -> dict[str, float]:
        """Enemy-held space -> own power that could come there by one `move` each."""
        coming: dict[str, dict[str, float]] = {}
        fronts = set(self.here.fronts)
        for text in self.options:
            words = text.split()
            if len(words) == 3 and words[0] == "move" and words[2] in fronts and words[1] in self.view.units:
                coming.setdefault(words[2], {})[words[1]] = power(self.view.rules, self.view.units[words[1]])
        most = [s.limit for s in self.view.rules.stacking.values() if s.measure == "steps"]
        return {
            space: sum(sorted(units.values(), reverse=True)[: min(most, default=99)]) for space, units in coming.items()
        }

    def _move(self, words: list[str]) -> float:
        unit = self.view.units.get(words[1]) if len(words) == 3 else None
        if unit is None:
            return self._other(words)
        to = words[2]
        far = self.bot.distances(self.here, unit, self.goals)
        gain = far.get(unit.at, FAR) - far.get(to, FAR)
        if gain <= 0 and to not in self._joining and to not in self.goals:
            return LOATH
        own = self._power.get(unit.id, -1.0)
        if own < 0:
            own = self._power[unit.id] = power(self.view.rules, unit)
        if own and not self.may_leave(unit):
            return LOATH
        if to in self._joining:
            return self._attack(unit, to, own, far.get(to, FAR))
        taken = bool(own) and self.here.hostile(self.here.control(to))
        if taken and to in self.goals:
            return BOLD
        if not own and self._exposed(to):
            return LOATH
        if gain <= 0:
            return LOATH
        return min(20.0, MILD + gain + (3 if taken else 0) + 0.01 * own)

    def _target(self) -> str:
        """The enemy-held space that the last attack was declared on, "" when there is none."""
        last = next((m for m in reversed(self.window.made) if not m.startswith("commit ")), "").split()
        if len(last) != 3 or last[0] not in ("move", "land") or not self.here.strength(last[2], hostile=True):
            return ""
        return last[2]

    def _room(self, unit: Unit, to: str) -> bool:
        """Does the unit fit beside its friends, by the printed limits?"""
        types = self.view.rules.unit_type
        friends = [u for u in self.here.at.get(to, ()) if not self.here.hostile(u.nation)]
        for spec in self.view.rules.stacking.values():
            counted = [u for u in (*friends, unit) if not spec.tags or set(spec.tags) & set(types[u.type].tags)]
            steps = spec.measure == "steps"
            if unit in counted and sum(u.steps if steps else 1 for u in counted) > spec.limit:
                return False
        return True

    def _attack(self, unit: Unit, to: str, own: float, far: int) -> float:
        against = self.here.strength(to, hostile=True)
        already = self.here.strength(to, hostile=False)
        if not own or not self._room(unit, to) or (self.target and to != self.target and not self.done):
            return LOATH
        prize = to in self.goals or to in self.bot.named
        need = PRIZE if prize else ATTACK
        if self.view.turn > 0.8 * self.turns:
            need -= 0.15
        if already + self._joining[to] < need * against or already >= 2.5 * need * against:
            return LOATH  # too few could come, or enough are there
        if already:
            return JOIN + 0.1 * own
        return EAGER + (15 if prize else 0) + max(0, 10 - far / 2) + 0.1 * own

    def _beside(self, words: list[str]) -> float:
        """`attack UNIT SPACE`, from beside it: where the units that can, together, are clearly stronger."""
        unit = self.view.units.get(words[1]) if len(words) == 3 else None
        to = words[-1]
        against = self.here.strength(to, hostile=True)
        if unit is None or not against:
            return EAGER
        units, begin = self.view.units, f" {to}"
        sent = {m.split()[1] for m in self.window.made if m.startswith("attack ") and m.endswith(begin)}
        able = {o.split()[1] for o in self.options if o.startswith("attack ") and o.endswith(begin)}
        already = sum(power(self.view.rules, units[u]) for u in sorted(sent) if u in units)
        coming = already + sum(power(self.view.rules, units[u]) for u in sorted(able - sent) if u in units)
        prize = to in self.goals or to in self.bot.named
        need = PRIZE if prize else ATTACK
        if coming < need * against or already >= 2.5 * need * against:
            return LOATH
        return (JOIN if already else EAGER + 15 * prize) + 0.1 * power(self.view.rules, unit)

    def may_leave(self, unit: Unit) -> bool:
        """May the unit leave where it stands, or has it an objective to hold?"""
        if unit.at not in self.bot.named or not self.here.held(unit.at):
            return True
        threat = self.here.press(unit.at, 4)
        left = self.here.strength(unit.at, hostile=False) - power(self.view.rules, unit)
        return left >= max(1.0, 1.2 * threat)

    def _exposed(self, space: str) -> bool:
        """Would a piece without strength stand alone beside the enemy?"""
        if self.here.strength(space, hostile=False):
            return False
        return any(n in self.here.fronts for n in self.here.board.neighbours(space))

    def doubtful(self) -> bool:
        """Has the bot declared an attack that it would lose, or cannot pay for?"""
        if not self.target:
            return False
        if not self.done:
            return True
        chance = self._answers.chance(self.target)
        return chance is not None and chance < CHANCE - (0.1 if self.target in self.bot.named else 0.0)

    def _commit(self, words: list[str]) -> float:
        """Pay for an attack when the question cannot be closed without it; take off when called."""
        if len(words) == 2:
            if called(self.options) and any(k == "space" for k, _ in self.ask.about):
                return self._answers.commit()
            return MILD / 2 if self.bot.whim() < 0.1 else LOATH
        if self.done or (self.target and words[-1] != self.target):
            return LOATH
        return PAY

    # -- the rest

    def _shy(self, words: list[str]) -> float:
        return LOATH

    def _other(self, words: list[str]) -> float:
        verb = words[0]
        if verb in PASSING and len(words) == 1:
            return IDLE
        if verb in SHY:
            return LOATH
        base = PLEASED.get(verb, MILD if self.bot.whim() < 0.2 else LOATH)
        if base <= IDLE:
            return base
        return base + self._place(words[-1]) if len(words) > 1 else base

    def _place(self, place: str) -> float:
        """How good a place is to come to: near the goals, in own hands."""
        space = self.here.where(place)
        if space not in self.here.board:
            unit = self.view.rules.unit.get(place)
            return 0.1 * power(self.view.rules, self.view.units[place]) if place in self.view.units and unit else 0.0
        far = self.bot.distances(self.here, None, self.goals).get(space, FAR)
        owner = self.here.control(space)
        friendly = 1.0 if self.here.held(space) else -1.0 if self.here.hostile(owner) else 0.0
        return 4.0 * max(0.0, 1 - far / 30) + friendly
