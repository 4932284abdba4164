"""The functions that what opcodes compute is made of. Each takes the type of its result first; what
they do at their edges stands in the document under `nir.functions`."""

from __future__ import annotations

import math
import operator
from typing import Any, Callable, Dict

from . import elementary
from .numbers import Type, Value, from_bits, made, narrowed, to_bits

Function = Callable[..., Value]


def _computed(compute: Callable[..., Any]) -> Function:
    """A function of the data alone; its result is rounded or taken modulo its width."""
    return lambda result, *arguments: made(result, compute(*(each.data for each in arguments)))


def _of_kinds(of_floats: Callable[..., Any], of_integers: Callable[..., Any]) -> Function:
    def function(result: Type, *arguments: Value) -> Value:
        compute = of_floats if arguments[0].type.kind == "float" else of_integers
        return made(result, compute(*(each.data for each in arguments)))
    return function


def _whole_quotient(left: int, right: int) -> int:
    if right == 0:
        return 0
    quotient = abs(left) // abs(right)
    return quotient if (left < 0) == (right < 0) else -quotient


def _remainder(left: int, right: int) -> int:
    return left - right * _whole_quotient(left, right) if right else 0


def _shift_left(result: Type, value: Value, count: Value) -> Value:
    return made(result, value.data << count.data % result.width)


def _shift_right(result: Type, value: Value, count: Value) -> Value:
    return made(result, value.data >> count.data % result.width)


def _least(left: float, right: float) -> float:
    if math.isnan(left) or math.isnan(right):
        return right if math.isnan(left) else left
    return min(left, right, key=lambda each: (each, math.copysign(1.0, each)))


def _greatest(left: float, right: float) -> float:
    return -_least(-left, -right)


def _select(result: Type, condition: Value, then: Value, otherwise: Value) -> Value:
    return then if condition.data else otherwise


def _rounded(rounding: Callable[[float], int]) -> Function:
    def function(result: Type, value: Value) -> Value:
        if not math.isfinite(value.data) or value.data == 0:
            return value
        return made(result, math.copysign(rounding(value.data), value.data))
    return function


def _to_float(result: Type, value: Value) -> Value:
    data: float = value.data
    if result.width != 64:
        # Through single precision, into which whole numbers are rounded once.
        data = data if value.type.kind == "float" else elementary.nearest_single(int(data))
        data = narrowed(data, 32)
    return Value(result, narrowed(data, 16) if result.width == 16 else float(data))


def _to_integer(result: Type, value: Value) -> Value:
    if value.type.kind != "float":
        return made(result, int(value.data))
    if math.isnan(value.data):
        return made(result, 0)
    width = max(8, result.width)
    low, high = (-(1 << (width - 1)), (1 << (width - 1)) - 1) if result.kind == "int" else \
        (0, (1 << width) - 1)
    if math.isinf(value.data):
        return made(result, high if value.data > 0 else low)
    return made(result, min(max(int(value.data), low), high))


def _bits(result: Type, value: Value) -> Value:
    return made(result, to_bits(value))


def _float_of_bits(result: Type, value: Value) -> Value:
    return from_bits(result, to_bits(value))


def _half_toward_zero(result: Type, value: Value) -> Value:
    nearest = narrowed(value.data, 16)
    if not math.isfinite(value.data) or abs(nearest) <= abs(value.data):
        return Value(result, nearest)
    return from_bits(result, to_bits(Value(result, nearest)) - 1)


def _reversed(result: Type, value: Value) -> Value:
    digits = f"{to_bits(value):0{result.width}b}"
    return made(result, int(digits[::-1], 2))


FUNCTIONS: Dict[str, Function] = {
    "add": _computed(operator.add),
    "subtract": _computed(operator.sub),
    "multiply": _computed(operator.mul),
    "divide": _of_kinds(elementary.quotient, _whole_quotient),
    "remainder": _computed(_remainder),
    "negate": _computed(operator.neg),
    "absolute": _computed(abs),
    "bit_not": _computed(operator.invert),
    "bit_and": _computed(operator.and_),
    "bit_or": _computed(operator.or_),
    "bit_xor": _computed(operator.xor),
    "shift_left": _shift_left,
    "shift_right": _shift_right,
    "logical_and": _computed(lambda left, right: left and right),
    "logical_or": _computed(lambda left, right: left or right),
    "logical_not": _computed(operator.not_),
    "equal": _computed(operator.eq),
    "not_equal": _computed(operator.ne),
    "less": _computed(operator.lt),
    "less_or_equal": _computed(operator.le),
    "greater": _computed(operator.gt),
    "greater_or_equal": _computed(operator.ge),
    "select": _select,
    "minimum": _of_kinds(_least, min),
    "maximum": _of_kinds(_greatest, max),
    "floor": _rounded(math.floor),
    "ceil": _rounded(math.ceil),
    "trunc": _rounded(math.trunc),
    "round_even": _rounded(round),
    "to_float": _to_float,
    "to_integer": _to_integer,
    "to_bool": _computed(lambda value: value != 0),
    "to_bits": _bits,
    "to_signed_bits": _bits,
    "from_bits": _float_of_bits,
    "to_half_toward_zero": _half_toward_zero,
    "width": lambda result, value: made(result, value.type.width),
    "bit_count": lambda result, value: made(result, bin(to_bits(value)).count("1")),
    "count_leading_zeros":
        lambda result, value: made(result, value.type.width - to_bits(value).bit_length()),
    "bit_reverse": _reversed,
    "multiply_high":
        lambda result, left, right: made(result, left.data * right.data >> result.width),
    **{name: getattr(elementary, name) for name in elementary.__all__},
}
