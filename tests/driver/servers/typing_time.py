"""Types in a shader of 300 lines, and measures when the server knows faults, costs and findings.

    python3 tests/driver/servers/typing_time.py build/release/backend/driver/jacquard

Each change is a few characters, after which the client asks for the costs of the lines, as editors
do. The first analysis is not counted, since editors show it when a file is opened. Processor time
is that of the server and of the processes that it starts, which a busy machine makes no longer.
The exit code is 1 where a time is above its limit, and 77 where nothing makes SPIR-V of GLSL.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

LINES = 300
NAME = "file:///shader.frag"


def shader() -> list[str]:
    """A fragment shader as applications have them: materials, lights, noise, fog, a tone curve."""
    head = """#version 450
layout(location = 0) in vec3 place;
layout(location = 1) in vec3 normal;
layout(location = 2) in vec2 uv;
layout(location = 0) out vec4 colour;
layout(binding = 0) uniform sampler2D base;
layout(binding = 1) uniform sampler2D detail;
layout(binding = 2) uniform sampler2DShadow shadow;
layout(binding = 3) uniform Scene {
    mat4 view;
    vec4 eye;
    vec4 sun;
    vec4 fog;
    vec4 lights[8];
    vec4 tints[8];
} scene;
const float pi = 3.14159265;""".splitlines()
    tail = """void main() {
    vec3 n = normalize(normal);
    vec3 v = normalize(scene.eye.xyz - place);
    vec3 sum = vec3(0.0);
    vec4 surface = texture(base, uv) * (0.5 + texture(detail, uv * 8.0));
    if (surface.a < 0.1) discard;
CALLS
    float far = length(scene.eye.xyz - place);
    sum = mix(scene.fog.rgb, sum, exp(-far * scene.fog.a));
    sum = sum / (sum + vec3(1.0));
    colour = vec4(pow(sum, vec3(1.0 / 2.2)), surface.a);
}""".splitlines()
    functions: list[str] = []
    calls: list[str] = []
    number = 0
    while len(head) + len(functions) + len(tail) + len(calls) + 15 <= LINES:
        body = f"""
// The light of lamp {number}, with a highlight and a soft edge.
vec3 lamp_{number}(vec3 n, vec3 v, vec3 albedo) {{
    vec4 lamp = scene.lights[{number % 8}];
    vec3 way = lamp.xyz - place * {1 + number * 0.125};
    float near = inversesqrt(dot(way, way) + 0.01);
    vec3 l = way * near;
    vec3 h = normalize(l + v);
    float lit = max(dot(n, l), 0.0);
    float sharp = mix(8.0, 64.0, lamp.w);
    float gloss = pow(max(dot(n, h), 0.0), sharp) * (sharp + 8.0) / (8.0 * pi);
    float edge = smoothstep(0.0, 1.0, near * lamp.w);
    return (albedo / pi + gloss) * lit * edge * scene.tints[{number % 8}].rgb;
}}""".splitlines()
        functions += body
        calls.append(f"    sum += lamp_{number}(n, v, surface.rgb);")
        number += 1
    place = tail.index("CALLS")
    lines = head + functions + tail[:place] + calls + tail[place + 1:]
    lines[-1:-1] = [f"    // {index}" for index in range(LINES - len(lines))]
    return lines


class Client:
    """Speaks with a server, one message after the other."""

    def __init__(self, tool: str, gpus: str) -> None:
        self.server = subprocess.Popen([tool, "lsp", "--gpu", gpus], stdin=subprocess.PIPE,
                                       stdout=subprocess.PIPE)
        self.last = 0

    def send(self, method: str, params: Any, is_request: bool = False) -> int:
        message: dict[str, Any] = {"jsonrpc": "2.0", "method": method, "params": params}
        if is_request:
            self.last += 1
            message["id"] = self.last
        text = json.dumps(message).encode()
        assert self.server.stdin is not None
        self.server.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(text), text))
        self.server.stdin.flush()
        return self.last

    def receive(self) -> dict[str, Any]:
        assert self.server.stdout is not None
        length = 0
        while (line := self.server.stdout.readline()) not in (b"\r\n", b""):
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
        if not length:
            sys.exit("the server has ended")
        message: dict[str, Any] = json.loads(self.server.stdout.read(length))
        return message

    def answer(self, number: int) -> Any:
        """The result of a request; what the server says on its own comes before."""
        while (message := self.receive()).get("id") != number or "method" in message:
            pass
        if "error" in message:
            sys.exit(str(message["error"]))
        return message["result"]

    def ask(self, method: str, params: Any) -> Any:
        return self.answer(self.send(method, params, is_request=True))

    def processor_seconds(self) -> float:
        """Counts the server and the processes that it has started, also those that ended."""
        own = self.server.pid
        children = Path(f"/proc/{own}/task/{own}/children").read_text(encoding="ascii").split()
        ticks = 0
        for process in (str(own), *children):
            stat = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rsplit(")")[1]
            ticks += sum(int(each) for each in stat.split()[11:15])
        return ticks / os.sysconf("SC_CLK_TCK")


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("tool")
    parser.add_argument("--gpus", default="740")
    parser.add_argument("--changes", type=int, default=20)
    parser.add_argument("--most", type=float, default=0.1, help="seconds of processor time")
    parser.add_argument("--most-elapsed", type=float, default=float("inf"))
    options = parser.parse_args()
    if shutil.which("glslangValidator") is None:
        print("skipped: nothing makes SPIR-V of GLSL here (Debian: glslang-tools)")
        return 77
    lines = shader()
    client = Client(options.tool, options.gpus)
    client.ask("initialize", {"processId": None, "rootUri": None, "capabilities": {}})
    client.send("initialized", {})
    client.send("textDocument/didOpen", {"textDocument": {
        "uri": NAME, "languageId": "glsl", "version": 0, "text": "\n".join(lines) + "\n"}})
    everything = {"textDocument": {"uri": NAME}, "range": {
        "start": {"line": 0, "character": 0}, "end": {"line": LINES, "character": 0}}}
    hints = client.ask("textDocument/inlayHint", everything)
    elapsed: list[float] = []
    processor: list[float] = []
    at = next(index for index, line in enumerate(lines) if "near * lamp.w" in line)
    column = lines[at].index("lamp.w")
    for change in range(options.changes):
        begin, used = time.monotonic(), client.processor_seconds()
        # A factor grows, digit by digit, and is taken back.
        text = "2.0 * " if change % 2 == 0 else ""
        client.send("textDocument/didChange", {
            "textDocument": {"uri": NAME, "version": change + 1},
            "contentChanges": [{"range": {
                "start": {"line": at, "character": column},
                "end": {"line": at, "character": column + (0 if text else 6)}}, "text": text}]})
        found = client.ask("textDocument/inlayHint", everything)
        if not found or (len(found) > len(hints) + 5):
            sys.exit(f"change {change}: {len(found or [])} hints")
        elapsed.append(time.monotonic() - begin)
        processor.append(client.processor_seconds() - used)
    client.ask("shutdown", None)
    client.send("exit", None)
    # A clock tick is ten milliseconds, so that the mean says more than the median.
    mean = statistics.mean(processor)
    print(f"lines {len(lines)}  hints {len(hints)}  changes {len(elapsed)}")
    print(f"elapsed: median {1000 * statistics.median(elapsed):.0f} ms, "
          f"most {1000 * max(elapsed):.0f} ms")
    print(f"processor: mean {1000 * mean:.0f} ms")
    return 1 if mean >= options.most or statistics.median(elapsed) >= options.most_elapsed else 0


if __name__ == "__main__":
    sys.exit(main())
