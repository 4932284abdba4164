#pragma once

#include <jacquard/nir/ir/shader.h>

#include <cstdint>
#include <string>

namespace jacquard::facts {

// The answer of a stage to a shader, so that two answers can be compared.
struct Answer {
    enum class Kind : std::uint8_t {
        given,   // `text` tells what
        refused, // by name; `text` says what
        failed,  // an internal fault
    };
    Kind kind = Kind::given;
    std::string text;

    friend bool operator==(const Answer&, const Answer&) = default;
};

// The interpreter runs a quad over memory of a fixed pattern, with textures, images and system
// values that are functions of everything they are asked: all that it can be seen to have done.
Answer interpreted(const nir::Shader& shader);

// The program for a part: its words and everything that its header says.
Answer compiled(const nir::Shader& shader, std::uint32_t gpu);

} // namespace jacquard::facts
