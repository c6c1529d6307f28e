"""`hexwright list`, `plugins` and `test`: what there is to play, which plug-ins, and what scenario tests say."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from . import COMMANDS
from .options import layers, search_path, sought
from .terminal import clean, table, wrapped
from .trouble import FAILED, told_faults, usage

if TYPE_CHECKING:
    from ..plugins import Offer
    from ..testing import ScenarioTest


# ------------------------------------------------------------------ rulesets


@click.command("list", short_help=COMMANDS["list"][1])
def list_command() -> None:
    """List the rulesets found, with their scenarios and variants.

    They are looked for among those that come with hexwright, in the folders of the current folder, and in the folders
    named by the variable HEXWRIGHT_PATH.
    """
    from ..ruleset.load import list_rulesets

    places = search_path()
    found = list_rulesets(places)
    for listed in found:
        click.echo(click.style(listed.info.id, bold=True) + f"  {clean(listed.info.title)}  ({listed.folder})")
        if listed.info.description:
            click.echo(f"  {clean(listed.info.description)}")
        for fault in listed.faults[:1]:
            more = f" (and {len(listed.faults) - 1} more)" if len(listed.faults) > 1 else ""
            click.echo(f"  broken: {fault}{more}; see: hexwright check")
        for line in _overlays(listed.folder):
            click.echo(line)
    if not found:
        click.echo("No rulesets found in: " + ", ".join(places))


def _overlays(folder: str) -> list[str]:
    from ..ruleset.load import find_scenarios, find_variants

    rows = []
    for kind, found in (("scenario", find_scenarios(folder)), ("variant", find_variants(folder))):
        rows += [(kind, name, title if not text else f"{title}: {text}") for name, (title, text) in found.items()]
    return table(rows, indent=2)


# ------------------------------------------------------------------ plug-ins


@click.command("plugins", short_help=COMMANDS["plugins"][1])
@click.argument("ruleset", required=False)
@layers
def plugins_command(ruleset: str | None, scenario: str, variant: tuple[str, ...], settings: tuple[str, ...]) -> None:
    """List the plug-ins on offer; with RULESET its active ones in their order, then the others."""
    from ..plugins import choose, discover

    if ruleset is None:
        offers = discover()
        _put_offers("On offer", tuple(offers.values()))
        return
    from ..ruleset.load import find_ruleset, named_plugins

    folder = find_ruleset(sought(ruleset))
    named, file = named_plugins(folder, scenario=scenario, variants=variant, settings=settings)
    chosen = choose(named, discover((), Path(folder)), file)
    active = {o.id for o in chosen.active}
    _put_offers("Active, in order", chosen.active)
    _put_offers("On offer, not used", tuple(o for i, o in chosen.offered.items() if i not in active))
    if chosen.faults:
        click.echo(told_faults(chosen.faults))
        raise click.exceptions.Exit(FAILED)


def _put_offers(head: str, offers: tuple[Offer, ...]) -> None:
    click.echo(click.style(f"{head}: {len(offers)}", bold=True))
    heads = table(((str(n), o.id, o.version or "-", _summary(o)) for n, o in enumerate(offers, 1)), indent=2)
    for line, offer in zip(heads, offers, strict=True):
        click.echo(line)
        click.echo(f"       from {offer.origin}")
        for detail in wrapped("; ".join(_details(offer)), 110, "       "):
            click.echo(detail)


def _summary(offer: Offer) -> str:
    if offer.broken or offer.manifest is None:
        return f"broken: {offer.broken}"
    return offer.manifest.summary


def hooks_of(offer: Offer) -> tuple[str, ...]:
    """The hooks a plug-in implements, with what it listens to: 'forbid(move)'."""
    found: dict[str, list[str]] = {}
    for name, function in vars(offer.module).items() if offer.module is not None else ():
        if not callable(function) or not hasattr(function, "hexwright_topics"):
            continue
        topics = found.setdefault(name.split("_", 1)[0], [])
        topics += [t if isinstance(t, str) else getattr(t, "__name__", str(t)) for t in function.hexwright_topics]
    return tuple(f"{hook}({' '.join(dict.fromkeys(t))})" if t else hook for hook, t in sorted(found.items()))


def _details(offer: Offer) -> list[str]:
    out: list[str] = []
    if offer.manifest is not None:
        m = offer.manifest
        stands = (("requires", m.requires), ("after", m.after), ("conflicts", m.conflicts))
        out += [f"{word} {', '.join(ids)}" for word, ids in stands if ids]
    if (given := offer.registry) is not None:
        brought = (("tables", given.tables), ("frames", given.frames), ("topics", given.topics))
        out += [f"{word}: {', '.join(names)}" for word, names in brought if names]
    hooks = hooks_of(offer)
    return [*out, f"hooks: {', '.join(hooks)}"] if hooks else out


# ------------------------------------------------------------------ scenario tests


@click.command("test", short_help=COMMANDS["test"][1])
@click.argument("ruleset")
@click.argument("name", nargs=-1)
def test_command(ruleset: str, name: tuple[str, ...]) -> None:
    """Run the scenario tests of RULESET (its files tests/*.toml), or only the files or tests called NAME.

    The exit code is 0 when all hold, 1 when one does not.
    """
    from ..ruleset.load import find_ruleset
    from ..testing import Games, run_scenario

    folder = Path(find_ruleset(sought(ruleset)))
    games = Games(folder)
    failed = 0
    tests = _tests(folder, name)
    for test in tests:
        result = run_scenario(test, games)
        failed += not result.ok
        click.echo(f"{'ok    ' if result.ok else 'FAILED'}  {test.file.stem}  {result.name}")
        for line in () if result.ok else result.told.splitlines():
            click.echo(f"        {line}")
    counted = f"{len(tests)} test{'' if len(tests) == 1 else 's'}, {failed} failed"
    click.echo(counted if tests else f"{ruleset} has no scenario tests")
    if failed:
        raise click.exceptions.Exit(FAILED)


def _tests(folder: Path, names: tuple[str, ...]) -> list[ScenarioTest]:
    """The tests of a ruleset folder, all or those whose file or id is named."""
    from ..errors import nearest
    from ..testing import read_scenarios

    files = sorted(p for p in (folder / "tests").glob("*.toml") if not p.name.startswith("."))
    tests = [test for file in files for test in read_scenarios(file)]
    known = {p.stem for p in files} | {t.spec.id for t in tests if t.spec is not None}
    wanted = [name.removesuffix(".toml") for name in names]
    for name in wanted:
        if name not in known:
            near = nearest(name, sorted(known))
            hint = f"did you mean {near[0]}?" if near else f"the files are {', '.join(p.stem for p in files) or 'none'}"
            raise usage(f"no test {name!r}; {hint}")
    if not wanted:
        return tests
    return [t for t in tests if t.file.stem in wanted or (t.spec is not None and t.spec.id in wanted)]
