"""Launches of programs that were captured: words, constants and memory are all that is given, and
what is left in memory is what another implementation recorded."""

from __future__ import annotations

import collections
import gzip
import json
import os
import re
import struct
import unittest
from pathlib import Path
from typing import Any, Iterator

import jacquard

SHARED = Path(os.environ.get("JACQUARD_SHARED", ""))
PROGRAMS = SHARED / "vectors" / "spirv_programs_26.jsonl.gz"
CORPUS = SHARED / "corpus" / "spirv"
WORDS_OF_A_BUFFER = 1024


def compute_lines(path: Path) -> Iterator[dict[str, Any]]:
    with gzip.open(path, "rt", encoding="utf-8") as file:
        yield from (json.loads(line) for line in file if '"compute"' in line)


class Captured:
    """A program of the recordings, and what its facts say."""

    def __init__(self, record: dict[str, Any]) -> None:
        self.gpu = record["gpu"]
        self.wave_size = int(record["subgroup_size"])
        # A line of the listing is a word and its text, or a label.
        found = [re.match(r"([0-9a-f]{16})  ", line) for line in record["program"]]
        self.words = [int(each[1], 16) for each in found if each]
        self.facts = dict(re.findall(r"(\w+)=(\S+)", "\n".join(
            line for line in record["facts"] if line.startswith("fact "))))
        self.inputs = [line.split()[1:] for line in record["facts"] if line.startswith("in ")]
        self.immediates = {int(place): values for place, values in (
            re.fullmatch(r"@const\(c(\d+)\.x\)\s+(.*)", line).groups()  # type: ignore[union-attr]
            for line in record["constants_and_inputs"] if line.startswith("@const"))}

    def header(self, storage_buffers: dict[str, str]) -> dict[str, Any]:
        """Describes the program as `jacquard compile --header` would."""
        resources = [resource("storage_buffer", key, number, stride=2)
                     for number, key in enumerate(storage_buffers)]
        for resource_of in resources:
            resource_of["bytes"] = 1
        number = int(self.facts["driver_params_ubo"])
        if number >= 0:
            resources.append(resource("uniform_buffer", "7.0", number, stride=1))
        return {
            "gpu": int(self.gpu), "stage": "COMP",
            "workgroup_size": [int(each) for each in self.facts["local_size"].split(",")],
            "wave_size": self.wave_size, "inputs": [{
                "name": name, "reg": register, "compmask": 7, "sysval": 1, "inloc": 0, "bary": 0,
                "flat": 0, "half": 0, "index": 0} for register, name, *_ in self.inputs],
            "outputs": [], "resources": resources}

    def constants(self, run: dict[str, Any]) -> tuple[list[int], list[int]]:
        """Returns the constant file, and the words of what the driver gives."""
        driver = run["workgroups"] + [0] * 5 + run["local_size"] + [0] * 5
        file = [0] * WORDS_OF_A_BUFFER
        for place, values in self.immediates.items():
            words = [int(each, 16) for each in values.split(", ")]
            file[4 * place:4 * place + len(words)] = words
        place = int(self.facts["driver_param"])
        if place >= 0:
            file[4 * place:4 * place + len(driver)] = driver
        return file, driver


def resource(kind: str, key: str, number: int, stride: int) -> dict[str, Any]:
    place, _, binding = key.partition(".")
    return {"kind": kind, "name": kind, "set": int(place), "binding": int(binding), "count": 1,
            "first": number, "unit": stride * number, "stride": stride, "size": 0, "combined": 0}


def bytes_of(words: str) -> bytearray:
    """Returns memory that the recordings write as words of eight digits."""
    return bytearray(b"".join(struct.pack("<I", int(words[i:i + 8], 16))
                              for i in range(0, len(words), 8)))


@unittest.skipUnless(PROGRAMS.exists() and CORPUS.is_dir(), f"there is no {PROGRAMS}")
class CapturedLaunches(unittest.TestCase):

    def test_what_was_recorded_is_in_memory_afterwards(self) -> None:
        rows = map(str.split, (CORPUS / "manifest.tsv").read_text("utf-8").splitlines())
        names = {row[3]: row[0] for row in rows}
        runs = collections.defaultdict(list)
        for run in compute_lines(CORPUS / "cases.jsonl.gz"):
            runs[run["module"]].append(run)
        launched: collections.Counter[str] = collections.Counter()
        for record in compute_lines(PROGRAMS):
            for run in runs[names.get(record["sha1"], "")]:
                if "images" not in run:
                    with self.subTest(module=run["module"], gpu=record["gpu"], run=run["run"]):
                        self.launch(Captured(record), run)
                        launched[record["gpu"]] += 1
        self.assertEqual(launched, {"630": 3, "702": 3, "730": 3, "750": 3})

    def launch(self, captured: Captured, run: dict[str, Any]) -> None:
        before = run["storage_buffers"]
        program = jacquard.program_of_words(captured.words, captured.gpu,
                                            json.dumps(captured.header(before)))
        memory = {tuple(map(int, key.split("."))): bytes_of(words)
                  for key, words in before.items()}
        file, driver = captured.constants(run)
        bindings: dict[tuple[int, ...], bytearray] = dict(memory)
        if int(captured.facts["driver_params_ubo"]) >= 0:
            bindings[7, 0] = bytearray(struct.pack(f"<{len(driver)}I", *driver))
        grid = [groups * items for groups, items in zip(run["workgroups"], run["local_size"])]
        jacquard.launch(program, grid, bindings=bindings, constants=file)
        self.assertEqual(memory, {tuple(map(int, key.split("."))): bytes_of(words) for key, words
                                  in run["storage_buffers_after"].items()})
        self.assertNotEqual(before, run["storage_buffers_after"])


if __name__ == "__main__":
    unittest.main()
