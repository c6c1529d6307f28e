"""`hexwright list`, `plugins` and `test`: what there is to play, which plug-ins, and what scenario tests say."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from . import COMMANDS
from .options import layers
from .terminal import clean, table
from .trouble import FAILED, told_faults, usage

if TYPE_CHECKING:
    from ..plugins import Offer


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


def search_path() -> tuple[str, ...]:
    """The folders in which rulesets are looked for: the bundled ones, the current one, those of HEXWRIGHT_PATH."""
    from ..ruleset.load import bundled_rulesets

    named = (p for p in os.environ.get("HEXWRIGHT_PATH", "").split(os.pathsep) if p)
    unique: dict[str, str] = {}
    for place in (str(bundled_rulesets()), ".", *named):
        unique.setdefault(os.path.abspath(place), place)
    return tuple(unique.values())


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

    folder = find_ruleset(ruleset)
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
    rows = []
    for number, offer in enumerate(offers, 1):
        told = f"broken: {offer.broken}" if offer.broken else offer.manifest.summary if offer.manifest else ""
        rows.append((str(number), offer.id, offer.version or "-", ", ".join(hooks_of(offer)) or "-", told))
        rows += [("", "", "", "", line) for line in _stands(offer)]
    for line in table(rows, indent=2):
        click.echo(line)


def hooks_of(offer: Offer) -> tuple[str, ...]:
    """The hooks a plug-in implements, with what it listens to: 'forbid(move)'."""
    found: dict[str, list[str]] = {}
    for name, function in vars(offer.module).items() if offer.module is not None else ():
        if not callable(function) or not hasattr(function, "hexwright_topics"):
            continue
        topics = found.setdefault(name.split("_", 1)[0], [])
        topics += [t if isinstance(t, str) else getattr(t, "__name__", str(t)) for t in function.hexwright_topics]
    return tuple(f"{hook}({' '.join(dict.fromkeys(t))})" if t else hook for hook, t in sorted(found.items()))


def _stands(offer: Offer) -> list[str]:
    manifest = offer.manifest
    if manifest is None:
        return [f"from {offer.origin}"]
    parts = [
        f"{word} {', '.join(ids)}"
        for word, ids in (("requires", manifest.requires), ("after", manifest.after), ("conflicts", manifest.conflicts))
        if ids
    ]
    return ["; ".join((f"from {offer.origin}", *parts))]


# ------------------------------------------------------------------ scenario tests


@click.command("test", short_help=COMMANDS["test"][1])
@click.argument("ruleset")
@click.argument("name", nargs=-1)
def test_command(ruleset: str, name: tuple[str, ...]) -> None:
    """Run the scenario tests of RULESET (its files tests/*.toml), or those of the files called NAME.

    The exit code is 0 when all hold, 1 when one does not.
    """
    from ..ruleset.load import find_ruleset
    from ..testing import run_scenario_file

    folder = Path(find_ruleset(ruleset))
    files = _test_files(folder, name)
    results: list[Any] = []
    for file in files:
        for result in run_scenario_file(file, ruleset):
            results.append(result)
            click.echo(f"{'ok    ' if result.ok else 'FAILED'}  {file.stem}: {result.name}")
            for line in () if result.ok else str(result.told).splitlines():
                click.echo(f"        {line}")
    failed = sum(not r.ok for r in results)
    click.echo(f"{len(results)} tests, {failed} failed" if results else f"{ruleset} has no scenario tests")
    if failed:
        raise click.exceptions.Exit(FAILED)


def _test_files(folder: Path, names: tuple[str, ...]) -> list[Path]:
    files = sorted(p for p in (folder / "tests").glob("*.toml") if not p.name.startswith("."))
    known = {p.stem: p for p in files}
    for wanted in names:
        if wanted.removesuffix(".toml") not in known:
            raise usage(f"no test file {wanted!r}; there are {', '.join(known) or 'none'}")
    return [known[w.removesuffix(".toml")] for w in names] if names else files
