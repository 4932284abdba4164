#pragma once

#include <jacquard/nir/ir/shader.h>

#include <cstdint>
#include <span>
#include <vector>

namespace jacquard::nir {

// A variable whose slots a pass has given other numbers.
struct MovedSlots {
    VariableMode mode = VariableMode::shader_in;
    std::uint32_t from = 0;
    std::uint32_t to = 0;
    std::uint32_t count = 0;
};

// Inputs, outputs and uniforms that both shaders have, where their places differ.
[[nodiscard]] std::vector<MovedSlots> moved_slots(const Shader& before, const Shader& after);

// Storage of slots with `slot_words` words each, as a shader afterwards sees what is given to the
// one before.
[[nodiscard]] std::vector<std::uint32_t> moved(std::span<const std::uint32_t> words,
                                               std::size_t slot_words, VariableMode mode,
                                               std::span<const MovedSlots> moves);
// The way back, for what the shader afterwards has written. What has moved into slots that were
// nobody's before is as in `before`.
[[nodiscard]] std::vector<std::uint32_t> moved_back(std::span<const std::uint32_t> words,
                                                    std::span<const std::uint32_t> before,
                                                    std::size_t slot_words, VariableMode mode,
                                                    std::span<const MovedSlots> moves);

} // namespace jacquard::nir
