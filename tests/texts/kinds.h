#pragma once

#include "settings.h"
#include "text_file.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace jacquard::texts {

// An input with what is to be done with it.
struct Request {
    const File& file;
    const Settings& settings;
    Lines before;                     // within the frame that the settings name
    std::optional<std::uint32_t> gpu; // nothing: the default part
};

// The result of a case. An answer without a fault is compared with the expected one.
struct Answer {
    std::string text;
    bool is_refusal = false; // The text is the diagnostics of an input that is refused.
    std::string fault;       // A result that no case may expect, for example an invalid shader.
};

// `kind: FROM to TO` names one of these. They throw SettingFault for settings that are wrong.
struct Kind {
    std::string_view name;
    std::span<const std::string_view> keys; // that its cases may set, besides kCommonKeys
    Answer (*answer)(const Request& request) = nullptr;
};

[[nodiscard]] std::span<const Kind> all_kinds();

// Runs one input of a case in its frame, and keeps the lines that `only` names.
[[nodiscard]] Answer answer_of(const File& file, const Settings& settings, const Lines& before,
                               std::optional<std::uint32_t> gpu);

} // namespace jacquard::texts
