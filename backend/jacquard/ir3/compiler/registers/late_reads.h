#pragma once

#include <jacquard/ir3/compiler/graph/lifetimes.h>
#include <jacquard/ir3/compiler/graph/register_bits.h>
#include <jacquard/support/memory/memory_pool.h>

#include <algorithm>
#include <array>
#include <cstdint>

namespace jacquard::ir3 {

// Knows until when the registers of a file are read by earlier instructions, which makes a write to
// them a write-after-read hazard.
//
// Many instructions may read one register for a long time, so each such time is written to the
// nodes of a tree over the positions that lie in it whole.
class LateReads {
  public:
    LateReads(std::uint32_t num_positions, MemoryPool& pool) : banks_(make_banks<Bank>(pool)) {
        for (std::uint32_t size = num_positions; size != 0; size /= kFanOut) {
            levels_[num_levels_++] = num_nodes_;
            num_nodes_ += size + 1; // a part of the last may lie behind the end
        }
    }

    void clear() {
        for (Bank& bank : banks_) {
            std::fill(bank.nodes.begin(), bank.nodes.end(), 0);
            bank.end = 0;
        }
    }

    [[nodiscard]] RegisterBits find(std::uint32_t bank, std::uint32_t position) const {
        RegisterBits read = 0;
        if (bank < kMostBanks && position < banks_[bank].end) {
            const RegisterBits* const nodes = banks_[bank].nodes.data();
            for (std::uint32_t level = 0; level < num_levels_; ++level) {
                read |= nodes[levels_[level] + position];
                position /= kFanOut;
            }
        }
        return read;
    }

    void take(std::uint32_t number, Lifetime life) {
        Bank& bank = banks_[number / kBankSize];
        bank.nodes.resize(num_nodes_);
        bank.end = std::max(bank.end, life.last);
        const RegisterBits bit = RegisterBits{1} << number % kBankSize;
        std::uint32_t first = life.first;
        std::uint32_t last = life.last;
        for (std::uint32_t level = 0; first < last; ++level) {
            RegisterBits* const here = bank.nodes.data() + levels_[level];
            for (; first < last && first % kFanOut != 0; ++first) {
                here[first] |= bit;
            }
            for (; first < last && last % kFanOut != 0; --last) {
                here[last - 1] |= bit;
            }
            first /= kFanOut;
            last /= kFanOut;
        }
    }

  private:
    struct Bank {
        explicit Bank(MemoryPool& pool) : nodes(pool) {}

        PoolVector<RegisterBits> nodes; // by level; set is at a position what it or one above has
        std::uint32_t end = 0;          // nothing is read from there on
    };

    static constexpr std::uint32_t kFanOut = 16;
    static constexpr std::uint32_t kMostLevels = 8; // of all positions that 32 bits can number

    std::uint32_t num_nodes_ = 0;
    std::uint32_t num_levels_ = 0;
    std::array<std::uint32_t, kMostLevels>
        levels_{}; // where they begin; the positions are the first
    std::array<Bank, kMostBanks> banks_;
};

} // namespace jacquard::ir3
