#pragma once

// The operators and functions of the expression language, computed on single values. The generated
// evaluators call these; the tables in defs/expr say what each means at its edges, and
// generators/jacquard_gen/expr/arithmetic.py computes the same in Python.
//
// Floats of width 16 are held as float and rounded where they are stored. Integers are those of
// <cstdint>; of width 1 they are Int1 (0 and -1) and Uint1 (0 and 1).
#include <jacquard/support/expression/casts.h>
#include <jacquard/support/expression/integers.h>
#include <jacquard/support/expression/numbers.h>
#include <jacquard/support/expression/operators.h>
#include <jacquard/support/expression/values.h>
