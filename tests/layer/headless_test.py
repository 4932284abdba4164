"""Captures a program that creates pipelines of each kind without a window, and compares what is in
the file with what it created, and what it printed with what it prints without the layer.

Usage: headless_test.py PROGRAM LAYER_FOLDER TOOL. Exit code 77 where there is no device.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import unittest
from collections import Counter
from pathlib import Path
from typing import Any

import capture
import fossilize

SHADERS = [str(Path(__file__).parent / "shaders" / name)
           for name in ("constants.comp.spvasm", "corner.vert.spvasm", "flat.frag.spvasm")]
PROGRAM = LAYER = TOOL = ""
PIPELINE_RENDERING = 1000044002
LIBRARY_PART = 1000320002
LIBRARIES = 1000290000


def run(*arguments: str, file: Path | None = None,
        has_layer: bool = True) -> subprocess.CompletedProcess[str]:
    return subprocess.run([PROGRAM, *SHADERS, *arguments], capture_output=True, text=True,
                          check=False,
                          env=capture.environment(Path(LAYER) if has_layer else None, file))


def chained(state: dict[str, Any], kind: int) -> dict[str, Any]:
    found: dict[str, Any] = next(next_ for next_ in state["pNext"] if next_["sType"] == kind)
    return found


class HeadlessTest(unittest.TestCase):
    folder: tempfile.TemporaryDirectory[str]
    database: fossilize.Database
    plain: subprocess.CompletedProcess[str]

    @classmethod
    def setUpClass(cls) -> None:
        cls.folder = tempfile.TemporaryDirectory()
        cls.plain = run(has_layer=False)
        cls.file = Path(cls.folder.name) / "app.foz"
        cls.captured = run(file=cls.file)
        cls.database = fossilize.read(cls.file)

    @classmethod
    def tearDownClass(cls) -> None:
        cls.folder.cleanup()

    file: Path
    captured: subprocess.CompletedProcess[str]

    def graphics(self) -> list[dict[str, Any]]:
        return list(self.database.states["graphicsPipelines"].values())

    def test_the_program_sees_what_it_sees_without_the_layer(self) -> None:
        self.assertEqual(self.plain.returncode, 0, self.plain.stderr)
        self.assertEqual((self.captured.returncode, self.captured.stdout), (0, self.plain.stdout))
        self.assertEqual(self.captured.stderr, "")
        self.assertIn("a refused compute pipeline: 1000297000", self.plain.stdout)
        self.assertIn("a pipeline of libraries: 0", self.plain.stdout)
        self.assertIn("vkCreateRenderPass2KHR: 1 0", self.plain.stdout)

    def test_each_object_is_in_the_file_once(self) -> None:
        self.assertEqual(self.database.counts(), {
            "samplers": 1, "setLayouts": 1, "pipelineLayouts": 1, "shaderModules": 3,
            "renderPasses": 1, "renderPasses2": 1, "computePipelines": 2 + 16,
            "graphicsPipelines": 3 + 4 + 1})
        self.assertEqual([found["applicationInfo"]["applicationName"]
                          for found in self.database.applications], ["create_pipelines"])

    def test_constants_are_those_of_pipelines_that_there_are(self) -> None:
        stages = [stage for stage in self.database.stages() if stage.kind == "compute"]
        self.assertEqual({stage.entry for stage in stages}, {"scale"})
        values = sorted(dict(stage.constants)[0] for stage in stages)
        self.assertEqual(values, [101, 102, *range(1000, 1016)])  # 100 was refused
        self.assertEqual({dict(stage.constants)[4] for stage in stages},
                         {0x3f800000, 0x40000000, 0x40400000})

    def test_a_derived_pipeline_names_the_one_that_it_is_derived_from(self) -> None:
        pipelines = self.database.states["computePipelines"]
        bases = [state["basePipelineHandle"] for state in pipelines.values()
                 if state["basePipelineHandle"] != fossilize.NOTHING]
        self.assertEqual(len(bases), 1)
        self.assertIn(bases[0], pipelines)

    def test_modules_without_handles_are_those_with_handles(self) -> None:
        modules = Counter(stage.module for stage in self.database.stages()
                          if stage.kind == "fragment")
        self.assertEqual(list(modules.values()), [3 + 1])
        constants = {stage.constants for stage in self.database.stages()
                     if stage.kind == "fragment"}
        self.assertEqual(constants, {((1, 0x3e800000),)})

    def test_attachments_come_from_formats_or_render_passes(self) -> None:
        whole = [state for state in self.graphics() if len(state["stages"]) == 2]
        formats = [chained(state, PIPELINE_RENDERING)["colorAttachmentFormats"]
                   for state in whole if "pNext" in state]
        self.assertEqual(formats, [[37]])
        passes = {state["renderPass"] for state in whole} - {fossilize.NOTHING}
        self.assertEqual(passes, {*self.database.states["renderPasses"],
                                  *self.database.states["renderPasses2"]})
        for state in whole:
            self.assertEqual(state["viewportState"]["viewports"],
                             [{"x": 0, "y": 0, "width": 64, "height": 32, "minDepth": 0,
                               "maxDepth": 1}])
            self.assertEqual(state["rasterizationState"]["cullMode"], 2)
            self.assertEqual(state["inputAssemblyState"]["topology"], 4)
            self.assertEqual(state["colorBlendState"]["attachments"][0]["colorWriteMask"], 15)
            self.assertEqual(state["dynamicState"], {"flags": 0, "dynamicState": [2]})
            self.assertEqual(state["vertexInputState"]["attributes"],
                             [{"location": 0, "binding": 0, "offset": 0, "format": 109}])

    def test_libraries_hold_their_part_alone(self) -> None:
        libraries = {chained(state, LIBRARY_PART)["flags"]: state for state in self.graphics()
                     if any(found["sType"] == LIBRARY_PART for found in state.get("pNext", ()))}
        held = {part: ({name for name in state if name.endswith("State")} - {"dynamicState"},
                       len(state["stages"])) for part, state in libraries.items()}
        self.assertEqual(held, {
            1: ({"vertexInputState", "inputAssemblyState"}, 0),
            2: ({"viewportState", "rasterizationState"}, 1),
            4: ({"multisampleState", "depthStencilState"}, 1),
            8: ({"multisampleState", "colorBlendState"}, 0)})
        linked = next(state for state in self.graphics() if any(
            found["sType"] == LIBRARIES for found in state.get("pNext", ())))
        pipelines = self.database.states["graphicsPipelines"]
        self.assertEqual([pipelines[name] for name in chained(linked, LIBRARIES)["libraries"]],
                         [libraries[part] for part in (1, 2, 4, 8)])

    def test_a_killed_program_leaves_the_same_file_and_a_second_run_adds_nothing(self) -> None:
        file = Path(self.folder.name) / "killed.foz"
        self.assertEqual(run("killed", file=file).returncode, -9)
        self.assertEqual(fossilize.read(file).states, self.database.states)
        written = file.read_bytes()
        self.assertEqual(run(file=file).returncode, 0)
        self.assertEqual(file.read_bytes(), written)

    def test_a_byte_that_changes_is_noticed(self) -> None:
        data = self.file.read_bytes()
        changed = Path(self.folder.name) / "changed.foz"
        for offset in range(0, len(data), len(data) // 40):
            changed.write_bytes(data[:offset] + bytes([data[offset] ^ 1]) + data[offset + 1:])
            with self.assertRaises(fossilize.Malformed, msg=f"byte {offset}"):
                fossilize.read(changed)

    def test_a_file_that_cannot_be_written_is_told_of_once(self) -> None:
        told = run(file=Path(self.folder.name) / "none" / "app.foz")
        self.assertEqual((told.returncode, told.stdout), (0, self.plain.stdout))
        self.assertRegex(told.stderr, r"\Ajacquard capture: nothing is captured: cannot write "
                                      r"'.*/none/app\.foz': No such file or directory\n\Z")
        told = run()
        self.assertEqual((told.returncode, told.stdout), (0, self.plain.stdout))
        self.assertEqual(told.stderr, "jacquard capture: nothing is captured: JACQUARD_CAPTURE "
                                      "does not name the file to write\n")

    def test_each_stage_costs_something_on_three_parts(self) -> None:
        self.assertEqual(capture.cost(TOOL, self.database), 18 + 2)
        capture.batch(TOOL, self.file)


def main() -> int:
    global PROGRAM, LAYER, TOOL
    PROGRAM, LAYER, TOOL = sys.argv[1:4]
    reason = capture.missing({})
    if not reason and run(has_layer=False).returncode == 77:
        reason = "there is no software device for Vulkan (Debian: mesa-vulkan-drivers)"
    if reason:
        print(f"skipped: {reason}")
        return 77
    result = unittest.main(argv=sys.argv[:1], exit=False).result
    return 0 if result.wasSuccessful() and result.testsRun else 1


if __name__ == "__main__":
    sys.exit(main())
