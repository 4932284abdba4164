#pragma once

#include <jacquard/fossilize/entry.h>
#include <jacquard/support/text/limits.h>

#include <optional>
#include <string>
#include <string_view>

namespace jacquard::fossilize {

// The SPIR-V that the payload of a shader module holds: JSON, and behind a zero byte the words,
// each in one to five bytes of seven bits; in older databases the JSON has them in base 64. Nothing
// after a fault, which was reported.
[[nodiscard]] std::optional<std::string>
module_of_payload(std::string_view payload, const EntryReport& report, const Limits& limits);

} // namespace jacquard::fossilize
