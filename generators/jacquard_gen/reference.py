"""Reference pages of everything in the tables, as Markdown: a page a kind of entry, and an index.

The text of an entry is the one that `explain` prints.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator

from .groups import Page

TITLES = {"expr": "The expression language", "nir": "NIR", "tgsi": "TGSI", "spirv": "SPIR-V",
          "ir3": "ir3", "pipelines": "Pipelines", "glsl": "GLSL", "options": "Options",
          "amber": "Amber",
          "advice": "Advice", "site": "The tables as a site",
          "errors": "Errors"}


def pages(by_group: dict[str, list[Page]]) -> dict[str, str]:
    """The text of each page by its path below the folder of the reference."""
    texts = {f"{group}/{page.name}.md": _page(group, page)
             for group, some in by_group.items() for page in some}
    return {"index.md": _index(by_group), **texts}


def _index(by_group: dict[str, list[Page]]) -> str:
    lines = ["# Reference", "",
             "Made from the tables in `defs` by `python3 -m jacquard_gen docs`; edits are lost."]
    for group, some in by_group.items():
        lines += ["", f"## {TITLES[group]}", "", "| page | entries |", "| --- | --- |"]
        lines += [f"| [{page.title}]({group}/{page.name}.md) | {len(page.entries)} |"
                  for page in some]
    return _joined(lines)


def _page(group: str, page: Page) -> str:
    lines = [f"# {TITLES[group]}: {page.title}", "", "[Index](../index.md)", "",
             "| name | what |", "| --- | --- |"]
    entries = [_Entry(name, text) for name, text in page.entries]
    lines += [f"| [{_cell(entry.code)}](#{entry.anchor}) | {_cell(entry.sentence)} |"
              for entry in entries]
    for entry in entries:
        lines += ["", f'<a id="{entry.anchor}"></a>', "", f"## {entry.code}", "", entry.sentence]
        if entry.facts:
            lines += ["", "```text", *entry.facts, "```"]
    return _joined(lines)


class _Entry:
    """An entry's text taken apart: its first line is its name, two blanks and a sentence."""

    def __init__(self, name: str, text: str) -> None:
        first, _, rest = text.rstrip("\n").partition("\n")
        self.code = f"`{name}`"
        self.anchor = "".join(character if character.isalnum() or character in "._-"
                              else f"-{ord(character):x}" for character in name)
        self.sentence = first.partition("  ")[2] or first
        self.facts = textwrap.dedent(rest).split("\n") if rest else []


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def _joined(lines: Iterable[str]) -> str:
    return "\n".join(_trimmed(lines)) + "\n"


def _trimmed(lines: Iterable[str]) -> Iterator[str]:
    for line in lines:
        yield line.rstrip()
