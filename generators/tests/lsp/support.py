"""A server within the test, whose messages are objects, and edits of real tables."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from jacquard_gen.lsp.documents import Lines
from jacquard_gen.lsp.messages import Reader
from jacquard_gen.lsp.server import Server

from ..support import DEFS

Json = dict[str, Any]


class Session:
    """An editor: sends messages and keeps what comes."""

    def __init__(self, tables_dir: Path = DEFS, generated: Path | None = None) -> None:
        self.reader = Reader()
        self.received: list[Json] = []
        self.server = Server(tables_dir, self._take, generated, checks_all=False)
        self.tables_dir = tables_dir
        self.number = 0
        self.texts: dict[str, str] = {}

    def _take(self, data: bytes) -> None:
        self.received += self.reader.feed(data)

    def begun(self) -> Session:
        self.ask("initialize", {"capabilities": {}})
        return self

    def ask(self, method: str, params: Any) -> Json:
        """The answer to a request."""
        self.number += 1
        self.server.take({"jsonrpc": "2.0", "id": self.number, "method": method,
                          "params": params})
        return next(each for each in self.received if each.get("id") == self.number)

    def tell(self, method: str, params: Any) -> None:
        self.server.take({"jsonrpc": "2.0", "method": method, "params": params})

    def uri(self, table: str) -> str:
        return (self.tables_dir / table).as_uri()

    def open(self, table: str) -> str:
        self.texts[table] = text = (self.tables_dir / table).read_text(encoding="utf-8")
        self.tell("textDocument/didOpen", {"textDocument": {
            "uri": self.uri(table), "languageId": "yaml", "version": 1, "text": text}})
        return text

    def replace(self, table: str, before: str, after: str) -> None:
        """Types something in place of a text, as one incremental change."""
        text = self.texts[table]
        start = text.index(before)
        self.tell("textDocument/didChange", {
            "textDocument": {"uri": self.uri(table), "version": 2},
            "contentChanges": [{"range": Lines(text).range(start, start + len(before)),
                                "text": after}]})
        self.texts[table] = text[:start] + after + text[start + len(before):]

    def faults(self, table: str) -> list[Json]:
        """The faults that were published last of a table."""
        for each in reversed(self.received):
            if each.get("method") == "textDocument/publishDiagnostics" and \
                    each["params"]["uri"] == self.uri(table):
                found: list[Json] = each["params"]["diagnostics"]
                return found
        return []

    def at(self, table: str, text: str, more: int = 0) -> Json:
        """The parameters of a request about the place of a text, and a bit behind it."""
        whole = self.texts.get(table) or (self.tables_dir / table).read_text(encoding="utf-8")
        return {"textDocument": {"uri": self.uri(table)},
                "position": Lines(whole).position(whole.index(text) + more)}

    def pointed(self, table: str, fault: Json) -> str:
        lines = Lines(self.texts[table])
        return lines.text[lines.offset(fault["range"]["start"]):
                          lines.offset(fault["range"]["end"])]
