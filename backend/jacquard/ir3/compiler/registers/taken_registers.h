#pragma once

#include <jacquard/ir3/compiler/graph/lifetimes.h>
#include <jacquard/ir3/compiler/graph/register_bits.h>
#include <jacquard/support/memory/memory_pool.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace jacquard::ir3 {

// Which registers of a file are taken at each position of a program, while one goes through it.
//
// Most values get their place when one has come to where they begin: of these nothing needs to be
// kept but where they end. Of lives that begin later every span of positions is written to, at
// their ends every position, and read when a place is sought. A register has one life at a time, so
// all of them together have no more positions than the registers have.
class TakenRegisters {
  public:
    TakenRegisters(std::uint32_t num_positions, MemoryPool& pool)
        : num_positions_(num_positions), banks_(make_banks<Bank>(pool)) {}

    void clear();

    // To say that no life begins earlier that is taken or asked for from now on.
    void advance(std::uint32_t position) { position_ = position; }

    // Returns the registers that are taken at any time of a live interval.
    [[nodiscard]] RegisterBits find(std::uint32_t bank, Lifetime life) {
        if (bank >= num_banks_) {
            return 0;
        }
        banks_[bank].advance(position_);
        return banks_[bank].find(life);
    }

    // Takes the first register that is free in all of a life that begins where one has come to, and
    // that is not among those that avoided(std::uint32_t bank) says, if it is below `end`. Returns
    // its number, or one that is not below.
    template <typename Avoided>
    std::uint32_t take_first_free(Lifetime life, std::uint32_t end, Avoided&& avoided) {
        std::uint32_t first = 0; // of the bank
        for (Bank& bank : std::span(banks_).first(num_banks_)) {
            bank.advance(position_);
            const RegisterBits free = bank.free_from_now(life, avoided(first / kBankSize));
            if (free != 0) {
                const std::uint32_t number = first + first_of(free);
                if (number < end) {
                    bank.take_free(first_of(free), life.last);
                }
                return number;
            }
            first += kBankSize;
        }
        if (first < end) {
            take_now(first, life.last);
        }
        return first;
    }

    void take(std::uint32_t number, Lifetime life) {
        if (life.first == position_) {
            take_now(number, life.last);
        } else {
            bank_of(number).take_later(number % kBankSize, life);
        }
    }
    // From where one has come to.
    void take_now(std::uint32_t number, std::uint32_t end) {
        Bank& bank = bank_of(number);
        bank.advance(position_);
        bank.take_now(number % kBankSize, end);
    }

  private:
    static constexpr std::uint32_t kSpan = 16;

    // Comes along when it is asked, as most of the time only the first bank is.
    struct Bank {
        explicit Bank(MemoryPool& pool)
            : ends(pool), later(pool), later_in_span(pool), later_all_of_span(pool) {}

        std::uint32_t position = 0;    // where it has come to
        RegisterBits now = 0;          // taken there, by lives that began at or before it
        PoolVector<RegisterBits> ends; // of those, by position
        std::array<std::uint32_t, kBankSize> until{}; // the same by register
        // Taken by lives that were to begin, by position, and not said of the whole span.
        PoolVector<RegisterBits> later;
        PoolVector<RegisterBits> later_in_span;      // at any of kSpan positions
        PoolVector<RegisterBits> later_all_of_span;  // at all of them
        std::array<std::uint32_t, kBankSize> last{}; // where the last of those ends, by register
        std::uint32_t last_of_all = 0;

        void advance(std::uint32_t to) {
            while (position < to) {
                now &= ~ends[++position];
            }
        }

        // The first of these is free in all of the life, others may not be.
        [[nodiscard]] RegisterBits free_from_now(Lifetime life, RegisterBits avoided) const {
            RegisterBits free = ~(now | avoided);
            if (last_of_all > life.first) {
                free &= ~later_at(life.first);
                // Most registers are not taken later either.
                if (free != 0 && last[first_of(free)] > life.first) {
                    free &= ~find_later(life);
                }
            }
            return free;
        }

        [[nodiscard]] RegisterBits later_at(std::uint32_t position) const {
            return later[position] | later_all_of_span[position / kSpan];
        }
        [[nodiscard]] RegisterBits find_later(Lifetime life) const;
        [[nodiscard]] RegisterBits find(Lifetime life) const;

        // Two halves of a register may have different ends; the register is taken until the later
        // of them.
        void take_now(std::uint32_t number, std::uint32_t end) {
            const RegisterBits bit = RegisterBits{1} << number;
            if ((now & bit) != 0) {
                ends[until[number]] &= ~bit;
                end = std::max(end, until[number]);
            }
            take_free(number, end);
        }
        void take_free(std::uint32_t number, std::uint32_t end) {
            const RegisterBits bit = RegisterBits{1} << number;
            now |= bit;
            until[number] = end;
            ends[end] |= bit;
        }

        void take_later(std::uint32_t number, Lifetime life);
        void forget_later();
    };

    Bank& bank_of(std::uint32_t number) {
        if (num_banks_ <= number / kBankSize) {
            add_banks(number / kBankSize + 1);
        }
        return banks_[number / kBankSize];
    }
    void add_banks(std::uint32_t count);

    std::uint32_t num_positions_;
    std::uint32_t position_ = 0;
    std::uint32_t num_banks_ = 0; // most programs use few registers
    std::array<Bank, kMostBanks> banks_;
};

} // namespace jacquard::ir3
