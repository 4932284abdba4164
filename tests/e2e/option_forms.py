"""Whatever options the table may have compiles: an option of each type, with each key that its type
may have, becomes C++ that a compiler takes.

Usage: option_forms.py SOURCE_FOLDER BUILD_FOLDER. Runs with the Python of the build, whose
PYTHONPATH names the generator.
"""

from __future__ import annotations

import json
import shutil
import sys
import tempfile
import unittest
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from jacquard_gen.options.check import FORMS
from jacquard_gen.options.entries import TYPES
from outer_build import cached, run

SOURCE = Path(sys.argv.pop(1))
BUILD = Path(sys.argv.pop(1))

# A translation has such a member for an option of modules, by its type.
MEMBERS = {"flag": "bool", "choice": "ir3::{enum}", "number": "std::uint32_t",
           "text": "std::string", "stage": "std::optional<nir::Stage>",
           "specialisations": "std::vector<Specialisation>"}
USE = """\
#include <jacquard/generated/options/option_rows.h>
#include <jacquard/generated/options/read_members.h>
#include <jacquard/generated/options/read_tool_options.h>

using namespace jacquard;

std::size_t use(const driver::Arguments& arguments, const driver::Streams& streams,
                const jacquard_compile_options& given) {
    ir3::CompileSettings settings = ir3::settings_as_written();
    spirv::TranslateOptions translation;
    std::size_t count = binding::kOptionRows.size() + driver::kOptionsOfPipelines.size();
    count += binding::read_members(given, settings, translation) ? 1 : 0;
    count += driver::read_arguments(arguments, streams, settings) ? 1 : 0;
    count += driver::read_module_arguments(arguments, streams, settings, translation) ? 1 : 0;
    count += settings < ir3::settings_of_translation(settings) ? 1 : 0;
    ir3::for_each_member(settings, [&](auto, const auto&) { ++count; });
    driver::tell_arguments(settings, [&](auto, const std::string& text) { count += text.size(); });
    return count;
}
"""


def entry(kind: str, place: str, keys: set[str], position: int) -> dict[str, Any]:
    """An option with these keys, and with those that its type needs."""
    name = f"{kind}_{place}"
    values: dict[str, Any] = {
        "enum": "".join(word.capitalize() for word in name.split("_")), "most": 8,
        "values": [{"value": "usual"}, {"value": "other", "keyword": "OTHER"}],
        "enum_doc": "It is a kind.", "as_written": "other", "takes": "a number up to 8",
        "c": {"position": position, "since": "0.1.0", "doc": "an option"},
        "tool": {"name": f"--{kind}-{place}", "help": "it is an option",
                 **({} if "of_module" in keys else {"commands": ["compile", "run"]}),
                 **({} if kind == "flag" else {"value": "VALUE"})}}
    return {"option": name, "type": kind, "doc": "It is an option.",
            **{key: values.get(key, True) for key in FORMS[kind].needs + tuple(sorted(keys))}}


def entries() -> Iterator[dict[str, Any]]:
    """Options of each type: with nothing else, with all that is for settings, and of modules."""
    position = 13
    for kind, form in FORMS.items():
        if kind == "part":
            continue  # there is one, of that name, already
        may = set(form.may)
        for place, keys in (("alone", set()), ("settings", may - {"of_module"}),
                            ("modules", may & {"of_module", "c", "tool", "power_of_two",
                                               "enum_doc"})):
            needs_module = "of_module" in form.needs
            if (place == "settings" and needs_module) or (
                    place == "modules" and not needs_module and "of_module" not in may):
                continue
            if needs_module and place == "modules":
                keys = keys | {"of_module"}
            made = entry(kind, place, keys, position)
            position += "c" in made
            yield made


class OptionForms(unittest.TestCase):
    def setUp(self) -> None:
        self.scratch = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.scratch)
        shutil.copytree(SOURCE / "defs", self.scratch / "defs")

    def test_options_of_each_type_compile(self) -> None:
        self.assertEqual(set(FORMS), set(TYPES))
        made = list(entries())
        self.assertGreater(len(made), 12)
        with open(self.scratch / "defs" / "options" / "compile.yaml", "a",
                  encoding="utf-8") as table:
            table.writelines(f"- {json.dumps(each)}\n" for each in made)
        run(sys.executable, "-m", "jacquard_gen", "generate", "--group", "options", "--defs",
            self.scratch / "defs", "--out", self.scratch / "out")
        self.write_translation(made)
        use = self.scratch / "use.cpp"
        use.write_text(USE, encoding="utf-8")
        run(cached(BUILD, "CMAKE_CXX_COMPILER"), "-std=c++20", "-fsyntax-only", "-Wall", "-Wextra",
            "-Werror", f"-I{self.scratch / 'out'}", f"-I{SOURCE / 'runtime'}",
            f"-I{SOURCE / 'backend'}", f"-I{BUILD / 'generated'}", use)

    def write_translation(self, made: list[dict[str, Any]]) -> None:
        """Translations that have the members of these options."""
        name = Path("jacquard") / "spirv" / "translate" / "translate_options.h"
        text = (SOURCE / "runtime" / name).read_text(encoding="utf-8")
        members = "".join(f"    {MEMBERS[each['type']].format(**each)} {each['option']} = {{}};\n"
                          for each in made if "of_module" in each or "module" in each)
        text = text.replace("struct TranslateOptions {\n", "struct TranslateOptions {\n" + members)
        text = text.replace("#pragma once\n", "#pragma once\n\n"
                            "#include <jacquard/generated/options/option_values.h>\n")
        self.assertIn(members, text)
        self.assertGreater(members.count("\n"), 6)
        path = self.scratch / "out" / name
        path.parent.mkdir(parents=True)
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    unittest.main()
