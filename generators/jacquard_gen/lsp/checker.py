"""The faults of all tables, found in a process of its own that keeps the models of the tables as
they were when it began. Each check is a process in turn, which begins with these models, makes
again what depends on changed texts, and is ended where a newer text comes. So the server answers
meanwhile, and outlives whatever a check does."""

from __future__ import annotations

import difflib
import gc
import json
import os
import select
import signal
import socket
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ..beside import ContextBeside, TracingContext
from ..diagnostics import Diagnostic
from ..entry_index import TableEntries
from ..groups import GROUP_NAMES, READS, Context, list_all_tables, present_groups
from ..source import Position
from .channel import Channel

Json = dict[str, Any]
_PIECE = 1 << 16
_MOST_NAMES = 40


def available() -> bool:
    return hasattr(os, "fork")


def fault_json(fault: Diagnostic) -> Json:
    def place(position: Position) -> Json:
        return {"table": position.source.name.removeprefix("defs/"), "line": position.line,
                "column": position.column, "length": position.length}

    return {"code": fault.code, "message": fault.message, **place(fault.position),
            "notes": [{"text": text, "place": None if where is None else place(where)}
                      for where, text in fault.notes]}


class _Models:
    """The models of the tables as they are stored, and those of changed texts."""

    def __init__(self, tables_dir: Path) -> None:
        self.tables_dir = tables_dir
        self.base = TracingContext(tables_dir)
        for group in GROUP_NAMES:
            self.base.model(group)

    def _texts(self, instead: dict[str, str]) -> dict[str, str] | None:
        """The texts that are other ones than when the models were made; None where tables have
        gone since."""
        known = {name: source.text for name, source in self.base.files.items()
                 if source is not None}
        now = {name: instead.get(name) for name in {*list_all_tables(self.tables_dir), *instead}}
        if not set(known) <= set(now):
            return None
        changed: dict[str, str] = {}
        for name, text in now.items():
            if text is None:
                try:
                    text = (self.tables_dir / name).read_text(encoding="utf-8")
                except (OSError, UnicodeDecodeError):
                    return None
            if known.get(name) != text:
                changed[name] = text
        return changed

    def context(self, instead: dict[str, str]) -> Context:
        changed = self._texts(instead)
        if changed is None or self.base.diagnostics.failed:
            return Context(self.tables_dir, None, instead)
        return ContextBeside(self.base, set(changed), changed)

    def check(self, instead: dict[str, str]) -> Json:
        context = self.context(instead)
        for group in GROUP_NAMES:
            context.model(group)
        return {"faults": [fault_json(fault) for fault in context.diagnostics.sorted()]}

    def explain(self, name: str) -> Json:
        told = []
        for group_name, group in present_groups().items():
            model = self.base.model(group_name)
            text = group.explain(model, name) if model is not None else None
            told += [text.rstrip()] if text else []
        return {"text": "\n\n".join(told)}

    def consequences(self, instead: dict[str, str]) -> Json:
        """Tells what the changed texts would change: entries, what is told of them (with their
        words), generated files."""
        from .. import since
        stored = since.tables_now(self.tables_dir)
        edited = {**stored, **since.read(instead)}
        lines = [since.text(stored, edited, "the tables were saved").rstrip()]
        base = Context(self.tables_dir)
        context = Context(self.tables_dir, None, instead)
        changed = {name.partition("/")[0] for name in instead
                   if stored.get(name) != edited.get(name)}
        groups = [name for name in GROUP_NAMES if READS[name] & changed]
        for each in (base, context):
            for group in groups:
                each.model(group)
        if context.diagnostics.failed or base.diagnostics.failed:
            lines += ["", "The tables have faults, so nothing would be generated."]
        else:
            lines += self._told(base, context, groups, instead)
            lines += self._files(base, context, groups)
        return {"text": "\n".join(lines) + "\n"}

    def _told(self, base: Context, context: Context, groups: list[str],
              instead: dict[str, str]) -> list[str]:
        """Compares what `explain` says of changed entries now and before, words and formulas
        among it."""
        names: dict[str, None] = {}
        for table, text in instead.items():
            source = base.files.get(table)
            old = TableEntries(table, source.text if source is not None else "").definitions
            before = {(each.kind, each.name): "\n".join(
                map(each.node.source.line, range(each.first, each.last + 1))) for each in old}
            for each in TableEntries(table, text).definitions:
                written = "\n".join(map(each.node.source.line, range(each.first, each.last + 1)))
                if before.get((each.kind, each.name)) != written:
                    names[each.name] = None
        lines: list[str] = []
        for name in list(names)[:_MOST_NAMES]:
            for group_name, group in present_groups(groups).items():
                old_lines, new_lines = (
                    (group.explain(each.model(group_name), name) or "").splitlines()
                    for each in (base, context))
                differ = [line for line in
                          difflib.unified_diff(old_lines, new_lines, n=0, lineterm="")
                          if not line.startswith(("---", "+++", "@@"))]
                lines += ["", f"explain {group_name}:{name}", *differ] if differ else []
        return lines

    @staticmethod
    def _files(base: Context, context: Context, groups: list[str]) -> list[str]:
        from ..emit import Renderer
        renderer = Renderer()
        made: list[dict[str, str | bytes | None]] = []
        for each in (base, context):
            made.append({output.path: renderer.render(output, each.diagnostics)
                         for name, group in present_groups(groups).items()
                         for output in group.outputs(each.model(name))})
        paths = sorted(path for path in {*made[0], *made[1]}
                       if made[0].get(path) != made[1].get(path))
        return ["", f"{len(paths)} generated file{'' if len(paths) == 1 else 's'} would change",
                *(f"  {path}" for path in paths)]


class _Child:
    """A process that answers one request, and what came of its answer so far."""

    def __init__(self, request: Json, answer: Callable[[], Json]) -> None:
        self.request = request
        self.data = b""
        self.out, inner = os.pipe()
        self.pid = os.fork()
        if self.pid == 0:
            try:
                try:
                    reply = answer()
                except BaseException:  # pylint: disable=broad-except
                    reply = {"failed": traceback.format_exc(limit=-1).strip().splitlines()[-1]}
                with os.fdopen(inner, "wb") as pipe:
                    pipe.write(json.dumps(reply).encode("ascii"))
            finally:
                os._exit(0)
        os.close(inner)

    def is_done(self) -> bool:
        piece = os.read(self.out, _PIECE)
        self.data += piece
        return not piece

    def reply(self) -> Json:
        self._end()
        try:
            reply: Json = json.loads(self.data)
        except ValueError:
            reply = {"failed": "the check ended before its time"}
        return {"for": self.request, **reply}

    def stop(self) -> None:
        os.kill(self.pid, signal.SIGKILL)
        self._end()

    def _end(self) -> None:
        os.close(self.out)
        os.waitpid(self.pid, 0)


def _serve(channel: Channel, tables_dir: Path) -> None:
    models = _Models(tables_dir)
    gc.collect()
    gc.freeze()
    channel.send({"ready": True})

    def begin(request: Json) -> _Child:
        make = models.check if request["what"] == "check" else models.consequences
        told = {name: request[name] for name in request if name != "texts"}
        return _Child(told, lambda: make(request["texts"]))

    child: _Child | None = None
    held: Json | None = None  # a check that waits for the end of what was asked for
    while True:
        waiting: list[Any] = [channel.connection] + ([child.out] if child is not None else [])
        ready = select.select(waiting, [], [], 0 if channel.has_message else None)[0]
        if child is not None and child.out in ready and child.is_done():
            channel.send(child.reply())
            child, held = (begin(held) if held is not None else None), None
        if channel.connection not in ready and not channel.has_message:
            continue
        requests = channel.receive()
        if requests is None:
            break
        for request in requests:
            if request["what"] == "explain":
                channel.send({"for": request, **models.explain(request["name"])})
                continue
            if child is not None and child.request["what"] != "check" and \
                    request["what"] == "check":
                held = request
                continue
            if child is not None:
                child.stop()
                channel.send({"for": child.request, "failed": "a newer request came"})
            child = begin(request)
    if child is not None:
        child.stop()


class Checker:
    """The server's end."""

    def __init__(self, tables_dir: Path) -> None:
        outer, inner = socket.socketpair()
        self.channel = Channel(outer)
        self.is_ready = False
        self.pid = os.fork()
        if self.pid == 0:
            try:
                outer.close()
                # Anything that it prints belongs to no message.
                os.dup2(os.open(os.devnull, os.O_RDWR), 0)
                os.dup2(2, 1)
                _serve(Channel(inner), tables_dir)
            except (OSError, KeyboardInterrupt):
                pass
            except Exception:  # pylint: disable=broad-except
                traceback.print_exc()
            finally:
                os._exit(0)
        inner.close()

    def receive(self) -> list[Json] | None:
        """The replies that came; None once the process is no more."""
        replies = self.channel.receive()
        self.is_ready = self.is_ready or any("ready" in reply for reply in replies or [])
        return replies

    def close(self) -> None:
        self.channel.connection.close()
        try:
            os.kill(self.pid, signal.SIGTERM)
            os.waitpid(self.pid, 0)
        except OSError:
            pass
