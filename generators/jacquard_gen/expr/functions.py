"""The Python functions that tables name."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

from . import arithmetic, elementary, integers

FUNCTIONS: dict[str, Callable[..., Any]] = {
    name: function for module in (arithmetic, elementary, integers)
    for name, function in sorted(vars(module).items())
    if inspect.isfunction(function) and function.__module__ == module.__name__
    and next(iter(inspect.signature(function).parameters), "") == "types"}
