"""Error codes of the NIR tables."""

from .rules.codes import CODES as RULE_CODES

CODES: dict[str, str] = RULE_CODES | {
    "E301": "A type of an operand or result is misspelt, or its width or count does not exist.",
    "E302": "A property is claimed that the opcode's operands do not allow.",
    "E303": "An opcode has no width at which all its operands exist.",
    "E304": "A per-component opcode lacks a per-component source, or the other way round.",
    "E305": "A count of components is none of those a value can have.",
    "E306": "A constant index is unknown.",
    "E307": "The type of a constant index is neither built in nor an enumeration.",
    "E308": "An enumeration has too many values, or an index of its kind does not exist.",
    "E309": "An ALU opcode and an intrinsic share a name, so their builder methods would too.",
    "E310": "An intrinsic takes its component count from the instruction, but nothing fixes it.",
    "E311": "A width is none of those a value can have.",
    "E312": "The opcodes that a reduction is made of do not exist or take other sources.",
    "E313": "An opcode that rounds to float16 does not say how it is computed in float32.",
    "E314": "The semantic of a system value does not exist, or another intrinsic has it.",
    "E315": "An intrinsic does not say what it does, or says it in two ways.",
    "E316": "A memory space is unknown, or what is said of it does not go together.",
    "E317": "A source does not exist, plays two parts, or plays none.",
    "E318": "What an intrinsic does lacks something that it needs, or has what it cannot have.",
    "E319": "The flags of an intrinsic follow from what it does, or contradict it.",
    "E320": "A source has the name of something else that a formula may read.",
    "E321": "An atomic operation does not exist, or not at the width.",
    "E322": "Two intrinsics claim what only one can be.",
    "E324": "A lowering is not of a system value of the invocation alone.",
    "E323": "The identity of an opcode is not one of two values of the result's type.",
    "E325": "An opcode is said to be commutative or associative, and its fold is not.",
}
