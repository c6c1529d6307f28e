"""A small client of a language server over stdio, for tests that ask what an editor would ask."""

from __future__ import annotations

import json
import subprocess
import time
from pathlib import Path
from types import TracebackType
from typing import Any

import pytest


class LanguageServer:
    """A language server in a process of its own; it is asked one thing after the other."""

    def __init__(self, command: list[str], folder: Path) -> None:
        self._process = subprocess.Popen(
            command, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        self._last = 0
        capabilities = {
            "textDocument": {"completion": {"completionItem": {"snippetSupport": True}}, "publishDiagnostics": {}}
        }
        root = folder.as_uri()
        self.ask("initialize", {"processId": None, "rootUri": root, "capabilities": capabilities})
        self.tell("initialized", {})

    def __enter__(self) -> LanguageServer:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._process.kill()
        self._process.communicate()

    def completions(self, file: Path, text: str) -> set[str]:
        """What may be put at the mark | in a text, as if it stood in the file; each file may be asked for once.

        The server does several things at once, and may answer before it has looked at the text: it is asked again.
        """
        before, _, after = text.partition("|")
        line, column = before.count("\n"), len(before) - (before.rfind("\n") + 1)
        about = {"uri": file.as_uri()}
        opened = {**about, "languageId": "toml", "version": 1, "text": before + after}
        self.tell("textDocument/didOpen", {"textDocument": opened})
        position = {"line": line, "character": column}
        for _ in range(100):
            found = self.ask("textDocument/completion", {"textDocument": about, "position": position})
            items = found.get("items", []) if isinstance(found, dict) else found or []
            if items:
                return {str(item["label"]) for item in items}
            time.sleep(0.1)
        return set()

    def ask(self, method: str, params: dict[str, Any]) -> Any:
        """The result of a request; what the server asks or tells in the meantime is answered with nothing."""
        self._last += 1
        self._send({"id": self._last, "method": method, "params": params})
        while True:
            message = self._receive()
            if "method" in message:
                if "id" in message:
                    self._send({"id": message["id"], "result": None})
            elif message.get("id") == self._last:
                assert "error" not in message, message["error"]
                return message.get("result")

    def tell(self, method: str, params: dict[str, Any]) -> None:
        """A notification, which has no answer."""
        self._send({"method": method, "params": params})

    def _send(self, message: dict[str, Any]) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        assert self._process.stdin is not None
        self._process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self._process.stdin.flush()

    def _receive(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        length = 0
        while line := self._process.stdout.readline().strip():
            name, _, value = line.partition(b":")
            if name.lower() == b"content-length":
                length = int(value)
        assert length, "the language server has ended"
        message: dict[str, Any] = json.loads(self._process.stdout.read(length))
        return message


@pytest.fixture
def language_server() -> type[LanguageServer]:
    """The class of clients, to be started with a command and a folder."""
    return LanguageServer
