#pragma once

#include <jacquard/generated/ir3/machine.h>
#include <jacquard/generated/ir3/registers.h>
#include <jacquard/ir3/compiler/graph/machine_ir.h>
#include <jacquard/ir3/isa/instruction/operand.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace jacquard::ir3 {

// Some registers of both files that follow each other, in units.
struct RegisterRange {
    std::size_t first = 0;
    std::size_t count = 0;
};

// Which registers instructions read and write once they are assigned, numbered over both files.
//
// Where the files lie over each other a unit is half a register if any is written; else it is a
// full one, of which a half may still be read. Where they do not it is a register of either file.
class RegisterRanges {
  public:
    RegisterRanges(const Graph& graph, const MachineFacts& machine)
        : graph_(graph), half_file_(machine.merged_registers ? 0 : kHalfFile),
          full_shift_(machine.merged_registers && writes_halves(graph) ? 1 : 0),
          half_shift_(machine.merged_registers ? 1 - full_shift_ : 0) {}

    // Returns the number of units that registers(), and vectors that begin in the last register,
    // can name.
    [[nodiscard]] std::size_t num_units(const MachineFacts& machine) const {
        const unsigned most = std::max({machine.full_registers * 4U, machine.half_registers * 4U,
                                        unsigned{kSharedRegisterEnd}});
        const std::size_t end =
            machine.merged_registers ? std::size_t{most} << full_shift_ : kHalfFile + most;
        return end + std::size_t{kMaxVectorLength} * 2;
    }

    [[nodiscard]] RegisterRange registers(std::size_t number, std::size_t count, bool half) const {
        if (!half) {
            return {number << full_shift_, count << full_shift_};
        }
        const std::size_t first = number >> half_shift_;
        const std::size_t end = (number + count + half_shift_) >> half_shift_;
        return {half_file_ + first, end - first};
    }

    // How many registers of a range come before a unit of it, or at least do.
    [[nodiscard]] std::size_t register_of(std::size_t unit, bool half) const {
        return half ? unit : unit >> full_shift_;
    }

    // Empty for what is no register.
    [[nodiscard]] RegisterRange read_by(const Node& node, const Register& source) const {
        if (source.kind == RegisterKind::ssa) {
            const std::size_t count = source.repeat ? 1U + node.repeat : source.definition->length;
            return registers(source.definition->dst.number, count, source.half);
        }
        if (source.kind == RegisterKind::array) {
            return of_array(source);
        }
        return source.kind == RegisterKind::shared ? registers(source.number, 1, source.half)
                                                   : RegisterRange{};
    }

    // Calls visit(RegisterRange, slots after the first in which it is written).
    template <typename Visit>
    void for_each_written(const Node& node, Visit&& visit) const {
        if (node.dst.kind == RegisterKind::array) {
            visit(of_array(node.dst), node.repeat);
            return;
        }
        if (!writes_registers(node)) {
            return;
        }
        const auto component = [&node, this](unsigned k) {
            return registers(std::size_t{node.dst.number} + k, 1, node.dst.half);
        };
        if (node.write_mask == 1 && node.repeat == 0) {
            visit(component(0), 0U);
            return;
        }
        for (std::uint32_t mask = node.write_mask & ((1U << node.length) - 1); mask != 0;
             mask &= mask - 1) {
            visit(component(static_cast<unsigned>(std::countr_zero(mask))), 0U);
        }
        for (std::uint32_t k = 1; k <= node.repeat; ++k) {
            visit(component(k), k);
        }
    }

  private:
    // Half registers that have a file of their own are numbered from here on.
    static constexpr std::size_t kHalfFile = std::size_t{kNumRegisterNumbers} * 2;

    // Other than those of arrays.
    static bool writes_registers(const Node& node) {
        return (node.dst.kind == RegisterKind::ssa || node.dst.kind == RegisterKind::shared) &&
               node.dst.number < kNoRegister;
    }

    static bool writes_halves(const Graph& graph) {
        bool writes_halves = false;
        for (const RegisterArray& array : graph.arrays) {
            writes_halves = writes_halves || array.half;
        }
        for (const Block& block : graph.blocks) {
            for (const Node* node : block.nodes) {
                writes_halves = writes_halves || (node->dst.half && writes_registers(*node));
            }
        }
        return writes_halves;
    }

    [[nodiscard]] RegisterRange of_array(const Register& access) const {
        const RegisterArray& array = graph_.arrays[access.number];
        const auto element = static_cast<std::size_t>(access.value);
        if (array.number == kUnassigned) {
            return {};
        }
        if (access.relative || element >= array.length) {
            return registers(array.number, array.length, array.half);
        }
        return registers(array.number + element, 1, array.half);
    }

    const Graph& graph_;
    const std::size_t half_file_; // where half registers are counted from
    const unsigned full_shift_;   // 1 where a full register is two units
    const unsigned half_shift_;   // 1 where two halves are one
};

} // namespace jacquard::ir3
