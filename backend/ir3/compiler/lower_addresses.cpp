// Addresses as pairs of registers.
//
// Before: values of 64 bits are not accessed. After: no access to memory takes an address of 64
// bits.

#include <jacquard/ir3/compiler/lower_addresses.h>
#include <jacquard/nir/behaviour.h>
#include <jacquard/nir/build/core_builder.h>
#include <jacquard/passes/steps/each.h>

#include <algorithm>
#include <array>
#include <optional>

namespace jacquard::ir3 {

namespace {

using nir::IntrinsicInstruction;
using nir::IntrinsicOp;
using nir::SsaDef;

std::optional<IntrinsicOp> by_halves(IntrinsicOp op) {
    switch (op) {
    case IntrinsicOp::load_global:
    case IntrinsicOp::load_global_constant: return IntrinsicOp::load_global_2x32;
    case IntrinsicOp::store_global: return IntrinsicOp::store_global_2x32;
    case IntrinsicOp::global_atomic: return IntrinsicOp::global_atomic_2x32;
    case IntrinsicOp::global_atomic_swap: return IntrinsicOp::global_atomic_swap_2x32;
    default: return std::nullopt;
    }
}

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

bool lower(nir::Shader& shader, IntrinsicInstruction& access) {
    const std::optional<IntrinsicOp> op = by_halves(access.op);
    if (!op) {
        return false;
    }
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
        has_result ? b.intrinsic(*op, access.value.num_components, access.value.bit_size, given)
                   : b.intrinsic(*op, given[0]->num_components, 0, given);
    copy_indices(access, *made);
    if (has_result) {
        access.value.rewrite_uses(&made->value);
    }
    access.remove();
    return true;
}

} // namespace

bool lower_addresses(nir::Shader& shader) {
    return nir::change_instructions<IntrinsicInstruction>(
        shader, [&shader](IntrinsicInstruction& access) { return lower(shader, access); });
}

} // namespace jacquard::ir3
