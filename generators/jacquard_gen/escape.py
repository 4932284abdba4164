"""Every way that text gets into generated C++: one function for each place it may stand in.

Text of a table is written by anybody; here it becomes C++ that cannot mean anything else than the
text at its place. Templates use these as filters (`{{ opcode.doc | comment_text }}`), and
`template_lint` refuses a value that names none; Python that builds C++ calls them.

    comment         lines of `//` comments, wrapped                  code, at the start of a line
    comment_text    what follows a `//`, on one line                 comment
    provenance      `// defs/nir/alu/float.yaml:42`                  code, up to the end of a line
    c_string        a string literal                                 code
    identifier      an identifier made of a mnemonic: add.f → add_f  code, comment
    camel           the same as part of one: load_input → LoadInput  code, comment
    name            text that must be an identifier already          code, comment
    part            text that must be part of one: `kNum{{ … }}`     code, comment
    integer         a whole number                                   code, comment
    hexadecimal     the same in hexadecimal                          code
    integers        several, with commas                             code
    float32         a float literal                                  code
    truth           `true` or `false`                                code
    code            C++ that Python built out of the others          code
    items           several pieces of such code, with commas         code

A value that cannot stand where it is put raises `Unfit`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

KEYWORDS = frozenset("""
    alignas alignof and and_eq asm auto bitand bitor bool break case catch char class compl concept
    const consteval constexpr constinit const_cast continue co_await co_return co_yield decltype
    default delete do double dynamic_cast else enum explicit export extern false float for friend
    goto if inline int long mutable namespace new noexcept not not_eq nullptr operator or or_eq
    private protected public register reinterpret_cast requires return short signed sizeof static
    static_assert static_cast struct switch template this thread_local throw true try typedef
    typeid typename union unsigned using virtual void volatile wchar_t while xor xor_eq
    """.split())


# Macros of standard headers, which no name can be where those headers are included.
MACROS = frozenset("""
    EOF HUGE_VAL INFINITY NAN NULL assert errno linux offsetof setjmp stderr stdin stdout unix
    va_arg va_copy va_end va_start
    """.split())
RESERVED = KEYWORDS | MACROS


class Unfit(ValueError):
    """A value that cannot stand where generated C++ puts it."""

    def __init__(self, value: object, wanted: str) -> None:
        text = str(value)
        shown = text if len(text) <= 40 else text[:40] + "…"
        super().__init__(f"{shown!r} is not {wanted}")
        self.value = value


_CONTROLS = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]")
# Characters that cannot be seen and change what is seen around them: marks of direction and of
# joining, blanks without width, tags; and halves of surrogates, which are none.
INVISIBLE = ("\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e"
             "\u2060-\u206f\u3164\ud800-\udfff\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb"
             "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff")
_INVISIBLE = re.compile(f"[{INVISIBLE}]")
_TRIGRAPH = re.compile(r"\?(?=\?[=/'()!<>-])")
_SPLICE = re.compile(r"\\(?=\s|\Z)")

_STRING_ESCAPES = {code: f"\\{code:03o}" for code in (*range(0x20), 0x7f)} | \
    {ord("\n"): "\\n", ord('"'): '\\"', ord("\\"): "\\\\"}

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_PART = re.compile(r"[A-Za-z0-9_]+")
_INTEGER = re.compile(r"-?(?:0|[1-9][0-9]*|0x[0-9a-f]+)")
_FLOAT = re.compile(r"-?[0-9]+(?:\.[0-9]+)?(?:e[-+]?[0-9]+)?")
# One line of tokens: strings and characters are closed, nothing is a directive or goes on in the
# next line, and only strings and the comment at its end have other characters than C++ needs.
_CODE = re.compile(r"""
    (?: [\x20!%&()*+,\-.:;<=>?A-Z\[\]^_a-z{|}~0-9]
      | /(?![/*])
      | "(?: [^"\\\x00-\x1f\x7f] | \\["\\n0-7?] )*"
      | '(?: [^'\\\x00-\x1f\x7f] | \\['\\n0-7] )'
    )*
    (?: // [^\x00-\x1f\x7f\\]* )?
    """, re.VERBOSE)


def comment_text(value: object) -> str:
    """Text on one line, fit to follow `//` there, also after the line is parted at its blanks."""
    text = _INVISIBLE.sub("\ufffd", _CONTROLS.sub(" ", str(value)))
    text = text.replace("*/", "* /").replace("/*", "/ *")
    # A backslash at the end of a line, or three characters that old C++ takes for one, would make
    # the next line part of the comment.
    return _SPLICE.sub(r"\\.", _TRIGRAPH.sub("? ", " ".join(text.split())))


def comment(value: object, width: int = 97) -> str:
    """Text as `//` lines no longer than `width`, at least one."""
    lines: list[str] = []
    for paragraph in str(value).splitlines() or [""]:
        line = "//"
        for word in comment_text(paragraph).split():
            if len(line) + 1 + len(word) > width and line != "//":
                lines.append(line)
                line = "//"
            line += " " + word
        lines.append(line)
    return "\n".join(lines)


def provenance(value: Any) -> str:
    """`// defs/nir/alu/float.yaml:42` for a record or a position."""
    return f"// {comment_text(value.provenance)}"


def c_string(value: object) -> str:
    """A C++ string literal."""
    text = str(value)
    if re.search("[\ud800-\udfff]", text):
        raise Unfit(value, "text")
    text = re.sub(r"(?<=\?)\?", r"\?", text.translate(_STRING_ESCAPES))
    return '"' + _INVISIBLE.sub(_bytes, text) + '"'


def _bytes(found: re.Match[str]) -> str:
    return "".join(f"\\{byte:03o}" for byte in found.group().encode())


def identifier(value: object) -> str:
    """A C++ identifier from a mnemonic: dots and other characters become underscores, and a word
    of C++ itself gets one at its end."""
    result = re.sub(r"[^A-Za-z0-9_]", "_", str(value))
    if result in RESERVED:
        return result + "_"
    return name("_" + result if result[:1].isdigit() else result)


def camel(value: object) -> str:
    """Part of an identifier from words: `load_input` becomes `LoadInput`."""
    return part("".join(word[:1].upper() + word[1:]
                        for word in re.split(r"[^A-Za-z0-9]+", str(value))))


def name(value: object) -> str:
    text = str(value)
    if not _NAME.fullmatch(text) or text in RESERVED:
        raise Unfit(value, "a C++ identifier")
    return text


def part(value: object) -> str:
    text = str(value)
    if not _PART.fullmatch(text):
        raise Unfit(value, "part of a C++ identifier")
    return text


def integer(value: object) -> str:
    """A whole number, or its text in decimal or lower-case hexadecimal."""
    text = str(value)
    if isinstance(value, bool) or not _INTEGER.fullmatch(text) or \
            not -(1 << 63) < int(text, 0) < (1 << 64):
        raise Unfit(value, "an integer of 64 bits")
    # A decimal literal has a signed type, and no suffix must be lost on one that does not fit.
    return text if "x" in text or int(text) < 1 << 63 else hex(int(text))


def hexadecimal(value: int) -> str:
    return hex(int(integer(value), 0))


def integers(value: Iterable[object]) -> str:
    return ", ".join(integer(item) for item in value)


def float32(value: object) -> str:
    """A float literal from a number or from its text as Python writes it."""
    text = str(value)
    if isinstance(value, bool) or not _FLOAT.fullmatch(text):
        raise Unfit(value, "a finite number")
    return text + ("f" if re.search("[.e]", text) else ".0f")


def truth(value: object) -> str:
    if not isinstance(value, bool):
        raise Unfit(value, "true or false")
    return "true" if value else "false"


def code(value: object) -> str:
    """One line of C++ that Python built: it must at least be a line of whole tokens."""
    text = str(value)
    if not _CODE.fullmatch(text):
        raise Unfit(value, "a line of C++")
    return text


def items(value: Iterable[object]) -> str:
    return ", ".join(code(item) for item in value)


# The filters by where a value may stand; `length` is Jinja's own and gives a number.
IN_CODE: dict[str, Callable[..., str]] = {
    "comment": comment, "provenance": provenance, "c_string": c_string, "identifier": identifier,
    "camel": camel, "name": name, "part": part, "integer": integer, "hexadecimal": hexadecimal,
    "integers": integers, "float32": float32, "truth": truth, "code": code, "items": items,
}
IN_COMMENT: dict[str, Callable[..., str]] = {
    "comment_text": comment_text, "identifier": identifier, "camel": camel, "name": name,
    "part": part, "integer": integer,
}
