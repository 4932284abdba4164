"""Measures how long the language server takes to answer somebody who types.

A shader is opened, and then edited again and again: a letter of a comment, so that all of it is
compiled anew. The time is that from the edit to the diagnostics of that version, and then to the
hints.

Usage: language_server.py JACQUARD SHADER [--gpu LIST] [--lines N] [--edits N]. With --lines, the
first assignment within main() is repeated until the shader has so many lines.
"""

from __future__ import annotations

import argparse
import json
import re
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, IO

Message = dict[str, Any]


def send(server: IO[bytes], message: Message) -> None:
    body = json.dumps({"jsonrpc": "2.0", **message}).encode()
    server.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
    server.flush()


def receive(server: IO[bytes]) -> Message:
    size = 0
    while (line := server.readline().strip()):
        size = int(line.split(b":")[1])
    answer: Message = json.loads(server.read(size))
    return answer


def wait_for(server: IO[bytes], key: str, value: object) -> Message:
    """Returns the first message whose id, or the version that its diagnostics are of, is this."""
    while True:
        message = receive(server)
        found = message.get("id") if key == "id" else message.get("params", {}).get("version")
        if found == value:
            return message


def lengthened(text: str, lines: int) -> str:
    """Repeats the last assignment in the text, which changes what it computes and not its kind."""
    found = re.findall(r"^ +\w+ = .*;\n", text, re.MULTILINE)
    if not found:
        return text
    more = found[-1] + re.sub(r"= (.*);", lambda m: f"+= {m[1]} * 0.5;", found[-1]) * max(
        0, lines - text.count("\n"))
    return text.replace(found[-1], more)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tool")
    parser.add_argument("shader", type=Path)
    parser.add_argument("--gpu", default="740")
    parser.add_argument("--lines", type=int, default=0)
    parser.add_argument("--edits", type=int, default=20)
    arguments = parser.parse_args()
    text = lengthened(arguments.shader.read_text("utf-8"), arguments.lines)
    uri = arguments.shader.resolve().as_uri()
    server = subprocess.Popen([arguments.tool, "lsp", "--gpu", arguments.gpu],
                              stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert server.stdin is not None and server.stdout is not None
    to, answers = server.stdin, server.stdout
    send(to, {"id": 0, "method": "initialize", "params": {"capabilities": {}}})
    wait_for(answers, "id", 0)
    start = time.perf_counter()
    send(to, {"method": "textDocument/didOpen", "params": {"textDocument": {
        "uri": uri, "languageId": "", "version": 1, "text": text}}})
    first = wait_for(answers, "version", 1)
    opened = time.perf_counter() - start
    told, hinted = [], []
    everything = {"start": {"line": 0, "character": 0}, "end": {"line": 99999, "character": 0}}
    for edit in range(arguments.edits):
        place = {"line": text.count("\n"), "character": 0}
        start = time.perf_counter()
        send(to, {"method": "textDocument/didChange", "params": {
            "textDocument": {"uri": uri, "version": edit + 2},
            "contentChanges": [{"range": {"start": place, "end": place}, "text": "\n"}]}})
        wait_for(answers, "version", edit + 2)
        told.append(time.perf_counter() - start)
        send(to, {"id": edit + 1, "method": "textDocument/inlayHint", "params": {
            "textDocument": {"uri": uri}, "range": everything}})
        wait_for(answers, "id", edit + 1)
        hinted.append(time.perf_counter() - start)
    send(to, {"id": "end", "method": "shutdown"})
    wait_for(answers, "id", "end")
    send(to, {"method": "exit"})
    server.wait()
    faults = len(first["params"]["diagnostics"])
    print(f"{arguments.shader.name}: {text.count(chr(10))} lines, {faults} faults")
    print(f"  opened     {opened * 1000:7.1f} ms")
    for name, times in (("edited", told), ("with hints", hinted)):
        print(f"  {name:10} {statistics.median(times) * 1000:7.1f} ms (at most "
              f"{max(times) * 1000:.1f} ms) of {len(times)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
