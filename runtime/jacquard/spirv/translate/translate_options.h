#pragma once

#include <jacquard/nir/ir/shader.h>
#include <jacquard/spirv/translate/values/specialisation.h>
#include <jacquard/support/api.h>
#include <jacquard/support/text/limits.h>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

JACQUARD_BEGIN_API

namespace jacquard::spirv {

struct TranslateOptions {
    std::string entry;               // empty: the first of the stage
    std::optional<nir::Stage> stage; // not set: the stage of the entry point
    std::vector<Specialisation> specialisations;
    // Marks every ALU instruction exact: nothing may be fused, reordered or approximated.
    bool precise = false;
    // If the module names no source lines, the origins of instructions are lines of the text that
    // print() makes of the module.
    bool lines_of_text = false;
    // The size of the work groups of a kernel that does not say it itself.
    std::optional<std::array<std::uint32_t, 3>> workgroup_size;
    Limits limits;
};

} // namespace jacquard::spirv

JACQUARD_END_API
