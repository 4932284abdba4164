#include <jacquard/ir3/compiler/taken_registers.h>

namespace jacquard::ir3 {

void TakenRegisters::clear() {
    position_ = 0;
    for (Bank& bank : std::span(banks_).first(num_banks_)) {
        bank.now = 0;
        std::fill(bank.ends.begin(), bank.ends.end(), 0);
        std::fill(bank.later.begin(), bank.later.end(), 0);
        std::fill(bank.later_in_span.begin(), bank.later_in_span.end(), 0);
        bank.last.fill(0);
        bank.last_of_all = 0;
    }
}

void TakenRegisters::add_banks(std::uint32_t count) {
    for (; num_banks_ < count; ++num_banks_) {
        banks_[num_banks_].ends.resize(num_positions_ + std::size_t{1});
        banks_[num_banks_].later.resize(num_positions_);
        banks_[num_banks_].later_in_span.resize(num_positions_ / kSpan + 1);
    }
}

RegisterBits TakenRegisters::Bank::find_later(Lifetime life) const {
    RegisterBits taken = 0;
    const std::uint32_t end = std::min(life.last, last_of_all);
    std::uint32_t position = life.first;
    for (; position < end && position % kSpan != 0; ++position) {
        taken |= later[position];
    }
    for (; position + kSpan <= end; position += kSpan) {
        taken |= later_in_span[position / kSpan];
    }
    for (; position < end; ++position) {
        taken |= later[position];
    }
    return taken;
}

RegisterBits TakenRegisters::Bank::find(std::uint32_t position, Lifetime life) const {
    RegisterBits taken = find_later(life);
    if (life.first == position) {
        return taken | now;
    }
    for (RegisterBits left = now & ~taken; left != 0; left &= left - 1) {
        const std::uint32_t number = first_of(left);
        taken |= RegisterBits{until[number] > life.first} << number;
    }
    return taken;
}

void TakenRegisters::Bank::take_later(std::uint32_t number, Lifetime life) {
    const RegisterBits bit = RegisterBits{1} << number;
    for (std::uint32_t position = life.first; position < life.last; ++position) {
        later[position] |= bit;
    }
    for (std::uint32_t span = life.first / kSpan; span * kSpan < life.last; ++span) {
        later_in_span[span] |= bit;
    }
    last[number] = std::max(last[number], life.last);
    last_of_all = std::max(last_of_all, life.last);
}

} // namespace jacquard::ir3
