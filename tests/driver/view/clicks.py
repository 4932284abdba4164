"""Clicks through pages of `jacquard view` in a headless Chromium.

Usage: clicks.py JACQUARD EXAMPLES SHARED [PICTURES]. With PICTURES, a folder, it keeps pictures of
what it saw there. Exit code 1 when a test fails, 77 where no Chromium is installed.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
import unittest
from math import inf
from pathlib import Path

from browser import Browser, find_chromium
from page import Page, view

TOOL, EXAMPLES, SHARED = "", Path(), Path()
PICTURES: Path | None = None
SKIPPED = 77
# A page opens within a second; half of one on a quiet machine.
MOST_MILLISECONDS = 1000
MOST_TRIES = 12


class ClickTest(unittest.TestCase):
    browser: Browser

    @classmethod
    def setUpClass(cls) -> None:
        program = find_chromium()
        assert program is not None
        cls.browser = Browser(program)

    @classmethod
    def tearDownClass(cls) -> None:
        cls.browser.__exit__()

    def setUp(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="jacquard-clicks-"))
        self.addCleanup(shutil.rmtree, self.folder)
        self.browser.resize(1600, 950)
        self.browser.prefer("light")

    def tearDown(self) -> None:
        if PICTURES is not None:
            self.browser.picture(PICTURES / f"{self.id().split('.')[-1]}.png")
        self.assertEqual(self.browser.exceptions, [])

    def open(self, shader: Path, *options: str) -> Page:
        page = view(TOOL, shader, self.folder, *options)
        self.browser.open(self.folder / "page.html")
        return page

    def settle(self) -> None:
        """Waits until rows that nobody sees have their text, too."""
        self.browser.value("new Promise(done => { const look = () => "
                           "unfilled.size ? setTimeout(look, 10) : done(true); look(); })")

    def texts(self, selector: str) -> list[str]:
        self.settle()
        return list(self.browser.value(
            f"[...document.querySelectorAll({selector!r})].map(e => e.textContent)"))

    def count(self, selector: str) -> int:
        self.settle()
        return int(self.browser.value(f"document.querySelectorAll({selector!r}).length"))

    def lit(self, column: str) -> list[int]:
        return list(self.browser.value(
            f"[...document.querySelectorAll('.is-{column} .row.lit')].map(row => row.index)"))

    def expected(self, page: Page, column: str, line: int, form: int = -1) -> list[int]:
        if column == "words":
            return [i for i, key in enumerate(page.words("key")) if page.origin(key)[1] == line]
        return [i for i, each in enumerate(page.lines(column, form)) if each.line == line]

    def graph_form(self, page: Page) -> int:
        return [title for title, _ in page.columns["graph"]].index("assign_registers")

    def check_lit(self, page: Page, line: int) -> None:
        for column in ("source", "nir", "graph", "words"):
            form = self.graph_form(page) if column == "graph" else -1
            self.assertEqual(self.lit(column), self.expected(page, column, line, form), column)

    def test_each_column_lights_up_from_each_other(self) -> None:
        page = self.open(EXAMPLES / "lit_texture.frag.tgsi")
        line = 17
        for column in ("source", "nir", "graph", "words"):
            form = self.graph_form(page) if column == "graph" else -1
            row = self.expected(page, column, line, form)[0]
            self.browser.value(f"document.querySelector('#{column}-{row}').scrollIntoView()")
            self.browser.point(f"#{column}-{row} code")
            self.check_lit(page, line)
        self.browser.point(".bar h1")
        self.assertEqual(self.count(".row.lit"), 0)

    def test_a_click_pins_and_brings_into_sight(self) -> None:
        page = self.open(EXAMPLES / "lit_texture.frag.tgsi")
        line = self.last_line(page)
        row = self.expected(page, "source", line)[0]
        self.browser.value("document.querySelector('#rows-words').scrollTop = 0")
        self.browser.value(f"document.querySelector('#source-{row}').scrollIntoView()")
        self.browser.click(f"#source-{row} code")
        self.browser.point(".bar h1")
        self.check_lit(page, line)
        self.assertEqual(self.count(f"#source-{row}.pinned"), 1)
        word = self.expected(page, "words", line)[0]
        inside = self.browser.value(
            f"(() => {{ const r = document.querySelector('#words-{word}').getBoundingClientRect();"
            "const b = document.querySelector('#rows-words').getBoundingClientRect();"
            "return r.top >= b.top && r.bottom <= b.bottom; })()")
        self.assertTrue(inside)
        self.assertIn(f":{line}", self.texts("#inspector")[0])
        self.browser.press("Escape")
        self.assertEqual(self.count(".row.lit"), 0)

    def last_line(self, page: Page) -> int:
        return page.origin(page.words("key")[-1])[1]

    def test_texts_of_columns_are_those_of_the_data(self) -> None:
        page = self.open(EXAMPLES / "transform.vert.tgsi")
        for column in ("source", "nir", "graph"):
            form = self.graph_form(page) if column == "graph" else -1
            self.assertEqual(self.texts(f".is-{column} .row code"),
                             [line.text for line in page.lines(column, form)])
        self.assertEqual(self.texts(".is-words .row code"), page.data["words"]["text"])
        self.assertEqual(self.texts(".is-words .hex"), page.hex_words())

    def test_forms_are_chosen(self) -> None:
        page = self.open(EXAMPLES / "transform.vert.tgsi")
        self.assertEqual(len(self.texts(".is-nir select option")), len(page.columns["nir"]))
        self.browser.click(".is-nir .head button")
        self.assertEqual(self.texts(".is-nir .row code"),
                         [line.text for line in page.lines("nir", -2)])
        self.browser.click("#rows-nir")
        self.browser.press("]")
        self.assertEqual(self.texts(".is-nir .row code"),
                         [line.text for line in page.lines("nir")])
        self.browser.value("(() => { const s = document.querySelector('.is-graph select');"
                           "s.value = 0; s.dispatchEvent(new Event('change')); })()")
        self.assertEqual(self.texts(".is-graph .row code"),
                         [line.text for line in page.lines("graph", 0)])

    def test_heat_and_waits_and_idle_slots(self) -> None:
        page = self.open(EXAMPLES / "lit_texture.frag.tgsi")
        shown = self.texts(".is-words .heat")
        cycles = [a + b for a, b in zip(page.words("issue"), page.words("waits"))]
        self.assertEqual([float(text or 0) for text in shown], cycles)
        by_line: dict[int, float] = {}
        costs = [float(number) for number in page.data["costs"].split()]
        for key, own, in_calls in zip(costs[::4], costs[1::4], costs[3::4]):
            by_line[page.origin(key)[1]] = own + in_calls
        heats = self.texts(".is-source .heat")
        self.assertEqual({i + 1: float(text) for i, text in enumerate(heats) if text}, by_line)
        self.assertEqual(self.count(".is-words .stall"),
                         sum(stalls > 0 for stalls in page.words("stalls")))
        self.assertGreater(self.count(".is-words .stall"), 0)
        idle = sum("nop" in text for text in page.data["words"]["text"])
        self.assertEqual(self.count(".is-words .slots"), idle)

    def test_the_chart_lights_up_and_is_lit(self) -> None:
        page = self.open(EXAMPLES / "lit_texture.frag.tgsi")
        self.browser.press("r")
        self.assertEqual(self.count("svg.chart .live"), 1)
        self.assertGreaterEqual(self.count("svg.chart .step"), 1)
        left, right, y = self.browser.value(
            "(() => { const s = document.querySelector('svg.chart .step').getBoundingClientRect();"
            "return [s.left, s.right, s.top + 20]; })()")
        word = 20
        self.browser.click_at(left + (right - left) * (word + 0.5) / len(page.hex_words()), y)
        self.assertEqual(self.count(f"#words-{word}.same"), 1)
        self.check_lit(page, page.origin(page.words("key")[word])[1])
        self.assertEqual(self.count(".chart-lit rect"), len(self.lit("words")))
        self.assertIn(f"word {word}", self.texts("#inspector")[0])

    def test_search(self) -> None:
        page = self.open(EXAMPLES / "lit_texture.frag.tgsi")
        self.browser.press("/")
        self.browser.write("mad")
        forms = {"source": -1, "nir": -1, "graph": self.graph_form(page)}
        expected = sum("mad" in line.text.lower() for column, form in forms.items()
                       for line in page.lines(column, form))
        expected += sum("mad" in text for text in page.data["words"]["text"])
        self.assertEqual(self.count(".row.match"), expected)
        self.assertEqual(self.texts("#found"), [f"{expected} lines"])
        self.browser.press("Enter")
        self.assertEqual(self.texts("#found"), [f"1 of {expected}"])
        self.browser.click("#next-match")
        self.browser.click("#previous-match")
        self.browser.click("#previous-match")
        self.assertEqual(self.texts("#found"), [f"{expected} of {expected}"])
        self.assertEqual(self.count(".row.at-match"), 1)
        self.browser.click("#query")
        self.browser.press("Escape")
        self.assertEqual(self.count(".row.match"), 0)

    def test_search_moves_all_columns(self) -> None:
        page = self.open(EXAMPLES / "lit_texture.frag.tgsi")
        self.browser.press("/")
        self.browser.write("rsq")
        self.browser.press("Enter")
        line = self.browser.value("originOf(litNow().key).line")
        for column in ("source", "nir", "graph", "words"):
            form = self.graph_form(page) if column == "graph" else -1
            row = self.expected(page, column, line, form)[0]
            self.assertTrue(self.browser.value(
                f"(() => {{ const r = document.querySelector('#{column}-{row}')"
                f".getBoundingClientRect(); const b = document.querySelector('#rows-{column}')"
                ".getBoundingClientRect(); return r.top >= b.top - 1 && r.bottom <= b.bottom + 1;"
                "})()"), column)

    def test_numbers_and_heat_stay_when_a_column_scrolls_sideways(self) -> None:
        self.open(EXAMPLES / "lit_texture.frag.tgsi")
        self.browser.resize(1000, 800)
        left = ("[...document.querySelectorAll('#words-3 .n, #words-3 .heat')]"
                ".map(cell => cell.getBoundingClientRect().left)")
        before = self.browser.value(left)
        code = "document.querySelector('#words-3 code').getBoundingClientRect().left"
        text = self.browser.value(code)
        self.browser.value("document.querySelector('#rows-words').scrollLeft = 60")
        self.browser.drawn()
        self.assertLess(self.browser.value(code), text)
        self.assertEqual(self.browser.value(left), before)

    def test_each_tab_keeps_its_own_place(self) -> None:
        self.open(EXAMPLES / "lit_texture.frag.tgsi")
        self.browser.press("g")
        self.browser.value("document.querySelector('#panel').scrollTop = 120")
        self.browser.drawn()
        self.browser.press("p")
        self.assertEqual(self.browser.value("document.querySelector('#panel').scrollTop"), 0)
        self.browser.value("document.querySelector('#panel').scrollTop = 60")
        self.browser.drawn()
        self.browser.press("g")
        self.assertEqual(self.browser.value("document.querySelector('#panel').scrollTop"), 120)
        self.browser.press("p")
        self.assertEqual(self.browser.value("document.querySelector('#panel').scrollTop"), 60)

    def test_the_verdict_comes_first(self) -> None:
        page = self.open(EXAMPLES / "lit_texture.frag.tgsi")
        self.assertEqual(self.texts(".verdict dd"), [page.data["verdict"][name]
                                                     for name in ("binds", "why", "try")])
        self.assertEqual(self.count(".verdict li"), len(page.data["findings"]))
        self.browser.click(".verdict li button")
        self.check_lit(page, page.origin(page.data["findings"][0]["key"])[1])

    def test_lifetimes(self) -> None:
        page = self.open(EXAMPLES / "lit_texture.frag.tgsi")
        self.browser.press("o")
        held = page.data["register_holders"]
        self.assertEqual(self.count(".lifetimes .value"), len(held["values"]))
        spans = self.browser.value(
            "[...document.querySelectorAll('.lifetimes .value')].map(group => {"
            "return [...group.querySelectorAll('rect')].map(each => ["
            "Number(each.getAttribute('x')), Number(each.getAttribute('width')),"
            "Math.round((Number(each.getAttribute('height')) + 1) / lifeRow)]); })")
        peak = self.browser.value(
            "Number(document.querySelector('.lifetimes .taken').getAttribute('x1'))")
        for value, bars in zip(held["values"], spans):
            rows = sum(each for _, _, each in bars)
            self.assertEqual(rows, len(value["registers"]), value["name"])
            self.assertGreaterEqual(len(bars), len({tuple(each) for each in value["spans"]}))
            for left, width, _ in bars:
                self.assertLessEqual(left, peak)
                self.assertGreaterEqual(left + width, peak)
        value = held["values"][-1]
        self.browser.value("document.querySelector('.lifetimes .value:last-of-type')"
                           ".dispatchEvent(new MouseEvent('click'))")
        self.assertEqual(self.count(f"#words-{value['first_word']}.same"), 1)

    def test_passes_tell_what_they_changed_and_open_their_forms(self) -> None:
        page = self.open(EXAMPLES / "lit_texture.frag.tgsi")
        self.browser.press("p")
        self.assertEqual(self.texts(".changes th"),
                         [each["title"] for each in page.data["changes"]])
        self.assertEqual(self.texts(".changes .size"),
                         [str(each["size"]) for each in page.data["changes"]])
        self.browser.click(".changes tr:nth-child(2) button")
        self.assertEqual(self.texts(".is-nir .row code"),
                         [line.text for line in page.lines("nir", 1)])

    def test_keys(self) -> None:
        page = self.open(EXAMPLES / "lit_texture.frag.tgsi")
        self.browser.press("j")
        self.browser.press("j")
        self.assertEqual(self.browser.value("document.activeElement.id"), "rows-source")
        for _ in range(15):
            self.browser.press("ArrowDown")
        self.check_lit(page, 17)
        self.browser.press("Enter")
        self.assertEqual(self.count("#source-16.pinned"), 1)
        self.browser.press("l")
        self.assertEqual(self.browser.value("document.activeElement.id"), "rows-nir")
        self.check_lit(page, 17)
        self.browser.press("1")
        self.assertEqual(self.count(".is-source[hidden]"), 1)
        self.browser.press("1")
        self.assertEqual(self.count(".is-source[hidden]"), 0)
        self.browser.press("?")
        self.assertEqual(self.count("dialog[open]"), 1)
        self.browser.press("Escape")
        self.assertEqual(self.count("dialog[open]"), 0)
        self.browser.press("f")
        self.assertEqual(self.count(".lower.folded"), 1)

    def test_light_and_dark(self) -> None:
        self.open(EXAMPLES / "transform.vert.tgsi")
        colour = "getComputedStyle(document.body).backgroundColor"
        light = self.browser.value(colour)
        self.browser.prefer("dark")
        dark = self.browser.value(colour)
        self.assertNotEqual(light, dark)
        self.browser.click("#theme")
        self.assertEqual(self.browser.value(colour), light)
        self.browser.press("t")
        self.assertEqual(self.browser.value(colour), dark)
        self.browser.value("localStorage.clear()")

    def check_pictures(self, page: Page) -> None:
        self.browser.press("c")
        blocks = page.data["blocks"]
        self.assertEqual(self.count("svg.graph .node"), len(blocks))
        successors = sum(len(set(block.split()[2:])) for block in blocks)
        self.assertEqual(self.count("svg.graph .edge"), successors)
        self.browser.press("d")
        uses = page.data["uses"].split()
        pairs = list(zip(map(int, uses[::3]), map(int, uses[1::3])))
        if len(blocks) == 1:
            linked = {word for pair in pairs for word in pair}
            self.assertEqual(self.count("svg.graph .node"), len(linked))
            self.assertEqual(self.count("svg.graph .edge"), len(pairs))
        boxes = self.browser.value(
            "[...document.querySelectorAll('svg.graph .node rect')].map(e => {"
            "const r = e.getBoundingClientRect(); return [r.left, r.top, r.right, r.bottom]; })")
        for i, a in enumerate(boxes):
            for b in boxes[:i]:
                apart = a[0] >= b[2] or b[0] >= a[2] or a[1] >= b[3] or b[1] >= a[3]
                self.assertTrue(apart, "boxes of a picture overlap")

    def test_pictures_of_the_page(self) -> None:
        page = self.open(EXAMPLES / "lit_texture.frag.tgsi", "--layout", "page")
        self.check_pictures(page)
        self.browser.click("svg.graph .node")
        self.assertEqual(self.count("svg.graph .node.same"), 1)
        self.assertEqual(self.count(".is-words .row.same"), 1)

    def test_pictures_of_graphviz(self) -> None:
        if shutil.which("dot") is None:
            self.skipTest("there is no Graphviz (Debian: graphviz)")
        self.check_pictures(self.open(EXAMPLES / "lit_texture.frag.tgsi"))

    def test_narrow_windows_show_a_column_at_a_time(self) -> None:
        self.browser.resize(420, 800)
        self.open(EXAMPLES / "lit_texture.frag.tgsi")
        self.assertEqual(self.count(".column:not([hidden])"), 1)
        self.browser.click("#toggles button:last-child")
        self.assertEqual(self.count(".is-words:not([hidden])"), 1)
        self.assertEqual(self.count(".column:not([hidden])"), 1)
        self.assertLessEqual(self.browser.value("document.documentElement.scrollWidth"), 420)

    def open_versions(self) -> None:
        before = EXAMPLES / "lit_texture.frag.tgsi"
        text = before.read_text()
        line = next(line for line in text.splitlines() if "RSQ" in line)
        after = self.folder / "new.frag.tgsi"
        after.write_text(text.replace(line, f"{line}\n{line.replace('RSQ', 'EX2')}"))
        subprocess.run([TOOL, "view", str(before), str(after), "-o",
                        str(self.folder / "page.html")], capture_output=True, check=True)
        self.browser.open(self.folder / "page.html")

    def versions(self, selector: str) -> int:
        return int(self.browser.value(f"document.querySelectorAll({selector!r}).length"))

    def test_two_versions_by_keyboard(self) -> None:
        self.open_versions()
        self.assertGreater(self.versions(".mark-worse"), 0)
        self.assertEqual(self.versions(".difference .come code"),
                         self.versions(".difference .come"))
        self.browser.press("2")
        self.browser.press("n")
        self.assertEqual(self.versions(".at"), 1)
        first = self.browser.value("document.querySelector('.at').textContent")
        self.browser.press("n")
        self.assertNotEqual(self.browser.value("document.querySelector('.at').textContent"), first)
        self.browser.press("N")
        self.assertEqual(self.browser.value("document.querySelector('.at').textContent"), first)
        hidden = self.versions(".skipped")
        self.assertGreater(hidden, 0)
        self.browser.value("document.querySelector('.skipped button').click()")
        self.assertEqual(self.versions(".skipped"), hidden - 1)
        self.browser.press("t")
        self.assertEqual(self.browser.value("document.documentElement.dataset.theme"), "dark")
        self.browser.value("localStorage.clear()")

    def test_two_versions_on_a_phone(self) -> None:
        self.browser.resize(360, 740)
        self.open_versions()
        self.assertLessEqual(self.browser.value("document.documentElement.scrollWidth"), 360)
        self.assertLessEqual(self.browser.value(
            "document.querySelector('#compared').scrollWidth"), 360)
        self.browser.click("#next")
        self.assertEqual(self.versions(".at"), 1)

    def test_a_phone_cuts_no_button_off(self) -> None:
        self.browser.resize(360, 740)
        self.open(EXAMPLES / "lit_texture.frag.tgsi")
        outside = self.browser.value(
            "[...document.querySelectorAll('.bar button, .bar input, #fold')].filter(each => {"
            "const box = each.getBoundingClientRect();"
            "return box.width > 0 && (box.left < 0 || box.right > innerWidth); })"
            ".map(each => each.outerHTML)")
        self.assertEqual(outside, [])

    def test_names_and_roles(self) -> None:
        self.open(EXAMPLES / "transform.vert.tgsi")
        nameless = self.browser.value(
            "[...document.querySelectorAll('button, select, input, [role=listbox], svg[role=img]')]"
            ".filter(e => !(e.getAttribute('aria-label') || e.textContent.trim() ||"
            " e.labels?.length)).map(e => e.outerHTML)")
        self.assertEqual(nameless, [])
        tree = self.browser.call("Accessibility.getFullAXTree")["nodes"]
        roles = [node["role"]["value"] for node in tree if "role" in node]
        for role in ("listbox", "option", "tab", "tabpanel", "search", "main"):
            self.assertIn(role, roles)

    def test_hostile_texts_are_shown_as_they_are(self) -> None:
        text = (EXAMPLES / "lit_texture.frag.tgsi").read_text()
        hostile = self.folder / "<img src=x onerror=document.title=1>.tgsi"
        hostile.write_text(text)
        self.open(hostile)
        self.assertEqual(self.texts("h1"), [hostile.name])
        name = "</script><img src=x onerror=document.title=2>&lt;b>\u2028"
        nir = self.folder / "shader.nir"
        nir.write_text(self.as_nir(hostile).replace("function \"main\"", f'function "{name}"'))
        self.open(nir)
        self.assertIn(f'function "{name}" entry {{', self.texts(".is-source .row code"))
        self.assertEqual(self.count("img"), 0)
        self.assertIn("shader.nir", self.browser.value("document.title"))

    def as_nir(self, shader: Path) -> str:
        return subprocess.run([TOOL, "opt", "--passes", "dead_code", str(shader)],
                              capture_output=True, text=True, check=True).stdout

    def check_opens(self, shader: Path) -> None:
        if not shader.exists():
            self.skipTest("the corpus is not there")
        page = view(TOOL, shader, self.folder)
        self.assertLess(len(page.text.encode()), 2_000_000)
        # Others may keep the machine busy: the best of some counts.
        times: list[float] = []
        while len(times) < MOST_TRIES and min(times, default=inf) >= MOST_MILLISECONDS:
            times.append(self.browser.open(self.folder / "page.html"))
        print(f"{shader.name}: {len(page.text.encode())} bytes, {min(times):.0f} ms")
        self.assertLess(min(times), MOST_MILLISECONDS)
        for column in page.columns:
            self.browser.value(f"document.querySelector('.is-{column} .row.has-key')"
                               ".scrollIntoView()")
            self.browser.click(f".is-{column} .row.has-key code")
            self.assertGreater(self.count(".row.lit"), 0, column)

    def test_a_large_fragment_shader_opens_in_a_second(self) -> None:
        self.check_opens(SHARED / "corpus/tgsi/glsl-graphicsfuzz"
                         "/samples__320es__stable_maze.frag.tgsi")

    def test_a_huge_fragment_shader_opens_in_a_second(self) -> None:
        self.check_opens(SHARED / "corpus/tgsi/etna_viv/sun_fs_frag.frag.tgsi")


if __name__ == "__main__":
    TOOL, EXAMPLES, SHARED = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
    if len(sys.argv) > 4:
        PICTURES = Path(sys.argv[4])
        PICTURES.mkdir(parents=True, exist_ok=True)
    if find_chromium() is None:
        print("skipped: no Chromium is installed (Debian: chromium)")
        sys.exit(SKIPPED)
    unittest.main(argv=sys.argv[:1], verbosity=2)
