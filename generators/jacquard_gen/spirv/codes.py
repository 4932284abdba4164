"""Error codes of the SPIR-V tables."""

CODES: dict[str, str] = {
    "E701": "An instruction says in none or in several ways what it means.",
    "E702": "A fact of an instruction does not belong to its handling, or is missing.",
    "E703": "Two instructions, or two names of an enumeration, have one number.",
    "E704": "A name stands for two instructions or for two values.",
    "E705": "An operand, enumeration or capability that a table names does not exist.",
    "E706": "NIR has nothing of the name that a table gives.",
    "E707": "Operands stand in an order in which they could not be read.",
    "E708": "The types of a formula do not fit the operands of the instruction.",
}
