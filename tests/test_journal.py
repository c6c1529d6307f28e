"""Tests of the save file: lines, their chain, what is recovered, what is refused, and writes that fail."""

from __future__ import annotations

import errno
import json
import os
from pathlib import Path
from typing import Any

import pytest

from hexwright import journal
from hexwright.errors import SaveError

HEADER = {"line": "start", "format": 1, "hexwright": "0.1.0", "ruleset": "tést"}


def entry(n: int) -> dict[str, Any]:
    return {"line": "decision", "n": n, "seat": "röd", "decision": f"move ünit_{n} 第八軍"}


@pytest.fixture
def save(tmp_path: Path) -> Path:
    path = tmp_path / "a game.jsonl"
    written = journal.Journal.create(path, [HEADER])
    for n in range(1, 6):
        written.write(entry(n))
    written.close()
    return path


def test_lines_come_back(save: Path) -> None:
    found = journal.read(save)
    assert found.header == HEADER
    assert [line.said for line in found.lines] == [entry(n) for n in range(1, 6)]
    assert [line.number for line in found.lines] == [2, 3, 4, 5, 6]
    assert (found.notes, found.mend) == ((), b"")
    assert found.size == save.stat().st_size


def test_the_chain_can_be_verified_with_hashlib_alone(save: Path) -> None:
    import hashlib

    before = ""
    for line in save.read_bytes().splitlines():
        body, own = line[:-76] + b"}", line[-66:-2].decode()
        assert line[-76:-66] == b',"chain":"'
        before = hashlib.sha256(before.encode() + body).hexdigest()
        assert own == before


def test_it_goes_on_where_it_ended(save: Path) -> None:
    more = journal.Journal.extend(journal.read(save))
    more.write(entry(6), entry(7))
    more.close()
    assert [line.said["n"] for line in journal.read(save).lines] == [1, 2, 3, 4, 5, 6, 7]


def last_line(save: Path) -> tuple[bytes, bytes]:
    raw = save.read_bytes()
    at = raw[:-1].rfind(b"\n") + 1
    return raw[:at], raw[at:]


def test_a_last_line_cut_anywhere_is_left_out_and_said(save: Path) -> None:
    head, line = last_line(save)
    for cut in range(1, len(line) - 1):  # also within characters of several bytes
        save.write_bytes(head + line[:cut])
        found = journal.read(save)
        assert len(found.lines) == 4
        assert f"the last line (6) was torn after {cut} bytes" in found.notes[0]
    more = journal.Journal.extend(found)
    more.write(entry(5))
    more.close()
    assert save.read_bytes() == head + line


def test_a_last_line_without_its_end_is_kept(save: Path) -> None:
    whole = save.read_bytes()
    save.write_bytes(whole[:-1])
    found = journal.read(save)
    assert len(found.lines) == 5
    assert "nothing is lost" in found.notes[0]
    more = journal.Journal.extend(found)
    more.close()
    assert save.read_bytes() == whole


def test_any_changed_byte_before_the_last_line_is_refused_with_its_line(save: Path) -> None:
    head, line = last_line(save)
    starts = [i + 1 for i, b in enumerate(head) if b == 10]
    for at in range(0, len(head), 3):
        broken = bytearray(head + line)
        broken[at] ^= 1
        save.write_bytes(bytes(broken))
        with pytest.raises(SaveError) as caught:
            journal.read(save)
        number = 1 + sum(1 for s in starts if s <= at)
        assert caught.value.line == number
        assert f"{save}:{number}: " in str(caught.value)


@pytest.mark.parametrize(
    ("change", "line"),
    [
        (lambda lines: [*lines[:2], *lines[3:]], 3),
        (lambda lines: [*lines[:2], lines[3], lines[2], *lines[4:]], 3),
        (lambda lines: [*lines[:3], lines[2], *lines[3:]], 4),
        (lambda lines: [*lines[:2], b"", *lines[2:]], 3),
        (lambda lines: [*lines[:2], lines[2].replace(b":", b": ", 1), *lines[3:]], 3),
        (lambda lines: [*lines[:2], b"[1]", *lines[3:]], 3),
        (lambda lines: [*lines[:2], b"\xff\xfe", *lines[3:]], 3),
        (lambda lines: [*lines[:2], b"[" * 100_000, *lines[3:]], 3),
    ],
)
def test_other_damage_is_refused(save: Path, change: Any, line: int) -> None:
    lines = save.read_bytes().splitlines()
    save.write_bytes(b"\n".join(change(lines)) + b"\n")
    with pytest.raises(SaveError, match="damaged") as caught:
        journal.read(save)
    assert caught.value.line == line


def test_a_last_line_that_is_whole_but_wrong_is_not_taken_for_torn(save: Path) -> None:
    head, line = last_line(save)
    save.write_bytes(head + line[:-1].replace(b'"n":5', b'"n":6'))
    with pytest.raises(SaveError, match="does not fit its hash") as caught:
        journal.read(save)
    assert caught.value.line == 6


def test_what_is_no_save_is_named_for_what_it_is(tmp_path: Path) -> None:
    told = {
        b"": "0 bytes",
        b"\0" * 4096: "nothing but 4096 NUL bytes",
        b"hello\n": "no save of hexwright",
        b'{"line":"start"': "first line is torn",
        b'{"a":1}\n': "no save of hexwright",
        b'[1, 2]\n{"line":"start"}\n': "no save of hexwright",
    }
    for content, words in told.items():
        path = tmp_path / "x.jsonl"
        path.write_bytes(content)
        with pytest.raises(SaveError, match=words):
            journal.read(path)
    with pytest.raises(SaveError, match="cannot be read"):
        journal.read(tmp_path / "none.jsonl")
    with pytest.raises(SaveError, match="cannot be read"):
        journal.read(tmp_path)


@pytest.mark.case("V08")
def test_a_tail_of_nul_bytes_is_named(save: Path) -> None:
    size = save.stat().st_size
    with save.open("ab") as file:
        file.write(b"\0" * 4096)
    with pytest.raises(SaveError, match=f"ends in 4096 NUL bytes.*6 lines.*cut the copy to {size} bytes") as caught:
        journal.read(save)
    assert caught.value.line == 7


def test_a_newer_format_names_both_versions(tmp_path: Path) -> None:
    line, _ = journal.spelt({**HEADER, "format": 7, "hexwright": "8.1"}, "")
    path = tmp_path / "new.jsonl"
    path.write_bytes(line)
    with pytest.raises(SaveError, match=r"format 7, written by hexwright 8\.1; hexwright \S+ reads .* up to format 1"):
        journal.read(path)


# ------------------------------------------------------------------ writing


def full_disk(monkeypatch: pytest.MonkeyPatch, after: int) -> None:
    """From now on only so many bytes can be written."""
    really, left = os.write, [after]

    def write(handle: int, data: Any) -> int:
        if not left[0]:
            raise OSError(errno.ENOSPC, "No space left on device")
        taken = min(left[0], len(data))
        left[0] -= taken
        return really(handle, bytes(data)[:taken])

    monkeypatch.setattr(os, "write", write)


@pytest.mark.parametrize("after", [0, 1, 50])
def test_a_failed_write_leaves_the_save_whole(save: Path, monkeypatch: pytest.MonkeyPatch, after: int) -> None:
    whole = save.read_bytes()
    more = journal.Journal.extend(journal.read(save))
    with monkeypatch.context() as patch:
        full_disk(patch, after)
        with pytest.raises(SaveError, match="cannot be written: No space left"):
            more.write(entry(6), entry(7))
    assert save.read_bytes() == whole
    more.write(entry(6))  # there is room again
    more.close()
    assert len(journal.read(save).lines) == 6


@pytest.mark.parametrize("after", [0, 20])
def test_a_full_disk_at_the_start_keeps_the_old_save(save: Path, monkeypatch: pytest.MonkeyPatch, after: int) -> None:
    whole = save.read_bytes()
    full_disk(monkeypatch, after)
    with pytest.raises(SaveError, match="No space left"):
        journal.Journal.create(save, [HEADER])
    assert save.read_bytes() == whole
    assert [p.name for p in save.parent.iterdir()] == [save.name]


def test_an_old_save_is_kept_beside_the_new_one(save: Path) -> None:
    whole = save.read_bytes()
    journal.Journal.create(save, [HEADER]).close()
    assert len(journal.read(save).lines) == 0
    assert save.with_name(save.name + "~").read_bytes() == whole


def test_what_is_no_save_is_never_replaced(tmp_path: Path) -> None:
    path = tmp_path / "thesis.txt"
    path.write_text("years of work", encoding="utf-8")
    with pytest.raises(SaveError, match="left alone"):
        journal.Journal.create(path, [HEADER])
    assert path.read_text(encoding="utf-8") == "years of work"


def test_places_that_cannot_be_written_are_told(tmp_path: Path) -> None:
    with pytest.raises(SaveError, match="cannot be written: No such file"):
        journal.Journal.create(tmp_path / "none" / "g.jsonl", [HEADER])
    with pytest.raises(SaveError, match="is a folder"):
        journal.Journal.create(tmp_path, [HEADER])


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="this system has no device that is always full")
def test_a_device_that_is_full() -> None:
    with pytest.raises(SaveError, match="/dev/full: cannot be written: No space left"):
        journal.Journal.create("/dev/full", [HEADER])
    assert not os.path.isfile("/dev/full")


def test_two_writers_are_told_apart(save: Path) -> None:
    one, other = journal.Journal.extend(journal.read(save)), journal.Journal.extend(journal.read(save))
    one.write(entry(6))
    with pytest.raises(SaveError, match="somebody else"):
        other.write(entry(6))
    one.write(entry(7))
    one.close()
    other.close()
    assert len(journal.read(save).lines) == 7


def test_a_link_stays_a_link(save: Path, tmp_path: Path) -> None:
    link = tmp_path / "latest.jsonl"
    link.symlink_to(save)
    journal.Journal.create(link, [HEADER]).close()
    assert link.is_symlink()
    assert len(journal.read(save).lines) == 0


def test_a_closed_save_takes_no_more(save: Path) -> None:
    more = journal.Journal.extend(journal.read(save))
    more.close()
    more.close()
    with pytest.raises(SaveError, match="closed"):
        more.write(entry(6))


def test_lines_are_json(save: Path) -> None:
    assert [json.loads(line)["line"] for line in save.read_text(encoding="utf-8").splitlines()] == [
        "start", "decision", "decision", "decision", "decision", "decision",
    ]  # fmt: skip


# ------------------------------------------------------------------ thin saves


@pytest.fixture
def thick(tmp_path: Path) -> Path:
    """120 decisions and an undo, with hashes as a session writes them."""
    path = tmp_path / "thick.jsonl"
    written = journal.Journal.create(path, [HEADER])
    for n in range(1, 121):
        written.write({**entry(n), "hash": f"h{n}", "parts": {"units": "0"}})
    written.write({"line": "snapshot", "n": 120, "hash": "h120", "state": {}})
    written.write({"line": "undo", "n": 118, "seat": "röd", "hash": "h118", "parts": {}})
    written.close()
    return path


def test_a_thin_save_holds_what_stands_and_few_hashes(thick: Path, tmp_path: Path) -> None:
    target = tmp_path / "thin.jsonl"
    journal.thin(thick, target)
    found = journal.read(target)
    assert found.thin and found.header == {**HEADER, "thin": True} and not journal.read(thick).thin
    told = [line.said for line in found.lines if line.kind == "decision"]
    assert told == [{k: entry(n)[k] for k in ("n", "seat", "decision")} for n in range(1, 119)]
    assert [(line.said["n"], line.said["hash"]) for line in found.lines if line.kind == journal.HASH] == [
        (50, "h50"), (100, "h100"), (118, "h118"),
    ]  # fmt: skip
    assert {line.kind for line in found.lines} == {"decision", journal.HASH}
    assert target.stat().st_size < thick.stat().st_size / 3


def test_a_save_is_made_thin_in_its_place(thick: Path) -> None:
    journal.thin(thick)
    assert journal.read(thick).thin
    assert sorted(p.name for p in thick.parent.iterdir()) == [thick.name]
    with pytest.raises(SaveError, match="thin already"):
        journal.thin(thick)


def test_a_save_that_goes_on_from_a_snapshot_cannot_be_thin(tmp_path: Path) -> None:
    path = tmp_path / "g.jsonl"
    journal.Journal.create(path, [{**HEADER, "from": {"n": 3}}]).close()
    before = path.read_bytes()
    with pytest.raises(SaveError, match="snapshot"):
        journal.thin(path)
    assert path.read_bytes() == before


def test_a_thin_save_is_not_played_on(thick: Path) -> None:
    journal.thin(thick)
    with pytest.raises(SaveError, match="not be played on"):
        journal.Journal.extend(journal.read(thick))


@pytest.mark.parametrize(
    ("damage", "line", "told"),
    [
        (lambda lines: [lines[0].replace(b"0.1.0", b"0.1.1"), *lines[1:]], 1, "does not fit its hash"),
        (lambda lines: [*lines[:3], b"[]\n", *lines[3:]], 4, "no line of a thin save"),
        (lambda lines: [*lines[:3], b"move\n", *lines[3:]], 4, "no line of a thin save"),
        (lambda lines: [*lines[:3], *lines[4:]], 51, "no line of a thin save"),  # the hash stands in another place
        (lambda lines: lines[:40], 40, "the end of this thin save is missing"),
        (lambda lines: [*lines[:-1], lines[-1][:-5]], 122, "the end of this thin save is missing"),
    ],
)
def test_damage_to_a_thin_save_is_told_with_its_line(thick: Path, damage: Any, line: int, told: str) -> None:
    journal.thin(thick)
    thick.write_bytes(b"".join(damage(thick.read_bytes().splitlines(keepends=True))))
    with pytest.raises(SaveError, match=told) as caught:
        journal.read(thick)
    assert caught.value.line == line
