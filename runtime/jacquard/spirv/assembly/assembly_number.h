#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace jacquard::spirv {

// How the numbers of a type are kept.
struct NumberFormat {
    bool is_float = false;
    bool is_signed = false;
    unsigned width = 32; // bits, at most 64
};

// The bits of a number in SPIR-V assembly: decimal or, with `0x`, hexadecimal; floats with a point
// and an exponent of ten, or hexadecimal with an exponent of two, in which an exponent beyond the
// largest stands for infinities and NaNs. A signed integer of fewer than 32 bits is extended by its
// sign, as modules keep it. False where the text is none or does not fit; `fault` then says why.
[[nodiscard]] bool read_assembly_number(std::string_view text, const NumberFormat& format,
                                        std::uint64_t& bits, std::string& fault);

} // namespace jacquard::spirv
