"""Reads pages of `jacquard view` as its script does, independently of it."""

from __future__ import annotations

import html.parser
import json
import subprocess
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any


class Elements(html.parser.HTMLParser):
    """The start tags of a page, and what its scripts hold."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.scripts: list[tuple[str | None, str]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag == "script":
            self.scripts.append((dict(attrs).get("id"), ""))

    def handle_data(self, data: str) -> None:
        if self.tags and self.tags[-1][0] == "script":
            name, text = self.scripts[-1]
            self.scripts[-1] = (name, text + data)


def numbers(text: str) -> list[float]:
    return [float(word) for word in text.split()]


@dataclass
class Line:
    text: str
    file: str | None  # where it comes from
    line: int


@dataclass
class Page:
    text: str
    elements: Elements
    data: dict[str, Any]
    # By column: the forms, each a title and its lines.
    columns: dict[str, list[tuple[str, list[Line]]]] = field(default_factory=dict)

    def lines(self, column: str, form: int = -1) -> list[Line]:
        return self.columns[column][form][1]

    def words(self, name: str) -> list[float]:
        return numbers(self.data["words"][name])

    def hex_words(self) -> list[str]:
        digits = self.data["words"]["hex"]
        return [digits[i:i + 16] for i in range(0, len(digits), 16)]

    def origin(self, key: float) -> tuple[str | None, int]:
        origins = numbers(self.data["origins"])
        if key == 0:
            return None, 0
        at = 2 * int(key) - 2
        return self.data["files"][int(origins[at])], int(origins[at + 1])


def read_page(path: Path) -> Page:
    text = path.read_text(encoding="utf-8")
    elements = Elements()
    elements.feed(text)
    (content,) = [script for name, script in elements.scripts if name == "data"]
    page = Page(text, elements, json.loads(content))
    keys = numbers(page.data["key"])
    for column in page.data["columns"]:
        forms = []
        for form in column["forms"]:
            runs = [int(number) for number in numbers(form["lines"])]
            rows = [row for first, count in zip(runs[::2], runs[1::2])
                    for row in range(first, first + count)]
            forms.append((form["title"], [Line(page.data["text"][row], *page.origin(keys[row]))
                                          for row in rows]))
        page.columns[column["id"]] = forms
    return page


def view(tool: str, shader: Path | str, folder: Path, *options: str,
         text: str | None = None) -> Page:
    """The page of a shader, which may be a text on standard input ("-")."""
    page = folder / "page.html"
    done = subprocess.run([tool, "view", str(shader), "-o", str(page), *options],
                          input=text, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise AssertionError(f"view {shader}: exit code {done.returncode}\n{done.stderr}")
    return read_page(page)
