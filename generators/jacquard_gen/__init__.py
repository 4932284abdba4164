"""jacquard_gen: checks the tables in `defs/` and writes C++ from them.

load → resolve → check → emit, one group of tables each (`groups`): a group's package reads its
tables through the `Context`, checks them into a model of typed records and says which templates
to render with which values. A group in short:

    # jacquard_gen/nir/__init__.py
    from ..groups import Context, Output, list_tables
    from ..schema import (EXPRESSION, FLAG, NAME, TEXT, Record, Text, check_unique, choice, key,
                          list_of, load_entries, table_schema)
    from ..source import Scalar

    class AluOpcode(Record):
        '''An ALU opcode of NIR.'''                        # becomes the schema's description
        op: Text = key(NAME, "Name of the opcode.", required=True)
        doc: Text = key(TEXT, "A sentence for the reference page.", required=True)
        srcs: list[Text] = key(list_of(TEXT), "Types of the sources.", default=[])
        properties: list[Text] = key(list_of(choice({"commutative": "May swap src0, src1."})),
                                     "What rules may assume.", default=[])
        fold: Scalar | None = key(EXPRESSION, "The value computed.")

    def load(context: Context) -> Model | None:
        opcodes = [entry for tree in context.tables("nir/alu")    # defs/nir/alu/*.yaml, sorted
                   for entry in load_entries(AluOpcode, tree, context.diagnostics)]
        by_name = check_unique(opcodes, lambda entry: entry.op, context.diagnostics)
        for opcode in by_name.values():
            if bad(opcode):                                       # never raise on a table's fault
                context.diagnostics.error("E301", opcode.where("srcs"), "message",
                                          [(other.position, "a note at another place")],
                                          near="misspelt", known=["known names"])
        return None if context.diagnostics.failed else Model(by_name)

    def outputs(model: Model) -> list[Output]:
        return [Output("jacquard/generated/nir/opcodes.h", "nir/opcodes.h.j2",
                       {"opcodes": model.opcodes})]

    def output_names(tables_dir: Path) -> list[str]:
        return ["jacquard/generated/nir/opcodes.h"]

    def explain(model: Model, name: str) -> str | None: ...
    def schemas() -> dict[str, Json]:
        return {"nir/alu": table_schema("NIR ALU opcodes", AluOpcode)}

* `Text` is a `str` with `.position` and `.node.at(offset, length)`; `entry.provenance` is
  `defs/nir/alu/float.yaml:42`; families (`for: {W: [16, 32]}`) are expanded by `load_entries`.
* Models of other groups: `context.model("nir")`.
* Error codes: an entry of `defs/errors/*.yaml`; each needs a file
  `generators/tests/bad/<group>/E301_what.yaml` (see `generators/tests/test_bad_tables.py`).
* Templates: `{{ banner | comment_text }}` on top; every `{{ … }}` ends in the filter of its place
  (`comment_text`, `c_string`, `identifier`, `integer`, `code`, …), or is refused: see `escape`.
  Order everything explicitly; never iterate over a set.
* Expressions: see `jacquard_gen.expr`.
"""
