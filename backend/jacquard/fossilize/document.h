#pragma once

#include <jacquard/fossilize/entry.h>
#include <jacquard/support/json/json.h>
#include <jacquard/support/text/limits.h>

#include <cstdint>
#include <optional>
#include <string_view>

// The JSON of an entry.
namespace jacquard::fossilize {

// Reads the JSON of an entry. Nothing after a fault, or where it is of a newer version; that was
// reported.
[[nodiscard]] std::optional<json::Document>
read_document(std::string_view text, const EntryReport& report, const Limits& limits);

// Returns what the document says under the hash of the entry, in its member `section`; a missing
// value after a fault, which was reported.
[[nodiscard]] json::Value described_in(const json::Document& document, std::string_view section,
                                       const EntryReport& report);

// A value that is an unsigned integer of up to 32 bits, or 0 where it is none; then that was
// reported and `is_good` is false.
[[nodiscard]] std::uint32_t number_in(json::Value object, std::string_view name,
                                      const EntryReport& report, bool& is_good);

// The hash that a string of 16 digits writes. Nothing where it is none.
[[nodiscard]] std::optional<std::uint64_t> hash_in(json::Value value);

// Reports that a value is not what was expected.
void report_value(json::Value value, std::string_view name, std::string_view expected,
                  const EntryReport& report);

} // namespace jacquard::fossilize
