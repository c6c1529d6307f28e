"""HTML to PDF: with WeasyPrint where it is installed, else with a Chromium that is there; never over the network."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from pathlib import Path

from ..errors import HexwrightError

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome")
SECONDS = 120


class NoPdfWriter(HexwrightError):
    """Nothing on this machine makes a PDF."""


def pdf(html: str) -> bytes:
    """The pages of an HTML text as PDF; NoPdfWriter says how to do without where nothing can write one."""
    told = []
    for way in (_weasyprint, _browser):
        try:
            return way(html)
        except _Missing as missing:
            told.append(str(missing))
    raise NoPdfWriter(
        f"no PDF can be written here: {'; '.join(told)}. Install it with `pip install 'hexwright[pdf]'`, "
        "or write an .html and let a browser print it"
    )


class _Missing(Exception):
    pass


def _weasyprint(html: str) -> bytes:
    try:
        from weasyprint import HTML
    except (ImportError, OSError) as error:  # OSError: without the libraries of the system
        raise _Missing("WeasyPrint is not installed" if isinstance(error, ImportError) else
                       "WeasyPrint misses libraries of the system (Pango)") from None  # fmt: skip
    made: bytes = HTML(string=html, url_fetcher=_nothing).write_pdf()
    return made


def _nothing(url: str, *_: object, **__: object) -> None:
    raise ValueError(f"{url} is not fetched: pages stand by themselves")


def _browser(html: str) -> bytes:
    found = next((path for name in BROWSERS if (path := shutil.which(name))), None)
    if found is None:
        raise _Missing("no Chromium is found")
    with tempfile.TemporaryDirectory() as folder:
        page, made = Path(folder, "page.html"), Path(folder, "page.pdf")
        page.write_text(html, encoding="utf-8")
        command = [found, "--headless", "--disable-gpu", "--no-sandbox", "--no-pdf-header-footer",
                   f"--user-data-dir={folder}/profile", f"--print-to-pdf={made}", page.as_uri()]  # fmt: skip
        try:
            subprocess.run(command, capture_output=True, timeout=SECONDS, check=False)
        except (OSError, subprocess.TimeoutExpired):
            raise _Missing(f"{Path(found).name} does not answer") from None
        if not made.is_file():
            raise _Missing(f"{Path(found).name} makes no PDF")
        return made.read_bytes()


__all__ = ["NoPdfWriter", "pdf"]
