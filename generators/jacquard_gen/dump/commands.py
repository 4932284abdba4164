"""The commands for programs and templates of others."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from ..emit import unwritten, write_changed
from ..machines.context import context_of
from . import new_output
from .document import VERSION, document
from .model_page import model_page
from .render import others_in, render, templates_in
from .schema import schema


def run(options: argparse.Namespace) -> int:
    return {"dump": _dump, "render": _render, "new-output": _new_output}[options.command](options)


def _dump(options: argparse.Namespace) -> int:
    context = context_of(options)
    if options.model_page:
        text = model_page(schema(VERSION, options.defs))
    else:
        made = schema(VERSION, options.defs) if options.schema else document(context)
        if made is None:
            context.diagnostics.print()
            return 1
        text = json.dumps(made, indent=1, ensure_ascii=False) + "\n"
    if options.out is None:
        sys.stdout.write(text)
        return 0
    try:
        write_changed(options.out, text)
    except OSError as error:
        return unwritten(error)
    return 0


def _render(options: argparse.Namespace) -> int:
    if not options.templates.is_dir():
        print(f"jacquard_gen: there is no folder {options.templates}", file=sys.stderr)
        return 2
    if not templates_in(options.templates):
        print(f"jacquard_gen: there are no templates (NAME.j2) in {options.templates}",
              file=sys.stderr)
        return 1
    context = context_of(options)
    tables = document(context)
    made = render(options.templates, tables, context.diagnostics) if tables is not None else {}
    if context.diagnostics.failed:
        context.diagnostics.print()
        return 1
    if options.copy:
        made |= {name: (options.templates / name).read_bytes()
                 for name in others_in(options.templates, options.out)}
    try:
        for name, text in sorted(made.items()):
            if write_changed(options.out / name, text):
                print(options.out / name)
    except OSError as error:
        return unwritten(error)
    return 0


def _new_output(options: argparse.Namespace) -> int:
    folder = options.out or Path(options.name)
    fault = new_output.fault(options.name, folder)
    if fault is not None:
        print(f"jacquard_gen: {fault}", file=sys.stderr)
        return 1
    try:
        for path in new_output.write(options.name, folder):
            print(path)
    except OSError as error:
        return unwritten(error)
    return 0
