#pragma once

#include <jacquard/nir/shader.h>

namespace jacquard::nir {

struct LowerIndirectDerefsOptions {
    VariableMode modes = VariableMode::function_temp | VariableMode::shader_temp |
                         VariableMode::shader_in | VariableMode::shader_out;
    unsigned max_elements = 64; // accesses that choose among more stay
};

// Makes loads and stores whose arrays are indexed by values choose among constant indices by ifs,
// in a binary search. An index past the end chooses some element.
//
// Before: block links are right; copies have been lowered. After: variables of these modes are
// loaded and stored at constant indices, save components of vectors and where there are too many
// elements; block links are right. True when something changed.
bool lower_indirect_derefs(Shader& shader, const LowerIndirectDerefsOptions& options = {});

} // namespace jacquard::nir
