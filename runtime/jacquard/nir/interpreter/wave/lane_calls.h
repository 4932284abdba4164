#pragma once

#include <jacquard/nir/interpreter/wave/value_rows.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace jacquard::nir::interpreter {

// The lane calls of a program at the addresses of one wave's values.
class LaneCalls {
  public:
    LaneCalls(const ProgramData& program, const ValueRows& values) {
        arrays_.reserve(program.arrays.size());
        for (const std::uint32_t offset : program.arrays) {
            arrays_.push_back(values.at(offset));
        }
        calls_.reserve(program.lane_calls.size());
        for (const LaneCall& call : program.lane_calls) {
            const std::size_t count = std::size_t{call.rows} * values.row_lanes;
            calls_.push_back({call.function(count), count, arrays_.data() + call.first_array});
        }
    }

    void compute(std::uint32_t first, std::uint64_t count) const {
        const ReadyCall* call = calls_.data() + first;
        // Most are so short that the loop would take as long.
        for (; count >= 4; count -= 4, call += 4) {
            call[0].compute();
            call[1].compute();
            call[2].compute();
            call[3].compute();
        }
        for (; count != 0; --count, ++call) {
            call->compute();
        }
    }

  private:
    struct ReadyCall {
        LaneFunction function;
        std::size_t num_lanes;
        std::byte* const* arrays;

        void compute() const { function(num_lanes, arrays); }
    };

    std::vector<std::byte*> arrays_;
    std::vector<ReadyCall> calls_;
};

} // namespace jacquard::nir::interpreter
