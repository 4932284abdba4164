"""The tables as a site: every entry has a page, every link leads somewhere, and addresses stay."""

from __future__ import annotations

import collections
import json
import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from jacquard_gen.groups import Context
from jacquard_gen.site.build import ADDRESSES, build

from ..support import DEFS, ROOT
from .bless_addresses import RECORDED
from .support import pages, site, tables, target

MOST_BYTES_OF_PAGE = 300_000


class Pages(unittest.TestCase):
    def test_pages_are_well_formed_and_their_places_differ(self) -> None:
        for address, page in pages().items():
            twice = [name for name, count in collections.Counter(page.places).items() if count > 1]
            self.assertEqual(twice, [], address)
        self.assertGreater(len(pages()), 6000)

    def test_every_link_leads_to_a_file_of_the_site_and_a_place_on_it(self) -> None:
        broken = []
        for address, page in pages().items():
            for link in page.links:
                self.assertNotRegex(link, "^[a-z]+:", f"{address} leaves the site")
                file, place = target(address, link)
                if file not in site():
                    broken.append(f"{address}: {link}")
                elif place and file.startswith("compare/parts.html"):
                    continue  # Places there are parts, which a script shows.
                elif place and place not in pages()[file].places:
                    broken.append(f"{address}: {link}")
        self.assertEqual(broken, [])

    def test_nothing_is_loaded_from_elsewhere(self) -> None:
        for name, data in site().items():
            if name.startswith("assets/"):
                text = data.decode("utf-8").replace("http://www.w3.org/1999/xhtml", "")
                self.assertNotRegex(text, r"https?://|@import|url\(|fetch\(|XMLHttp", name)

    def test_pages_are_small(self) -> None:
        large = {name: len(data) for name, data in site().items()
                 if name.endswith(".html") and len(data) > MOST_BYTES_OF_PAGE}
        self.assertEqual(large, {})

    def test_addresses_are_names_of_files_everywhere(self) -> None:
        folded = collections.Counter(name.casefold() for name in site())
        self.assertEqual([name for name, count in folded.items() if count > 1], [])
        for name in site():
            self.assertRegex(name, r"^[A-Za-z0-9._/-]+$")
            for part in name.split("/"):
                self.assertNotRegex(part, r"(?i)^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)")


class Entries(unittest.TestCase):
    def test_every_entry_of_every_table_has_its_place_on_a_page(self) -> None:
        shown = set(re.findall(r"Defined at <code>([^<]+)</code>", "".join(
            data.decode("utf-8") for name, data in site().items() if name.endswith(".html"))))
        missing = [entry["place"] for entries in tables()["tables"].values()
                   for entry in entries if entry["place"] not in shown
                   # Tables whose entries stand in lists are shown by these.
                   and not {"operations", "kinds"} & set(entry)]
        self.assertEqual(missing, [])

    def test_every_instruction_of_every_revision_has_a_page_with_its_bits(self) -> None:
        for opcode in {each["opcode"] for each in tables()["ir3"]["encodings"]}:
            page = site()[f"ir3/op/{opcode}.html"].decode("utf-8")
            self.assertIn('<table class="bits"', page, opcode)

    def test_every_format_has_a_picture(self) -> None:
        names = [name for name in site() if re.fullmatch("ir3/format/(?!index)[^/]+", name)]
        for name in names:
            self.assertIn('<table class="bits"', site()[name].decode("utf-8"), name)
        self.assertGreater(len(names), 90)

    def test_every_part_shows_all_its_facts(self) -> None:
        for revision in tables()["ir3"]["revisions"]:
            for part in revision["parts"]:
                text = pages()[f"ir3/part/{part}.html"].text
                for fact in revision["machine"]:
                    self.assertIn(fact, text)

    def test_a_page_tells_what_several_tables_say(self) -> None:
        def says(address: str, *texts: str) -> None:
            text = " ".join(pages()[address].text.split())
            for each in texts:
                self.assertIn(each, text, address)

        says("nir/op/isub.html", "int isub(int, int)", "1, 8, 16, 32, 64", "src0 - src1",
             "Rewrite rules, by find", "xor_by_and_or")
        says("nir/op/fadd.html", "Selection of arithmetic", "SPIR-V instructions, by becomes",
             "FAdd", "TGSI opcodes, by becomes", "for all values")
        says("spirv/op/FMul.html", "Becomes", "fmul", "number 133", "src0 * src1")
        says("tgsi/op/UMOD.html", "Becomes", "umod", "Unsigned Remainder")
        says("ir3/op/add.f.html", "Bits on a6xx, a7xx", "alu_two_sources", "Timing and parts",
             "740")
        says("ir3/op/atomic.s.add.html", "a5xx")
        says("ir3/part/740.html", "a7xx", "wave_lanes")
        says("nir/rule/integer_add_zero.html", "(iadd a 0)", "Proofs", "proven")
        says("error/E203.html", "Example", "sources of an opcode", "malformed")
        says("error/T101.html", "Example", "error[T101]")
        says("pipeline/common.html", "registers_to_ssa", "one_function", "has_functions")
        says("compare/a6xx-a7xx.html", "18 opcodes added", "alias")
        says("history.html", "since when")

    def test_proofs_are_counted_as_they_are(self) -> None:
        text = pages()["about.html"].text
        for noun, count in (("rules", 6000), ("lowerings", 500), ("claims", 1000),
                            ("selections", 190)):
            found = re.search(rf"\b{noun}((?:\d+ [a-z-]+(?:, )?)+)", text)
            assert found is not None, noun
            self.assertIn("proven", found[1])
            self.assertGreater(sum(map(int, re.findall(r"\d+", found[1]))), count)


class Addresses(unittest.TestCase):
    def test_no_address_that_was_recorded_is_gone(self) -> None:
        recorded = RECORDED.read_text(encoding="utf-8").splitlines()
        gone = [address for address in recorded if address not in site()]
        self.assertEqual(gone, [], "each needs an entry in defs/site/moved.yaml")
        self.assertGreater(len(recorded), 6000)

    def test_the_list_of_addresses_has_every_page(self) -> None:
        listed = site()[ADDRESSES].decode("utf-8").splitlines()
        moved = {name for name in site() if b'http-equiv="refresh"' in site()[name]}
        self.assertEqual(set(listed) | moved,
                         {name for name in site() if name.endswith(".html")})

    def test_an_address_that_moved_leads_on(self) -> None:
        page = site()["pipeline/way/all.html"].decode("utf-8")
        self.assertIn('content="0; url=../../pipeline/way/compile.html"', page)


class Faults(unittest.TestCase):
    def faults(self, table: str, more: str) -> list[str]:
        text = (DEFS / table).read_text(encoding="utf-8") + more
        context = Context(DEFS, instead={table: text})
        self.assertIsNone(build(context))
        return [f"{fault.code} {fault.message}" for fault in context.diagnostics.sorted()]

    def test_addresses_that_move_must_be_free_and_lead_to_pages(self) -> None:
        self.assertEqual(self.faults(
            "site/moved.yaml", "- {was: about.html, is: nir/op/fad.html, reason: None.}\n"),
            ["U002 there is a page 'about.html'", "U002 there is no page 'nir/op/fad.html'"])

    def test_a_table_that_no_kind_has_is_told(self) -> None:
        text = (DEFS / "site/kinds.yaml").read_text(encoding="utf-8")
        context = Context(DEFS, instead={"site/kinds.yaml": text.replace(
            "tables: [tgsi/opcodes/*]", "tables: [tgsi/others/*]")})
        self.assertIsNone(build(context))
        self.assertEqual({fault.code for fault in context.diagnostics.sorted()}, {"U003"})


class Runs(unittest.TestCase):
    def test_another_run_makes_the_same_bytes(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run(
                [sys.executable, "-m", "jacquard_gen", "docs", "--site", folder],
                env={**os.environ, "PYTHONPATH": str(ROOT / "generators"), "PYTHONHASHSEED": "1"},
                capture_output=True, text=True, check=True)
            self.assertIn(f"{len(site()):,} written", done.stdout)
            for name, data in site().items():
                self.assertEqual((Path(folder) / name).read_bytes(), data, name)


class Index(unittest.TestCase):
    def test_every_subject_stands_in_the_index_once(self) -> None:
        text = site()["data/index.js"].decode("utf-8")
        kinds = json.loads(text.removeprefix("jacquardIndex(").removesuffix(");\n"))
        found = [f"{kind['folder']}/{entry[1] or entry[0]}.html"
                 for kind in kinds if kind["folder"] for entry in kind["entries"]]
        entries = {name for name, data in site().items() if name.endswith(".html")
                   and b'<section id="s1">' in data and not name.startswith("compare/")}
        self.assertEqual(len(found), len(set(found)))
        self.assertEqual(set(found), entries)


if __name__ == "__main__":
    unittest.main()
