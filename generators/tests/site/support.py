"""The site, made once for all tests of a process, and what its pages link to."""

from __future__ import annotations

import posixpath
from functools import cache
from typing import Any, NamedTuple
from xml.parsers import expat

from jacquard_gen.dump.document import document
from jacquard_gen.groups import Context
from jacquard_gen.site.build import build

from ..support import DEFS


class Page(NamedTuple):
    """The addresses that a page links to, and the places that it has."""

    links: set[str]
    places: list[str]
    text: str


@cache
def context() -> Context:
    return Context(DEFS)


@cache
def site() -> dict[str, bytes]:
    made = build(context())
    assert made is not None, [str(fault) for fault in context().diagnostics.sorted()]
    return made


@cache
def tables() -> Any:
    return document(context())


def read(data: bytes) -> Page:
    """Reads a page strictly; raises expat.ExpatError where it is not well-formed."""
    links: set[str] = set()
    places: list[str] = []
    texts: list[str] = []

    def start(_: str, attributes: dict[str, str]) -> None:
        for key in ("href", "src"):
            if key in attributes:
                links.add(attributes[key])
        if "id" in attributes:
            places.append(attributes["id"])

    parser = expat.ParserCreate()
    parser.StartElementHandler = start
    parser.CharacterDataHandler = texts.append
    parser.Parse(data, True)
    return Page(links, places, "".join(texts))


@cache
def pages() -> dict[str, Page]:
    return {address: read(data) for address, data in site().items() if address.endswith(".html")}


def target(address: str, link: str) -> tuple[str, str]:
    """The page and the place that a link on a page leads to."""
    path, _, place = link.partition("#")
    return (posixpath.normpath(posixpath.join(posixpath.dirname(address), path)) if path
            else address), place
