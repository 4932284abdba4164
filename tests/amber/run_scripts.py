#!/usr/bin/env python3
"""Runs the scripts of this folder: those that pass, that fail and that are refused.

    run_scripts.py TOOL pass OPTION...    all of scripts/ pass, with these options of `jacquard run`
    run_scripts.py TOOL idle              none of them passes where nothing is run
    run_scripts.py TOOL fail              all of failing/ tell the faults that their comments
                                          `# fails:` name, and no other
    run_scripts.py TOOL refuse PAGE       all of refused/ are refused for the part that they name,
                                          and each word that the table refuses; the help and the
                                          page list the parts of the table
    run_scripts.py TOOL words             each word of the tables stands in a script that is run
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parent
ROOT = FOLDER.parents[1]
sys.path.insert(0, str(ROOT / "generators"))

from jacquard_gen.groups import Context  # noqa: E402  the folder of the generator is known now

SKIPPED = 77
LEAST = 100  # scripts of AmberScript

GLSL = """#!amber
SHADER compute shader GLSL
#version 450
void main() {}
END
PIPELINE compute work
  ATTACH shader
END
RUN work 1 1 1
"""

DRAWN = """#!amber
BUFFER picture FORMAT R8G8B8A8_UNORM
SHADER vertex place PASSTHROUGH
PIPELINE graphics draw
  ATTACH place
HERE
END
RUN draw DRAW_RECT POS 0 0 SIZE 8 8
"""

TESTED = """[vertex shader passthrough]
[test]
WORD HERE
draw rect -1 -1 2 2
"""

# These texts show where the words stand that the table refuses: `WORD` is one of them, of the set
# that the key names, or Vulkan's name for it.
REFUSED_WORDS = {
    "script_command": "#!amber\nWORD BOTTOM_LEVEL rays\n  GEOMETRY TRIANGLES\n    0 0 0\n  END\n"
                      "END\n",
    "pipeline_command": DRAWN.replace("HERE", "  WORD place"),
    "depth_command": DRAWN.replace("HERE", "  DEPTH\n    WORD constant 0 clamp 0 slope 0\n  END"),
    "shader_stage": "#!amber\nSHADER WORD rays GLSL\nvoid main() {}\nEND\n",
    "shader_format": "#!amber\nSHADER compute work WORD\nvoid main() {}\nEND\n",
    "file_form": "#!amber\nBUFFER numbers DATA_TYPE uint8 FILE WORD numbers.png\n",
    "pipeline_kind": "#!amber\nPIPELINE WORD work\n  ATTACH missing\nEND\nRUN work 1 1 1\n",
    "bound": DRAWN.replace("HERE", "  BIND WORD rays DESCRIPTOR_SET 0 BINDING 0"),
    "binding_place": DRAWN.replace("HERE", "  BIND BUFFER picture WORD ARG_NUMBER 0"),
    "target_kind": DRAWN.replace("HERE", "  BIND BUFFER picture AS WORD"),
    "blend_factor": DRAWN.replace("HERE", "  BLEND\n    SRC_COLOR_FACTOR WORD\n  END"),
    "blend_factor vulkan": TESTED.replace("WORD HERE", "dstAlphaBlendFactor WORD"),
    "blend_operation": DRAWN.replace("HERE", "  BLEND\n    ALPHA_OP WORD\n  END"),
    "blend_operation vulkan": TESTED.replace("WORD HERE", "colorBlendOp WORD"),
    "run_form": DRAWN.replace("HERE\n", "") + "RUN WORD draw 1 1 1\n",
    "topology": DRAWN.replace("HERE\n", "") + "RUN draw DRAW_ARRAY AS WORD\n",
    "topology vulkan": TESTED.replace("WORD HERE", "topology WORD"),
    "section_stage": "[WORD shader]\n[test]\n",
    "test_command": TESTED.replace("HERE", "TRUE"),
    "entry_stage": TESTED.replace("HERE", "entrypoint main"),
    "test_draw": TESTED.replace("WORD HERE", "draw WORD 0 1"),
    "test_topology": TESTED.replace("WORD HERE", "draw arrays WORD 0 3"),
}

# Sets of which VkScript alone has words, by Vulkan's names; and sets that need no script: names
# that are looked up and nothing else, and words that are those of other sets.
OF_VULKAN = {"front_face", "cull_face", "logic_operation"}
WITHOUT_SCRIPT = {"feature", "block_start"}

# Commands that do something to a buffer.
ACTIVE = re.compile(r"^\s*(RUN|CLEAR|COPY|draw|compute|clear)\b(?! entrypoint)")


def scripts(folder: str) -> list[Path]:
    found = sorted(path for path in (FOLDER / folder).iterdir()
                   if path.suffix in (".amber", ".vkscript"))
    assert found, f"there are no scripts in {folder}"
    return found


def answers(tool: str, paths: list[Path], options: list[str]) -> list[dict[str, Any]]:
    """Returns the tool's answer for each script."""
    ran = subprocess.run([tool, "run", "--json", *options, *map(str, paths)],
                         capture_output=True, text=True, check=False)
    lines = [json.loads(line) for line in ran.stdout.splitlines()]
    assert len(lines) == len(paths) + 1, ran.stderr
    totals = lines.pop()["totals"]
    for word in ("passed", "failed", "refused"):
        assert totals[word] == sum(line["status"] == word for line in lines), totals
    assert ran.returncode == (1 if totals["failed"] else 0), ran.returncode
    return lines


def without_runs(path: Path, folder: Path) -> Path:
    """The script with its expectations, none of what they look at having been made."""
    text = path.read_text()
    kept: list[str] = []
    continued = False
    for line in text.splitlines():
        if not continued and not ACTIVE.match(line):
            kept.append(line)
        elif not continued or line.rstrip().endswith("\\"):
            continued = line.rstrip().endswith("\\")
        else:
            continued = False
    made = folder / path.name
    made.write_text("\n".join(kept) + "\n")
    return made


def check_passing(tool: str, options: list[str]) -> list[str]:
    found = scripts("scripts")
    assert sum(path.suffix == ".amber" for path in found) >= LEAST
    return [f"{line['script']}:{line.get('line', 0)}: {line['status']}: {line['reason']}"
            for line in answers(tool, found, options) if line["status"] != "passed"]


def check_idle(tool: str) -> list[str]:
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(FOLDER / "scripts/files", Path(folder) / "files")
        made = [without_runs(path, Path(folder)) for path in scripts("scripts")]
        return [f"{line['script']}: {line['status']} though nothing was run"
                for line in answers(tool, made, ["--engine", "nir"]) if line["status"] != "failed"]


def marked(path: Path, word: str) -> str:
    found = re.search(rf"^# {word}: (.*)$", path.read_text(), re.MULTILINE)
    assert found, f"{path} does not say '# {word}: ...'"
    return found.group(1)


def faults_told(tool: str, paths: list[Path]) -> dict[str, list[str]]:
    """All faults that the tool tells, by script: its place and its message."""
    ran = subprocess.run([tool, "run", "--engine", "nir", *map(str, paths)], capture_output=True,
                         text=True, check=False)
    told: dict[str, list[str]] = {str(path): [] for path in paths}
    for line in ran.stderr.splitlines():
        if found := re.match(r"(.*?):(\d+:\d+): error\[\w+\]: (.*)", line):
            told[found.group(1)].append(f"{found.group(2)}: {found.group(3)}")
    return told


def check_failing(tool: str) -> list[str]:
    faults = []
    paths = scripts("failing")
    told = faults_told(tool, paths)
    for path, line in zip(paths, answers(tool, paths, ["--engine", "nir"])):
        expected = re.findall(r"^# fails: (.*)$", path.read_text(), re.MULTILINE)
        found = told[str(path)]
        fits = len(found) == len(expected) and all(map(is_told, expected, found))
        if line["status"] != "failed" or not expected or not fits:
            faults.append(f"{path}: {line['status']}; expected {expected}, told {found}")
    return faults


def is_told(expected: str, told: str) -> bool:
    place, message = expected.split(": ", 1)
    found, reason = told.split(": ", 1)
    return place == found and message in reason


def check_refused(tool: str, page: Path) -> list[str]:
    faults = []
    paths = scripts("refused")
    parts = set()
    for path, line in zip(paths, answers(tool, paths, ["--engine", "nir"])):
        part = marked(path, "refused")
        parts.add(part)
        if line["status"] != "refused" or not line["reason"].startswith(f"{part} is not supported"):
            faults.append(f"{path}: {line['status']}: {line['reason']}")
    faults += check_refused_words(tool)
    help_text = subprocess.run([tool, "run", "--help-all"], capture_output=True, text=True,
                               check=True).stdout
    start = help_text.index("Scripts are refused for")
    listed = dict(re.findall(r"^  (.+?): (.+)$", help_text[start:], re.MULTILINE))
    table = {str(part.name): str(part.reason) for part in table_of_words().refused.values()}
    section = page.read_text().split("## What is refused", 1)[1]
    rows = dict(re.findall(r"^\| (?!part \||---)(.+?) \| (.+?) \|$", section, re.MULTILINE))
    for what, found in (("help", listed), (page.name, rows)):
        if found != table:
            faults.append(f"the {what} lists other parts than the table:"
                          f" {sorted(found.items() ^ table.items())}")
    if parts != set(table):
        faults.append(f"scripts are refused for other parts than the table's:"
                      f" {sorted(parts ^ set(table))}")
    return faults


def check_refused_words(tool: str) -> list[str]:
    """Each word that the table refuses is refused where it may stand, and for that part."""
    model = table_of_words()
    blocks = [str(word) for each in model.words.sets if each.set == "block_start"
              for word in each.names]
    texts: dict[str, tuple[str, str]] = {}  # by name of the file: the text, and the part
    faults = []
    for entry in model.words.sets:
        refused = [(str(word), str(part)) for word, part in entry.refusals()]
        refused += [(str(word), str(part)) for part, words in entry.refused_if_on.items()
                    for word in words]
        if refused and not any(name.partition(" ")[0] == entry.set for name in REFUSED_WORDS):
            faults.append(f"no text shows where the refused words of '{entry.set}' stand")
        for name, text in REFUSED_WORDS.items():
            key, _, form = name.partition(" ")
            for word, part in refused if key == entry.set else []:
                written = entry.vulkan_name(word) if form == "vulkan" else word
                suffix = "amber" if text.startswith("#!amber") else "vkscript"
                file = f"{len(texts)}_{re.sub(r'[^A-Za-z0-9]', '_', written)}.{suffix}"
                whole = text.replace("WORD place", "WORD place\n  END") if word in blocks else text
                texts[file] = whole.replace("WORD", written), str(model.refused[part].name)
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder) / file for file in texts]
        for path, (text, _) in zip(paths, texts.values()):
            path.write_text(text)
        told = answers(tool, paths, ["--engine", "nir"])
        for (file, (_, part)), line in zip(texts.items(), told):
            if line["status"] != "refused" or \
                    not line["reason"].startswith(f"{part} is not supported"):
                faults.append(f"{file}: {line['status']}, not refused for {part}:"
                              f" {line['reason']}")
    return faults


def spoken(*folders: str) -> dict[str, set[str]]:
    """The words of all scripts, by the ending of their names; the heads of sections are words."""
    found: dict[str, set[str]] = {".amber": set(), ".vkscript": set()}
    for path in (path for folder in folders for path in scripts(folder)):
        text = re.sub(r"^\s*#(?!!).*$", "", path.read_text(), flags=re.MULTILINE)
        found[path.suffix].update(re.split(r"[\s(),|/\[\]]+", text))
        found[path.suffix].update(re.split(r"[\s<>\[\]]+", text))
        found[path.suffix].update(re.findall(r"^\[(.*)\]", text, re.MULTILINE))
    return found


def check_words() -> list[str]:
    """A word that no script says is one that nobody has seen read."""
    model = table_of_words()
    said = spoken("scripts", "refused")
    amber, sections = said[".amber"], said[".vkscript"]
    heads = " ".join(sorted(word for word in sections if " " in word))
    faults = []

    def look(kind: str, word: str, *places: set[str]) -> None:
        if not any(word in place for place in places):
            faults.append(f"no script says '{word}', which is a word of '{kind}'")

    for entry in model.words.sets:
        if entry.set in WITHOUT_SCRIPT:
            continue
        for word in (str(word) for word, _ in entry.meanings()):
            vulkan = entry.vulkan_name(word)
            if vulkan:
                look(entry.set, vulkan, sections)
            if entry.set == "section_form":
                faults += [] if word in heads else [f"no section has the form '{word}'"]
            elif not vulkan or entry.set not in OF_VULKAN:
                look(entry.set, word, amber, sections)
    for scalar in model.scalars:
        look("scalars", str(scalar.type), amber)
        look("scalars", str(scalar.test), sections)
        look("scalars", f"{scalar.prefix}vec2", sections)
        if scalar.vertex is not None:
            look("scalars", str(scalar.vertex), sections)
    for target in model.targets:
        look("targets", str(target.word), amber)
    return faults


def table_of_words() -> Any:
    model = Context(ROOT / "defs").model("amber")
    assert model is not None, "the tables have faults"
    return model


def main() -> int:
    tool, what, *rest = sys.argv[1:]
    if what == "words":
        faults = check_words()
        print("\n".join(faults) or "each word stands in a script")
        return 1 if faults else 0
    with tempfile.NamedTemporaryFile("w", suffix=".amber") as file:
        file.write(GLSL)
        file.flush()
        if answers(tool, [Path(file.name)], ["--engine", "nir"])[0]["status"] != "passed":
            print("skipped: there is no glslang (Debian: glslang-tools)")
            return SKIPPED
    faults = (check_passing(tool, rest) if what == "pass" else
              check_idle(tool) if what == "idle" else
              check_failing(tool) if what == "fail" else
              check_refused(tool, Path(rest[0])))
    print("\n".join(faults) or f"all as expected ({what})")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
