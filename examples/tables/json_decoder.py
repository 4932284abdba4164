"""A disassembler made of nothing but the JSON document that `jacquard_gen dump` writes.

It shows that the document has all that is needed to read machine words, and how: find the encoding,
take its fields and operands, print its text.
"""

from __future__ import annotations

import math
import re
import struct
from collections.abc import Callable
from typing import Any

Json = dict[str, Any]
_TOKEN = re.compile(r"\s*(?:[0-9]+|[A-Za-z_][A-Za-z0-9_.]*|\|\||&&|[=!<>]=|<<|>>|[-+*?:()!<>])")
_LEVELS = {"?": 0, "||": 1, "&&": 2, "==": 3, "!=": 3, "<": 4, ">": 4, "<=": 4, ">=": 4, "in": 4,
           "<<": 5, ">>": 5, "+": 6, "-": 6, "*": 7}
_COMPONENTS = "xyzw"


def gather(ranges: str, word: int) -> int:
    """The value of bits such as "31,28:16", of which the first are the highest."""
    value = 0
    for part in ranges.split(","):
        high, _, low = part.partition(":")
        count = int(high) - int(low or high) + 1
        value = value << count | word >> int(low or high) & ((1 << count) - 1)
    return value


def width(ranges: str) -> int:
    ends = [[int(end) for end in part.split(":")] for part in ranges.split(",")]
    return sum(end[0] - end[-1] + 1 for end in ends)


def signed(value: int, bits: int) -> int:
    return value - (1 << bits) if value >> (bits - 1) & 1 else value


class Condition:
    """Computes a condition over names, for which `scope` gives a number and the enumeration that it
    is of, beside which names of the enumeration stand."""

    def __init__(self, text: str, scope: Any, enums: Json) -> None:
        self.tokens = [found.group(0).strip() for found in _TOKEN.finditer(text)] + [""]
        self.scope, self.enums, self.at = scope, enums, 0
        self.enum: Json = {}

    def value(self, level: int = 0) -> Any:
        left = self.operand()
        while _LEVELS.get(self.tokens[self.at], -1) >= level:
            operator = self.tokens[self.at]
            self.at += 1
            if operator == "?":
                yes = self.value()
                self.at += 1
                no = self.value()
                left = yes if left else no
            elif operator == "in":
                left = self.enum["sets"][self.tokens[self.at]] >> left & 1
                self.at += 1
            elif self.tokens[self.at] in self.enum.get("values", {}):
                left = self.computed(operator, left, self.enum["values"][self.tokens[self.at]])
                self.at += 1
            else:
                left = self.computed(operator, left, self.value(_LEVELS[operator] + 1))
        return left

    @staticmethod
    def computed(operator: str, x: Any, y: Any) -> Any:
        return {"||": x or y, "&&": x and y, "==": x == y, "!=": x != y, "<": x < y, ">": x > y,
                "<=": x <= y, ">=": x >= y, "<<": x << max(y, 0), ">>": x >> max(y, 0),
                "+": x + y, "-": x - y, "*": x * y}[operator]

    def operand(self) -> Any:
        token = self.tokens[self.at]
        self.at += 1
        if token == "(":
            value = self.value()
            self.at += 1
            return value
        if token == "!":
            return not self.operand()
        if token == "-":
            return -self.operand()
        if token.isdigit():
            return int(token)
        value, enum = self.scope(token)
        self.enum = self.enums.get(enum, {})
        return value


class Decoder:
    def __init__(self, document: Json, revision: str) -> None:
        self.ir3 = document["ir3"]
        chosen = next(each for each in self.ir3["revisions"] if each["revision"] == revision)
        self.encodings = [self.ir3["encodings"][index] for index in chosen["encodings"]]

    def text(self, word: int) -> str | None:
        """The text of a word, None where the revision has no instruction of it."""
        for encoding in self.encodings:
            if word & int(encoding["mask"], 16) != int(encoding["match"], 16):
                continue
            reading = Reading(self, encoding, word)
            if encoding["when"] is None or reading.holds(encoding["when"]):
                return reading.text() if reading.take_all() else None
        return None


class Reading:
    """One word, read as one encoding."""

    def __init__(self, decoder: Decoder, encoding: Json, word: int) -> None:
        self.decoder, self.encoding, self.word = decoder, encoding, word
        self.layout = decoder.ir3["layouts"][encoding["layout"]]
        self.fields = {name: field["default"] for name, field in decoder.ir3["fields"].items()}
        self.operands: dict[str, Json] = {}
        self.operand_names = {each["name"] for each in self.leaves(self.layout["bits"])
                              if each["kind"] == "operand"}
        for each in self.layout["bits"]:
            if each["kind"] == "field":
                self.take(each)

    def leaves(self, bits: list[Json]) -> list[Json]:
        return [leaf for each in bits for leaf in (
            self.leaves([inner for choice in each["choices"] for inner in choice["bits"]])
            if each["kind"] == "choice" else [each])]

    # ---- conditions ------------------------------------------------------------------------------

    def holds(self, text: str, parameters: Json | None = None, kinds: Json | None = None) -> Any:
        return Condition(text, lambda name: self.named(name, parameters or {}, kinds or {}),
                         self.decoder.ir3["enums"]).value()

    def named(self, name: str, parameters: Json, kinds: Json) -> tuple[Any, str]:
        """Returns what a name of a condition stands for, and the enumeration that it is of."""
        if name in parameters:
            return parameters[name], kinds.get(name, "")
        if name in self.layout["parameters"]:
            return self.encoding["parameters"][name], ""
        if name in self.operand_names:
            return int("case" in self.operands.get(name, {})), ""
        if "." in name:
            operand, part = name.split(".")
            return int(self.operands.get(operand, {}).get(part, 0)), ""
        if name in self.fields:
            return self.fields[name], self.decoder.ir3["fields"][name]["type"]
        return {"true": 1, "false": 0}[name], ""

    # ---- bits ------------------------------------------------------------------------------------

    def take_all(self) -> bool:
        for name in self.layout["parameters"]:
            if name in self.fields:
                self.fields[name] = self.encoding["parameters"][name]
        return all(self.take(each) for kind in ("operand", "part", "choice")
                   for each in self.layout["bits"] if each["kind"] == kind)

    def take(self, entry: Json) -> bool:
        value = gather(entry["bits"], self.word)
        if entry["kind"] == "field":
            value = signed(value, width(entry["bits"])) if entry.get("signed") else value
            value += entry.get("plus", 0)
            name = entry["name"]
            self.fields[name] = self.fields[name] | value << entry["at"] if "at" in entry else value
        elif entry["kind"] == "part":
            equals = entry.get("expressions", {}).get("equals")
            wanted = 1 if equals is None else int(self.holds(equals))
            operand = self.operands.setdefault(entry["name"], {})
            operand[entry["attribute"]] = int(value == wanted)
        elif entry["kind"] == "operand":
            return self.take_operand(entry, value)
        elif entry["kind"] == "choice":
            chosen = next(each for each in entry["choices"]
                          if not each["when"] or self.holds(each["when"]))
            return all([self.take(each) for each in chosen["bits"]])
        return True

    def take_operand(self, entry: Json, value: int) -> bool:
        given = {key: self.holds(text) for key, text in entry.get("expressions", {}).items()}
        operand: Json = {"half": int(given.get("half", 0))}
        form = self.decoder.ir3["forms"][entry["form"]]
        for case in form["cases"]:
            if value & int(case["mask"], 16) != int(case["match"], 16) or \
                    (case["when"] and not self.holds(case["when"], given, form["parameters"])):
                continue
            if case["register"]:
                register = self.decoder.ir3["registers"][case["register"]]
                operand["number"] = register["first"] * 4 + register["component"]
            for each in case["bits"]:
                part = gather(each["bits"], value)
                if each["name"] == "signed_value" or each["name"] == "value":
                    bits = width(each["bits"])
                    is_signed = each["name"] == "signed_value" or bits == 32
                    operand["value"] = signed(part, bits) if is_signed else part
                elif each["name"] == "predicate_component":
                    first = self.decoder.ir3["registers"]["predicate_register"]["first"]
                    operand["number"] = first * 4 + part
                else:
                    operand["half" if each["name"] == "own_half" else each["name"]] = part
            self.operands[entry["name"]] = {
                **operand, "case": case, "kinds": form["parameters"],
                "expressions": entry.get("expressions", {})}
            return True
        return False

    # ---- text ------------------------------------------------------------------------------------

    def text(self) -> str:
        return self.filled(self.layout["text"], self.printed)

    def filled(self, template: str, printed: Any, parameters: Json | None = None,
               kinds: Json | None = None) -> str:
        """A template with `{name}`, `{condition ? text}` and `{= number}`."""
        result, at = "", 0
        while at < len(template):
            if template[at] != "{":
                result += template[at]
                at += 1
                continue
            end, depth = at + 1, 1
            while depth:
                depth += {"{": 1, "}": -1}.get(template[end], 0)
                end += 1
            inner = template[at + 1:end - 1]
            condition, question, text = inner.partition("?")
            if inner.startswith("="):
                result += str(int(self.holds(inner[1:], parameters, kinds)))
            elif not question:
                result += printed(inner)
            elif self.holds(condition, parameters, kinds):
                result += self.filled(text.removeprefix(" "), printed, parameters, kinds)
            at = end
        return result

    def printed(self, name: str) -> str:
        if name == "name":
            return str(self.encoding["opcode"])
        if name in self.layout["pieces"]:
            return self.filled(self.layout["pieces"][name], self.printed)
        if name in self.operand_names:
            return self.operand(self.operands[name])
        value, field = self.fields[name], self.decoder.ir3["fields"][name]
        if field["type"] == "flag":
            return str(field["text"]) if value else ""
        enum = self.decoder.ir3["enums"].get(field["type"] if field["names"] is None else
                                             field["names"])
        if enum is not None:
            return str(enum["texts"].get(str(value), value))
        if field["type"] == "offset":
            return f"{value:+}" if value else ""
        if field["type"] == "components":
            return "".join(letter for bit, letter in enumerate(_COMPONENTS) if value >> bit & 1)
        return str(value)

    def operand(self, operand: Json) -> str:
        # The fields that a form asks for when it is printed may stand behind the operand.
        given = {key: self.holds(text) for key, text in operand["expressions"].items()}
        parameters = {**given, **{name: operand.get(name, 0) for name in (
            "half", "negate", "absolute", "repeat", "last", "value", "number")}}
        return self.filled(operand["case"]["text"], lambda name: self.piece(name, operand),
                           parameters, operand["kinds"])

    def register(self, number: int, special: tuple[str, ...]) -> str:
        letter = _COMPONENTS[number & 3]
        for name in special:
            entry = self.decoder.ir3["registers"][name]
            if entry["first"] == number >> 2:
                return f"{entry['name']}.{letter}"
        return f"r{number >> 2}.{letter}"

    def piece(self, name: str, operand: Json) -> str:
        number, value = operand.get("number", 0), operand.get("value", 0)
        known = ("address_register", "predicate_register")
        if name in ("h", "r", "last", "h_below_predicates"):
            first = self.decoder.ir3["registers"]["predicate_register"]["first"] * 4
            is_set = operand.get({"r": "repeat", "last": "last"}.get(name, "half"), 0) and not \
                (name == "h_below_predicates" and number >= first)
            return {"r": "(r)", "last": "(last)"}.get(name, "h") if is_set else ""
        if name == "modifiers":
            return {(0, 0): "", (1, 0): "(neg)", (0, 1): "(abs)", (1, 1): "(absneg)"}[
                operand.get("negate", 0), operand.get("absolute", 0)]
        unsigned = value & 0xffffffff
        pieces: dict[str, Callable[[], str]] = {
            "register": lambda: self.register(number, known),
            "plain": lambda: self.register(number, ()),
            "compared": lambda: self.register(number, ("uniform_predicate_register", known[1])),
            "target": lambda: f"rt{number >> 2}.{_COMPONENTS[number & 3]}",
            "constant": lambda: f"c{number >> 2}.{_COMPONENTS[number & 3]}",
            "value": lambda: str(value), "number": lambda: str(number),
            "unsigned": lambda: str(unsigned), "hexadecimal": lambda: f"{unsigned:#x}",
            "relative": lambda: f" + {value}" if value else "",
            "float_table": lambda: str(self.decoder.ir3["enums"]["float_table"]["texts"].get(
                str(value), value)),
            "float16": lambda: float_text(value & 0xffff, "e"),
            "float32": lambda: float_text(unsigned, "f"),
            "marked_float32": lambda: re.sub(r"^0x", "f0x", float_text(unsigned, "f")),
            "decimal_or_hex": lambda: f"{unsigned:#x}" if unsigned > 4096 else str(unsigned),
        }
        return pieces[name]()


def float_text(bits: int, form: str) -> str:
    """Six decimals where they read back as the same bits, else as few digits as do, else bits."""
    raw = struct.pack("<H" if form == "e" else "<I", bits)
    value = struct.unpack("<" + form, raw)[0]
    as_float = struct.pack("<f", value)
    shortest = next((text for text in (f"{value:.{digits}g}" for digits in range(1, 10))
                     if math.isfinite(value) and struct.pack("<f", float(text)) == as_float), "")
    for text in (f"{value:f}", shortest):
        try:
            if struct.pack("<" + form, float(text)) == raw:
                return text
        except (OverflowError, ValueError):
            pass
    return f"{bits:#x}"
