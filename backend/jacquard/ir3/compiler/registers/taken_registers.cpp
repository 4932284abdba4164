#include <jacquard/ir3/compiler/registers/taken_registers.h>

namespace jacquard::ir3 {

void TakenRegisters::clear() {
    position_ = 0;
    for (Bank& bank : std::span(banks_).first(num_banks_)) {
        bank.position = 0;
        bank.now = 0;
        std::fill(bank.ends.begin(), bank.ends.end(), 0);
        bank.forget_later();
    }
}

void TakenRegisters::add_banks(std::uint32_t count) {
    for (; num_banks_ < count; ++num_banks_) {
        banks_[num_banks_].ends.resize(num_positions_ + std::size_t{1});
        banks_[num_banks_].later.resize(num_positions_);
        banks_[num_banks_].later_in_span.resize(num_positions_ / kSpan + 1);
        banks_[num_banks_].later_all_of_span.resize(num_positions_ / kSpan + 1);
    }
}

void TakenRegisters::Bank::forget_later() {
    const std::uint32_t spans = (last_of_all + kSpan - 1) / kSpan;
    std::fill_n(later.begin(), last_of_all, 0);
    std::fill_n(later_in_span.begin(), spans, 0);
    std::fill_n(later_all_of_span.begin(), spans, 0);
    last.fill(0);
    last_of_all = 0;
}

RegisterBits TakenRegisters::Bank::find_later(Lifetime life) const {
    RegisterBits taken = 0;
    const std::uint32_t end = std::min(life.last, last_of_all);
    for (std::uint32_t position = life.first; position < end;) {
        const std::uint32_t span = position / kSpan;
        const std::uint32_t stop = std::min(end, (span + 1) * kSpan);
        if (stop - position == kSpan) {
            taken |= later_in_span[span];
            position = stop;
            continue;
        }
        taken |= later_all_of_span[span];
        for (; position < stop; ++position) {
            taken |= later[position];
        }
    }
    return taken;
}

RegisterBits TakenRegisters::Bank::find(Lifetime life) const {
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
    for (std::uint32_t position = life.first; position < life.last;) {
        const std::uint32_t span = position / kSpan;
        const std::uint32_t end = std::min(life.last, (span + 1) * kSpan);
        later_in_span[span] |= bit;
        if (end - position == kSpan) {
            later_all_of_span[span] |= bit;
            position = end;
            continue;
        }
        for (; position < end; ++position) {
            later[position] |= bit;
        }
    }
    last[number] = std::max(last[number], life.last);
    last_of_all = std::max(last_of_all, life.last);
}

} // namespace jacquard::ir3
