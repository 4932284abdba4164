"""The expression language of the tables; the same meaning in C++, Python, NIR and the pages.

    from ..expr import Environment, Language, Type, parse_type
    language = context.model("expr")              # the tables of operators and functions
    environment = Environment({"src0": parse_type("float"), "src1": parse_type("float[4]")})
    tree = language.compile(entry.fold, environment, result=parse_type("float"),
                            diagnostics=context.diagnostics)      # None after an error

    # C++: lets become const locals. `operands` gives the C++ text of each operand: for a scalar
    # one text, for a vector a list with one text per component.
    code = cpp.emit(tree, operands={"src0": "a", "src1": ["b[0]", "b[1]", "b[2]", "b[3]"]},
                    bits=32)                       # width of the types without one: 1, 8 … 64
    code.statements                                # list of lines
    code.value                                     # a C++ expression of cpp.type_name(tree.type)

    # NIR through a builder `b`: statements and the name of the result
    code = nir_builder.emit(tree, operands={...}, bits=32)

    evaluate.evaluate(tree, {"src0": 0x3f800000, ...}, bits=32)   # values are bit patterns
    formula.text(tree)

C++ value types: float16 and float32 are `float` (rounded once where the entry's result is
packed), float64 `double`, intN/uintN `intN_t`/`uintN_t`, bool `bool`. `cpp.load(type, bits, text)`
and `cpp.store(...)` convert between a raw `uint64_t` and these.
"""
