// Weights of varyings at places that the hardware does not give them at.
//
// Before: any shader. After: none are loaded at a distance from the centre, or at a sample by its
// number.

#include <jacquard/ir3/compiler/lower_interpolation.h>
#include <jacquard/nir/build/core_builder.h>
#include <jacquard/passes/steps/each.h>

#include <array>

namespace jacquard::ir3 {

namespace {

using nir::IntrinsicInstruction;
using nir::SsaDef;

// A weight at the centre, moved by the offset along both axes.
SsaDef* moved(nir::CoreBuilder& b, const nir::Operand& centre, SsaDef* offset) {
    SsaDef* weight = b.whole(centre);
    SsaDef* along_x = b.fmul(&b.ddx(1, 32, weight)->value, nir::channel(offset, 0));
    SsaDef* along_y = b.fmul(&b.ddy(1, 32, weight)->value, nir::channel(offset, 1));
    return b.fadd(b.fadd(weight, along_x), along_y);
}

// How far a sample is from the centre of its pixel.
SsaDef* offset_of_sample(nir::CoreBuilder& b, SsaDef* sample) {
    SsaDef* position = &b.load_sample_pos_from_id(32, sample)->value;
    SsaDef* half = b.imm_float(-0.5);
    const std::array<nir::Operand, 2> offset = {b.fadd(nir::channel(position, 0), half),
                                                b.fadd(nir::channel(position, 1), half)};
    return b.vec(offset);
}

bool is_lowered(nir::IntrinsicOp op) {
    return op == nir::IntrinsicOp::load_barycentric_at_sample ||
           op == nir::IntrinsicOp::load_barycentric_at_offset;
}

bool lower(nir::Shader& shader, IntrinsicInstruction& load) {
    if (!is_lowered(load.op)) {
        return false;
    }
    const bool is_at_sample = load.op == nir::IntrinsicOp::load_barycentric_at_sample;
    nir::CoreBuilder b(shader, nir::Cursor::before_instruction(&load));
    SsaDef* centre =
        &b.load_barycentric_pixel(load.value.bit_size)->set_interp_mode(load.interp_mode())->value;
    SsaDef* given = load.sources()[0].ssa;
    SsaDef* offset = is_at_sample ? offset_of_sample(b, given) : given;
    const std::array<nir::Operand, 2> weights = {moved(b, nir::channel(centre, 0), offset),
                                                 moved(b, nir::channel(centre, 1), offset)};
    load.value.rewrite_uses(b.vec(weights));
    load.remove();
    return true;
}

} // namespace

bool lower_interpolation(nir::Shader& shader) {
    return shader.may_have_intrinsic(is_lowered) &&
           nir::change_instructions<IntrinsicInstruction>(
               shader, [&shader](IntrinsicInstruction& load) { return lower(shader, load); });
}

} // namespace jacquard::ir3
