#include "surroundings.h"

#include <array>
#include <bit>

namespace jacquard::nir {

namespace {

constexpr std::array<std::uint32_t, 3> kWorkgroupSize = {4, 4, 8};
constexpr std::array<std::uint32_t, 3> kNumWorkgroups = {3, 2, 2};
constexpr std::array<std::uint32_t, 3> kWorkgroup = {1, 1, 0};

std::uint32_t float_bits(float value) {
    return std::bit_cast<std::uint32_t>(value);
}

} // namespace

ChosenSystemValues::ChosenSystemValues(std::uint64_t seed, unsigned lanes, unsigned wave,
                                       WordStyle style, std::uint64_t storage_address,
                                       std::uint64_t storage_bytes)
    : seed_(seed), lanes_(lanes), wave_(wave), style_(style), storage_address_(storage_address),
      storage_bytes_(storage_bytes) {}

std::optional<std::uint64_t> ChosenSystemValues::value(const IntrinsicInstruction& instruction,
                                                       unsigned component, unsigned lane,
                                                       std::uint64_t argument) {
    const std::uint32_t index = local_index(lane);
    const std::array<std::uint32_t, 3> local = {
        index % kWorkgroupSize[0], index / kWorkgroupSize[0] % kWorkgroupSize[1],
        index / (kWorkgroupSize[0] * kWorkgroupSize[1]) % kWorkgroupSize[2]};
    const auto chosen = [&](std::uint64_t what, bool is_uniform) {
        Random random(seed_ ^ (what << 20) ^ (std::uint64_t{component} << 8) ^ (argument << 40) ^
                      (is_uniform ? 0 : index + 1));
        return random;
    };
    Random random = chosen(static_cast<std::uint64_t>(instruction.op), false);
    Random uniform = chosen(static_cast<std::uint64_t>(instruction.op), true);
    const unsigned c = component < 3 ? component : 0;
    switch (instruction.op) {
    case IntrinsicOp::load_helper_invocation:
    case IntrinsicOp::load_subgroup_id:
    case IntrinsicOp::load_subgroup_invocation:
    case IntrinsicOp::load_subgroup_size:
    case IntrinsicOp::load_num_subgroups:
    case IntrinsicOp::load_local_invocation_index: return std::nullopt; // the interpreter knows

    case IntrinsicOp::load_ssbo_address: return storage_address_ + argument * storage_bytes_;
    case IntrinsicOp::load_workgroup_size: return kWorkgroupSize[c];
    case IntrinsicOp::load_num_workgroups: return kNumWorkgroups[c];
    case IntrinsicOp::load_workgroup_id: return kWorkgroup[c];
    case IntrinsicOp::load_base_workgroup_id: return 0;
    case IntrinsicOp::load_workgroup_index:
        return kWorkgroup[0] +
               kNumWorkgroups[0] * (kWorkgroup[1] + kNumWorkgroups[1] * kWorkgroup[2]);
    case IntrinsicOp::load_local_invocation_id: return local[c];
    case IntrinsicOp::load_global_invocation_id:
        return kWorkgroup[c] * kWorkgroupSize[c] + local[c];
    case IntrinsicOp::load_global_size: return kNumWorkgroups[c] * kWorkgroupSize[c];

    case IntrinsicOp::load_vertex_id_zero_base: return index;
    case IntrinsicOp::load_vertex_id: return index + 100;
    case IntrinsicOp::load_base_vertex:
    case IntrinsicOp::load_first_vertex: return 100;
    case IntrinsicOp::load_front_face: return random.below(2);
    case IntrinsicOp::load_barycentric_at_offset:
    case IntrinsicOp::load_barycentric_at_sample:
    case IntrinsicOp::load_barycentric_centroid:
    case IntrinsicOp::load_barycentric_coord_centroid:
    case IntrinsicOp::load_barycentric_coord_pixel:
    case IntrinsicOp::load_barycentric_coord_sample:
    case IntrinsicOp::load_barycentric_model:
    case IntrinsicOp::load_barycentric_pixel:
    case IntrinsicOp::load_barycentric_sample:
        return float_bits(static_cast<float>(random.below(17)) / 16.0F);
    case IntrinsicOp::load_frag_coord:
        return component < 2
                   ? float_bits(static_cast<float>((component == 0 ? lane & 1 : lane >> 1) + 8) +
                                0.5F)
                   : float_bits(static_cast<float>(1 + random.below(16)) / 16.0F);
    default: break;
    }
    // Anything else is one value for the whole draw or dispatch.
    const bool is_number = instruction.value.num_components == 1;
    return random_word(uniform, is_number ? WordStyle::small_integers : style_) &
           (is_number ? 0x3f : 0xffffffff);
}

} // namespace jacquard::nir
