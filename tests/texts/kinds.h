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

// A key of settings. `read` reads the value and adds what is wrong with it to the faults.
struct Key {
    std::string_view name;
    void (*read)(const Settings& settings);
};
using Keys = std::span<const Key>;

// `kind: FROM to TO` names one of these.
struct Kind {
    std::string_view name;
    std::span<const Keys> keys; // that its cases may set, in groups
    bool takes_functions;       // Its inputs may be the lines of a function alone.
    Answer (*answer)(const Request& request);
};

// The kind of a case; null, and a fault, where no setting names one.
[[nodiscard]] const Kind* kind_of(const Settings& settings);

// Reads all settings of a case, so that everything that is wrong with them is told at once.
void check_settings(const Kind& kind, const Settings& settings);

// Runs one input of a case in its frame, and keeps the lines that `only` names.
[[nodiscard]] Answer answer_of(const Kind& kind, const Settings& settings, const Lines& before,
                               std::optional<std::uint32_t> gpu);

} // namespace jacquard::texts
