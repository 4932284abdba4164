"""The command that writes vectors, or tells what given ones cover."""

from __future__ import annotations

import argparse
import sys

from ..diagnostics import closest
from ..dump.document import document
from ..emit import unwritten, write_changed
from ..groups import Context
from .coverage import Unreadable, report, revision_of
from .folds import Folds
from .items import Items
from .package import Package, package
from .words import Words


def run(options: argparse.Namespace) -> int:
    context = Context(options.defs)
    tables = document(context)
    if tables is None:
        context.diagnostics.print()
        return 1
    with package(tables, context.diagnostics) as made:
        if made is None:
            context.diagnostics.print()
            return 1
        return _coverage(options, made) if options.coverage is not None else \
            _write(options, made)


def _coverage(options: argparse.Namespace, made: Package) -> int:
    try:
        print(report(made, options.coverage), end="")
    except (OSError, UnicodeDecodeError, Unreadable) as error:
        print(f"jacquard_gen: {error}", file=sys.stderr)
        return 1
    return 0


def _write(options: argparse.Namespace, made: Package) -> int:
    revision = revision_of(made, options.gpu)
    if revision is None:
        names = list(made.isa.REVISIONS)
        near = closest(options.gpu, [*names, *map(str, made.isa.PARTS)])
        print(f"jacquard_gen: there is no part '{options.gpu}'; there are those of "
              f"{', '.join(names)}" + (f"; did you mean '{near}'?" if near else ""),
              file=sys.stderr)
        return 1
    words = Words(Items(made, revision), options.seed)
    part = min(part for part, name in made.isa.PARTS.items() if name == revision) \
        if options.gpu == revision else options.gpu.removeprefix("a")
    rows = [f"{part}\t{each.word:016x}\t{each.text}\t{each.reason}\n"
            for each in words.vectors(options.count)]
    folds = list(Folds(made, options.seed).rows(options.count))
    try:
        for name, text in (("words.tsv", "gpu\thex\ttext\tfrom\n" + "".join(rows)),
                           ("folds.tsv", "".join(f"{row}\n" for row in folds))):
            write_changed(options.out / name, text)
            print(options.out / name)
    except OSError as error:
        return unwritten(error)
    never = len(set(words.unreached) - words.covered)
    print(f"{len(rows)} words cover {len(words.covered)} items of {revision}; no word was found "
          f"that says {never} others")
    print(f"{len(folds)} rows of constants")
    return 0
