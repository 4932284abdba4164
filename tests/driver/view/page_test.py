"""The contents of pages of `jacquard view`, without a browser.

Usage: page_test.py JACQUARD EXAMPLES SHARED. Exit code 1 when a test fails.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from typing import Any

from page import Line, Page, numbers, view

TOOL, EXAMPLES, SHARED = "", Path(), Path()
IN_PREAMBLE = 8  # of "flags"
HOSTILE = "</script><script>alert(1)</script><!-- <b onload=alert(2)> & \u2028 \" ' \\ ]]>"


def compiled(shader: Path, *options: str) -> Any:
    done = subprocess.run([TOOL, "compile", str(shader), "--json", *options],
                          capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


class PageTest(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="jacquard-view-"))
        self.addCleanup(shutil.rmtree, self.folder)

    def page(self, shader: Path | str, *options: str, text: str | None = None) -> Page:
        return view(TOOL, shader, self.folder, *options, text=text)

    def write(self, name: str, content: str | bytes) -> Path:
        path = self.folder / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    def check_words(self, page: Page, shader: Path, *options: str) -> None:
        """Every word is there, in order, and each comes from a line that is in the source."""
        self.assertEqual(page.hex_words(), compiled(shader, *options)["words"])
        count = len(page.hex_words())
        for name in ("key", "issue", "waits", "stalls", "for", "live", "flags", "unit"):
            self.assertEqual(len(page.words(name)), count, name)
        self.assertEqual(len(page.data["words"]["text"]), count)

    def check_links(self, page: Page, column: str) -> None:
        """Each word's line is one of the source, and the column has lines that came from it.

        Only what the preamble does for all lines comes from none.
        """
        source = {(line.file, line.line) for line in page.lines("source")}
        linked = {(line.file, line.line) for line in page.lines(column)}
        for key, flags in zip(page.words("key"), page.words("flags")):
            if int(flags) & IN_PREAMBLE and key == 0:
                continue
            self.assertNotEqual(key, 0)
            self.assertIn(page.origin(key), source)
            self.assertIn(page.origin(key), linked)

    def test_the_way_of_a_compile_is_that_of_the_part(self) -> None:
        shader = EXAMPLES / "transform.vert.tgsi"
        for gpu in ("330", "750"):
            told = subprocess.run([TOOL, "explain", "pipeline", "--gpu", gpu],
                                  capture_output=True, text=True, check=True)
            page = self.page(shader, "--gpu", gpu)
            self.assertEqual(page.data["passes"], told.stdout)

    def test_tgsi(self) -> None:
        shader = EXAMPLES / "lit_texture.frag.tgsi"
        page = self.page(shader, "--gpu", "630")
        self.assertEqual(list(page.columns), ["source", "nir", "graph"])
        self.assertEqual([line.text for line in page.lines("source")],
                         [line.rstrip() for line in shader.read_text().splitlines()])
        self.assertEqual([line.line for line in page.lines("source")],
                         list(range(1, len(page.lines("source")) + 1)))
        self.check_words(page, shader, "--gpu", "630")
        self.check_links(page, "graph")

    def test_the_last_graph_is_the_words(self) -> None:
        page = self.page(EXAMPLES / "lit_texture.frag.tgsi", "--gpu", "630")
        title, lines = page.columns["graph"][-1]
        self.assertEqual(title, "legalise")
        nodes = [line for line in lines if line.text.startswith("  0")]
        self.assertGreaterEqual(len(page.hex_words()), len(nodes))
        for node, text in zip(nodes, page.data["words"]["text"]):
            operation = node.text.split()[1].split(")")[-1]
            self.assertIn(operation.split(".")[0], text)

    def test_forms_are_those_that_compile_prints(self) -> None:
        shader = EXAMPLES / "transform.vert.tgsi"
        page = self.page(shader, "--gpu", "540")
        printed = subprocess.run(
            [TOOL, "compile", str(shader), "--gpu", "540", "--print", "nir,ir3"],
            capture_output=True, text=True, check=True).stdout
        forms = [piece.split("\n", 1) for piece in printed.split("=== ")[1:]]
        for column, language in (("nir", "nir: "), ("graph", "ir3: ")):
            expected = [(title.removeprefix(language), [line.rstrip() for line in
                                                        text.rstrip("\n").split("\n")])
                        for title, text in forms if title.startswith(language)]
            shown = [(title, [line.text for line in lines])
                     for title, lines in page.columns[column]]
            self.assertEqual([(title, lines if lines[-1] else lines[:-1])
                              for title, lines in shown], expected)

    def test_chosen_passes(self) -> None:
        page = self.page(EXAMPLES / "lit_texture.frag.tgsi", "--after", "simplify,schedule")
        self.assertEqual({title for title, _ in page.columns["nir"]}, {"simplify"})
        self.assertEqual([title for title, _ in page.columns["graph"]], ["schedule"])

    def test_nir_and_assembly_and_words(self) -> None:
        nir = subprocess.run([TOOL, "opt", "--passes", "dead_code",
                              str(EXAMPLES / "lit_texture.frag.tgsi")],
                             capture_output=True, text=True, check=True).stdout
        page = self.page(self.write("shader.nir", nir))
        self.check_links(page, "nir")
        assembly = subprocess.run([TOOL, "compile", str(EXAMPLES / "transform.vert.tgsi")],
                                  capture_output=True, text=True, check=True).stdout
        page = self.page(self.write("program.asm", assembly))
        self.assertEqual(list(page.columns), ["source"])
        for key, text in zip(page.words("key"), page.data["words"]["text"]):
            line = page.origin(key)[1]
            self.assertEqual(assembly.splitlines()[line - 1], text)
        words = self.write("program.bin", b"".join(
            int(word, 16).to_bytes(8, "little") for word in page.hex_words()))
        page = self.page(words, "--gpu", "630")
        self.assertEqual(page.columns, {})
        self.assertEqual(page.words("key"), [0] * len(page.hex_words()))

    @unittest.skipUnless(shutil.which("glslangValidator"), "no glslang (Debian: glslang-tools)")
    def test_high_level(self) -> None:
        shader = EXAMPLES / "ripple.frag"
        page = self.page(shader, "--gpu", "730")
        self.assertEqual(list(page.columns), ["source", "spirv", "nir", "graph"])
        self.check_words(page, shader, "--gpu", "730")
        for column in ("spirv", "graph"):
            self.check_links(page, column)
        self.assertIn("translate", [title for title, _ in page.columns["nir"]])
        hlsl = self.write("shade.frag.hlsl", "float4 main(float2 uv : TEXCOORD) : SV_Target {\n"
                                             "    float x = sin(uv.x);\n"
                                             "    float y = cos(uv.y);\n"
                                             "    return float4(x, y, 0, 1);\n}\n")
        page = self.page(hlsl, "--gpu", "630")
        self.assertTrue({2, 3} <= {page.origin(key)[1] for key in page.words("key")})
        toy = self.write("toy.frag", "void mainImage(out vec4 colour, in vec2 position) {\n"
                                     "    vec2 at = position / iResolution.xy;\n"
                                     "    colour = vec4(sin(at * iTime), at);\n}\n")
        page = self.page(toy)
        self.assertEqual(len(page.lines("source")), 4)
        self.assertTrue({2, 3} <= {page.origin(key)[1] for key in page.words("key")})

    @unittest.skipUnless(shutil.which("spirv-as"), "no spirv-as (Debian: spirv-tools)")
    def test_a_module_without_lines_is_its_own_source(self) -> None:
        text = ("OpCapability Shader\nOpMemoryModel Logical GLSL450\n"
                'OpEntryPoint Fragment %main "main" %in %out\n'
                "OpExecutionMode %main OriginUpperLeft\n"
                "OpDecorate %in Location 0\nOpDecorate %out Location 0\n%void = OpTypeVoid\n"
                "%fn = OpTypeFunction %void\n%f = OpTypeFloat 32\n%pi = OpTypePointer Input %f\n"
                "%po = OpTypePointer Output %f\n%in = OpVariable %pi Input\n"
                "%out = OpVariable %po Output\n%main = OpFunction %void None %fn\n%l = OpLabel\n"
                "%x = OpLoad %f %in\n%y = OpFMul %f %x %x\nOpStore %out %y\nOpReturn\n"
                "OpFunctionEnd\n")
        module = self.folder / "square.spv"
        subprocess.run(["spirv-as", "-o", str(module), str(self.write("square.spvasm", text))],
                       check=True)
        page = self.page(module)
        by_line = {line.line: line.text for line in page.lines("spirv")}
        words = dict(zip(page.data["words"]["text"], page.words("key")))
        (multiply,) = [key for word, key in words.items() if "mul.f" in word]
        self.assertIn("OpFMul", by_line[page.origin(multiply)[1]])

    def test_hostile_texts_stay_data(self) -> None:
        shader = (EXAMPLES / "lit_texture.frag.tgsi").read_text()
        path = self.folder / "<img src=x onerror=alert(3)>.tgsi"
        path.write_text(shader.replace("FRAG\n", f"FRAG\n# {HOSTILE}\n", 1)
                        if "#" in shader else shader, encoding="utf-8")
        page = self.page(path)
        benign = self.page(EXAMPLES / "lit_texture.frag.tgsi")
        self.assertEqual([tag for tag, _ in page.elements.tags],
                         [tag for tag, _ in benign.elements.tags])
        self.assertEqual(page.data["file"], str(path))
        (data,) = [script for name, script in page.elements.scripts if name == "data"]
        self.assertNotIn("<", data)
        nir = f'shader fragment\nname "{HOSTILE.replace(chr(92), "").replace(chr(34), "")}"\n'
        done = subprocess.run([TOOL, "opt", "--passes", "dead_code",
                               str(EXAMPLES / "lit_texture.frag.tgsi")],
                              capture_output=True, text=True, check=True).stdout
        rest = "\n".join(line for line in done.splitlines()[1:] if not line.startswith("name "))
        page = self.page("-", text=nir + rest + "\n")
        self.assertEqual([tag for tag, _ in page.elements.tags],
                         [tag for tag, _ in benign.elements.tags])
        self.assertIn("alert(1)", page.lines("source")[1].text)

    def test_it_needs_nothing_else(self) -> None:
        page = self.page(EXAMPLES / "lit_texture.frag.tgsi")
        for tag, attributes in page.elements.tags:
            self.assertFalse({"src", "href", "srcset", "data", "action"} & set(attributes), tag)
        self.assertNotIn("http://", page.text.replace("http://www.w3.org/2000/svg", ""))
        # The page names the addresses of published costs, but it loads nothing from there.
        self.assertNotIn("https://", re.sub(r'"address":\s*"https://[^"]*"', "", page.text))
        self.assertNotRegex(page.text, r"@import|url\((?!#)")
        self.assertEqual(page.text.lower().count("</script"), 2)

    def test_registers_and_steps(self) -> None:
        page = self.page(EXAMPLES / "lit_texture.frag.tgsi", "--gpu", "630")
        live = page.words("live")
        self.assertGreater(max(live), 0)
        self.assertLessEqual(max(live), page.data["registers"])
        steps = [int(number) for number in page.data["steps"].split()]
        registers, waves, percents = steps[::3], steps[1::3], steps[2::3]
        self.assertEqual(registers, sorted(set(registers), reverse=True))
        self.assertEqual(percents, sorted(percents))
        taken = [(count, percent) for most, count, percent in zip(registers, waves, percents)
                 if page.data["registers"] <= most]
        self.assertEqual(taken[-1], (page.data["waves"], page.data["occupancy"]))

    def test_waits_are_laid_at_a_door(self) -> None:
        page = self.page(EXAMPLES / "lit_texture.frag.tgsi", "--gpu", "630")
        waits = [0.0] * len(page.hex_words())
        for stalls, waits_for in zip(page.words("stalls"), page.words("for")):
            self.assertEqual(stalls > 0, waits_for >= 0)
            if waits_for >= 0:
                waits[int(waits_for)] += stalls
        self.assertEqual(waits, page.words("waits"))

    def test_a_large_shader_stays_below_two_megabytes(self) -> None:
        shader = SHARED / "corpus/tgsi/virglrenderer/large_shader-large_frag.frag.tgsi"
        if not shader.exists():
            self.skipTest("the corpus is not there")
        page = self.page(shader)
        self.assertLess(len(page.text.encode()), 2_000_000)
        self.check_links(page, "graph")

    def test_forms_that_would_make_a_page_larger_are_left_out(self) -> None:
        steps = "".join(f"  MAD TEMP[0], TEMP[0].yzwx, CONST[{i % 16}], IN[0]\n"
                        for i in range(900))
        shader = self.write("long.frag.tgsi",
                            "FRAG\nDCL IN[0], GENERIC[0], PERSPECTIVE\nDCL OUT[0], COLOR\n"
                            "DCL CONST[0..15]\nDCL TEMP[0]\n  MOV TEMP[0], IN[0]\n" + steps +
                            "  MOV OUT[0], TEMP[0]\n  END\n")
        page = self.page(shader)
        self.assertLess(len(page.text.encode()), 2_000_000)
        self.assertGreater(sum(column["left_out"] for column in page.data["columns"]), 0)

    def test_layouts(self) -> None:
        shader = EXAMPLES / "lit_texture.frag.tgsi"
        self.assertNotIn("pictures", self.page(shader, "--layout", "page").data)
        pictures = self.page(shader, "--layout", "graphviz").data["pictures"]
        self.assertEqual(len(pictures["uses"]), 1)
        if shutil.which("dot") is None:
            self.assertIsNone(pictures["uses"][0])
            self.skipTest("there is no Graphviz (Debian: graphviz)")
        uses = self.page(shader).data["uses"].split()
        pairs = set(zip(uses[::3], uses[1::3]))
        self.assertEqual(len(pictures["uses"][0]["edges"]), len(pairs))

    @unittest.skipUnless(shutil.which("dot"), "there is no Graphviz (Debian: graphviz)")
    def test_graphviz_draws_graphs_of_the_compiler_without_a_complaint(self) -> None:
        for shader in ("lit_texture.frag.tgsi", "transform.vert.tgsi"):
            graph = self.folder / "graph.dot"
            subprocess.run([TOOL, "compile", str(EXAMPLES / shader), "--gpu", "740", "-o",
                            str(self.folder / "words"), "--dot", str(graph)],
                           capture_output=True, check=True)
            self.assertRegex(graph.read_text(), r"\|right=instr\d+")
            drawn = subprocess.run(["dot", "-Tsvg", str(graph)], capture_output=True, text=True,
                                   check=False)
            self.assertEqual((drawn.returncode, drawn.stderr), (0, ""), shader)

    def test_lines_cost_what_the_report_says(self) -> None:
        shader = EXAMPLES / "lit_texture.frag.tgsi"
        report = json.loads(subprocess.run([TOOL, "cost", str(shader), "--gpu", "740", "--format",
                                            "json"], capture_output=True, text=True,
                                           check=True).stdout)
        page = self.page(shader, "--gpu", "740")
        costs = numbers(page.data["costs"])
        shown = {page.origin(key)[1]: cycles for key, cycles in zip(costs[::4], costs[1::4])}
        self.assertEqual(shown, {line["number"]: line["cycles"] for line in report["lines"]})
        shared = numbers(page.data["shared"])
        served = {(page.origin(server)[1], page.origin(other)[1]): cycles
                  for server, other, cycles in zip(shared[::3], shared[1::3], shared[2::3])}
        self.assertEqual(served, {(line["number"], other["number"]): other["cycles"]
                                  for line in report["lines"] for other in line["serves"]})
        self.assertEqual(page.data["register_holders"], report["register_holders"])
        self.assertEqual([found["finding"] for found in page.data["findings"]],
                         [found["finding"] for found in report["findings"]])

    def test_passes_tell_what_they_changed(self) -> None:
        page = self.page(EXAMPLES / "lit_texture.frag.tgsi")
        changes = [each for each in page.data["changes"] if each["column"] == "nir"]
        forms = page.columns["nir"]
        self.assertEqual([each["title"] for each in changes], [title for title, _ in forms])
        for change, (title, lines), (_, before) in zip(changes[1:], forms[1:], forms):
            for name, count in change["names"].items():
                def has(rows: list[Line], opcode: str = name) -> int:
                    return sum(bool(re.search(rf"(^ *|= (relaxed |exact )*){re.escape(opcode)}\b",
                                              row.text)) for row in rows
                               if not row.text.endswith(":") and row.text.startswith("    "))
                self.assertEqual(has(lines) - has(before), count, (title, name))

    def comparison(self, before: Path, after: Path, *options: str) -> Any:
        page = self.folder / "versions.html"
        done = subprocess.run([TOOL, "view", str(before), str(after), "-o", str(page), *options],
                              capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        found = re.search(r'<script type="application/json" id="data">(.*?)</script>',
                          page.read_text(encoding="utf-8"), re.DOTALL)
        assert found is not None
        return json.loads(found.group(1))

    def test_two_versions(self) -> None:
        before = EXAMPLES / "lit_texture.frag.tgsi"
        lines = before.read_text().splitlines()
        place = next(i for i, line in enumerate(lines) if "RSQ" in line)
        after = self.write("new.frag.tgsi", "\n".join(
            [*lines[:place + 1], lines[place].replace("RSQ", "EX2"), *lines[place + 1:]]) + "\n")
        data = self.comparison(before, after)
        self.assertEqual(data["source"]["kinds"],
                         " " * (place + 1) + "+" + " " * (len(lines) - place - 1))
        self.assertEqual(data["source"]["before"], lines)
        self.assertEqual(data["source"]["after"], after.read_text().splitlines())
        for side, name in enumerate(("before", "after")):
            part = data["code"]
            shown = sum(kind in (" -", " +")[side] for kind in part["kinds"])
            self.assertEqual(shown, len(part[name]))
            self.assertEqual(len(numbers(part["costs"][side])), len(part[name]))
        reports = [json.loads(subprocess.run(
            [TOOL, "cost", str(path), "--format", "json"], capture_output=True, text=True,
            check=True).stdout.splitlines()[0]) for path in (before, after)]
        total = next(each for each in data["figures"]
                     if (each["section"], each["label"]) == ("instructions", "all"))
        self.assertEqual([total["before"], total["after"]],
                         [report["instructions"]["total"] for report in reports])
        self.assertEqual(total["mark"], "worse")
        # Rows of zeros say nothing, but for arithmetic in 16 bits.
        zeros = {each["label"] for each in data["figures"] if each["section"] == "instructions"
                 and each["before"] == each["after"] == 0}
        self.assertEqual(zeros, {"ALU 16 bit"})
        self.assertTrue(all((each["before"] == each["after"]) == (each["mark"] == "equal")
                            for each in data["figures"]))

    def test_equal_versions_and_other_stages_are_told(self) -> None:
        fragment, vertex = (EXAMPLES / name for name in ("lit_texture.frag.tgsi",
                                                         "transform.vert.tgsi"))
        notes = "\n".join(self.comparison(fragment, fragment)["notes"])
        self.assertIn("The texts are the same.", notes)
        self.assertIn("Both are compiled to the same words.", notes)
        self.assertIn(" 0 better, 0 worse, ", notes)
        nir = self.write("shader.nir", subprocess.run(
            [TOOL, "opt", "--passes", "dead_code", str(vertex)], capture_output=True, text=True,
            check=True).stdout)
        notes = "\n".join(self.comparison(fragment, nir)["notes"])
        self.assertIn("The stages differ: FRAG and VERT.", notes)
        self.assertIn("The languages differ: tgsi and nir.", notes)

    def test_faults_of_both_versions_are_told(self) -> None:
        bad = self.write("bad.frag.tgsi", "FRAG\n 0: NOSUCH\n")
        page = self.folder / "versions.html"
        done = subprocess.run([TOOL, "view", str(bad), "/no/such.tgsi", "-o", str(page)],
                              capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 2)
        self.assertIn("bad.frag.tgsi:2:", done.stderr)
        self.assertIn("cannot read '/no/such.tgsi'", done.stderr)
        self.assertFalse(page.exists())
        done = subprocess.run([TOOL, "view", str(bad), str(bad), "-o", str(page), "--after", "x"],
                              capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stderr.splitlines()[0]),
                         (2, "jacquard: --after is for the page of one shader"))

    def test_equal_runs_give_equal_pages(self) -> None:
        shader = EXAMPLES / "transform.vert.tgsi"
        self.assertEqual(self.page(shader).text, self.page(shader).text)

    def test_a_fault_leaves_no_page(self) -> None:
        page = self.folder / "page.html"
        done = subprocess.run([TOOL, "view", "-", "-o", str(page)], input="FRAG\n 0: NOSUCH\n",
                              capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 1)
        self.assertIn("<stdin>:2:", done.stderr)
        self.assertFalse(page.exists())
        done = subprocess.run([TOOL, "view", str(EXAMPLES / "transform.vert.tgsi")],
                              capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stderr),
                         (2, "jacquard: 'view' needs -o PAGE.html, the page to write\n"))


if __name__ == "__main__":
    TOOL, EXAMPLES, SHARED = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
    unittest.main(argv=sys.argv[:1], verbosity=2)
