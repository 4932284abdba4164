"""Error codes of the tables of rewrite rules."""

CODES: dict[str, str] = {
    "E330": "A pattern of a rewrite rule is malformed.",
    "E331": "A pattern names an opcode that does not exist.",
    "E332": "A pattern gives an opcode another number of sources than it has.",
    "E333": "Widths in a rule contradict each other, or one does not follow from what is found.",
    "E334": "Component counts in a rule contradict each other.",
    "E335": "A condition reads what is no constant, or constants of several widths.",
    "E336": "A rule names a group that does not exist.",
    "E337": "A name is bound by nothing, read by nothing, or names two things.",
    "E338": "A rule is never reached: an earlier one takes all that it finds.",
    "E339": "Rules undo each other or find what they make, so that rewriting would not end.",
    "E340": "A rule is wrong: both sides differ for some operands.",
    "E342": "A number does not fit the place where it stands.",
    "E343": "A domain or tolerance is missing, or given to a rule that is exact.",
}
