"""Takes the pictures of pages of `jacquard view` that docs/view-a-shader.md shows.

Usage: pictures.py JACQUARD EXAMPLES FOLDER. A headless Chromium takes them; exit code 77 where none
is installed.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from browser import Browser, find_chromium

_GPU = "740"
_NO_BROWSER = 77
# The second version of the shader has a triangle in place of the sine.
_SINE = "sin(40.0 * distance - 6.0 * time)"
_INSTEAD = "(1.0 - abs(fract(6.4 * distance - time) * 4.0 - 2.0))"


class Picture(NamedTuple):
    """Names a page and says how large, in which colours and with which tab it is seen."""

    name: str
    page: str
    width: int
    height: int
    scheme: str
    tab: str | None = None


PICTURES = (Picture("view-light", "one", 1280, 800, "light", "verdict"),
            Picture("view-dark", "one", 1280, 800, "dark", "lifetimes"),
            Picture("view-narrow", "one", 360, 720, "light", "verdict"),
            Picture("view-versions", "two", 1280, 800, "light"))


def write_pages(tool: str, examples: Path, folder: Path) -> None:
    text = (examples / "ripple.frag").read_text(encoding="utf-8")
    assert _SINE in text
    (folder / "ripple.frag").write_text(text, encoding="utf-8")
    (folder / "triangle.frag").write_text(text.replace(_SINE, _INSTEAD), encoding="utf-8")
    for page, files in (("one", ["ripple.frag"]), ("two", ["ripple.frag", "triangle.frag"])):
        subprocess.run([tool, "view", *files, "--gpu", _GPU, "-o", f"{page}.html"],
                       cwd=folder, check=True)


def main() -> int:
    tool, examples, target = str(Path(sys.argv[1]).resolve()), Path(sys.argv[2]), Path(sys.argv[3])
    program = find_chromium()
    if program is None:
        print("skipped: there is no Chromium")
        return _NO_BROWSER
    with tempfile.TemporaryDirectory(prefix="jacquard-pictures-") as name:
        folder = Path(name)
        write_pages(tool, examples, folder)
        with Browser(program) as browser:
            for picture in PICTURES:
                browser.resize(picture.width, picture.height)
                browser.prefer(picture.scheme)
                browser.open(folder / f"{picture.page}.html")
                if picture.tab is not None:
                    browser.value(f"document.getElementById('tab-{picture.tab}').click()")
                browser.drawn()
                browser.picture(target / f"{picture.name}.png")
    return 0


if __name__ == "__main__":
    sys.exit(main())
