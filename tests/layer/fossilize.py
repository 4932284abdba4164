"""Reads Fossilize databases of version 6, as strictly as the format can be read.

Each entry's name, sizes, compression and checksum are checked, and of what it holds that it is one
JSON document of the version, of one object, under the hash that names the entry; that modules are
whole SPIR-V; and that every hash by which an object names another one is an entry of the file.
"""

from __future__ import annotations

import base64
import json
import re
import struct
import zlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

MAGIC = b"\x81FOSSILIZEDB\0\0\0\6"
VERSION = 6
SPIRV_MAGIC = 0x07230203
NOT_COMPRESSED, DEFLATED = 1, 2
# The members of documents by the tag of their entry.
MAPS = {1: ("samplers",), 2: ("setLayouts",), 3: ("pipelineLayouts",), 4: ("shaderModules",),
        5: ("renderPasses", "renderPasses2"), 6: ("graphicsPipelines",), 7: ("computePipelines",)}
APPLICATION = 0
# The tags of what members of states name.
REFERENCES = {"immutableSamplers": (1,), "setLayouts": (2,), "layout": (3,), "module": (4,),
              "renderPass": (5,), "basePipelineHandle": (6, 7), "libraries": (6,)}
NOTHING = "0" * 16
STAGES = {1: "vertex", 2: "tess_ctrl", 4: "tess_eval", 8: "geometry", 16: "fragment", 32: "compute"}
_NAME = re.compile(rb"[0-9a-f]{40}")
_HASH = re.compile(r"[0-9a-f]{16}")


class Malformed(Exception):
    """A file that is no database, or that has a wrong entry."""


class Stage(NamedTuple):
    """A stage of a pipeline, with what compiling it takes."""
    pipeline: str
    module: str
    kind: str
    entry: str
    constants: tuple[tuple[int, int], ...]


@dataclass
class Database:
    """The contents of a file: states by the member of documents that they stand in, and by hash."""
    applications: list[dict[str, Any]] = field(default_factory=list)
    states: dict[str, dict[str, Any]] = field(default_factory=dict)
    modules: dict[str, bytes] = field(default_factory=dict)

    def counts(self) -> dict[str, int]:
        return dict(Counter({name: len(found) for name, found in self.states.items()}))

    def stages(self) -> Iterator[Stage]:
        for name in ("graphicsPipelines", "computePipelines"):
            for pipeline, state in self.states.get(name, {}).items():
                for stage in [state["stage"]] if "stage" in state else state["stages"]:
                    yield Stage(pipeline, stage["module"], STAGES[stage["stage"]], stage["name"],
                                tuple(constants_of(stage)))


def require(condition: bool, reason: str) -> None:
    if not condition:
        raise Malformed(reason)


def constants_of(stage: dict[str, Any]) -> Iterator[tuple[int, int]]:
    """The specialisation constants of a stage, as bits."""
    if "specializationInfo" not in stage:
        return
    info = stage["specializationInfo"]
    data = base64.b64decode(info["data"], validate=True)
    require(len(data) == info["dataSize"], "the data of specialisation constants has another size")
    for entry in info["mapEntries"]:
        value = data[entry["offset"]:entry["offset"] + entry["size"]]
        require(len(value) == entry["size"], "a specialisation constant ends behind the data")
        yield entry["constantID"], int.from_bytes(value, "little")


def entries_of(data: bytes) -> Iterator[tuple[int, str, bytes]]:
    """The tag, the hash and what it holds of each entry."""
    require(data[:len(MAGIC)] == MAGIC, "the file does not begin as a database of version 6")
    offset = len(MAGIC)
    while offset < len(data):
        name = data[offset:offset + 40]
        require(_NAME.fullmatch(name) is not None, f"byte {offset}: no name of 40 digits")
        require(offset + 56 <= len(data), f"byte {offset}: the entry is cut off")
        stored, form, checksum, size = struct.unpack_from("<4I", data, offset + 40)
        payload = data[offset + 56:offset + 56 + stored]
        require(len(payload) == stored, f"byte {offset}: the entry is cut off")
        require(zlib.crc32(payload) == checksum, f"byte {offset}: a wrong checksum")
        require(form in (NOT_COMPRESSED, DEFLATED), f"byte {offset}: compression {form}")
        if form == DEFLATED:
            payload = zlib.decompress(payload)
        require(len(payload) == size, f"byte {offset}: the entry has another size")
        yield int(name[:24], 16), name[24:].decode(), payload
        offset += 56 + stored


def words_of(state: dict[str, Any], encoded: bytes) -> bytes:
    """The SPIR-V of a module, from seven bits to a byte with the lowest first."""
    start = state["varintOffset"]
    encoded = encoded[start:start + state["varintSize"]]
    require(len(encoded) == state["varintSize"], "the words of a module are cut off")
    words: list[int] = []
    word = shift = 0
    for byte in encoded:
        word |= (byte & 0x7f) << shift
        shift += 7
        if byte < 0x80:
            words.append(word)
            word = shift = 0
    require(shift == 0, "the last word of a module is cut off")
    require(len(words) * 4 == state["codeSize"], "a module has another size")
    require(words[:1] == [SPIRV_MAGIC], "a module does not begin as SPIR-V does")
    return struct.pack(f"<{len(words)}I", *words)


def names_in(state: Any, member: str = "") -> Iterator[tuple[str, str]]:
    """The hashes by which a state names other objects, each with the member that it stands in."""
    if isinstance(state, dict):
        for name, value in state.items():
            yield from names_in(value, name)
    elif isinstance(state, list):
        for value in state:
            yield from names_in(value, member)
    elif isinstance(state, str) and member in REFERENCES:
        require(_HASH.fullmatch(state) is not None, f"{member} is no hash: {state}")
        yield member, state


def read(path: Path) -> Database:
    database = Database()
    seen: set[tuple[int, str]] = set()
    named: list[tuple[str, str]] = []
    for tag, name, payload in entries_of(path.read_bytes()):
        require((tag, name) not in seen, f"two entries are {tag}, {name}")
        seen.add((tag, name))
        text, _, rest = payload.partition(b"\0")
        document = json.loads(text)
        require(document.pop("version", None) == VERSION, f"{name}: another version")
        if tag == APPLICATION:
            database.applications.append(document)
            continue
        require(len(document) == 1, f"{name}: {len(document)} members")
        member, objects = next(iter(document.items()))
        require(member in MAPS.get(tag, ()), f"{name}: '{member}' in an entry of tag {tag}")
        require(list(objects) == [name], f"{name}: holds {', '.join(objects)}")
        state = objects[name]
        if tag == 4:
            database.modules[name] = words_of(state, rest)
        else:
            require(not rest, f"{name}: bytes behind the document")
            named += names_in(state)
        database.states.setdefault(member, {})[name] = state
    for member, name in named:
        require(name == NOTHING or any((tag, name) in seen for tag in REFERENCES[member]),
                f"{member} {name} is not in the file")
    return database
