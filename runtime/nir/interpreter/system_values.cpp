#include <jacquard/nir/interpreter/handlers.h>
#include <jacquard/nir/interpreter/subgroup.h>

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

} // namespace

bool load_system_value(Wave& wave, const Step& step) {
    const IntrinsicInstruction& intrinsic = intrinsic_of(step);
    const Place& to = wave.result(step);
    SystemValues* values = wave.environment->system_values;
    wave.active.for_each([&](unsigned lane) {
        LaneMask set;
        if (is_subgroup_mask(wave, intrinsic.op, lane, set)) {
            write_mask_value(wave, to, lane, set);
            return;
        }
        const std::uint64_t argument =
            intrinsic.num_sources == 0 ? 0 : wave.read(wave.source(step, 0), 0, lane);
        for (unsigned c = 0; c < to.num_components; ++c) {
            std::optional<std::uint64_t> bits;
            if (values != nullptr) {
                bits = values->value(intrinsic, c, lane, argument);
            }
            wave.write(to, c, lane,
                       bits     ? *bits
                       : c == 0 ? known_value(wave, intrinsic.op, lane)
                                : 0);
        }
    });
    return true;
}

} // namespace jacquard::nir::interpreter
