"""The command line for programs and templates of others."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path

from ..machines.arguments import add_machine_argument


def add_arguments(add: Callable[[str, str], argparse.ArgumentParser]) -> None:
    dump = add("dump", "write all tables as one JSON document, for programs of others")
    dump.add_argument("--out", type=Path, metavar="FILE",
                      help="where to write (default: standard output)")
    add_machine_argument(dump)
    instead = dump.add_mutually_exclusive_group()
    instead.add_argument("--schema", action="store_true", help="write the document's JSON Schema")
    instead.add_argument("--model-page", action="store_true",
                         help="write a page with every key of the document, its type and what it "
                         "is")
    render = add("render", "make texts of the tables with templates of your own (Jinja2)")
    render.add_argument("--templates", type=Path, required=True, metavar="DIR",
                        help="the folder of the templates, NAME.j2; each makes NAME")
    render.add_argument("--out", type=Path, required=True, metavar="DIR", help="where to write")
    render.add_argument("--copy", action="store_true",
                        help="also copy the files that are no templates, so that DIR is whole")
    add_machine_argument(render)
    output = add("new-output", "start an output of your own: a template, a page and a test")
    output.add_argument("name", metavar="NAME", help="its name, such as opcode-list")
    output.add_argument("--out", type=Path, metavar="DIR",
                        help="the folder to make (default: NAME)")
