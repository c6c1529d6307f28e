"""What a designer may write in [rulebook]: how the printed rulebook is arranged; nothing of it is a rule."""

from __future__ import annotations

from hexwright.classes import frozen
from hexwright.ruleset.key import key


@frozen
class SectionSpec:
    """[rulebook.section.ID]: a section of the printed rules, with the rules that belong to it."""

    title: str = key("printed heading")
    begins: tuple[str, ...] = key(
        "the rules whose ids begin so; of several sections the longest beginning has the rule", ()
    )
    combat: bool = key("it belongs to the chapter on combat", False)


@frozen
class RulebookSpec:
    """[rulebook]: how the rulebook is arranged; no rule, so that saved games do not depend on it."""

    intro: str = key("a paragraph for players, printed on the cover", "")
    section: dict[str, SectionSpec] = key(
        "the sections of the rules in their order; without them rules stand together by the beginnings of their ids", {}
    )
    editorial: tuple[str, ...] = key(
        "rules that tell how rules are read, or of what is not there: nothing enforces them and they are not printed",
        (),
        refers="rule",
    )
