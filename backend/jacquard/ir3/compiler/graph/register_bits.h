#pragma once

#include <jacquard/generated/ir3/registers.h>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace jacquard::ir3 {

// Some of the 64 registers of a bank, a bit each.
using RegisterBits = std::uint64_t;
inline constexpr std::uint32_t kBankSize = 64;
inline constexpr std::uint32_t kMostRegisters = kNumRegisterNumbers; // of a file
inline constexpr std::uint32_t kMostBanks = kMostRegisters / kBankSize;

// A Bank(argument) for each bank.
template <typename Bank, typename Argument>
std::array<Bank, kMostBanks> make_banks(Argument& argument) {
    return [&]<std::size_t... Number>(std::index_sequence<Number...>) {
        return std::array<Bank, kMostBanks>{(static_cast<void>(Number), Bank(argument))...};
    }
    (std::make_index_sequence<kMostBanks>());
}

inline std::uint32_t first_of(RegisterBits registers) {
    return static_cast<std::uint32_t>(std::countr_zero(registers));
}

// The registers of a bank that have one `distance` behind them which is in its bank's set;
// set_of(std::uint32_t bank) says the sets.
template <typename SetOf>
RegisterBits those_before(std::uint32_t bank, std::uint32_t distance, SetOf&& set_of) {
    const std::uint32_t there = bank + distance / kBankSize;
    const unsigned shift = distance % kBankSize;
    const RegisterBits found = set_of(there) >> shift;
    return shift == 0 ? found : found | set_of(there + 1) << (kBankSize - shift);
}

} // namespace jacquard::ir3
