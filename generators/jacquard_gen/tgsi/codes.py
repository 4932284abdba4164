"""Error codes of the TGSI tables."""

CODES: dict[str, str] = {
    "E401": "An opcode says in none or in several ways how it is translated.",
    "E402": "A fact of a name or an opcode does not belong to its kind, or is missing.",
    "E403": "An enumerator is no C++ identifier or stands for two names.",
    "E404": "A mnemonic or alias stands for two opcodes.",
    "E405": "A component of a source is misspelt or out of range.",
    "E406": "A table names an operation, intrinsic or set of names that does not exist.",
    "E407": "A source or destination type does not fit where it stands.",
    "E408": "The order of sources, channels or blocks of an opcode is inconsistent.",
}
