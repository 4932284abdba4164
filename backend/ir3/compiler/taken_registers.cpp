#include <jacquard/ir3/compiler/taken_registers.h>

namespace jacquard::ir3 {

void TakenRegisters::clear() {
    position_ = 0;
    for (Bank& bank : std::span(banks_).first(num_banks_)) {
        bank.now = 0;
        std::fill(bank.ends.begin(), bank.ends.end(), 0);
        std::fill(bank.later.begin(), bank.later.end(), 0);
        bank.last.fill(0);
        bank.last_of_all = 0;
    }
}

void TakenRegisters::add_banks(std::uint32_t count) {
    for (; num_banks_ < count; ++num_banks_) {
        banks_[num_banks_].ends.resize(num_positions_ + std::size_t{1});
        banks_[num_banks_].later.resize(num_positions_);
    }
}

} // namespace jacquard::ir3
