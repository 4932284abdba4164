"""A host of Compiler Explorer needs properties, the programs that they call, and the form of their
output.

The reader is written after what the host's parser of assembly is documented to do: `.file` names
files, `.loc` says the file and line of the lines behind it, `.text` ends that; lines whose first
character is a letter are instructions and get the line; names with a colon are labels, which are
kept where an instruction has their name.

Usage: compiler_explorer_test.py JACQUARD TOOLS EXAMPLES. Exit code 1 when a test fails.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from dataclasses import dataclass
from pathlib import Path

TOOL, TOOLS, EXAMPLES = "", Path(), Path()
EXTENSIONS = {"glsl": ".glsl", "hlsl": ".hlsl"}
SOURCES = {
    "glsl": "#version 450\n"
            "layout(location = 0) in vec2 uv;\n"
            "layout(location = 0) out vec4 colour;\n"
            "layout(push_constant) uniform P { int count; };\n"
            "void main() {\n"
            "    float sum = 0.0;\n"
            "    for (int i = 0; i < count; ++i) {\n"
            "        sum += sin(uv.x * float(i));\n"
            "    }\n"
            "    colour = vec4(sum, cos(uv.y), 0.0, 1.0);\n"
            "}\n",
    "hlsl": "float4 main(float2 uv : TEXCOORD) : SV_Target {\n"
            "    float x = sin(uv.x);\n"
            "    float y = cos(uv.y);\n"
            "    return float4(x, y, 0, 1);\n"
            "}\n",
}
# The host knows these properties of a compiler or of a group.
KEYS = {"name", "exe", "options", "compilers", "groupName", "compilerType", "supportsBinary",
        "supportsExecute", "versionFlag"}


@dataclass
class Shown:
    """A line that the host shows."""
    text: str
    file: str | None  # None: the source that was edited, where there is a line
    line: int


def read_assembly(text: str) -> list[Shown]:
    files: dict[int, str] = {}
    for name in re.finditer(r'^\s*\.file\s+(\d+)\s+"([^"]+)"', text, re.MULTILINE):
        files[int(name[1])] = name[2]
    instructions = [line for line in text.splitlines() if re.match(r"\s*[A-Za-z]", line)
                    and not re.match(r"[\w$.@]+:", line)]
    used = {name for line in instructions for name in re.findall(r"[.A-Z_a-z][\w$.]*", line)}
    shown: list[Shown] = []
    source: tuple[str | None, int] = (None, 0)
    for line in text.splitlines():
        if found := re.match(r"\s*\.loc\s+(\d+)\s+(\d+)\s+(.*)", line):
            file = files[int(found[1])]
            is_main = re.search(r"<stdin>|^-$|example\.[^/]+$|<source>", file)
            source = (None if is_main else file, int(found[2]))
        elif re.search(r"\.(cfi_endproc|data|text|section)", line):
            source = (None, 0)
        label = re.match(r"([\w$.@]+):", line)
        is_comment = re.match(r"\s*(#|@|//|;)", line)
        is_directive = label is None and re.match(r"\s*\.", line)
        if is_comment or is_directive or (label and label[1] not in used):
            continue
        is_instruction = label is None and re.match(r"\s*[A-Za-z]", line)
        shown.append(Shown(line, *(source if is_instruction else (None, 0))))
    return shown


def read_properties(path: Path) -> dict[str, str]:
    lines = [line for line in path.read_text().splitlines() if line and not line.startswith("#")]
    pairs = [line.split("=", 1) for line in lines]
    properties = dict(pairs)
    assert len(properties) == len(pairs), f"{path} says something twice"
    return properties


class CompilerExplorerTest(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="compiler-explorer-"))
        self.addCleanup(shutil.rmtree, self.folder)

    def run_host(self, language: str, source: str, *options: str) \
            -> tuple[subprocess.CompletedProcess[str], str]:
        """Calls the program as the host does; what it printed, and its output file."""
        example = self.folder / f"example{EXTENSIONS[language]}"
        example.write_text(source)
        output = self.folder / "output.s"
        output.unlink(missing_ok=True)
        done = subprocess.run(
            [str(TOOLS / "jacquard-explorer"), "-g", "-o", str(output), "-S", *options,
             str(example)], capture_output=True, text=True, check=False,
            env={**os.environ, "JACQUARD": TOOL})
        return done, output.read_text() if output.exists() else ""

    def compilers(self, language: str) -> dict[str, dict[str, str]]:
        properties = read_properties(TOOLS / f"{language}.local.properties")
        groups = [name[1:] for name in properties["compilers"].split(":") if name[0] == "&"]
        compilers = {}
        known = {"compilers"}
        for group in groups:
            prefix = f"group.{group}."
            shared = {key.removeprefix(prefix): value for key, value in properties.items()
                      if key.startswith(prefix)}
            known |= {prefix + key for key in shared}
            for name in shared.pop("compilers").split(":"):
                own = f"compiler.{name}."
                compilers[name] = {**shared, **{key.removeprefix(own): value
                                                for key, value in properties.items()
                                                if key.startswith(own)}}
                known |= {key for key in properties if key.startswith(own)}
        self.assertEqual(set(properties) - known, set(), "properties that belong to nothing")
        return compilers

    def test_properties(self) -> None:
        for language in EXTENSIONS:
            for name, compiler in self.compilers(language).items():
                self.assertEqual(set(compiler) - KEYS, set(), name)
                self.assertTrue({"name", "exe", "options"} <= set(compiler), name)
                self.assertEqual(Path(compiler["exe"]).name, "jacquard-explorer")

    def test_version(self) -> None:
        (flag,) = {compiler["versionFlag"] for compiler in self.compilers("glsl").values()}
        done = subprocess.run([str(TOOLS / "jacquard-explorer"), flag], capture_output=True,
                              text=True, check=True, env={**os.environ, "JACQUARD": TOOL})
        self.assertRegex(done.stdout, r"^jacquard \d+\.\d+\.\d+\n$")

    def words(self, path: Path, *options: str) -> list[str]:
        done = subprocess.run([TOOL, "compile", str(path), *options, "--json"],
                              capture_output=True, text=True, check=True)
        return list(json.loads(done.stdout)["words"])

    @unittest.skipUnless(shutil.which("glslangValidator"), "no glslang (Debian: glslang-tools)")
    def test_each_compiler_shows_each_word_with_its_line(self) -> None:
        for language in EXTENSIONS:
            compilers = self.compilers(language)
            self.assertGreater(len(compilers), 0)
            for name, compiler in compilers.items():
                with self.subTest(name, language=language):
                    options = compiler["options"].split()
                    done, output = self.run_host(language, SOURCES[language], *options)
                    self.assertEqual((done.returncode, done.stderr, done.stdout), (0, "", ""))
                    shown = read_assembly(output)
                    instructions = [line for line in shown if not line.text.endswith(":")]
                    example = self.folder / f"example{EXTENSIONS[language]}"
                    self.assertEqual(len(instructions), len(self.words(example, *options)))
                    count = len(SOURCES[language].splitlines())
                    for line in instructions:
                        self.assertIsNone(line.file, line)
                        self.assertLessEqual(line.line, count, line)
                    sines = [line for line in instructions if line.text.split()[0] == "sin"]
                    self.assertTrue(sines)
                    for line in sines:
                        self.assertIn("sin(", SOURCES[language].splitlines()[line.line - 1])

    @unittest.skipUnless(shutil.which("glslangValidator"), "no glslang (Debian: glslang-tools)")
    def test_targets_of_branches_are_labels(self) -> None:
        _, output = self.run_host("glsl", SOURCES["glsl"], "--gpu", "630", "--stage", "fragment")
        shown = read_assembly(output)
        labels = {line.text[:-1] for line in shown if line.text.endswith(":")}
        targets = {name for line in shown for name in re.findall(r"\bl\d+\b(?!:)", line.text)}
        self.assertTrue(labels)
        self.assertEqual(targets, labels)

    def test_lines_are_those_of_the_words(self) -> None:
        """The marks give for each word the line that `view` shows for it."""
        shader = EXAMPLES / "lit_texture.frag.tgsi"
        done = subprocess.run([TOOL, "compile", str(shader), "--line-marks"],
                              capture_output=True, text=True, check=True)
        marked = [line.line for line in read_assembly(done.stdout)]
        page = subprocess.run([TOOL, "view", str(shader), "--layout", "page", "-o", "-"],
                              capture_output=True, text=True, check=True).stdout
        found = re.search(r'id="data">(.*?)</script>', page, re.DOTALL)
        assert found is not None
        data = json.loads(found[1])
        origins = data["origins"].split()
        lines = [int(origins[2 * int(key) - 1]) for key in data["words"]["key"].split()]
        self.assertEqual(marked, lines)

    def test_texts_are_those_of_the_assembly(self) -> None:
        """Only the flags have moved behind the operation."""
        shader = str(EXAMPLES / "transform.vert.tgsi")
        plain = subprocess.run([TOOL, "compile", shader], capture_output=True, text=True,
                               check=True).stdout.split("\n\n", 1)[1].splitlines()
        marked = subprocess.run([TOOL, "compile", shader, "--line-marks"], capture_output=True,
                                text=True, check=True).stdout
        shown = [line.text.strip() for line in read_assembly(marked)]
        self.assertEqual([re.sub(r"^((?:\([^)]*\))+)\s*(\S+)", r"\2 \1", line) for line in plain],
                         shown)

    @unittest.skipUnless(shutil.which("glslangValidator"), "no glslang (Debian: glslang-tools)")
    def test_faults_go_where_the_host_looks(self) -> None:
        done, output = self.run_host("glsl", SOURCES["glsl"].replace("cos(", "cosine("),
                                     "--gpu", "630", "--stage", "fragment")
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, r"example\.glsl:10:\d+: error\[G102\]: ")
        self.assertEqual(read_assembly(output), [])

    def test_names_of_files_do_not_break_the_form(self) -> None:
        shader = self.folder / 'a"b\nexample.tgsi'
        shutil.copy(EXAMPLES / "transform.vert.tgsi", shader)
        done = subprocess.run([TOOL, "compile", str(shader), "--line-marks"],
                              capture_output=True, text=True, check=True)
        self.assertIn('/a_b_example.tgsi"\n.text\n', done.stdout)

    def test_marks_are_a_form_of_their_own(self) -> None:
        for other in (["--json"], ["--print", "nir"]):
            done = subprocess.run([TOOL, "compile", str(EXAMPLES / "transform.vert.tgsi"),
                                   "--line-marks", *other], capture_output=True, text=True,
                                  check=False)
            self.assertEqual((done.returncode, done.stdout), (2, ""))
            self.assertIn("--line-marks", done.stderr)


if __name__ == "__main__":
    TOOL, TOOLS, EXAMPLES = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
    unittest.main(argv=sys.argv[:1], verbosity=2)
