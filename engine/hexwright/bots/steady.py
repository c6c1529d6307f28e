"""The bot `steady`: plain rules of thumb over what it sees, for any ruleset whose victory conditions name spaces."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable

from ..decisions import Ask
from ..dice import DiceError, Hand
from ..odds import contest
from ..pieces import Unit
from ..view import View
from .ground import FAR, Picture, Ways, objectives, power

MOST = 300  # answers in one window, after which it is done as soon as it may be
ATTACK = 1.25  # own power against the enemy's from which an attack is worth it
PRIZE = 1.05  # the same where the space decides the game
CHANCE = 0.5  # of winning, below which a declared attack is called off
JOIN, PAY, BOLD, EAGER, MILD, IDLE, LOATH = 200.0, 100.0, 60.0, 30.0, 2.0, 0.0, -1.0

# What the usual words of rulebooks are worth when nothing more is known of them.
PLEASED = {
    "load": 6.0, "send": 5.0, "take": 4.0, "place": 6.0, "fly": 6.0, "station": 6.0, "land": EAGER, "zone": 6.0,
    "enter": 6.0, "base": 6.0, "add": 4.0, "fight": EAGER, "equip": 5.0, "repair": 4.0, "attach": 1.0, "begin": 1.0,
    "deploy": 6.0, "retreat": 6.0, "order": 2.0,
}  # fmt: skip
SHY = {"unload", "detach", "sabotage", "waive", "build", "retract", "reset", "unseal"}
PASSING = ("done", "pass", "take", "stay")


class Window:
    """What the bot remembers of one question while it answers it piece by piece."""

    def __init__(self) -> None:
        self.answers = 0
        self.made: list[str] = []
        self.banned: set[str] = set()
        self.tried: set[str] = set()
        self.unwinding = False
        self.resets = 0


class Steady:
    """Marches on what the game is about, attacks where it is clearly stronger, and keeps what it has."""

    def __init__(self, seed: int | str = 0) -> None:
        self._draw = random.Random(f"steady/{seed}")
        self._ways: Ways | None = None
        self._goals: tuple[str, ...] = ()
        self._windows: dict[tuple[object, ...], Window] = {}
        self._turn = -1

    # -- one answer

    def choose(self, view: View, ask: Ask) -> str:
        """One of the options of the question."""
        options = ask.options.all()
        if len(options) == 1:
            return options[0]
        self._know(view)
        window = self._window(view, ask)
        window.answers += 1
        choice = self._choice(view, ask, options, window)
        if choice == "retract":
            undone = window.made.pop() if window.made else ""
            if not undone.startswith("commit "):
                window.banned.add(_aim(undone))
        elif choice == "reset":
            window.made.clear()
            window.resets += 1
        else:
            window.made.append(choice)
        return choice

    def _know(self, view: View) -> None:
        if self._ways is None or self._ways.board is not view.board:
            self._ways = Ways(view.board)
            self._goals = objectives(view.rules, view.board)

    def _window(self, view: View, ask: Ask) -> Window:
        if view.turn != self._turn:
            self._windows.clear()
            self._turn = view.turn
        return self._windows.setdefault((view.phase, ask.frame), Window())

    def _choice(self, view: View, ask: Ask, options: tuple[str, ...], window: Window) -> str:
        done = "done" in options
        if window.answers > MOST:
            return self._finish(options, window)
        if window.unwinding and "retract" in options:
            aim = _aim(window.made[-1]) if window.made else ""
            window.unwinding = bool(window.made) and window.made[-1].startswith("commit ")
            if not window.unwinding or aim:
                return "retract"
        window.unwinding = False
        weigh = Weigher(self, view, ask, options, window)
        best = max(options, key=weigh)  # the first of equals: options come in a fixed order
        worth = weigh(best)
        if worth >= EAGER:
            return best
        doubtful = weigh.doubtful()
        if doubtful and "retract" in options:
            window.unwinding = True
            return "retract"
        if worth > IDLE and not (done and best == "done"):
            return best
        if done:
            return "done"
        idle = next((o for o in options if o in PASSING), "")
        if idle:
            return idle
        return self._stuck(options, window, best, worth)

    def _stuck(self, options: tuple[str, ...], window: Window, best: str, worth: float) -> str:
        """Nothing pleases and the question cannot be closed: take back what stands in the way, or try anything."""
        if "retract" in options and len(window.banned) < 40:
            window.unwinding = True
            return "retract"
        if "reset" in options and window.resets < 3:
            return "reset"
        others = [o for o in options if o not in ("retract", "reset")]
        fresh = [o for o in others if o not in window.tried] or others or list(options)
        pick = best if worth > LOATH and best in fresh else fresh[self._draw.randrange(len(fresh))]
        window.tried.add(pick)
        return pick

    def _finish(self, options: tuple[str, ...], window: Window) -> str:
        for word in PASSING:
            if word in options:
                return word
        if "reset" in options and window.resets < 4:
            return "reset"
        return options[self._draw.randrange(len(options))]

    # -- what it is about

    def goals(self, here: Picture) -> tuple[str, ...]:
        """What to march on: objectives not held, else those to be kept, else where the enemy stands."""
        missing = tuple(g for g in self._goals if not here.held(g))
        return missing or self._goals or here.fronts

    def distances(self, here: Picture, unit: Unit | None, goals: Iterable[str]) -> dict[str, int]:
        """Space -> how far it is from the nearest goal, for a unit or for nobody in particular."""
        assert self._ways is not None
        mode = here.rules.unit_type[unit.type].movement if unit is not None else ""
        side = here.rules.nation[unit.nation if unit is not None else here.nations[0]].side if here.nations else ""
        return self._ways.to(mode, side, goals)

    @property
    def named(self) -> tuple[str, ...]:
        """The objectives that the data names."""
        return self._goals

    def whim(self) -> float:
        """A number from 0 to 1."""
        return self._draw.random()


def _aim(text: str) -> str:
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
        self.options = options
        self.here = Picture(view)
        self.goals = bot.goals(self.here)
        self.done = "done" in options
        self.target = self._target()
        self.turns = view.rules.sequence.turns
        self._worth: dict[str, float] = {}
        self._power: dict[str, float] = {}
        self._joining = self._who_could_join()
        self._verbs: dict[str, Callable[[list[str]], float]] = {
            "move": self._move, "commit": self._commit, "lose": self._lose, "remove": self._remove,
            "retreat": self._retreat, "seize": self._seize, "first": self._first, "extra": self._extra,
            "entrench": self._entrench, "unload": self._shy, "spend": self._extra,
        }  # fmt: skip

    def __call__(self, text: str) -> float:
        known = self._worth.get(text)
        if known is None:
            words = text.split()
            banned = _aim(text) in self.window.banned
            known = self._worth[text] = LOATH if banned else self._verbs.get(words[0], self._other)(words)
        return known

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
        if own and not self._spare(unit, own):
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

    def _spare(self, unit: Unit, own: float) -> bool:
        """May the unit leave where it stands, or has it an objective to hold?"""
        if unit.at not in self.bot.named or not self.here.held(unit.at):
            return True
        threat = self.here.threat(unit.at, 4)
        left = self.here.strength(unit.at, hostile=False) - own
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
        chance = self._chance(self.target)
        return chance is not None and chance < CHANCE - (0.1 if self.target in self.bot.named else 0.0)

    def _chance(self, space: str) -> float | None:
        """The attacker's chance to win the battle in a space, where the question tells both hands."""
        about = dict(self.ask.about)
        ours = about.get(f"attacker_hand {space}", about.get("attacker_hand"))
        theirs = about.get(f"defender_hand {space}", about.get("defender_hand"))
        if not isinstance(ours, str) or not isinstance(theirs, str):
            return None
        try:
            return float(contest(Hand.parse(ours), Hand.parse(theirs)).attacker_wins)
        except DiceError:
            return None

    # -- the rest of a battle

    def _commit(self, words: list[str]) -> float:
        """Pay for an attack when the question cannot be closed without it."""
        if len(words) == 2:
            return MILD / 2 if self.bot.whim() < 0.1 else LOATH
        if self.done or (self.target and words[-1] != self.target):
            return LOATH
        return PAY

    def _lose(self, words: list[str]) -> float:
        unit = self.view.units.get(words[-1])
        return EAGER if unit is None else EAGER + 10 - power(self.view.rules, unit) / max(1, unit.steps)

    def _remove(self, words: list[str]) -> float:
        """The smallest die goes first."""
        text = words[-1].lstrip("0123456789")
        sides = text[1:].split("+")[0].split("-")[0] if text.startswith("d") else ""
        return EAGER + 20 - (int(sides) if sides.isascii() and sides.isdigit() else 10)

    def _retreat(self, words: list[str]) -> float:
        near = self.bot.distances(self.here, None, self.bot.named or self.here.fronts)
        return EAGER + 20 - min(20, near.get(self.here.where(words[-1]), FAR)) + 0.5 * self.here.held(words[-1])

    def _extra(self, words: list[str]) -> float:
        space = next((str(v) for k, v in self.ask.about if k == "space"), "")
        chance = self._chance(space)
        return MILD if chance is not None and 0.25 < chance < 0.75 else LOATH

    # -- the rest

    def _seize(self, words: list[str]) -> float:
        middle = 0.3 * self.turns < self.view.turn < 0.8 * self.turns
        if len(words) > 1:
            return MILD if (words[1] in ("yes", "true")) == middle else IDLE
        return MILD if middle else LOATH

    def _first(self, words: list[str]) -> float:
        return MILD + (words[-1] == self.view.seat)

    def _entrench(self, words: list[str]) -> float:
        """Dig in where an objective is threatened."""
        unit = self.view.units.get(words[1]) if len(words) > 1 else None
        space = self.here.where(unit.at) if unit is not None else words[-1]
        held = space in self.bot.named and self.here.held(space)
        return MILD if held and self.here.threat(space, 4) else LOATH

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
