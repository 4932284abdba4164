#pragma once

#include "generator/choices.h"

#include <string>

namespace jacquard::tgsi {

struct RandomFlowOptions {
    bool is_fragment = true;
    unsigned size = 40; // about how many statements
    unsigned max_depth = 4;
    bool is_wild = false;
};

// The text of a valid shader full of ifs, loops, breaks, continues and kills that lanes take
// differently. It ends, reads nothing that was not written and leaves no array. Of floats it keeps
// fractions only, so that nothing becomes infinite or tiny. A wild one may run for ever, as its
// loops need not count their rounds; it jumps without a condition, returns early, branches out of
// blocks or has switches, and much of it is never reached.
[[nodiscard]] std::string random_flow_shader(nir::Choices& choices,
                                             const RandomFlowOptions& options);

} // namespace jacquard::tgsi
