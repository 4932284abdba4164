#pragma once

#include <jacquard/amber/script/data_layout.h>
#include <jacquard/generated/amber/meanings.h>
#include <jacquard/generated/nir/enums.h>
#include <jacquard/generated/nir/texel_formats.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <variant>

// The words of scripts, and what they mean. They stand in the tables of defs/amber.
namespace jacquard::driver::amber {

// A word, and what it means; or the part of the language that it belongs to and that is refused.
template <typename T>
struct Word {
    std::string_view word;
    T meaning{};
    std::optional<Refused> refused = std::nullopt;
    bool is_once = false;                                // in a block or in a line
    std::optional<Refused> refused_if_on = std::nullopt; // where `true` follows it
    std::string_view
        vulkan{}; // what Vulkan calls it, as VkScript writes it; empty: has no name there
};

// The words that may stand at one place.
template <typename T>
struct WordSet {
    std::string_view what; // each of them is, for messages
    std::span<const Word<T>> words;
    std::string_view vulkan_type; // Vulkan's name for what they are; empty: has none

    // Null where no word is written so.
    [[nodiscard]] const Word<T>* find(std::string_view written) const {
        for (const Word<T>& word : words) {
            if (word.word == written) {
                return &word;
            }
        }
        return nullptr;
    }

    // Null where Vulkan has no word of this set that is called so.
    [[nodiscard]] const Word<T>* find_vulkan(std::string_view written) const {
        for (const Word<T>& word : words) {
            if (!word.vulkan.empty() && word.vulkan == written) {
                return &word;
            }
        }
        return nullptr;
    }

    // The word for a meaning; empty where there is none.
    [[nodiscard]] std::string_view name_of(T meaning) const {
        for (const Word<T>& word : words) {
            if (word.meaning == meaning && !word.refused) {
                return word.word;
            }
        }
        return {};
    }
};

struct ScalarType {
    ScalarKind kind = ScalarKind::floating;
    unsigned bits = 32;
};

// A shader is made for one of these.
struct TargetEnvironment {
    std::uint32_t spirv_version = 0;
    std::string_view environment; // of the compiler of high-level languages
};

// A part of the language that is read and not run, and why. Pages and tests list the same.
struct RefusedPart {
    std::string_view name;
    std::string_view reason;
};

[[nodiscard]] std::span<const RefusedPart> refused_parts();
[[nodiscard]] inline const RefusedPart& refused_part(Refused part) {
    return refused_parts()[static_cast<std::size_t>(part)];
}

} // namespace jacquard::driver::amber
