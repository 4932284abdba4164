#include <jacquard/nir/interpreter/handlers.h>
#include <jacquard/nir/interpreter/subgroup.h>
#include <jacquard/nir/interpreter/variable_memory.h>
#include <jacquard/nir/system_value_variables.h>

#include <algorithm>
#include <array>
#include <bit>
#include <string>

namespace jacquard::nir::interpreter {

namespace {

// What follows from numbers of lanes and waves; 0 for everything else.
std::uint64_t known_value(const Wave& wave, IntrinsicOp op, unsigned lane) {
    const Subgroup group(wave, lane);
    const unsigned groups_per_wave = (wave.lanes + group.size - 1) / group.size;
    switch (op) {
    case IntrinsicOp::load_helper_invocation: return wave.environment->helpers.test(lane) ? 1 : 0;
    case IntrinsicOp::load_sample_mask_in: return 1;
    case IntrinsicOp::load_subgroup_size: return group.size;
    case IntrinsicOp::load_subgroup_invocation: return lane - group.first;
    case IntrinsicOp::load_subgroup_id:
        return wave.number * std::uint64_t{groups_per_wave} + lane / group.size;
    case IntrinsicOp::load_num_subgroups: return wave.num_waves * std::uint64_t{groups_per_wave};
    case IntrinsicOp::load_local_invocation_index:
        return wave.number * std::uint64_t{wave.lanes} + lane;
    default: return 0;
    }
}

// Sets of invocations of a subgroup.
bool is_subgroup_mask(const Wave& wave, IntrinsicOp op, unsigned lane, LaneMask& set) {
    const Subgroup group(wave, lane);
    const unsigned own = lane - group.first;
    const LaneMask all = LaneMask::first(group.size);
    switch (op) {
    case IntrinsicOp::load_subgroup_eq_mask: set = LaneMask::single(own); return true;
    case IntrinsicOp::load_subgroup_ge_mask: set = all - LaneMask::first(own); return true;
    case IntrinsicOp::load_subgroup_gt_mask: set = all - LaneMask::first(own + 1); return true;
    case IntrinsicOp::load_subgroup_le_mask: set = LaneMask::first(own + 1); return true;
    case IntrinsicOp::load_subgroup_lt_mask: set = LaneMask::first(own); return true;
    default: return false;
    }
}

// One component for one lane.
std::uint64_t component_of(const Wave& wave, const IntrinsicInstruction& intrinsic,
                           unsigned component, unsigned lane, std::uint64_t argument) {
    SystemValues* values = wave.environment->system_values;
    std::optional<std::uint64_t> bits;
    if (values != nullptr) {
        bits = values->value(intrinsic, component, lane, argument);
    }
    return bits ? *bits : component == 0 ? known_value(wave, intrinsic.op, lane) : 0;
}

bool has_width(const IntrinsicInfo& info, unsigned bit_size) {
    return (info.bit_size_mask >> std::countr_zero(bit_size) & 1) != 0;
}

} // namespace

bool load_system_value(Wave& wave, const Step& step) {
    const IntrinsicInstruction& intrinsic = intrinsic_of(step);
    const Place& to = wave.result(step);
    wave.active.for_each([&](unsigned lane) {
        LaneMask set;
        if (is_subgroup_mask(wave, intrinsic.op, lane, set)) {
            write_mask_value(wave, to, lane, set);
            return;
        }
        const std::uint64_t argument =
            intrinsic.num_sources == 0 ? 0 : wave.read(wave.source(step, 0), 0, lane);
        for (unsigned c = 0; c < to.num_components; ++c) {
            wave.write(to, c, lane, component_of(wave, intrinsic, c, lane, argument));
        }
    });
    return true;
}

// A truth of a value that has more bits is whether any is set.
bool load_system_variable(Wave& wave, const Step& step, const Variable& variable,
                          const Place* address) {
    const std::optional<IntrinsicOp> op = system_value_of(variable.semantic);
    if (!op) {
        return wave.fail(FaultKind::not_supported, step,
                         "'" + std::string(name_of(variable.semantic)) +
                             "' is no system value that the hardware gives");
    }
    const Place& to = wave.result(step);
    const IntrinsicInfo& info = intrinsic_info(*op);
    const unsigned bits = has_width(info, to.bit_size) ? to.bit_size : 32;
    if (!has_width(info, bits) || (bits != to.bit_size && to.bit_size != 1)) {
        return wave.fail(FaultKind::not_supported, step,
                         "'" + std::string(name_of(variable.semantic)) + "' has no such width");
    }
    std::array<std::int64_t, kMaxIntrinsicIndices> indices{};
    IntrinsicInstruction question(*op, nullptr, indices.data());
    question.value.num_components = static_cast<std::uint8_t>(
        info.dest_components != 0 ? info.dest_components
                                  : std::min<std::uint64_t>(variable.type->scalar_count, 4));
    question.value.bit_size = static_cast<std::uint8_t>(bits);
    const unsigned stride =
        VariableMemory::component_bytes(to.bit_size, VariableSpace::system_value);
    bool is_fine = true;
    wave.active.for_each([&](unsigned lane) {
        const std::uint64_t first = address == nullptr ? 0 : wave.read(*address, 0, lane) / stride;
        LaneMask set;
        const bool is_mask = is_subgroup_mask(wave, *op, lane, set);
        for (unsigned c = 0; c < to.num_components; ++c) {
            const std::uint64_t component = first + c;
            if (component >= question.value.num_components) {
                is_fine = is_fine && wave.out_of_range(step);
                wave.write(to, c, lane, 0);
                continue;
            }
            const auto number = static_cast<unsigned>(component);
            const unsigned first_bit = number * bits;
            const std::uint64_t value = !is_mask ? component_of(wave, question, number, lane, 0)
                                        : first_bit < kMaxLanes
                                            ? set.words[first_bit / 64] >> (first_bit % 64)
                                            : 0;
            const std::uint64_t whole = value & mask_of_bits(bits);
            wave.write(to, c, lane, to.bit_size == 1 ? whole != 0 : whole);
        }
    });
    return is_fine;
}

} // namespace jacquard::nir::interpreter
