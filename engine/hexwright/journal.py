"""The save file: append-only JSON Lines, each chained to the one before by hash; how it is written, read and mended.

A line is one JSON object whose last key is `chain`: the SHA-256, in hex, of the chain of the line before (""
for the first) followed by the line as it would be without that key. Lines are written and handed to the
operating system before what they record counts; a crash of the program loses at most the line being written.
The disk itself is waited for (fsync) at the start, with snapshots and at the end only: a crash of the machine
may lose what came since.

A game that is over can be kept thin (`thin`), for recordings in a repository. The first line says `"thin":true`;
the others are `["SEAT","DECISION"]`, of the decisions that were not taken back, and after every THIN_EVERY of them
and at the end a line `{"line":"hash",...}`: damage is noticed there, when the game is played again.
"""

from __future__ import annotations

import hashlib
import json
import os
import stat
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from attrs import field

from .classes import frozen
from .errors import SaveError
from .wire import version

FORMAT = 1
START = "start"
KINDS = (START, "decision", "undo", "snapshot")
HASH = "hash"
THIN_EVERY = 50  # decisions between two hashes of a thin save
_TAIL = len(',"chain":""}') + 64


@frozen
class Line:
    """One line of a save: its number (from 1), its kind and what it says."""

    number: int
    kind: str
    said: dict[str, Any] = field(repr=False)


@frozen
class Recording:
    """A save as read: its first line, the others, where its whole part ends and how its chain goes on.

    `notes` tell what was recovered. `mend` is what has to be added to the whole part: a missing line end.
    """

    path: Path
    header: dict[str, Any]
    lines: tuple[Line, ...]
    size: int
    chain: str
    mend: bytes = b""
    notes: tuple[str, ...] = ()

    @property
    def thin(self) -> bool:
        """Is this a recording that is only played again?"""
        return self.header.get("thin") is True


def _chained(chain: str, text: bytes) -> str:
    return hashlib.sha256(chain.encode() + text).hexdigest()


def spelt(content: dict[str, Any], chain: str) -> tuple[bytes, str]:
    """The content as a line that follows the line with this chain, and its own chain."""
    text = json.dumps(content, separators=(",", ":"), ensure_ascii=False, allow_nan=False).encode()
    own = _chained(chain, text)
    return text[:-1] + f',"chain":"{own}"}}\n'.encode(), own


# ------------------------------------------------------------------ reading


def read(path: str | os.PathLike[str]) -> Recording:
    """The whole of a save; a torn last line is left out and noted.

    Raises SaveError with the line and the cause for any other damage, and for what is no save at all.
    """
    file = Path(path)
    try:
        raw = file.read_bytes()
    except OSError as error:
        raise SaveError(f"cannot be read: {error.strerror or error}", file=str(path)) from None
    _check_whole(raw, str(path))
    whole, tail = raw[: raw.rfind(b"\n") + 1], raw[raw.rfind(b"\n") + 1 :]
    parts = whole.split(b"\n")[:-1]
    if parts and _is_thin(parts[0]):
        return _read_thin(file, parts, bool(tail))
    said: list[dict[str, Any]] = []
    chain = ""
    for number, part in enumerate(parts, 1):
        content, chain = _checked(part, chain, str(path), number)
        said.append(content)
    size, mend, notes = len(whole), b"", []
    if tail:
        kept = _torn(tail, chain, str(path), len(parts) + 1)
        if kept is None:
            notes.append(
                f"the last line ({len(parts) + 1}) was torn after {len(tail)} bytes, as when a program is killed while "
                "it writes; it is left out, and the decision it held has to be made again"
            )
        else:
            said.append(kept[0])
            chain, size, mend = kept[1], len(raw), b"\n"
            notes.append(f"the end of the last line ({len(parts) + 1}) was missing and is put back; nothing is lost")
    if not said:
        raise SaveError("the first line is torn: nothing had been played yet", file=str(path), line=1)
    lines = tuple(Line(number, str(content["line"]), content) for number, content in enumerate(said[1:], 2))
    return Recording(file, said[0], lines, size, chain, mend, tuple(notes))


def _check_whole(raw: bytes, file: str) -> None:
    """Refuse what can be told from the bytes alone."""
    if not raw:
        raise SaveError("the file has 0 bytes: nothing of a game was ever written to it", file=file)
    if not raw.strip(b"\0"):
        told = f"the file holds nothing but {len(raw)} NUL bytes: its content never reached the disk"
        raise SaveError(told, file=file)
    kept = raw.rstrip(b"\0")
    if len(kept) < len(raw):
        lines = kept.count(b"\n")
        raise SaveError(
            f"the file ends in {len(raw) - len(kept)} NUL bytes, as after a crash of the machine while it wrote; "
            f"the {lines} lines before them can be used: copy the file and cut the copy to {kept.rfind(10) + 1} bytes",
            file=file,
            line=lines + 1,
        )


def _checked(part: bytes, chain: str, file: str, number: int) -> tuple[dict[str, Any], str]:
    """The content of a line and its chain; SaveError with the cause when it is damaged."""
    try:
        content = json.loads(part)
    except UnicodeDecodeError as error:
        raise SaveError(f"damaged: no UTF-8 at byte {error.start + 1} of the line", file=file, line=number) from None
    except (ValueError, RecursionError):
        content = None
    if not isinstance(content, dict):
        if number == 1 and b'"line"' not in part[:200]:
            what = "perhaps an export, which cannot be played on" if part.strip() == b"{" else "no start of a game"
            raise SaveError(f"this is no save of hexwright: its first line is {what}", file=file, line=1)
        raise SaveError("damaged: the line is no JSON object", file=file, line=number)
    if number == 1:
        _check_header(content, file)
    own = str(content.pop("chain", ""))
    if part[-_TAIL:] != f',"chain":"{own}"}}'.encode() or _chained(chain, part[:-_TAIL] + b"}") != own:
        raise SaveError(
            "damaged: the line does not fit its hash; it, or the order of the lines, was changed after it was written",
            file=file,
            line=number,
        )
    if content.get("line") not in KINDS or (number > 1) == (content["line"] == START):
        raise SaveError(f"no line of the kind {content.get('line')!r} can stand here", file=file, line=number)
    return content, own


def _check_header(content: dict[str, Any], file: str) -> None:
    form = content.get("format")
    if content.get("line") != START or type(form) is not int:
        raise SaveError("this is no save of hexwright: its first line is no start of a game", file=file, line=1)
    if form > FORMAT:
        raise SaveError(
            f"format {form}, written by hexwright {content.get('hexwright')}; hexwright {version()} reads saves up to "
            f"format {FORMAT}: update hexwright",
            file=file,
            line=1,
        )


def _torn(tail: bytes, chain: str, file: str, number: int) -> tuple[dict[str, Any], str] | None:
    """The content of a last line of which only the end is missing; None when it was cut off before."""
    try:
        json.loads(tail)
    except (ValueError, RecursionError):
        return None
    return _checked(tail, chain, file, number)


# ------------------------------------------------------------------ thin saves


def thin(path: str | os.PathLike[str], target: str | os.PathLike[str] = "") -> None:
    """Keep a save thin, in its own place or in another; SaveError when it cannot be read, thinned or written."""
    recording = read(path)
    if recording.thin or "from" in recording.header:
        what = "is thin already" if recording.thin else "goes on from a snapshot, which a thin one does not hold"
        raise SaveError(f"this save {what}", file=str(path))
    text, _ = spelt({**recording.header, "thin": True}, "")
    played: list[dict[str, Any]] = []
    for line in recording.lines:
        if line.kind == "undo":
            del played[line.said["n"] :]
        elif line.kind == "decision":
            played.append(line.said)
    for n, said in enumerate(played, 1):
        text += _compact([said["seat"], said["decision"]])
        if n % THIN_EVERY == 0 or n == len(played):
            text += _compact({"line": HASH, "n": n, "hash": said["hash"]})
    file = Path(os.path.realpath(target or path))
    fresh = file.with_name(file.name + ".part")
    try:
        fresh.write_bytes(text)
        os.replace(fresh, file)
    except OSError as error:
        fresh.unlink(missing_ok=True)
        raise _unwritable(str(target or path), error) from None


def _compact(content: Any) -> bytes:
    return json.dumps(content, separators=(",", ":"), ensure_ascii=False).encode() + b"\n"


def _is_thin(head: bytes) -> bool:
    return head.startswith(b'{"line":"start"') and b',"thin":true,"chain":' in head


def _read_thin(file: Path, parts: list[bytes], torn: bool) -> Recording:
    header, chain = _checked(parts[0], "", str(file), 1)
    lines: list[Line] = []
    n = 0
    for number, part in enumerate(parts[1:], 2):
        match _loads(part):
            case [str(seat), str(decision)]:
                n += 1
                lines.append(Line(number, "decision", {"n": n, "seat": seat, "decision": decision}))
            case {"line": "hash", "n": int(at), "hash": str()} as said if at == n:
                lines.append(Line(number, HASH, said))
            case _:
                raise SaveError("damaged: no line of a thin save", file=str(file), line=number)
    if torn or (lines and lines[-1].kind != HASH):
        raise SaveError("damaged: the end of this thin save is missing", file=str(file), line=len(parts) + torn)
    return Recording(file, header, tuple(lines), sum(map(len, parts)) + len(parts), chain)


def _loads(part: bytes) -> Any:
    try:
        return json.loads(part)
    except (ValueError, RecursionError):
        return None


# ------------------------------------------------------------------ writing


class Journal:
    """A save that is open for more lines; nobody else may write to it meanwhile."""

    def __init__(self, path: Path, handle: int, size: int, chain: str) -> None:
        self._handle = handle
        self.path = path
        self._size = size
        self._chain = chain
        self._regular = stat.S_ISREG(os.fstat(handle).st_mode)

    @classmethod
    def create(cls, path: str | os.PathLike[str], contents: Iterable[dict[str, Any]]) -> Journal:
        """A new save with its first lines. A save that stands there is kept beside it, as NAME~.

        Raises SaveError before anything is changed when the place cannot be written or holds something else.
        """
        file = Path(os.path.realpath(path))
        if file.exists() and not file.is_file() and not file.is_dir():
            journal = cls._opened(file, str(path), os.O_WRONLY)  # a device: nothing to keep, nothing to rename
            journal.write(*contents)
            return journal
        _check_replaceable(file, str(path))
        fresh = file.with_name(file.name + ".part")
        journal = cls._opened(fresh, str(path), os.O_RDWR | os.O_CREAT | os.O_TRUNC)
        try:
            journal.write(*contents, sync=True)
            journal.close()  # not every system renames an open file
            if file.exists() and file.stat().st_size:
                os.replace(file, file.with_name(file.name + "~"))
            os.replace(fresh, file)
        except (OSError, SaveError) as error:
            journal.close()
            fresh.unlink(missing_ok=True)
            raise _unwritable(str(path), error) from None
        return cls._continued(Path(path), journal._size, journal._chain)

    @classmethod
    def _continued(cls, path: Path, size: int, chain: str) -> Journal:
        journal = cls._opened(path, str(path), os.O_RDWR)
        os.lseek(journal._handle, 0, os.SEEK_END)
        journal._size, journal._chain = size, chain
        return journal

    @classmethod
    def extend(cls, recording: Recording) -> Journal:
        """The save that was read, open for more; a torn last line is cut off and a missing line end put back."""
        if recording.thin:
            told = "this is a thin recording: it can be replayed, read and exported, and not be played on"
            raise SaveError(told, file=str(recording.path))
        journal = cls._opened(recording.path, str(recording.path), os.O_RDWR)
        try:
            there = os.fstat(journal._handle).st_size
            if there < recording.size:
                raise SaveError("the save has become shorter since it was read", file=str(recording.path))
            if there > recording.size:
                os.ftruncate(journal._handle, recording.size)
            os.lseek(journal._handle, 0, os.SEEK_END)
            _write_all(journal._handle, recording.mend)
        except (OSError, SaveError) as error:
            journal.close()
            raise _unwritable(str(recording.path), error) from None
        journal._size = recording.size + len(recording.mend)
        journal._chain = recording.chain
        return journal

    @classmethod
    def _opened(cls, file: Path, shown: str, flags: int) -> Journal:
        flags |= getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
        try:
            return cls(file, os.open(file, flags, 0o666), 0, "")
        except OSError as error:
            raise _unwritable(shown, error) from None

    def write(self, *contents: dict[str, Any], sync: bool = False) -> None:
        """Lines added, all or none: when it fails the save is as it was, and SaveError says why."""
        if self._handle < 0:
            raise SaveError("the save is closed", file=str(self.path))
        chain = self._chain
        block = b""
        for content in contents:
            line, chain = spelt(content, chain)
            block += line
        if self._regular and os.fstat(self._handle).st_size != self._size:
            raise SaveError("somebody else has written to this save since it was opened", file=str(self.path))
        try:
            _write_all(self._handle, block)
            if sync and self._regular:
                os.fsync(self._handle)
        except OSError as error:
            self._take_back()
            raise _unwritable(str(self.path), error) from None
        self._size += len(block)
        self._chain = chain

    def _take_back(self) -> None:
        """Cut off what a failed write left behind; where even that fails, reading takes it for a torn line."""
        if self._regular:
            try:
                os.ftruncate(self._handle, self._size)
                os.lseek(self._handle, 0, os.SEEK_END)
            except OSError:
                self.close()

    def __del__(self) -> None:
        self.close()

    def close(self) -> None:
        """No more lines; safe to call twice."""
        if self._handle >= 0:
            handle, self._handle = self._handle, -1
            os.close(handle)


def _write_all(handle: int, block: bytes) -> None:
    left = memoryview(block)
    while left:
        left = left[os.write(handle, left) :]


def _check_replaceable(file: Path, shown: str) -> None:
    """Only a save, or an empty file, gives way to a new save."""
    if file.is_dir():
        raise SaveError("this is a folder; name a file in it", file=shown)
    if not file.exists():
        return
    try:
        with file.open("rb") as handle:
            head = handle.read(4096)
    except OSError as error:
        raise _unwritable(shown, error) from None
    if head and not head.startswith(b'{"line":"start"'):
        raise SaveError("there is a file that is no save of hexwright; it is left alone", file=shown)
    if not os.access(file, os.W_OK):
        raise SaveError("cannot be written: the save that stands there is read-only", file=shown)


def _unwritable(file: str, error: Exception) -> SaveError:
    if isinstance(error, SaveError):
        return error
    told = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return SaveError(f"cannot be written: {told}", file=file)
