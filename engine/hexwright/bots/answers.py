"""What the small questions of a turn are worth: losses, support, convoys, stations, bases; one method a verb."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import TYPE_CHECKING

from ..dice import DiceError, Hand
from ..odds import contest
from ..pieces import Unit
from .ground import FAR, power
from .theatre import Convoy

if TYPE_CHECKING:
    from .weighing import Weigher

PAY, BOLD, EAGER, MILD, IDLE, LOATH = 100.0, 60.0, 30.0, 2.0, 0.0, -1.0
DETOUR = 5  # borders that a port may be farther than twice as far as the nearest one
SHADOW = 2.4  # what an enemy aircraft in reach of a landing counts against it
LATE = 4  # turns before the end from which the initiative is seized readily
LONG = 4  # movement points that a flight on the ground's behalf has to save
REFUSAL = 0.7  # chance of the attacker from which a battle at sea is refused
SURE = 0.93  # chance to win from which support is saved for another battle


class Answers:
    """The worth of the options of small questions; a method is given the words of one option."""

    def __init__(self, weigher: Weigher) -> None:
        self.of = weigher
        self.view = weigher.view
        self.here = weigher.here
        self.about = dict(weigher.ask.about)

    def verbs(self) -> dict[str, Callable[[list[str]], float]]:
        """Verb -> its method."""
        return {
            "lose": self.lose, "pay": self.eager, "remove": self.remove, "retreat": self.retreat, "seize": self.seize,
            "first": self.first, "extra": self.extra, "spend": self.extra, "entrench": self.entrench,
            "engage": self.engage, "refuse": self.refuse, "support": self.support, "hit": self.hit, "aim": self.aim,
            "raid": self.raid, "strike": self.strike, "target": self.target, "pair": self.target,
            "station": self.station, "return": self.base, "escape": self.base, "rebase": self.base, "base": self.base,
            "load": self.load, "lift": self.lift, "drop": self.drop, "fire": self.eager, "resolve": self.eager,
            "keep": self.mild, "zone": self.zone, "begin": self.begin, "join": self.join,
        }  # fmt: skip

    def eager(self, words: list[str]) -> float:
        """Always done."""
        return EAGER

    def mild(self, words: list[str]) -> float:
        """Done where nothing is against it."""
        return MILD

    def join(self, words: list[str]) -> float:
        """What makes another stronger joins it; alone it joins a battle."""
        return EAGER

    # -- battles

    def chance(self, space: str) -> float | None:
        """The attacker's chance to win the battle in a space, where the question tells both hands."""
        ours = self.about.get(f"attacker_hand {space}", self.about.get("attacker_hand"))
        theirs = self.about.get(f"defender_hand {space}", self.about.get("defender_hand"))
        if not isinstance(ours, str) or not isinstance(theirs, str):
            return None
        try:
            return float(contest(Hand.parse(ours), Hand.parse(theirs)).attacker_wins)
        except DiceError:
            return None

    def lose(self, words: list[str]) -> float:
        """The weakest step goes first."""
        unit = self.view.units.get(words[-1])
        return EAGER if unit is None else EAGER + 10 - power(self.view.rules, unit) / max(1, unit.steps)

    def hit(self, words: list[str]) -> float:
        """A hit goes where steps are left, and where each is worth least."""
        unit = self.view.units.get(words[-1])
        if unit is None:
            return EAGER
        return EAGER + 10 + 3 * (unit.steps > 1) - power(self.view.rules, unit) / max(1, unit.steps)

    def remove(self, words: list[str]) -> float:
        """The smallest die goes first."""
        text = words[-1].lstrip("0123456789")
        sides = text[1:].split("+")[0].split("-")[0] if text.startswith("d") else ""
        return EAGER + 20 - (int(sides) if sides.isascii() and sides.isdigit() else 10)

    def retreat(self, words: list[str]) -> float:
        """Towards what is to be held."""
        near = self.of.bot.distances(self.here, None, self.of.bot.named or self.here.fronts)
        return EAGER + 20 - min(20, near.get(self.here.where(words[-1]), FAR)) + 0.5 * self.here.held(words[-1])

    def extra(self, words: list[str]) -> float:
        """One more where the battle is open, all there is where it decides the game."""
        space = str(self.about.get("space", ""))
        chance = self.chance(space)
        count = int(words[-1]) if words[-1].isascii() and words[-1].isdigit() else 1
        if not count:
            return IDLE
        if space in self.of.bot.named and chance is not None and 0.03 < chance < 0.97:
            return MILD + count
        return MILD / count if chance is not None and 0.25 < chance < 0.75 else LOATH

    def support(self, words: list[str]) -> float:
        """Support is spent unless the battle is won without."""
        chance = self.chance(str(self.about.get("space", "")))
        attacker = str(self.about.get("attacker", ""))
        sides = {self.view.rules.nation[n].side for n in self.here.nations}
        ours = attacker in sides or attacker in self.here.nations
        if chance is not None and (chance if ours else 1 - chance) > SURE:
            return LOATH
        return EAGER

    def engage(self, words: list[str]) -> float:
        """Battle at sea is taken up unless it is lost."""
        chance = self.chance(words[1])
        return EAGER if chance is None or chance < REFUSAL else IDLE + 0.5

    def refuse(self, words: list[str]) -> float:
        """And refused where it is."""
        chance = self.chance(words[1])
        return EAGER + 5 if chance is not None and chance >= REFUSAL else LOATH

    def commit(self) -> float:
        """Those that stand ready take off, unless more cover the enemy than they are."""
        escorts = [e for e in str(self.about.get("escorts", "")).split(",") if e.strip()]
        able = sum(1 for o in self.of.options if o.startswith("commit "))
        return EAGER if len(escorts) <= able + 1 else LOATH

    def target(self, words: list[str]) -> float:
        """The strongest first."""
        unit = self.view.units.get(words[-1])
        return EAGER + (min(20.0, power(self.view.rules, unit)) if unit is not None else 5.0)

    def aim(self, words: list[str]) -> float:
        """Any kind of enemy; what is carried is worth more than what carries and covers it."""
        return EAGER + (words[-1] in ("transports", "land"))

    # -- submarines and convoys

    @cached_property
    def convoys(self) -> dict[str, Convoy]:
        """Enemy convoys by box."""
        return {c.box: c for c in self.of.theatre.convoys if not c.ours}

    def raid(self, words: list[str]) -> float:
        """Convoys first; and in their midst the transports."""
        convoy = self.convoys.get(words[-1])
        if convoy is not None:
            return 10.0 + convoy.worth
        return EAGER + (words[-1] == "transports") if len(words) == 3 and not self.of.done else 8.0

    def strike(self, words: list[str]) -> float:
        """Ships before works."""
        if len(words) < 3 or words[1] not in self.view.units:
            return EAGER
        return 1.0 if words[-1] in self.here.board else 6.0

    def station(self, words: list[str]) -> float:
        """Where enemy convoys pass or will pass, each submarine for itself, and never quite the same."""
        place = words[-1]
        lurk = self._lurks.get(place, 0.0)
        taken = any(m.split()[-1] == place for m in self.of.window.made)
        return 6.0 + lurk * (0.4 if taken else 1.0)

    @cached_property
    def _lurks(self) -> dict[str, float]:
        theatre = self.of.theatre
        found: dict[str, float] = {}
        for space, ports, box in theatre.harbours:
            convoy = self.convoys.get(box)
            worth = 2.0 * convoy.worth if convoy is not None else 0.0
            if any(self.here.hostile(self.here.control(p)) for p in ports):
                worth += theatre.close(space)
            found[space] = found.get(space, 0.0) + worth * (0.5 + self.of.bot.whim())
        for _, where, _ in theatre.theirs:
            found[where] = found.get(where, 0.0) + 0.3 * self.of.bot.whim()
        return found

    def load(self, words: list[str]) -> float:
        """Strong pieces and the supplies that they need, for the port nearest to the goals that is surely ours."""
        unit = self.view.units.get(words[1])
        if unit is None or len(words) != 3:
            return 6.0
        ports = [p for space, ports, box in self.of.theatre.harbours if box == words[2] for p in ports]
        safe = [
            p for p in ports if self.here.held(p) and self.here.threat(p, 1) <= self.here.strength(p, hostile=False)
        ]
        if ports and not safe:
            return LOATH
        near = max(map(self.nearness, safe), default=0.0)
        if near < self._ashore:
            return LOATH  # it waits for a better port
        worth = 6.0 + 4.0 * near
        strength = power(self.view.rules, unit)
        return worth + (min(3.0, 0.2 * strength) if strength else (3.5 if self._short_of_tokens else 0.4))

    @cached_property
    def _short_of_tokens(self) -> bool:
        """Has the seat fewer pieces without strength than a fifth of its steps, those just loaded counted too?"""
        steps = tokens = 0
        on_map = [u for u in self.view.units.values() if self.here.mine(u) and u.type not in self.here.sent]
        for unit in on_map:
            if unit.at in self.here.board and self.here.board.neighbours(unit.at):
                steps += unit.steps
                tokens += not unit.steps
        for text in self.of.window.made:
            words = text.split()
            unit_ = self.view.units.get(words[1]) if len(words) == 3 and words[0] == "load" else None
            if unit_ is not None:
                steps += unit_.steps
                tokens += not unit_.steps
        return tokens * 5 < steps

    @cached_property
    def _ashore(self) -> float:
        """The least nearness of a port worth landing at: not much farther than the nearest port that is ours."""
        ports = (p for _, ports, _ in self.of.theatre.harbours for p in ports if self.here.held(p))
        return 2 * max(map(self.nearness, ports), default=0.0) - 1 - DETOUR / 30

    def zone(self, words: list[str]) -> float:
        """Where a force lands: near the goals, but not below the airfields of the enemy; never quite the same."""
        space = self.here.where(words[-1])
        above = self.of.theatre.menace("strike", space, flying=True)
        return 6.0 + 4.0 * self.nearness(space) - SHADOW * above + 0.4 * self.of.bot.whim()

    def nearness(self, space: str) -> float:
        """From 0 to 1 at the goals."""
        far = self.of.bot.distances(self.here, None, self.of.goals).get(space, FAR)
        return max(0.0, 1 - far / 30)

    # -- bases and flights

    def base(self, words: list[str]) -> float:
        """A base near what matters, not beside a stronger enemy."""
        space = self.here.where(words[-1])
        if space not in self.here.board:
            return 1.0
        away = self.of.theatre.from_action(space)
        own = self.here.strength(space, hostile=False)
        bold = self.here.threat(space, 1) > own
        return EAGER - away - (8 if bold else 0) + 0.1 * min(5.0, own)

    def lift(self, words: list[str]) -> float:
        """Pieces fly to where they would march long."""
        unit = self.view.units.get(words[1])
        gain = self._saved(unit, words[2]) if unit is not None else 0
        if unit is None or gain < LONG or not self.here.held(words[2]) or not self.of.may_leave(unit):
            return LOATH
        return min(12.0, MILD + 0.4 * gain) + 0.05 * power(self.view.rules, unit)

    def drop(self, words: list[str]) -> float:
        """Troops drop only where nobody stands: on a goal, or on what an enemy left open on the way there."""
        unit = self.view.units.get(words[1])
        own = power(self.view.rules, unit) if unit is not None else 0.0
        if unit is None or not own or not self.here.hostile(self.here.control(words[2])):
            return LOATH
        if self.here.strength(words[2], hostile=True) or not self.of.may_leave(unit):
            return LOATH
        if words[2] in self.of.goals:
            return BOLD
        works = len(self.here.board.features(words[2]))
        alone = self.here.threat(words[2], 2) > 2 * own
        return 2.0 * works + 0.1 * self._saved(unit, words[2]) if works and not alone else LOATH

    def _saved(self, unit: Unit, to: str) -> int:
        far = self.of.bot.distances(self.here, unit, self.of.goals)
        return far.get(self.here.where(unit.at), FAR) - far.get(to, FAR)

    # -- the rest

    @property
    def defending(self) -> bool:
        """Is there nothing to take, only to keep?"""
        named = self.of.bot.named
        return bool(named) and all(map(self.here.held, named))

    @property
    def pressed(self) -> bool:
        """Can the enemy come in strength to what is to be kept? Early on it has to be in greater strength."""
        late = self.view.turn > self.of.turns - LATE
        need = 0.8 if late else 1.5
        held = [g for g in self.of.bot.named if self.here.held(g)]
        return any(self.here.press(g, 4) > need * self.here.strength(g, hostile=False) for g in held)

    def begin(self, words: list[str]) -> float:
        """What supports battles comes before them, for the one who attacks; who defends fights before it is there."""
        supports = {spec.domain for spec in self.view.rules.mission.values() if spec.role == "support"}
        return MILD + ((words[-1] in supports) != self.defending)

    def seize(self, words: list[str]) -> float:
        """In the middle of the game, or when pressed."""
        turns = self.of.turns
        middle = 0.3 * turns < self.view.turn < 0.8 * turns
        if self.defending:
            middle = self.pressed
        if len(words) > 1:
            return MILD if (words[1] in ("yes", "true")) == middle else IDLE
        return MILD if middle else LOATH

    def first(self, words: list[str]) -> float:
        """Oneself."""
        return MILD + (words[-1] == self.view.seat)

    def entrench(self, words: list[str]) -> float:
        """Dig in where an objective is threatened."""
        unit = self.view.units.get(words[1]) if len(words) > 1 else None
        space = self.here.where(unit.at) if unit is not None else words[-1]
        held = space in self.of.bot.named and self.here.held(space)
        return MILD if held and self.here.threat(space, 4) else LOATH


def called(options: Iterable[str]) -> bool:
    """Is a question only about who takes part?"""
    return all(len(o.split()) == 2 or o == "done" for o in options)
