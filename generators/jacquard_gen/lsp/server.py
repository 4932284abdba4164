"""The server: takes messages, keeps the open tables, publishes their faults and answers requests.
What it gets may be anything; the answer to what it cannot do is an error, and never its end."""

from __future__ import annotations

import os
import select
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from . import edits, messages
from .answers import Answers, arguments, checked_position
from .checker import Checker, available, fault_json
from .documents import Json, Lines, Workspace, edited
from .quick_faults import quick_faults

_PIECE = 1 << 16
# So long nothing is typed before all tables are checked.
_PAUSE = 0.15
_MOST_FAULTS = 200
# A checker that ends again and again is started no more.
_MOST_STARTS = 4
CHANGES_COMMAND = "jacquard.tables.whatChanges"
_CAPABILITIES: Json = {
    "positionEncoding": "utf-16",
    "textDocumentSync": {"openClose": True, "change": 2, "save": {"includeText": False}},
    "completionProvider": {"triggerCharacters": [" ", ":", "{", ","]},
    "hoverProvider": True, "definitionProvider": True, "implementationProvider": True,
    "referencesProvider": True, "renameProvider": True, "documentFormattingProvider": True,
    "executeCommandProvider": {"commands": [CHANGES_COMMAND]},
}


class _Refused(Exception):
    """A request that gets an error, with its code."""

    def __init__(self, code: int, text: str) -> None:
        super().__init__(text)
        self.code = code


class Server:
    """One editor's server. `checks_all` says whether all tables are checked beside the open one."""

    def __init__(self, tables_dir: Path, write: Callable[[bytes], None],
                 generated: Path | None = None, checks_all: bool = True) -> None:
        self.workspace = Workspace(tables_dir)
        self.answers = Answers(self.workspace, generated)
        self.checker: Checker | None = None
        self.status: int | None = None
        self.check_at: float | None = None
        self._write = write
        self._checks_all = checks_all and available()
        self._starts = 0
        self._is_initialized = False
        self._is_shut_down = False
        self._waiting: dict[int, tuple[Any, Callable[[Json], Any]]] = {}
        self._last_question = 0
        self._generation = 0
        # The last check of all tables found these, each at a line of that text.
        self._deep: list[tuple[Json, str]] = []
        self._published: set[str] = set()
        self._quick: dict[str, list[Json]] = {}
        self._requests: dict[str, Callable[[Any, Any], Any]] = {
            "initialize": self._initialize, "shutdown": self._shutdown,
            "textDocument/completion": self._completion, "textDocument/hover": self._hover,
            "textDocument/definition": self._definition,
            "textDocument/implementation": self._implementation,
            "textDocument/references": self._references, "textDocument/rename": self._rename,
            "textDocument/formatting": self._formatting,
            "workspace/executeCommand": self._execute}
        self._notifications: dict[str, Callable[[Any], None]] = {
            "textDocument/didOpen": self._opened, "textDocument/didChange": self._changed,
            "textDocument/didClose": self._closed, "textDocument/didSave": self._saved,
            "workspace/didChangeWatchedFiles": self._saved, "exit": self._exit}

    # ---- Messages -------------------------------------------------------------------------------

    def _send(self, **message: Any) -> None:
        self._write(messages.written(message))

    def take(self, message: Any) -> None:
        if isinstance(message, messages.Fault):
            self._fail(None, message.code, message.text)
            return
        method, has_id, number = message.get("method"), "id" in message, message.get("id")
        if not isinstance(method, str):
            if "result" not in message and "error" not in message:
                self._fail(None, messages.INVALID_REQUEST, "'method' is not a string")
            return
        if has_id and (isinstance(number, bool) or not isinstance(number, (int, float, str))):
            self._fail(None, messages.INVALID_REQUEST, "'id' is neither a number nor a string")
            return
        try:
            self._dispatch(method, has_id, number, message.get("params"))
        except _Refused as refused:
            if has_id:
                self._fail(number, refused.code, str(refused))
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            if has_id:
                self._fail(number, messages.INVALID_PARAMS, f"wrong parameters: {error}")
        except Exception as error:  # pylint: disable=broad-except
            print(f"jacquard_gen lsp: {method}: {error!r}", file=sys.stderr)
            if has_id:
                self._fail(number, messages.INTERNAL_ERROR, f"{type(error).__name__}: {error}")

    def _dispatch(self, method: str, has_id: bool, number: Any, params: Any) -> None:
        if not has_id:
            if method == "exit" or (self._is_initialized and not self._is_shut_down):
                if method in self._notifications:
                    self._notifications[method](params)
            return
        if not self._is_initialized and method != "initialize":
            raise _Refused(messages.NOT_INITIALIZED, "'initialize' comes before any other request")
        if self._is_shut_down:
            raise _Refused(messages.INVALID_REQUEST, "nothing but 'exit' follows 'shutdown'")
        if method not in self._requests:
            raise _Refused(messages.NO_METHOD, f"there is no method '{method}'")
        result = self._requests[method](number, params)
        if result is not _LATER:
            self._send(id=number, result=result)

    def _fail(self, number: Any, code: int, text: str) -> None:
        self._send(id=number, error={"code": code, "message": text})

    # ---- Begin and end --------------------------------------------------------------------------

    def _initialize(self, _: Any, params: Any) -> Json:
        if self._is_initialized:
            raise _Refused(messages.INVALID_REQUEST, "'initialize' comes once")
        self._is_initialized = True
        self._start_checker()
        return {"capabilities": _CAPABILITIES, "serverInfo": {"name": "jacquard_gen"}}

    def _start_checker(self) -> None:
        if self._checks_all and self._starts < _MOST_STARTS:
            self._starts += 1
            self.checker = Checker(self.workspace.tables_dir)

    def _shutdown(self, _: Any, params: Any) -> None:
        self._is_shut_down = True

    def _exit(self, params: Any) -> None:
        self.status = 0 if self._is_shut_down else 1

    # ---- Open tables ----------------------------------------------------------------------------

    def _opened(self, params: Any) -> None:
        document = params["textDocument"]
        table = self.workspace.table_of(document["uri"])
        if table is not None and isinstance(document["text"], str):
            self.workspace.open[table] = document["text"]
            self.workspace.uris[table] = document["uri"]
            self.workspace.versions[table] = document.get("version")
            self._after_edit(table)

    def _changed(self, params: Any) -> None:
        table = self.workspace.table_of(params["textDocument"]["uri"])
        if table not in self.workspace.open or table is None:
            return
        for change in params["contentChanges"]:
            if not isinstance(change["text"], str):
                raise ValueError("the text of a change is no text")
            for place in change.get("range", {}).values():
                checked_position(place)
        self.workspace.versions[table] = params["textDocument"].get("version")
        self.workspace.open[table] = edited(self.workspace.open[table], params["contentChanges"])
        self._after_edit(table)

    def _closed(self, params: Any) -> None:
        table = self.workspace.table_of(params["textDocument"]["uri"])
        if table is not None and self.workspace.open.pop(table, None) is not None:
            self.workspace.versions.pop(table, None)
            self._quick.pop(table, None)
            self._after_edit(table)

    def _saved(self, params: Any) -> None:
        self.check_at = time.monotonic()

    def _after_edit(self, table: str) -> None:
        if table in self.workspace.open:
            self._quick[table] = [fault_json(fault) for fault in
                                  quick_faults(table, self.workspace.open[table])]
        self._generation += 1
        self.check_at = time.monotonic() + _PAUSE
        self._publish({table})

    # ---- Faults ---------------------------------------------------------------------------------

    def check(self) -> None:
        """Has all tables checked as they are now."""
        self.check_at = None
        if self.checker is not None and self.checker.is_ready:
            self._ask({"what": "check", "generation": self._generation,
                       "texts": self.workspace.open})

    def _ask(self, question: Json) -> None:
        if self.checker is not None and not self.checker.channel.send(question):
            self.lost()

    def lost(self) -> None:
        """The checker is no more: what waits for it gets an error, and another takes its place."""
        if self.checker is not None:
            self.checker.close()
        waiting, self._waiting = self._waiting, {}
        for number, _ in waiting.values():
            self._fail(number, messages.REQUEST_FAILED, "the check ended before its time")
        self.checker = None
        self._start_checker()

    def replied(self, reply: Json) -> None:
        question = reply.get("for")
        if question is None:
            # It has its models, and begins to listen.
            self.check_at = time.monotonic()
        elif question["what"] != "check":
            number, answer = self._waiting.pop(question["number"], (None, None))
            if answer is None:
                return
            if "failed" in reply:
                self._fail(number, messages.REQUEST_FAILED, reply["failed"])
            else:
                self._send(id=number, result=answer(reply))
        elif "failed" in reply:
            if question["generation"] == self._generation:
                self._send(method="window/logMessage", params={
                    "type": 1, "message": f"the tables could not be checked: {reply['failed']}"})
        elif question["generation"] == self._generation:
            before = {fault["table"] for fault, _ in self._deep}
            self._deep = [(fault, self._line(fault)) for fault in reply["faults"][:_MOST_FAULTS]]
            self._quick = {}
            self._publish({*before, *(fault["table"] for fault, _ in self._deep),
                           *self._published, *self.workspace.open})

    def _line(self, fault: Json) -> str:
        return Lines(self.workspace.text(fault["table"])).line(int(fault["line"]) - 1)

    def _publish(self, tables: set[str]) -> None:
        """Sends the faults of tables. Those that the check of all tables found stay as long as
        their lines stay; those of a table by itself are always newer."""
        for table in sorted(tables):
            faults = list(self._quick.get(table, []))
            if not any(fault["code"] in ("E101", "E102") for fault in faults):
                faults += [fault for fault, line in self._deep if fault["table"] == table and
                           self._line(fault) == line and fault not in faults and
                           (table not in self._quick or not fault["code"].startswith("E1"))]
            if not faults and table not in self._published and table not in self.workspace.open:
                continue
            self._published.add(table)
            lines = Lines(self.workspace.text(table))
            version = self.workspace.versions.get(table)
            self._send(method="textDocument/publishDiagnostics", params={
                "uri": self.workspace.uri_of(table),
                **({"version": version} if isinstance(version, int) else {}),
                "diagnostics": [self._diagnostic(fault, lines) for fault in faults]})

    def _diagnostic(self, fault: Json, lines: Lines) -> Json:
        notes = [note["text"] for note in fault["notes"] if note["place"] is None]
        related = []
        for note in fault["notes"]:
            place = note["place"]
            if place is not None:
                there = Lines(self.workspace.text(place["table"]))
                related.append({"message": note["text"], "location": {
                    "uri": self.workspace.uri_of(place["table"]), "range": there.underlined(
                        place["line"], place["column"], place["length"])}})
        return {"range": lines.underlined(fault["line"], fault["column"], fault["length"]),
                "severity": 1, "code": fault["code"], "source": "jacquard_gen",
                "message": "\n".join([fault["message"], *(f"note: {note}" for note in notes)]),
                **({"relatedInformation": related} if related else {})}

    # ---- Requests -------------------------------------------------------------------------------

    def _place(self, params: Any) -> tuple[str | None, Json]:
        uri, position = arguments(params)
        return self.workspace.table_of(uri), position

    def _completion(self, _: Any, params: Any) -> list[Json]:
        table, position = self._place(params)
        return self.answers.completion(table, position) if table is not None else []

    def _hover(self, number: Any, params: Any) -> Any:
        place, position = self._place(params)
        if place is None:
            return None
        table = place
        name = self.answers.name_at(table, position)
        if self.checker is None or not self.checker.is_ready or \
                not self.answers.index.definitions(name):
            return self.answers.hover(table, position, "")
        return self._later(number, {"what": "explain", "name": name},
                           lambda reply: self.answers.hover(table, position, reply["text"]))

    def _later(self, number: Any, question: Json, answer: Callable[[Json], Any]) -> object:
        self._last_question += 1
        self._waiting[self._last_question] = number, answer
        self._ask({**question, "number": self._last_question})
        return _LATER

    def _definition(self, _: Any, params: Any) -> list[Json]:
        table, position = self._place(params)
        return self.answers.definition(table, position) if table is not None else []

    def _implementation(self, _: Any, params: Any) -> list[Json]:
        table, position = self._place(params)
        return self.answers.implementation(table, position) if table is not None else []

    def _references(self, _: Any, params: Any) -> list[Json]:
        table, position = self._place(params)
        context = params.get("context")
        whole = isinstance(context, dict) and context.get("includeDeclaration") is True
        return self.answers.references(table, position, whole) if table is not None else []

    def _rename(self, _: Any, params: Any) -> Json | None:
        table, position = self._place(params)
        new = params.get("newName")
        if table is None:
            return None
        if not isinstance(new, str):
            raise ValueError("'newName' is no text")
        try:
            return edits.rename(self.answers, table, position, new)
        except ValueError as error:
            raise _Refused(messages.REQUEST_FAILED, str(error)) from error

    def _formatting(self, _: Any, params: Any) -> list[Json]:
        table, _position = self._place(params)
        return edits.formatting(self.workspace.text(table)) if table is not None else []

    def _execute(self, number: Any, params: Any) -> Any:
        command = params.get("command") if isinstance(params, dict) else None
        if command != CHANGES_COMMAND:
            raise _Refused(messages.INVALID_PARAMS, f"there is no command '{command}'")
        if self.checker is None:
            raise _Refused(messages.REQUEST_FAILED, "tables are not checked as a whole here")
        return self._later(number, {"what": "changes", "texts": self.workspace.open},
                           lambda reply: reply["text"])


_LATER = object()


def serve(tables_dir: Path, generated: Path | None) -> int:
    """Serves an editor on standard input and output until it ends."""
    out = sys.stdout.buffer
    reader = messages.Reader()

    def write(data: bytes) -> None:
        out.write(data)
        out.flush()

    server = Server(tables_dir, write, generated)
    try:
        while server.status is None:
            waiting: list[Any] = [0]
            checker = server.checker
            if checker is not None:
                waiting.append(checker.channel.connection)
            pause = None if server.check_at is None else \
                max(0.0, server.check_at - time.monotonic())
            if checker is not None and checker.channel.has_message:
                pause = 0.0
            ready = select.select(waiting, [], [], pause)[0] if available() else [0]
            if checker is not None and (checker.channel.has_message or
                                        checker.channel.connection in ready):
                replies = checker.receive()
                if replies is None:
                    server.lost()
                for reply in replies or []:
                    server.replied(reply)
            if 0 in ready:
                data = os.read(0, _PIECE)
                if not data:
                    return 1
                for message in reader.feed(data):
                    if server.status is None:
                        server.take(message)
            elif server.check_at is not None and time.monotonic() >= server.check_at:
                server.check()
        return server.status
    except BrokenPipeError:
        return 1
    finally:
        if server.checker is not None:
            server.checker.close()
