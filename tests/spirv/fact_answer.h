#pragma once

#include <array>
#include <string>
#include <string_view>

namespace jacquard::spirv {

// The results of a text: NIR and, for stages that have it, machine code of some parts.
struct FactAnswer {
    std::string fault; // why there is nothing of it
    std::string nir;   // as the translator leaves it
    std::string machine;
};

// The module that assembly describes, with 5 as every specialisation constant.
[[nodiscard]] FactAnswer fact_answer(std::string_view text);

} // namespace jacquard::spirv
