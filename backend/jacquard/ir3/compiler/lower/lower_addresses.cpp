// Addresses as pairs of registers.
//
// Before: values of 64 bits are not accessed. After: no access to memory takes an address of 64
// bits.

#include <jacquard/generated/nir/behaviour.h>
#include <jacquard/generated/pipelines/lower_addresses.h>
#include <jacquard/nir/build/core_builder.h>
#include <jacquard/passes/util/each.h>

#include <algorithm>
#include <array>
#include <utility>

namespace jacquard::ir3 {

namespace {

using nir::IntrinsicInstruction;
using nir::IntrinsicOp;
using nir::SsaDef;

// Accesses by an address of 64 bits, and those that take its halves.
constexpr std::array<std::pair<IntrinsicOp, IntrinsicOp>, 5> kByHalves = {
    {{IntrinsicOp::load_global, IntrinsicOp::load_global_2x32},
     {IntrinsicOp::load_global_constant, IntrinsicOp::load_global_2x32},
     {IntrinsicOp::store_global, IntrinsicOp::store_global_2x32},
     {IntrinsicOp::global_atomic, IntrinsicOp::global_atomic_2x32},
     {IntrinsicOp::global_atomic_swap, IntrinsicOp::global_atomic_swap_2x32}}};

void copy_indices(const IntrinsicInstruction& from, IntrinsicInstruction& to) {
    if (to.has_write_mask()) {
        to.set_write_mask(from.write_mask());
    }
    if (to.has_atomic_op()) {
        to.set_atomic_op(from.atomic_op());
    }
    if (to.has_access() && from.has_access()) {
        to.set_access(from.access());
    }
    if (to.has_align_mul() && from.has_align_mul()) {
        to.set_align_mul(from.align_mul())->set_align_offset(from.align_offset());
    }
}

void replace(nir::Shader& shader, IntrinsicInstruction& access, IntrinsicOp op) {
    nir::CoreBuilder b(shader, nir::Cursor::before_instruction(&access));
    std::array<SsaDef*, nir::kMaxIntrinsicSources> sources{};
    std::transform(access.sources().begin(), access.sources().end(), sources.begin(),
                   [](const nir::Source& source) { return source.ssa; });
    SsaDef*& address =
        sources[static_cast<std::size_t>(nir::memory_access(access.op)->address_source)];
    address = b.unpack_64_2x32(address);
    const std::span<SsaDef* const> given(sources.data(), access.num_sources);
    const bool has_result = access.info().has_dest;
    IntrinsicInstruction* made =
        has_result ? b.intrinsic(op, access.value.num_components, access.value.bit_size, given)
                   : b.intrinsic(op, given[0]->num_components, 0, given);
    copy_indices(access, *made);
    if (has_result) {
        access.value.rewrite_uses(&made->value);
    }
    access.remove();
}

} // namespace

bool lower_addresses(nir::Shader& shader) {
    const auto change = [&shader](IntrinsicInstruction& access) {
        const auto* const found =
            std::find_if(kByHalves.begin(), kByHalves.end(),
                         [&access](const auto& ops) { return ops.first == access.op; });
        if (found == kByHalves.end()) {
            return false;
        }
        replace(shader, access, found->second);
        return true;
    };
    return nir::change_instructions<IntrinsicInstruction>(shader, change);
}

} // namespace jacquard::ir3
