// Moves constants that are part of an offset into the access, whose instruction adds them.
//
// Before: an offset is a sum of products, some of whose terms are constants. After: where all that
// was computed for these constants is not needed any more, the access names their sum. What is left
// of the offset is known to be small and to have no sign, so that nothing wraps around when the
// instruction adds to it: of the sum as it was, the machine would read or store at the same place.

#include <jacquard/generated/ir3/select_memory.h>
#include <jacquard/generated/nir/behaviour.h>
#include <jacquard/generated/nir/core_opcodes.h>
#include <jacquard/generated/pipelines/fold_offsets.h>
#include <jacquard/ir3/compiler/contract/fold_workgroup_size.h>
#include <jacquard/ir3/target/occupancy.h>
#include <jacquard/nir/analysis/largest_value.h>
#include <jacquard/nir/build/core_builder.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <unordered_map>
#include <vector>

namespace jacquard::ir3 {

namespace {

// Offsets are followed no further than that many values from one to the next.
constexpr unsigned kMaxDepth = 64;
// Offsets that keep their constants may keep those of others; after so many rounds all keep them.
constexpr unsigned kMostRounds = 16;

// Larger constants and factors are left where they are.
constexpr std::int64_t kLargest = std::numeric_limits<std::int16_t>::max();
constexpr std::uint64_t kWord = std::numeric_limits<std::uint32_t>::max();

nir::AluInstruction* operation_of(const nir::SsaDef& value) {
    auto* alu = value.instruction->as<nir::AluInstruction>();
    const bool is_plain = alu != nullptr && value.num_components == 1 && value.bit_size == 32;
    return is_plain && (alu->opcode == nir::core::iadd || alu->opcode == nir::core::imul ||
                        alu->opcode == nir::core::ishl)
               ? alu
               : nullptr;
}

std::optional<std::int64_t> constant_of(const nir::AluSource& source) {
    const auto values = nir::constant_components(*source.ssa);
    return values.empty() ? std::nullopt
                          : std::optional<std::int64_t>(values[source.swizzle[0]].i32);
}

// A number that a product or a shift multiplies one of its operands by.
struct Factor {
    std::size_t operand = 0;
    std::int64_t by = 0; // 0: it is none, or none that is small and known
};

Factor factor_of(const nir::AluInstruction& alu) {
    Factor factor;
    if (alu.opcode == nir::core::ishl) {
        constexpr std::int64_t kMostBits = 14;
        const auto bits = constant_of(alu.sources()[1]);
        factor.by = bits && *bits >= 0 && *bits <= kMostBits ? std::int64_t{1} << *bits : 0;
    } else if (alu.opcode == nir::core::imul) {
        factor.operand = constant_of(alu.sources()[0]) ? 1 : 0;
        factor.by = constant_of(alu.sources()[1 - factor.operand]).value_or(0);
    }
    return factor.by > 0 && factor.by <= kLargest ? factor : Factor{};
}

nir::LargestValues largest_values(const nir::Shader& shader, const MachineFacts& machine) {
    const std::uint64_t most = std::max(most_invocations(machine), 1U);
    std::array<std::uint32_t, 3> last{};
    last.fill(static_cast<std::uint32_t>(most - 1));
    std::uint64_t last_of_all = most - 1;
    if (const auto size = fixed_workgroup_size(shader)) {
        std::uint64_t all = 1;
        for (std::size_t axis = 0; axis < last.size(); ++axis) {
            last[axis] = std::max((*size)[axis], 1U) - 1;
            all = std::min(all * (std::uint64_t{last[axis]} + 1), kWord);
        }
        last_of_all = all - 1;
    }
    return {last, static_cast<std::uint32_t>(last_of_all)};
}

// A value taken apart: the sum of its constants, and how large the rest may be.
struct Parts {
    std::int64_t constant = 0;
    std::uint64_t largest_rest = 0;
};

// An access that has an offset, and what is added to that.
struct Access {
    nir::IntrinsicInstruction* instruction = nullptr;
    std::int64_t constant = 0;
    std::vector<nir::AluInstruction*> steps; // of the offset; constants are a part of their results
};

const nir::Source& offset_of(const nir::IntrinsicInstruction& access) {
    return access.sources()[static_cast<std::size_t>(nir::memory_access(access.op)->offset_source)];
}

nir::Source& offset_of(nir::IntrinsicInstruction& access) {
    return access.sources()[static_cast<std::size_t>(nir::memory_access(access.op)->offset_source)];
}

class OffsetFolding {
  public:
    OffsetFolding(nir::Shader& shader, const MachineFacts& machine)
        : shader_(shader), largest_(largest_values(shader, machine)) {}

    bool fold() {
        for (nir::Function& function : shader_.functions()) {
            for (nir::Block& block : function.blocks()) {
                for (nir::Instruction& instruction : block.instructions()) {
                    if (auto* access = instruction.as<nir::IntrinsicInstruction>()) {
                        consider(*access);
                    }
                }
            }
        }
        leave_what_others_need();
        for (const Access& access : accesses_) {
            nir::IntrinsicInstruction& changed = *access.instruction;
            changed.set_base(changed.base() + static_cast<std::int32_t>(access.constant));
            nir::CoreBuilder b(shader_, nir::Cursor::before_instruction(&changed));
            nir::Source& offset = offset_of(changed);
            offset.set(b.whole(rest_of(*offset.ssa)));
        }
        return !accesses_.empty();
    }

  private:
    void consider(nir::IntrinsicInstruction& instruction);
    [[nodiscard]] Parts parts_of(const nir::SsaDef& value);
    [[nodiscard]] Parts parts_of(const nir::AluInstruction& alu);
    [[nodiscard]] Parts parts_of(const nir::AluSource& source);
    void find_steps(const nir::SsaDef& value, std::vector<nir::AluInstruction*>& steps);
    [[nodiscard]] bool may_stay(const nir::AluInstruction& step);
    [[nodiscard]] bool is_for_accesses(const nir::AluInstruction& step) const;
    void leave_what_others_need();
    [[nodiscard]] nir::Operand rest_of(const nir::SsaDef& value);
    [[nodiscard]] nir::Operand rest_of(const nir::AluSource& source);

    nir::Shader& shader_;
    nir::LargestValues largest_;
    unsigned depth_ = 0;
    std::unordered_map<const nir::SsaDef*, Parts> parts_;
    std::unordered_map<const nir::SsaDef*, nir::Operand> rests_;
    std::vector<Access> accesses_; // whose offsets lose their constants
    // How many accesses have a step in their offset.
    std::unordered_map<const nir::Instruction*, std::size_t> users_;
};

void OffsetFolding::consider(nir::IntrinsicInstruction& instruction) {
    const nir::MemoryAccess* memory = nir::memory_access(instruction.op);
    const unsigned bits = displacement_bits(instruction.op);
    if (memory == nullptr || memory->offset_source < 0 || bits == 0 || !instruction.has_base()) {
        return;
    }
    const nir::SsaDef& offset = *offset_of(instruction).ssa;
    if (offset.num_components != 1 || operation_of(offset) == nullptr) {
        return;
    }
    const Parts parts = parts_of(offset);
    const std::int64_t sum = instruction.base() + parts.constant;
    const std::int64_t limit = std::int64_t{1} << (bits - 1);
    // An access in several parts adds where each of them begins.
    constexpr std::int64_t kParts = std::int64_t{nir::kMaxComponents} * sizeof(std::uint64_t);
    if (parts.constant == 0 || sum < -limit || sum > limit - kParts ||
        parts.largest_rest > std::numeric_limits<std::int32_t>::max()) {
        return;
    }
    Access& access = accesses_.emplace_back(Access{&instruction, parts.constant, {}});
    find_steps(offset, access.steps);
}

Parts OffsetFolding::parts_of(const nir::AluSource& source) {
    if (const auto constant = constant_of(source)) {
        return {*constant, 0};
    }
    return operation_of(*source.ssa) != nullptr
               ? parts_of(*source.ssa)
               : Parts{0, largest_.of(*source.ssa, source.swizzle[0])};
}

Parts OffsetFolding::parts_of(const nir::SsaDef& value) {
    if (const auto known = parts_.find(&value); known != parts_.end()) {
        return known->second;
    }
    Parts parts;
    if (depth_ < kMaxDepth) {
        ++depth_;
        parts = parts_of(*operation_of(value));
        --depth_;
    }
    if (parts.constant == 0 || parts.constant > kLargest || parts.constant < -kLargest) {
        parts = {0, largest_.of(value, 0)};
    }
    parts_[&value] = parts;
    return parts;
}

Parts OffsetFolding::parts_of(const nir::AluInstruction& alu) {
    if (alu.opcode == nir::core::iadd) {
        const Parts left = parts_of(alu.sources()[0]);
        const Parts right = parts_of(alu.sources()[1]);
        return {left.constant + right.constant,
                std::min(left.largest_rest + right.largest_rest, kWord)};
    }
    const Factor factor = factor_of(alu);
    if (factor.by == 0) {
        return {};
    }
    const Parts parts = parts_of(alu.sources()[factor.operand]);
    return {parts.constant * factor.by,
            std::min(parts.largest_rest * static_cast<std::uint64_t>(factor.by), kWord)};
}

void OffsetFolding::find_steps(const nir::SsaDef& value, std::vector<nir::AluInstruction*>& steps) {
    nir::AluInstruction* alu = operation_of(value);
    if (alu == nullptr || parts_of(value).constant == 0 ||
        std::find(steps.begin(), steps.end(), alu) != steps.end()) {
        return;
    }
    steps.push_back(alu);
    ++users_[alu];
    for (const nir::AluSource& source : alu->sources()) {
        find_steps(*source.ssa, steps);
    }
}

// Returns true for the sum of a constant and what has none: if it is needed for anything else, no
// more is computed than before.
bool OffsetFolding::may_stay(const nir::AluInstruction& step) {
    return step.opcode == nir::core::iadd &&
           std::all_of(step.sources().begin(), step.sources().end(), [&](const auto& source) {
               return constant_of(source) || parts_of(source).constant == 0;
           });
}

bool OffsetFolding::is_for_accesses(const nir::AluInstruction& step) const {
    for (const nir::Source& use : step.value.uses()) {
        const nir::Instruction* user = use.instruction();
        const auto found = user == nullptr ? users_.end() : users_.find(user);
        if (found == users_.end() || found->second == 0) {
            return false;
        }
        const auto* access = user->as<nir::IntrinsicInstruction>();
        if (access != nullptr && &use != &offset_of(*access)) {
            return false; // it stores the offset
        }
    }
    return true;
}

// Sums and products of which others need the whole would be computed twice.
void OffsetFolding::leave_what_others_need() {
    for (const Access& access : accesses_) {
        ++users_[access.instruction];
    }
    for (unsigned round = 0; round < kMostRounds; ++round) {
        const auto kept =
            std::remove_if(accesses_.begin(), accesses_.end(), [this](const Access& access) {
                const bool loses_constants =
                    std::all_of(access.steps.begin(), access.steps.end(), [this](auto* step) {
                        return may_stay(*step) || is_for_accesses(*step);
                    });
                for (auto* step : access.steps) {
                    users_[step] -= loses_constants ? 0U : 1U;
                }
                users_[access.instruction] -= loses_constants ? 0U : 1U;
                return !loses_constants;
            });
        if (kept == accesses_.end()) {
            return;
        }
        accesses_.erase(kept, accesses_.end());
    }
    accesses_.clear();
}

nir::Operand OffsetFolding::rest_of(const nir::AluSource& source) {
    return operation_of(*source.ssa) != nullptr ? rest_of(*source.ssa)
                                                : nir::channel(source.ssa, source.swizzle[0]);
}

nir::Operand OffsetFolding::rest_of(const nir::SsaDef& value) {
    auto& alu = *operation_of(value);
    if (parts_of(value).constant == 0) {
        return nir::channel(&alu.value, 0);
    }
    if (const auto known = rests_.find(&value); known != rests_.end()) {
        return known->second;
    }
    const auto sources = alu.sources();
    nir::Operand rest;
    nir::CoreBuilder b(shader_, nir::Cursor::before_instruction(&alu));
    b.origin = alu.origin;
    if (alu.opcode == nir::core::iadd) {
        const std::size_t constant = constant_of(sources[0]) ? 0 : 1;
        rest = constant_of(sources[constant])
                   ? rest_of(sources[1 - constant])
                   : nir::Operand(b.iadd(rest_of(sources[0]), rest_of(sources[1])));
    } else {
        const std::size_t operand = factor_of(alu).operand;
        const nir::AluSource& by = sources[1 - operand];
        rest = b.alu(alu.opcode, {rest_of(sources[operand]), nir::channel(by.ssa, by.swizzle[0])});
    }
    rests_.emplace(&value, rest);
    return rest;
}

} // namespace

bool fold_offsets(nir::Shader& shader, const MachineFacts& machine) {
    return OffsetFolding(shader, machine).fold();
}

} // namespace jacquard::ir3
