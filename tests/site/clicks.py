"""Clicks through the tables as a site in a headless Chromium, as files.

Usage: clicks.py SITE [PICTURES]. With PICTURES, a folder, it keeps pictures of what it saw there,
in five sizes, light and dark. Exit code 1 when a test fails, 77 where no Chromium is installed.
"""

from __future__ import annotations

import sys
import time
import unittest
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "driver" / "view"))

from browser import Browser, find_chromium  # noqa: E402

SITE = Path()
PICTURES: Path | None = None
SKIPPED = 77
SECONDS = 30.0
SIZES = ((360, 740), (768, 1024), (1024, 700), (1280, 900), (1920, 1080))
SHOWN = ("index.html", "ir3/op/add.f.html", "nir/op/fadd.html", "compare/a6xx-a7xx.html",
         "explain.html#630:4730000a00002006,6302880530049003,ffffffffffffffff")


class Clicks(unittest.TestCase):
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
        self.browser.resize(1280, 900)
        self.browser.prefer("light")

    def tearDown(self) -> None:
        self.assertEqual(self.browser.exceptions, [])

    def open(self, address: str) -> None:
        self.browser.call("Page.navigate", url="about:blank")
        path, _, place = address.partition("#")
        url = (SITE / path).resolve().as_uri() + (f"#{place}" if place else "")
        self.browser.call("Page.navigate", url=url)
        self.wait("document.documentElement?.dataset.ready ?? ''", "yes")

    def wait(self, expression: str, expected: Any) -> None:
        end = time.monotonic() + SECONDS
        while (found := self.browser.value(expression)) != expected:
            if time.monotonic() > end:
                self.fail(f"{expression} is {found!r}, and never {expected!r}")
            time.sleep(0.02)

    def shows(self, name: str) -> None:
        """Waits until the page of a name is there."""
        self.wait("document.querySelector('h1 code')?.textContent", name)

    def type(self, text: str) -> None:
        self.browser.press("/")
        self.wait("document.activeElement.id", "search")
        self.browser.write(text)

    def test_a_name_is_found_as_it_is_typed_and_opened_by_keys(self) -> None:
        self.open("nir/rule/index.html")
        self.type("fadd")
        self.wait("document.querySelector('#found [aria-selected] code')?.textContent", "fadd")
        self.wait("document.querySelector('#found [aria-selected] i')?.textContent", "ALU opcode")
        self.browser.press("ArrowDown")
        self.wait("document.querySelector('#found li:first-child').ariaSelected", None)
        self.browser.press("ArrowUp")
        self.browser.press("Enter")
        self.shows("fadd")

    def test_what_is_not_there_is_said_and_escape_leaves(self) -> None:
        self.open("index.html")
        self.type("no such name")
        self.wait("document.querySelector('#found .none')?.textContent",
                  "No name has that in it.")
        self.browser.press("Escape")
        self.wait("document.getElementById('found').hidden", True)

    def test_a_found_name_is_opened_by_a_click(self) -> None:
        self.open("ir3/op/nop.html")
        self.type("740")
        self.wait("document.querySelector('#found li a code')?.textContent", "740")
        self.browser.click("#found li a code")
        self.shows("740")

    def test_words_are_taken_apart_as_they_are_typed(self) -> None:
        self.open("explain.html")
        self.browser.click("#words")
        self.browser.write("4730000a00002006 xyz\n30049003 63028805\nffffffffffffffff")
        texts = "[...document.querySelectorAll('.listing .text')].map(e => e.textContent)"
        self.wait(texts, ["bary.f r2.z, 6, r0.x", "(nop3) mad.f16 hr1.y, hc0.w, hr1.y, hc1.x",
                          ".word 0xffffffffffffffff"])
        self.wait("document.querySelector('#status .fault').textContent",
                  "line 1: 'xyz' is no number in base 16 of up to 16 digits")
        self.browser.click(".listing tr:nth-child(2) button")
        self.wait("document.querySelector('#detail .lead').textContent",
                  "(nop3) mad.f16 hr1.y, hc0.w, hr1.y, hc1.x")
        self.browser.click("#detail p a")
        self.shows("mad.f16")

    def test_an_address_keeps_the_part_and_the_words(self) -> None:
        self.open("explain.html#740:4730000a00002006")
        self.wait("document.querySelector('.listing .text')?.textContent", "bary.f r2.z, 6, r0.x")
        self.wait("document.getElementById('part').value", "740")
        self.browser.value("document.getElementById('part').value = '830', "
                           "document.getElementById('part').dispatchEvent(new Event('change'))")
        self.wait("location.hash", "#830:4730000a00002006")
        self.wait("document.querySelector('#status').textContent", "1 word on a8xx")

    def test_two_parts_stand_side_by_side(self) -> None:
        self.open("compare/parts.html#630-740")
        shown = "document.querySelectorAll('#facts tbody tr:not([hidden])').length"
        differ = int(self.browser.value(shown))
        self.assertGreater(differ, 5)
        self.browser.click("#all")
        self.assertGreater(int(self.browser.value(shown)), differ)
        self.browser.click("#words-of a")
        self.wait("document.querySelector('h1')?.textContent", "From a6xx to a7xx")

    def test_a_list_shows_names_with_what_is_typed(self) -> None:
        self.open("nir/op/index.html")
        self.browser.click("#filter")
        self.browser.write("sat")
        self.wait("document.getElementById('shown').textContent.endsWith(' of 490')", True)
        self.wait("[...document.querySelectorAll('.names-list tr:not([hidden])')]"
                  ".every(row => row.textContent.toLowerCase().includes('sat'))", True)

    def test_a_click_changes_light_to_dark_and_a_page_keeps_to_the_window(self) -> None:
        self.open("index.html")
        back = "getComputedStyle(document.body).backgroundColor"
        light = self.browser.value(back)
        self.browser.click("#theme")
        self.assertNotEqual(self.browser.value(back), light)
        self.browser.click("#theme")
        self.assertEqual(self.browser.value(back), light)
        self.browser.value("localStorage.clear()")
        for address in SHOWN:
            for width, height in SIZES:
                self.browser.resize(width, height)
                self.open(address)
                for scheme in ("light", "dark"):
                    self.browser.prefer(scheme)
                    self.assertLessEqual(self.browser.value(
                        "document.documentElement.scrollWidth"), width, f"{address} at {width}")
                    if PICTURES is not None:
                        name = address.partition("#")[0].replace("/", "-").removesuffix(".html")
                        self.browser.picture(PICTURES / f"{name}-{width}-{scheme}.png")


if __name__ == "__main__":
    if find_chromium() is None:
        print("skipped: no Chromium is installed (Debian: chromium)")
        sys.exit(SKIPPED)
    SITE = Path(sys.argv[1])
    PICTURES = Path(sys.argv[2]) if len(sys.argv) > 2 else None
    unittest.main(argv=sys.argv[:1])
