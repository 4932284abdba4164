#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

// Stages in Vulkan's numbers, in SPIR-V's and in words.
namespace jacquard::fossilize {

// The word for an execution model: those of the compiler for the stages that it knows, else the
// name that SPIR-V gives the model. Empty for a number that is none.
[[nodiscard]] std::string_view word_of_model(std::uint32_t model);

// The execution model that a word stands for.
[[nodiscard]] std::optional<std::uint32_t> model_of_word(std::string_view word);

// The execution model of a bit of VkShaderStageFlagBits; nothing for what is no stage of a graphics
// or compute pipeline.
[[nodiscard]] std::optional<std::uint32_t> model_of_stage_bit(std::uint32_t bit);

// Returns whether an entry point of `model` is one for the stage whose model is `wanted`: task and
// mesh shaders have two models, one for each of the extensions that brought them.
[[nodiscard]] bool is_model_of(std::uint32_t wanted, std::uint32_t model);

} // namespace jacquard::fossilize
