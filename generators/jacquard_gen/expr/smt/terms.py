"""Makes what terms of the SMT solver z3 begin with: numbers, and the module itself."""

from __future__ import annotations

import importlib
import importlib.util
from functools import lru_cache
from typing import Any

from ..types import Type

Term = Any
Terms = list[Term]
Types = list[Type]


class NoTerm(Exception):
    """The expression has something in it that has no term."""


def available() -> bool:
    return importlib.util.find_spec("z3") is not None


@lru_cache(maxsize=1)
def z3() -> Any:
    return importlib.import_module("z3")


def number(value: int, width: int) -> Term:
    return z3().BitVecVal(value, width)


def in_order(values: Terms) -> Terms:
    """Terms in an order that is the same however they are given, so that equal ones are one."""
    return sorted(values, key=lambda value: int(value.get_id()))
