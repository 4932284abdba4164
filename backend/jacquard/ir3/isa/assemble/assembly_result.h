#pragma once

#include <jacquard/support/api.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

JACQUARD_BEGIN_API

namespace jacquard::ir3 {

// Why a line has no word.
enum class AssemblyError : std::uint8_t {
    none,
    unknown_mnemonic,
    not_in_revision,
    syntax,
    encoding,
    label,
};

// A word, or what is wrong with the line and where.
struct AssemblyResult {
    std::uint64_t word = 0;
    AssemblyError error = AssemblyError::none;
    std::size_t offset = 0; // The place of the fault in the line.
    std::string message;    // The expectation that was not met; empty where there is a word.
    std::string_view label; // The label that the instruction names as its target.

    explicit operator bool() const { return error == AssemblyError::none; }
};

} // namespace jacquard::ir3

JACQUARD_END_API
