"""Tokens to a syntax tree.

    expression = { "let" name "=" choice ";" } choice ;
    choice     = binary [ "?" choice ":" choice ] ;
    binary     = unary { operator unary | "in" name } ;       with the precedence of C
    unary      = ( "-" | "~" | "!" ) unary | postfix ;
    postfix    = primary { "[" choice "]" | "." name } ;       components, or a member
    primary    = number | name | name "(" [ choice { "," choice } ] ")" | "(" expression ")" ;

Chains of comparisons (`a < b < c`) are refused, as they never mean what they say. `in` binds like
`==`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from .fault import Fault
from .lexer import Token, tokens

MAXIMUM_DEPTH = 120

PRECEDENCE = {"||": 1, "&&": 2, "|": 3, "^": 4, "&": 5, "==": 6, "!=": 6, "in": 6, "<": 7, "<=": 7,
              ">": 7, ">=": 7, "<<": 8, ">>": 8, "+": 9, "-": 9, "*": 10, "/": 10, "%": 10}
BINARY = tuple(operator for operator in PRECEDENCE if operator != "in")
UNARY = ("-x", "~x", "!x")
CHOICE = "?:"
_COMPARISONS = {"==", "!=", "<", "<=", ">", ">=", "in"}


@dataclass
class Syntax:
    """A node; `start` and `end` are offsets of what it covers, `depth` its height."""

    start: int
    end: int

    def __post_init__(self) -> None:
        self.depth = 1


@dataclass
class Number(Syntax):
    text: str
    is_float: bool


@dataclass
class Name(Syntax):
    name: str


@dataclass
class Unary(Syntax):
    operator: str
    operand: Syntax


@dataclass
class Binary(Syntax):
    operator: str
    left: Syntax
    right: Syntax
    operator_start: int


@dataclass
class Choice(Syntax):
    condition: Syntax
    then: Syntax
    otherwise: Syntax


@dataclass
class Call(Syntax):
    name: str
    arguments: list[Syntax]
    name_end: int


@dataclass
class Index(Syntax):
    base: Syntax
    index: Syntax


@dataclass
class Swizzle(Syntax):
    """Components of a vector (`.xyz`), or a member of what the base names."""

    base: Syntax
    components: str


@dataclass
class Membership(Syntax):
    """Tells whether a value of an enumeration is in one of its named sets."""

    value: Syntax
    set: Name


@dataclass
class Let(Syntax):
    name: str
    name_start: int
    value: Syntax
    body: Syntax


@lru_cache(maxsize=4096)
def parse(text: str) -> Syntax:
    """The syntax tree of an expression, which nobody changes; raises Fault."""
    return _Parser(tokens(text)).whole()


class _Parser:
    def __init__(self, source: list[Token]) -> None:
        self.tokens = source
        self.position = 0
        self.nesting = 0

    @property
    def token(self) -> Token:
        return self.tokens[self.position]

    def whole(self) -> Syntax:
        if self.token.kind == "end":
            raise Fault("E202", 0, 1, "an expression is expected here")
        result = self.expression()
        if self.token.kind != "end":
            raise Fault("E202", self.token.start, self.token.end,
                        f"'{self.token.text}' cannot stand here; the expression is complete")
        return result

    def accept(self, text: str) -> bool:
        if self.token.kind == "operator" and self.token.text == text:
            self.position += 1
            return True
        return False

    def expect(self, text: str, after: str) -> Token:
        token = self.token
        if not self.accept(text):
            found = f"'{token.text}'" if token.kind != "end" else "the end"
            raise Fault("E202", token.start, token.end or 1,
                        f"'{text}' is expected {after}, not {found}")
        return token

    def expression(self) -> Syntax:
        bindings: list[tuple[Token, Token, Syntax]] = []
        while self.token.kind == "name" and self.token.text == "let":
            let = self.token
            self.position += 1
            name = self.token
            if name.kind != "name":
                raise Fault("E202", name.start, name.end, "a name is expected after 'let'")
            self.position += 1
            self.expect("=", "after the name of a binding")
            value = self.choice()
            self.expect(";", "after a binding")
            bindings.append((let, name, value))
        result = self.choice()
        for let, name, value in reversed(bindings):
            result = self.deep(Let(let.start, result.end, name.text, name.start, value, result),
                               value, result)
        return result

    def deep(self, node: Syntax, *parts: Syntax) -> Syntax:
        node.depth = 1 + max(part.depth for part in parts)
        if node.depth > MAXIMUM_DEPTH:
            raise Fault("E215", node.start, node.end,
                        f"the expression is nested more than {MAXIMUM_DEPTH} deep",
                        ["name parts of it with let"])
        return node

    def choice(self) -> Syntax:
        self.nesting += 1
        if self.nesting > MAXIMUM_DEPTH:
            raise Fault("E215", self.token.start, self.token.end,
                        f"the expression is nested more than {MAXIMUM_DEPTH} deep")
        condition = self.binary(1)
        if self.accept("?"):
            then = self.choice()
            self.expect(":", "between the two values of '?'")
            otherwise = self.choice()
            condition = self.deep(Choice(condition.start, otherwise.end, condition, then,
                                         otherwise), condition, then, otherwise)
        self.nesting -= 1
        return condition

    def binary(self, lowest: int) -> Syntax:
        left = self.unary()
        compared = False
        while self.token.kind == "operator" or self.token.text == "in":
            operator = self.token
            precedence = PRECEDENCE.get(operator.text, 0)
            if precedence < lowest or not precedence:
                break
            if operator.text in _COMPARISONS:
                if compared:
                    raise Fault("E202", operator.start, operator.end,
                                "a chain of comparisons is ambiguous; use parentheses and &&")
                compared = True
            else:
                compared = False
            self.position += 1
            if operator.text == "in":
                left = self.membership(left)
                continue
            right = self.binary(precedence + 1)
            left = self.deep(Binary(left.start, right.end, operator.text, left, right,
                                    operator.start), left, right)
        return left

    def membership(self, value: Syntax) -> Syntax:
        name = self.token
        if name.kind != "name":
            raise Fault("E202", name.start, name.end or 1,
                        "the name of a set is expected after 'in'")
        self.position += 1
        return self.deep(Membership(value.start, name.end, value,
                                    Name(name.start, name.end, name.text)), value)

    def unary(self) -> Syntax:
        token = self.token
        if token.kind == "operator" and f"{token.text}x" in UNARY:
            self.position += 1
            self.nesting += 1
            if self.nesting > MAXIMUM_DEPTH:
                raise Fault("E215", token.start, token.end,
                            f"the expression is nested more than {MAXIMUM_DEPTH} deep")
            operand = self.unary()
            self.nesting -= 1
            return self.deep(Unary(token.start, operand.end, token.text, operand), operand)
        return self.postfix()

    def postfix(self) -> Syntax:
        result = self.primary()
        while True:
            if self.accept("["):
                index = self.choice()
                end = self.expect("]", "after a component index")
                result = self.deep(Index(result.start, end.end, result, index), result, index)
            elif self.accept("."):
                name = self.token
                if name.kind != "name":
                    raise Fault("E202", name.start, name.end or 1,
                                "components such as x or xyz are expected after '.'")
                self.position += 1
                result = self.deep(Swizzle(result.start, name.end, result, name.text), result)
            else:
                return result

    def primary(self) -> Syntax:
        token = self.token
        if token.kind in ("int", "float"):
            self.position += 1
            return Number(token.start, token.end, token.text, token.kind == "float")
        if token.kind == "name":
            if token.text == "let":
                raise Fault("E202", token.start, token.end,
                            "'let' must be at the start of an expression or of parentheses")
            self.position += 1
            if self.accept("("):
                return self.call(token)
            return Name(token.start, token.end, token.text)
        if self.accept("("):
            result = self.expression()
            end = self.expect(")", "after the expression in parentheses")
            result.start, result.end = token.start, end.end
            return result
        found = f"'{token.text}'" if token.kind != "end" else "the end"
        raise Fault("E202", token.start, token.end or 1,
                    f"a value is expected here, not {found}")

    def call(self, name: Token) -> Syntax:
        arguments: list[Syntax] = []
        if not self.accept(")"):
            arguments.append(self.choice())
            while self.accept(","):
                arguments.append(self.choice())
            end = self.expect(")", "after the arguments of a function").end
        else:
            end = self.tokens[self.position - 1].end
        node = Call(name.start, end, name.text, arguments, name.end)
        return self.deep(node, *arguments) if arguments else node
