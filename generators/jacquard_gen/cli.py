"""The command line of the generator. Exit codes: 0 fine, 1 faults in the tables, 2 wrong usage;
of `prove` also 3, where something could only be tried."""

from __future__ import annotations

import argparse
import gc
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import limits
from .dump.arguments import add_arguments as add_dump_arguments
from .groups import GROUP_NAMES
from .machines.arguments import add_machine_argument
from .proofs.arguments import add_arguments as add_proof_arguments
from .vectors.arguments import add_arguments as add_vector_arguments

if TYPE_CHECKING:
    from .diagnostics import Diagnostics
    from .emit import Renderer
    from .groups import Context
    from .stamp import Record

ROOT = Path(__file__).resolve().parent.parent.parent


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="jacquard_gen", description="Checks the tables in defs/ and writes C++ from them.",
        epilog=f"A table is a regular UTF-8 file of at most {limits.BYTES:,} bytes and "
        f"{limits.ENTRIES:,} entries, members of families counted; a text in it has at most "
        f"{limits.TEXT:,} characters. What is larger is an error. 'jacquard_gen explain CODE' "
        "explains an error code, such as E203.")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)

    def add(name: str, help_text: str) -> argparse.ArgumentParser:
        command = commands.add_parser(name, help=help_text, description=help_text)
        command.add_argument("--defs", type=Path, default=ROOT / "defs", metavar="DIR",
                             help="the folder of tables (default: %(default)s)")
        return command

    generate = add("generate", "check the tables and write the generated files that changed")
    generate.add_argument("--group", choices=GROUP_NAMES, help="only this group of tables")
    generate.add_argument("--out", type=Path, default=Path("generated"), metavar="DIR",
                          help="where to write (default: %(default)s)")
    generate.add_argument("--depfile", type=Path, metavar="FILE",
                          help="write a Make rule that names everything that was read")
    generate.add_argument("--stamp", type=Path, metavar="FILE",
                          help="write a record of the run, by which the next sees that nothing "
                          "changed")
    generate.add_argument("--list", action="store_true",
                          help="print the paths of the files below DIR, and write nothing")
    check = add("check", "report every fault in the tables and templates")
    check.add_argument("--group", choices=GROUP_NAMES, help="only this group of tables")
    add_machine_argument(check)
    schema = add("schema", "write the JSON Schema of each kind of table, for editors")
    schema.add_argument("--out", type=Path, metavar="DIR",
                        help="where to write (default: the folder .schema among the tables)")
    schema.add_argument("--head", action="store_true",
                        help="also begin each table with the line that names its schema")
    docs = add("docs", "write reference pages of everything in the tables")
    docs.add_argument("--out", type=Path, default=Path("reference"), metavar="DIR",
                      help="where to write (default: %(default)s)")
    docs.add_argument("--site", type=Path, metavar="DIR",
                      help="write a site of HTML there instead, with search and a word explainer")
    add_dump_arguments(add)
    add_vector_arguments(add)
    explain = add("explain", "tell everything the tables say about a name")
    explain.add_argument("name", metavar="NAME",
                         help="an opcode, operator, function or code of an error; nir:NAME asks "
                         "one group")
    add_machine_argument(explain)
    opcode = add("new-op", "write the table entry of a new NIR ALU opcode")
    opcode.add_argument("name", metavar="NAME", help="its name, such as fhypot")
    opcode.add_argument("--doc", required=True, metavar="TEXT", help="a sentence about it")
    opcode.add_argument("--dest", required=True, metavar="TYPE",
                        help="type of the result, such as float, uint8 or float[4]")
    opcode.add_argument("--srcs", required=True, metavar="LIST",
                        help="types of the sources, separated by commas")
    opcode.add_argument("--fold", required=True, metavar="EXPRESSION",
                        help="what it computes from src0, src1, ...")
    opcode.add_argument("--properties", default="", metavar="LIST",
                        help="what rewrites may assume, separated by commas")
    opcode.add_argument("--table", metavar="NAME",
                        help="the table in nir/alu to write to (default: where opcodes of its "
                        "types stand)")
    revision = add("new-revision", "write the overlay of a revision that changes nothing yet")
    revision.add_argument("name", metavar="NAME", help="its name, such as a8xx")
    revision.add_argument("--from", dest="base", required=True, metavar="REVISION",
                          help="the revision it starts from")
    revision.add_argument("--number", type=int, metavar="N",
                          help="the hundred its parts round down to (default: what NAME says)")
    revision.add_argument("--parts", metavar="LIST",
                          help="its part numbers separated by commas (default: number + 30)")
    prove = add("prove", "prove that rewrite rules and lowerings compute what they replace (with "
                "z3), or try it")
    add_proof_arguments(prove)
    add_machine_argument(prove)
    lsp = add("lsp", "serve an editor of tables: the Language Server Protocol on standard input "
              "and output")
    lsp.add_argument("--generated", type=Path, metavar="DIR",
                     help="the folder of generated code in a build tree, into which references "
                     "lead")
    blame = add("blame", "tell the commits of an entry: when it changed, and what of it")
    blame.add_argument("name", metavar="NAME",
                       help="the name of an entry; 'KIND NAME', as in 'op fadd', asks one kind")
    diff = add("diff", "tell what differs between two revisions or parts, with table lines, or "
               "what changed in all tables since a revision of git")
    diff.add_argument("before", metavar="REVISION", nargs="?",
                      help="the older revision, or a part such as 630 or X1-85")
    diff.add_argument("after", metavar="REVISION", nargs="?", help="the newer one")
    diff.add_argument("--since", metavar="REVISION_OF_GIT",
                      help="compare the tables with those of this revision of git")
    diff.add_argument("--brief", action="store_true",
                      help="with --since, name entries that changed, and not what of them did")
    return parser


def main(arguments: list[str] | None = None) -> int:
    try:
        options = _parser().parse_args(arguments)
    except SystemExit as stopped:
        return int(stopped.code or 0)
    for folder in (options.defs, getattr(options, "machine", None)):
        if folder is not None and not folder.is_dir():
            print(f"jacquard_gen: there is no folder {folder}", file=sys.stderr)
            return 2
    # Most of what a command makes lives until it ends, so that garbage is not worth looking for;
    # those that go on for long, or try many values, make some.
    looks = gc.isenabled()
    if options.command not in _LONG:
        gc.disable()
    try:
        return int(_COMMANDS[options.command](options))
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    finally:
        if looks:
            gc.enable()


def _group_names(options: argparse.Namespace) -> list[str]:
    return [options.group] if options.group else list(GROUP_NAMES)


def _generate(options: argparse.Namespace) -> int:
    if options.list:
        from .groups import present_groups
        for group in present_groups(_group_names(options)).values():
            for name in group.output_names(options.defs):
                print(name)
        return 0
    from . import stamp
    request = [options.group or "", str(options.defs), str(options.out), str(options.depfile)]
    earlier = stamp.read(options.stamp, request) if options.stamp else None
    changed = earlier.changed(options.defs) if earlier is not None else None
    if earlier is None or changed is None or \
            (options.depfile is not None and not options.depfile.is_file()):
        return _generate_groups(options, request, _group_names(options), None)
    if not changed:
        os.utime(options.stamp)
        return 0
    stale = [name for name in _group_names(options) if _reads_any(name, changed, options.defs)]
    return _generate_groups(options, request, stale, earlier)


def _reads_any(group: str, changed: list[str], tables_dir: Path) -> bool:
    """Returns true if the files of a group may be other ones since these inputs changed."""
    from .emit import TEMPLATES
    from .groups import READS
    for path in map(Path, changed):
        if path.is_relative_to(tables_dir.resolve()):
            if path.relative_to(tables_dir.resolve()).parts[0] in READS[group]:
                return True
        elif not path.is_relative_to(TEMPLATES) or \
                path.relative_to(TEMPLATES).parts[0] not in set(GROUP_NAMES) - {group}:
            return True
    return False


def _rendered(groups: list[str], context: Context,
              renderer: Renderer) -> dict[str, str | bytes]:
    """The text or bytes of every output, by its path; faults go to the context's diagnostics."""
    from .groups import present_groups
    diagnostics = context.diagnostics
    outputs = []
    for name, group in present_groups(groups).items():
        model = context.model(name)
        if model is not None and not diagnostics.failed:
            outputs += group.outputs(model)
    if diagnostics.failed:
        return {}
    texts: dict[str, str | bytes] = {}
    for output in outputs:
        text = renderer.render(output, diagnostics)
        if text is not None:
            texts[output.path] = text
    return texts


def _generate_groups(options: argparse.Namespace, request: list[str], groups: list[str],
                     earlier: Record | None) -> int:
    """Writes the files of some groups; those of the others are as an earlier run left them."""
    from . import stamp
    from .emit import Renderer, depfile, unwritten, write_changed
    from .groups import Context
    context = Context(options.defs)
    renderer = Renderer()
    texts = _rendered(groups, context, renderer)
    if _failed(context.diagnostics):
        return 1
    inputs = set(_inputs(context, renderer))
    outputs = {str((options.out / path).resolve()) for path in texts}
    listings = context.listings
    if earlier is not None:
        inputs |= {path for path in earlier.inputs if Path(path).is_file()}
        outputs |= set(earlier.outputs)
        listings = earlier.listings | listings
    try:
        for path, text in sorted(texts.items()):
            write_changed(options.out / path, text)
        if options.depfile:
            # A folder is newer once a table is added to it or removed.
            folders = {str(path) for path in map(options.defs.resolve().joinpath, listings)
                       if path.is_dir()}
            write_changed(options.depfile, depfile(str(options.stamp or options.depfile),
                                                   inputs | folders))
        if options.stamp:
            write_changed(options.stamp, stamp.make(request, inputs, listings, outputs))
            os.utime(options.stamp)
    except OSError as error:
        return unwritten(error)
    return 0


def _inputs(context: Context, renderer: Renderer) -> list[str]:
    """Every table, template and Python file that the run depends on."""
    package = Path(__file__).resolve().parent
    files = {str(context.tables_dir.resolve() / name) for name in context.files}
    files |= {str(path) for path in renderer.used}
    for name, module in list(sys.modules.items()):
        path = getattr(module, "__file__", None)
        if name.split(".")[0] == package.name and path:
            files.add(str(Path(path).resolve()))
    return sorted(files)


def _failed(diagnostics: Diagnostics) -> bool:
    diagnostics.print()
    return diagnostics.failed


def _check(options: argparse.Namespace) -> int:
    """Checks what was not found good before, as it is now."""
    if options.machine is not None:
        from .machines import commands
        return commands.check(options)
    from .checked import Records
    from .emit import TEMPLATES
    from .groups import READS
    records = Records(options.defs, TEMPLATES)
    keys = {name: records.key(f"group {name}", READS[name]) for name in _group_names(options)}
    unknown = [name for name, key in keys.items() if not records.is_good(key)]
    tried = {options.group} if options.group else {"nir", "ir3"}
    statements = records.key(f"statements of {sorted(tried)}", {
        "proofs", *(read for name in tried for read in READS[name])})
    is_tried = not tried & {"nir", "ir3"} or records.is_good(statements)
    if not unknown and is_tried:
        return 0
    from .emit import Renderer
    from .groups import Context
    context = Context(options.defs)
    _rendered(unknown, context, Renderer())
    notes: list[str] = []
    if not context.diagnostics.failed and not is_tried:
        from .proofs import command
        notes = command.check(context, options.defs, options.group)
    for note in notes:
        print(f"jacquard_gen: {note}", file=sys.stderr)
    if _failed(context.diagnostics):
        return 1
    if not notes and not len(context.diagnostics):
        records.keep([*(keys[name] for name in unknown), *([] if is_tried else [statements])])
    return 0


def _schema(options: argparse.Namespace) -> int:
    import json
    from .diagnostics import Diagnostics
    from .emit import write_changed
    from .groups import present_groups
    from .headings import SCHEMA_FOLDER, with_heading
    from .reading import read_file
    folder = options.out or options.defs / SCHEMA_FOLDER
    schemas = {name: schema for group in present_groups().values()
               for name, schema in group.schemas().items()}
    for name, schema in sorted(schemas.items()):
        path = folder / f"{name}.json"
        write_changed(path, json.dumps(schema, indent=2, ensure_ascii=False) + "\n")
        print(path)
    diagnostics = Diagnostics()
    if options.head:
        for path in sorted(options.defs.glob("*/**/*.yaml")):
            table = path.relative_to(options.defs).as_posix()
            source = read_file(path, f"defs/{table}", diagnostics)
            headed = with_heading(source.text, table, schemas) if source is not None else ""
            if source is not None and headed != source.text:
                write_changed(path, headed)
                print(path)
    return 1 if _failed(diagnostics) else 0


def _docs(options: argparse.Namespace) -> int:
    from . import reference
    from .emit import write_changed
    from .groups import Context, present_groups
    context = Context(options.defs)
    if options.site is not None:
        from .site.publish import publish
        return publish(context, options.site)
    by_group = {}
    for name, group in present_groups().items():
        model = context.model(name)
        if model is not None:
            by_group[name] = group.reference(model)
    if _failed(context.diagnostics):
        return 1
    for path, text in reference.pages(by_group).items():
        write_changed(options.out / path, text)
    print(options.out / "index.md")
    return 0


def _explain(options: argparse.Namespace) -> int:
    if options.machine is not None:
        from .machines import commands
        return commands.explain(options)
    from .diagnostics import closest, listed
    from .errors import is_code
    from .groups import Context, present_groups
    prefix, _, rest = options.name.partition(":")
    one_group = bool(rest) and prefix in GROUP_NAMES
    name = rest if one_group else options.name
    chosen = [prefix] if one_group else ["errors"] if is_code(name) else list(GROUP_NAMES)
    context = Context(options.defs)
    found = []
    near = []
    for group_name, group in present_groups(chosen).items():
        model = context.model(group_name)
        text = group.explain(model, name) if model is not None else None
        if text:
            found.append(f"{text.rstrip()}\n")
        elif model is not None:
            names = [entry for page in group.reference(model) for entry, _ in page.entries]
            close = closest(name, names)
            near += [f"'{group_name}:{close}'"] if close else []
    print("\n".join(found), end="")
    if _failed(context.diagnostics):
        return 1
    if not found:
        print(f"jacquard_gen: no table says anything about '{name}'" +
              (f"; did you mean {listed(near)}?" if near else ""), file=sys.stderr)
        return 1
    return 0


def _new_op(options: argparse.Namespace) -> int:
    from .diagnostics import closest, listed
    from .nir import new_op

    def parts(text: str) -> list[str]:
        return [part.strip() for part in text.split(",") if part.strip()]

    tables = new_op.tables_of(options.defs)
    if options.table is not None and options.table not in tables:
        near = closest(options.table, tables)
        print(f"jacquard_gen: there is no table '{options.table}' in {new_op.FOLDER}; there are "
              f"{listed(tables, joined='and')}" + (f"; did you mean '{near}'?" if near else ""),
              file=sys.stderr)
        return 2
    wanted = new_op.Wanted(options.name, options.doc, options.dest, parts(options.srcs),
                           parts(options.properties), options.fold, options.table)
    place, context = new_op.write(options.defs, wanted)
    if _failed(context.diagnostics) or place is None:
        print("jacquard_gen: nothing was written", file=sys.stderr)
        return 1
    print(place)
    return 0


def _new_revision(options: argparse.Namespace) -> int:
    from .ir3.commands import new_revision
    try:
        parts = new_revision.parts_of(options.parts) if options.parts is not None else None
    except ValueError:
        print(f"jacquard_gen: --parts takes numbers such as 830,840, not '{options.parts}'",
              file=sys.stderr)
        return 2
    model = _ir3_model(options)
    if model is None:
        return 1
    wanted = new_revision.Wanted(options.name, options.base, options.number, parts)
    path, faults = new_revision.write(options.defs, model, wanted)
    for fault in faults:
        print(f"jacquard_gen: {fault}", file=sys.stderr)
    if path is None:
        return 1
    print(path)
    return 0


def _dump(options: argparse.Namespace) -> int:
    from .dump import commands
    return commands.run(options)


def _vectors(options: argparse.Namespace) -> int:
    from .vectors import commands
    return commands.run(options)


def _prove(options: argparse.Namespace) -> int:
    from .proofs import command
    return command.prove(options)


def _ir3_model(options: argparse.Namespace) -> Any:
    """The tables of ir3; None where they have faults, which were told."""
    from .groups import Context
    context = Context(options.defs)
    model = context.model("ir3")
    return None if _failed(context.diagnostics) else model


def _lsp(options: argparse.Namespace) -> int:
    from .lsp.server import serve
    return serve(options.defs, options.generated)


def _blame(options: argparse.Namespace) -> int:
    from . import blame
    try:
        print(blame.text(options.defs, options.name), end="")
    except ValueError as error:
        print(f"jacquard_gen: {error}", file=sys.stderr)
        return 1
    return 0


def _diff(options: argparse.Namespace) -> int:
    from .ir3.commands import difference, difference_facts
    from .ir3.tables.parts import find
    if options.since is not None:
        return _since(options)
    if options.after is None:
        print("jacquard_gen: diff takes two revisions, or --since REVISION_OF_GIT",
              file=sys.stderr)
        return 2
    model = _ir3_model(options)
    if model is None:
        return 1
    known = {revision.name: revision for revision in model.revisions}
    sides = [find(model, name) for name in (options.before, options.after)]
    for name, side in zip((options.before, options.after), sides):
        if side is None:
            print(f"jacquard_gen: there is no revision '{name}'; there are {', '.join(known)}",
                  file=sys.stderr)
            return 1
    before, after = (side for side in sides if side is not None)
    print(difference.text(model, before[0], after[0]) +
          difference_facts.text(model, before, after), end="")
    return 0


def _since(options: argparse.Namespace) -> int:
    from . import since
    if options.before is not None:
        print("jacquard_gen: --since compares all tables and takes no revision of the hardware",
              file=sys.stderr)
        return 2
    try:
        before = since.tables_at(options.defs, options.since)
    except ValueError as error:
        print(f"jacquard_gen: {error}", file=sys.stderr)
        return 1
    print(since.text(before, since.tables_now(options.defs), options.since,
                     options.brief), end="")
    return 0


_LONG = ("lsp", "prove")
_COMMANDS = {"generate": _generate, "check": _check, "schema": _schema, "docs": _docs,
             "dump": _dump, "render": _dump, "new-output": _dump, "vectors": _vectors,
             "explain": _explain, "prove": _prove, "new-op": _new_op,
             "new-revision": _new_revision, "diff": _diff, "blame": _blame, "lsp": _lsp}
