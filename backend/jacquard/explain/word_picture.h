#pragma once

#include <jacquard/generated/ir3/descriptions.h>

#include <cstdint>
#include <span>
#include <string>

namespace jacquard::driver {

// The letter of the n-th part of a word in the picture.
[[nodiscard]] char part_letter(std::size_t index);

// Two rows of 32 bits with a box around each part, lettered in the order of `rows`, and its name
// where there is room:
//
//    63      59      55
//     0 1 0 0 0 1 1 1 0
//    |a    |b|c|d opc
[[nodiscard]] std::string word_picture(std::uint64_t word,
                                       std::span<const ir3::BitsRow* const> rows);

} // namespace jacquard::driver
