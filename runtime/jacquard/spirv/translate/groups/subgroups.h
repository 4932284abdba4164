#pragma once

#include <jacquard/spirv/translate/values/concern.h>

namespace jacquard::spirv {

class Atomics;
class Constants;
class Pointers;
class Values;
class Widths;

// Translates operations among the invocations of a subgroup or quad: votes, ballots, reductions,
// derivatives and interpolation.
class Subgroups : Concern {
  public:
    Subgroups(Context& context, Atomics& atomics, Constants& constants, Pointers& pointers,
              Values& values, Widths& widths)
        : Concern(context), atomics_(atomics), constants_(constants), pointers_(pointers),
          values_(values), widths_(widths) {}

    void translate_subgroup();
    void translate_vote_equal();
    void translate_ballot_count();
    void translate_quad_swap();
    void translate_quad_truths();
    void translate_reduce();
    void translate_derivative(bool is_width);
    void translate_interpolate();

  private:
    void check_scope();

    Atomics& atomics_;
    Constants& constants_;
    Pointers& pointers_;
    Values& values_;
    Widths& widths_;
};

} // namespace jacquard::spirv
