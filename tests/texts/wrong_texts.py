"""Texts whose form or whose expectations are wrong, and what is said of them."""

from __future__ import annotations

from typing import NamedTuple

HEAD = "# A program as it is printed.\nkind: tgsi to tgsi\n\n"
INPUT = "=== a case\n--- before\nFRAG\nEND\n"
ANSWER = "--- after\nFRAG\n  0: END\n"
GOOD = HEAD + INPUT + ANSWER
WRONG = HEAD + INPUT + "--- after\nFRAG\n  0: RET\n"


FRAMED = (HEAD.replace("\n\n", "\n--- frame f\n...\n\n")
          + INPUT.replace("--- before", "frame: f\n--- before") + ANSWER)
FIRST = HEAD.replace("\n\n", "\n--- first\nx\n\n") + INPUT + ANSWER


class Fault(NamedTuple):
    """A file, and a line or more of what is said of it."""

    what: str
    text: str
    said: str


FORM_FAULTS = (
    Fault("an empty file", "", "FILE: there are no cases: a case begins with a line '=== NAME'"),
    Fault("no comment at the top", GOOD.removeprefix("# A program as it is printed.\n"),
          "FILE:1: the file must begin with a comment '# …' that says what behaviour it holds"),
    Fault("no kind", GOOD.replace("kind: tgsi to tgsi\n", ""),
          "FILE:3: a case\n  no setting 'kind: FROM to TO' says of which kind the case is; there "
          "are 'tgsi "
          "to tgsi', "),
    Fault("an unknown kind", GOOD.replace("tgsi to tgsi", "tgsi to nri"),
          "; did you mean 'tgsi to nir'?"),
    Fault("an unknown key", HEAD + "=== a case\nfarme: x\n--- before\nFRAG\nEND\n" + ANSWER,
          "FILE:5: a case\n  'farme' is no key of cases 'tgsi to tgsi'; there are 'kind', "
          "'frame', 'only', "
          "'shown'; did you mean 'frame'?"),
    Fault("an unknown value of a key",
          GOOD.replace("to tgsi\n", "to nir\nshow: mian\n"),
          "FILE:3:\n  'mian' is no value of 'show'; there are 'all', 'main'; did you mean "
          "'main'?"),
    Fault("an unknown frame", GOOD.replace("--- before", "frame: vretex\n--- before").replace(
        "\n\n", "\n--- frame vertex\nVERT\n...\n\n", 1),
          "FILE:8: a case\n  'vretex' is no frame of this file; there are 'vertex', 'none'; did "
          "you mean "
          "'vertex'?"),
    Fault("a frame without a place", GOOD.replace("--- before", "frame: f\n--- before").replace(
        "\n\n", "\n--- frame f\nVERT\n\n", 1),
          "FILE:3: a frame has one line '...', where the lines of a case stand; this one has 0"),
    Fault("an unknown section", GOOD.replace("--- after", "--- aftre"),
          "FILE:8: 'aftre' is no section in a case; there are 'before', 'after', 'error'; did you "
          "mean "
          "'after'?"),
    Fault("no input", HEAD + "=== a case\n" + ANSWER,
          "FILE:5: an answer needs lines '--- before' of its own in front of it"),
    Fault("an empty input", HEAD + "=== a case\n--- before\n" + ANSWER,
          "FILE:6: the input is empty"),
    Fault("no answer", HEAD + INPUT,
          "FILE:6: these lines '--- before' need an answer '--- after' or '--- error' behind them"),
    Fault("a line that is nothing", GOOD.replace("kind", "kinds of things\nkind"),
          "FILE:2: expected a comment '# …', a setting 'KEY: VALUE', a section '--- NAME' or a "
          "case '=== NAME', found 'kinds of things'"),
    Fault("two cases of one name", GOOD + "\n" + INPUT + ANSWER,
          "FILE:12: there is another case 'a case' in line 4"),
    Fault("a wrong expected text", WRONG,
          "FILE:10: a case\n  @@ -1,2 +1,2 @@\n   FRAG\n  -  0: RET\n  +  0: END\n"),
    Fault("a refusal that is not expected", GOOD.replace("FRAG\nEND", "FARG\nEND"),
          "FILE:9: a case\n  the input is refused:\nbefore:1:1: error[T101]: "),
    Fault("an answer where a refusal is expected", GOOD.replace("--- after", "--- error"),
          "FILE:9: a case\n  the input should be refused, but the answer is\nFRAG\n"),
    Fault("a check that fails", HEAD + INPUT + "--- after\ncheck: FRAG\ncheck: RET\n",
          "FILE:10: a case\n  no line below line 1 of the answer has 'RET'\n"
          "  the answer is\n  1  FRAG\n  2    0: END\n"),
    Fault("a check-next that fails", HEAD + INPUT + "--- after\ncheck-next: END\n",
          "FILE:9: a case\n  the line right below line 0 of the answer has no 'END'\n"),
    Fault("a check-not that fails", HEAD + INPUT + "--- after\ncheck-any: FRAG\ncheck-not: "
                                                   "EN{{.}}\n",
          "FILE:10: a case\n  'EN{{.}}' stands in line 2 of the answer:   0: END\n"),
    Fault("a check-any that fails", HEAD + INPUT + "--- after\ncheck-any: RET\n",
          "FILE:9: a case\n  no line of the answer has 'RET'\n"),
    Fault("a check-last that fails", HEAD + INPUT + "--- after\ncheck-last: FRAG\n",
          "FILE:9: a case\n  the last line of the answer has no 'FRAG'\n"),
    Fault("a check-count that fails", HEAD + INPUT + "--- after\ncheck-count 2: END\n",
          "FILE:9: a case\n  'END' stands 1 times in the answer, not 2\n"),
    Fault("an unknown directive", HEAD + INPUT + "--- after\ncheck-nxt: END\n",
          "FILE:9: a case\n  'check-nxt' is no directive; there are 'check', 'check-next', "
          "'check-not', "
          "'check-any', 'check-last', 'check-count'; did you mean 'check-next'?\n"),
    Fault("a pattern that is none", HEAD + INPUT + "--- after\ncheck: {{[}}\n",
          "FILE:9: a case\n  the pattern '{{[}}' is no regular expression: "),
    Fault("a line among directives", HEAD + INPUT + "--- after\ncheck: FRAG\nEND\n",
          "FILE:10: a case\n  expected a directive such as 'check: PATTERN' and not the line "
          "'END'"),
    Fault("a line end of two characters", GOOD.replace("FRAG\n", "FRAG\r\n", 1),
          "FILE:6: the line ends in a carriage return; lines of texts end in a line feed alone"),
    Fault("a case without a name", GOOD.replace("a case", " "), "FILE:4: a case needs a name"),
    Fault("a mark without a blank", GOOD.replace("--- after", "---after"),
          "FILE:8: a case is written '=== NAME' and a section '--- NAME', not '---after'"),
    Fault("a setting without a value", GOOD.replace("\n\n", "\nonly: \n\n", 1),
          "FILE:3: 'only' needs a value"),
    Fault("two frames of one name",
          FRAMED.replace("--- frame f", "--- frame f\n...\n--- frame f"),
          "FILE:5: there is another frame 'f' in line 3"),
    Fault("a frame that is called none", FRAMED.replace("frame f", "frame none"),
          "FILE:3: no frame can be called 'none', which stands for no frame"),
    Fault("a frame without a name", FRAMED.replace("frame f", "frame a b"),
          "FILE:3: a frame is written '--- frame NAME' or '--- frame NAME in OUTER'"),
    Fault("a frame with two places", FRAMED.replace("...\n", "...\n...\n"),
          "FILE:3: a frame has one line '...', where the lines of a case stand; this one has 2"),
    Fault("a frame in one that there is not", FRAMED.replace("frame f", "frame f in ff"),
          "FILE:3: 'ff' is no frame of this file; there is 'f'"),
    Fault("a frame in itself", FRAMED.replace("frame f", "frame f in f"),
          "FILE:3: the frame stands in a frame that stands in itself"),
    Fault("a frame that no case has", FRAMED.replace("frame: f\n", ""),
          "FILE:3:\n  no case has the frame 'f'"),
    Fault("two sections of one name", FIRST.replace("--- first", "--- first\nx\n--- first"),
          "FILE:5: there is another section 'first' in line 3"),
    Fault("a section without lines", FIRST.replace("x\n", "\n"),
          "FILE:3: the section has no lines"),
    Fault("first lines that no case has", FIRST,
          "FILE:3:\n  no case has an input that is the lines of a function, around which '--- "
          "first' "
          "and '--- last' stand"),
    Fault("last lines that no case has", FIRST.replace("first", "last"), "FILE:3:\n  no case has"),
    Fault("an empty pattern", HEAD + INPUT + "--- after\ncheck: \n",
          "FILE:9: a case\n  the pattern is empty, and every line has that"),
    Fault("a pattern that every line has", HEAD + INPUT + "--- after\ncheck: {{.*}}\n",
          "FILE:9: a case\n  every line has the pattern '{{.*}}'"),
    Fault("an expression that does not end", HEAD + INPUT + "--- after\ncheck: F{{RAG\n",
          "FILE:9: a case\n  the pattern 'F{{RAG' has '{{' or '}}' without the other"),
    Fault("an expression that does not begin", HEAD + INPUT + "--- after\ncheck: {{F}}RAG}}\n",
          "FILE:9: a case\n  the pattern '{{F}}RAG}}' has '{{' or '}}' without the other"),
    Fault("directives that nothing passes", HEAD + INPUT
          + "--- after\n# Why.\ncheck-not: RET\ncheck-count 0: MOV\n",
          "FILE:9: a case\n  these directives only say what the answer has not"),
    Fault("a check-not without lines", HEAD + INPUT
          + "--- after\ncheck: FRAG\ncheck-not: RET\ncheck-next: END\n",
          "FILE:10: a case\n  no line lies between the match above and that of the 'check-next' "
          "below"),
    Fault("a count that is none",
          HEAD + INPUT + "--- after\ncheck-count 99999999999999999999: END\n",
          "FILE:9: a case\n  'check-count 99999999999999999999' is no directive; a count is "
          "written"),
    Fault("a count of something else", HEAD + INPUT + "--- after\ncheck 2: END\n",
          "FILE:9: a case\n  'check 2' is no directive; only check-count takes a number"),
    Fault("a misspelt first directive", HEAD + INPUT + "--- after\nchekc: END\n",
          "FILE:9: a case\n  'chekc' is no directive; there are "),
    Fault("all wrong directives are told", HEAD + INPUT + "--- after\ncheck: \ncheck: {{\n",
          "every line has that\nFILE:10: a case\n"),
)
