#pragma once

#include <jacquard/runs/textures/sampler_state.h>

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace jacquard::driver {

// Describes why a sampler cannot be told something.
struct SamplerFault {
    bool is_key = false; // the fault is in the key, else in the value
    std::string message;
    std::vector<std::string_view> known; // words that may stand there
};

// Tells a sampler what a key and its value mean; nothing where that is fine.
[[nodiscard]] std::optional<SamplerFault> tell_sampler(SamplerState& sampler, std::string_view key,
                                                       std::string_view value);

// A key with its value.
struct SamplerWord {
    std::string_view key;
    std::string value;
};

// Returns the settings that turn a default sampler into this one.
[[nodiscard]] std::vector<SamplerWord> sampler_words(const SamplerState& sampler);

} // namespace jacquard::driver
